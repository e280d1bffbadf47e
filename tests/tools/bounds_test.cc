// SPDX-License-Identifier: Apache-2.0
// Limits that hold exactly, absurd values, and machines with too little of something.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "run_tool.h"
#include "support/fixtures.h"
#include "support/peak_memory.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

Json done_event(const Ran& ran) {
  for (const auto& line : lines_of(ran.out)) {
    Json event = Json::parse(line, nullptr, false);
    if (event.is_object() && event.value("event", "") == "done") return event;
  }
  ADD_FAILURE() << ran.out << ran.err;
  return Json::object();
}

class ByteLimit : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ByteLimit, IsNeverExceededAndNothingIsLost) {
  const SampleBlog blog("http://blog.example", 12, 6);
  HttpServer server;
  serve(server, blog);
  TemporaryDirectory folder;
  std::uint64_t runs = 0;
  for (;; ++runs) {
    ASSERT_LT(runs, 60u);
    const Ran ran = run_tool(crawl_arguments(
        folder / "a", server.port(),
        {"--json", "--per-host", "8", "--max-bytes", std::to_string(GetParam()), blog.home()}));
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json done = done_event(ran);
    ASSERT_LE(done.value("bytes", std::uint64_t{0}), GetParam());
    if (!done.contains("limit")) break;
    EXPECT_EQ(done["limit"], "max_bytes");
  }
  EXPECT_GE(runs, 1u);
  const Ran posts = run_tool({"ls", "-a", folder / "a", "--kind", "post"});
  EXPECT_EQ(lines_of(posts.out).size(), 12u) << posts.out;
}

INSTANTIATE_TEST_SUITE_P(House_Bytes, ByteLimit, testing::Values(17'000, 25'001, 33'333));

struct Absurd {
  const char* option;
  std::vector<const char*> values;
};

TEST(AbsurdValues, AreUsageErrors) {
  TemporaryDirectory folder;
  const std::vector<Absurd> rows{
      {"--threads", {"1000000000", "-1", "9223372036854775808", "nan", "1e3"}},
      {"--delay", {"-1", "nan", "inf", "-inf", "1e300"}},
      {"--min-rate", {"-1", "9223372036854775808", "1e30"}},
      {"--connections", {"0", "-5", "1000000000"}},
      {"--per-host", {"0", "-5", "1000000000"}},
      {"--retry-wait", {"-1", "9223372036854775807"}},
      {"--max-pages", {"-1", "18446744073709551616"}},
      {"--max-bytes", {"-1", "9223372036854775808"}},
      {"--dedup-min", {"0", "-9223372036854775808"}},
  };
  for (const auto& row : rows) {
    for (const char* value : row.values) {
      const Ran ran = run_tool({"crawl", "-a", folder / "a", row.option, value, "http://127.0.0.1:1/"});
      EXPECT_EQ(ran.code, 2) << row.option << " " << value << ": " << ran.err;
      EXPECT_NE(ran.err.find(row.option), std::string::npos) << ran.err;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a")) << "nothing is made";
  for (const auto& [command, option] :
       std::vector<std::pair<std::string, std::string>>{{"check", "--threads"},
                                                        {"recompress", "--threads"},
                                                        {"recompress", "--level"},
                                                        {"index", "--memory"}})
    EXPECT_EQ(run_tool({"warc", command, option, "1000000000", folder / "x.warc"}).code, 2) << command;
}

// A shell limit under which commands run: `ulimit OPTION VALUE`.
struct Short {
  const char* name;
  const char* option;
  int value;
};

class ShortOf : public testing::TestWithParam<Short> {};

// Each command works, or ends with 9, 5 or 2 and a sentence; afterwards everything works again.
TEST_P(ShortOf, NothingAbortsAndNothingIsLost) {
  if (is_sanitized()) GTEST_SKIP() << "a sanitizer does not start with so little";
  const SampleBlog blog("http://blog.example", 12, 6);
  HttpServer server;
  serve(server, blog);
  TemporaryDirectory folder;
  const std::string archive = folder / "a";
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {"-q", blog.home()})).code, 0);
  const std::string before = run_tool({"ls", "-a", archive}).out;
  std::vector<std::string> crawl_new = crawl_arguments(folder / "b", server.port(), {"-q", blog.home()});
  const std::vector<std::vector<std::string>> commands{
      crawl_new,
      crawl_arguments(archive, server.port(), {"-q", "--threads", "2", blog.home()}),
      {"ls", "-a", archive},
      {"log", "-a", archive, blog.post_url(1)},
      {"rebuild", "-a", archive},
      {"pack", "-a", archive},
      {"wacz", "create", "-a", archive, folder / "made.wacz"},
  };
  for (const auto& command : commands) {
    const Ran ran = run_tool_limited(GetParam().option, GetParam().value, command);
    const bool said = !ran.err.empty() || !ran.out.empty();
    EXPECT_TRUE(ran.code == 0 || ((ran.code == 9 || ran.code == 5 || ran.code == 2) && said))
        << command[0] << ": " << ran.code << " " << ran.err;
    const Ran again = run_tool(command);
    const bool there = command[0] == "wacz" && ran.code == 0;
    EXPECT_EQ(again.code, there ? again.code : 0) << command[0] << ": " << again.err;
  }
  EXPECT_EQ(run_tool({"ls", "-a", archive}).out, before);
  EXPECT_EQ(lines_of(run_tool({"ls", "-a", folder / "b", "--kind", "post"}).out).size(), 12u);
}

INSTANTIATE_TEST_SUITE_P(House_Machines, ShortOf,
                         testing::Values(Short{"Stack64", "-s", 64}, Short{"Stack128", "-s", 128},
                                         Short{"Handles12", "-n", 12}, Short{"Handles20", "-n", 20},
                                         Short{"Handles30", "-n", 30}, Short{"Memory150", "-v", 150'000},
                                         Short{"Memory250", "-v", 250'000},
                                         Short{"Memory400", "-v", 400'000}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
