// SPDX-License-Identifier: Apache-2.0
// `bfa backup`, and what other commands say of a copy.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "run_tool.h"
#include "support/fixtures.h"
#include "support/http_server.h"
#include "support/sample_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

TEST(BackupTool, CopiesAnArchiveAndSaysWhatIsWrong) {
  const SampleBlog blog("http://blog.example", 6, 3);
  HttpServer server;
  serve(server, blog);
  const TemporaryDirectory folder;
  const std::string archive = folder / "archive", copy = folder / "copy";
  const auto crawl = [&](const std::string& to) {
    return run_tool(crawl_arguments(to, server.port(), {"-q", blog.home()}));
  };
  ASSERT_EQ(crawl(archive).code, 0);
  const Ran made = run_tool({"backup", "-a", archive, copy});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_NE(made.out.find("1 WARC file (1 copied now)"), std::string::npos) << made.out;
  EXPECT_EQ(run_tool({"ls", "-a", copy}).out, run_tool({"ls", "-a", archive}).out);
  EXPECT_EQ(run_tool({"check", "-a", copy, "--read-data"}).code, 0);
  const Ran refused = crawl(copy);
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.err.find("copy-of.txt"), std::string::npos) << refused.err;
  EXPECT_NE(run_tool({"backup", "-a", archive, copy, "--json"}).out.find("\"copied\":0"), std::string::npos);

  EXPECT_EQ(run_tool({"backup", "-a", archive, archive}).code, 2);
  EXPECT_EQ(run_tool({"backup", "-a", archive, folder.path()}).code, 2) << "it has the archive in it";
  EXPECT_EQ(run_tool({"backup", "-a", folder / "none", copy}).code, 3);
  EXPECT_EQ(run_tool({"backup", "-a", archive}).code, 2);
  EXPECT_EQ(run_tool({"backup", "-a", copy, folder / "third"}).code, 0) << "a copy of a copy";

  std::ofstream(warc_paths(archive + "/warc").front(), std::ios::app) << "x";
  std::filesystem::remove_all(copy);
  const Ran damaged = run_tool({"backup", "-a", archive, copy});
  EXPECT_EQ(damaged.code, 1);
  EXPECT_NE(damaged.err.find("differs from its digest"), std::string::npos) << damaged.err;
}

}  // namespace
}  // namespace bfa
