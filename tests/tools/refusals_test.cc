// SPDX-License-Identifier: Apache-2.0
// What `bfa` says, and exits with, when it cannot even begin: hosts, certificates, archives, arguments.
#include <gtest/gtest.h>

#include <fstream>

#include "bfa/store/archive.h"
#include "run_tool.h"
#include "support/fixtures.h"
#include "support/tls_identity.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

void expect_says(const Ran& ran, int code, const std::vector<std::string>& parts) {
  EXPECT_EQ(ran.code, code) << ran.out << ran.err;
  for (const auto& part : parts) EXPECT_NE(ran.err.find(part), std::string::npos) << part << "\n" << ran.err;
}

TEST(Refusal, AHostWithoutAnAddress) {
  TemporaryDirectory folder;
  // A name that no resolver may ask for: its first label is too long for the DNS.
  const std::string home = "http://" + std::string(64, 'a') + ".invalid/";
  const Ran ran = run_tool({"crawl", "-a", folder / "a", "--delay", "0", "--retry-wait", "1", home});
  expect_says(ran, 4, {home, "cannot resolve", "aaaa.invalid", "check the address"});
}

TEST(Refusal, AConnectionThatIsRefused) {
  TemporaryDirectory folder;
  const Ran ran = run_tool(crawl_arguments(folder / "a", closed_port(), {"http://blog.example/"}));
  expect_says(ran, 4, {"blog.example", "connect", "again"});
}

TEST(Refusal, ACertificateThatIsNotTrusted) {
  const TlsIdentity identity("DNS:blog.example");
  HttpServer server(&identity);
  const SampleBlog blog("https://blog.example", 3, 3);
  serve(server, blog);
  TemporaryDirectory folder;
  const Ran ran = run_tool(crawl_arguments(folder / "a", server.port(), {blog.home()}));
  expect_says(ran, 4, {"https://blog.example/", "certificate", "--cacert"});
  const std::string trusted = folder / "ca.pem";
  std::ofstream(trusted) << identity.pem();
  const Ran better =
      run_tool(crawl_arguments(folder / "b", server.port(), {"--cacert", trusted, blog.home()}));
  EXPECT_EQ(better.code, 0) << better.err;
  EXPECT_NE(better.out.find("3 posts"), std::string::npos) << better.out;
}

// A word is a slip, and must not become the host of a blog that nobody can visit.
TEST(Refusal, WhatIsNoAddressOfABlog) {
  TemporaryDirectory folder;
  const std::string archive = folder / "a";
  for (const char* const text :
       {"notaurl", "has space", "", "ftp://blog.example/", "mailto:me@blog.example"}) {
    const Ran added = run_tool({"add", "-a", archive, text});
    expect_says(added, 1, {text});
    EXPECT_NE(added.out.find("0 added"), std::string::npos) << added.out;
    EXPECT_EQ(run_tool({"crawl", "-a", archive, text}).code, 2) << text;
  }
  expect_says(run_tool({"add", "-a", archive, "notaurl"}), 1, {"its host has no dot", "http://"});
  expect_says(run_tool({"add", "-a", archive, ""}), 1, {"the address is empty"});
  for (const char* const text : {"http://intranet/", "localhost", "blog.example"})
    EXPECT_EQ(run_tool({"add", "-a", archive, text}).code, 0) << text;
}

TEST(Refusal, APrivateAddressUnasked) {
  HttpServer server;
  const SampleBlog blog(server.url(""), 3, 3);
  serve(server, blog);
  TemporaryDirectory folder;
  const Ran ran = run_tool({"crawl", "-a", folder / "a", "--delay", "0", "--retry-wait", "1", blog.home()});
  expect_says(ran, 1, {"127.0.0.1", "--allow-private"});
  EXPECT_TRUE(server.requests().empty());
}

TEST(Refusal, AnArchiveThatAnotherProcessWritesTo) {
  TemporaryDirectory folder;
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  const auto archive = Archive::open(folder / "a", options);
  ASSERT_TRUE(archive);
  expect_says(run_tool(crawl_arguments(folder / "a", closed_port(), {"http://blog.example/"})), 8,
              {folder / "a", "locked", std::to_string(::getpid()), "wait"});
  expect_says(run_tool({"rebuild", "-a", folder / "a"}), 8, {folder / "a", "locked"});
  EXPECT_EQ(run_tool({"ls", "-a", folder / "a"}).code, 0) << "readers need no lock";
}

TEST(Refusal, AnArchiveFromANewerVersion) {
  TemporaryDirectory folder;
  std::ofstream(folder / "bfa.toml") << "format = 99\nmade_by = \"libbfa 9.1\"\n";
  for (const std::vector<std::string>& arguments :
       {crawl_arguments(folder.path(), closed_port(), {"http://blog.example/"}),
        std::vector<std::string>{"ls", "-a", folder.path()},
        std::vector<std::string>{"rebuild", "-a", folder.path()}}) {
    expect_says(run_tool(arguments), 8, {folder.path(), "99", "libbfa 9.1", "newer version"});
  }
}

TEST(Refusal, AFolderThatCannotBeWrittenTo) {
  TemporaryDirectory folder;
  std::ofstream(folder / "file") << "not a folder\n";
  expect_says(run_tool(crawl_arguments(folder / "file/a", closed_port(), {"http://blog.example/"})), 9,
              {folder / "file", "is not a folder"});
}

struct Usage {
  const char* name;
  std::vector<std::string> arguments;
  int code;
  const char* says;
};
class ToolUsage : public testing::TestWithParam<Usage> {};

TEST_P(ToolUsage, IsExplained) {
  TemporaryDirectory folder;
  std::vector<std::string> arguments = GetParam().arguments;
  for (auto& argument : arguments) {
    if (argument == "ARCHIVE") argument = folder / "a";
  }
  expect_says(run_tool(arguments), GetParam().code, {GetParam().says});
}

INSTANTIATE_TEST_SUITE_P(
    House_ExitCodes, ToolUsage,
    testing::Values(
        Usage{"NoCommand", {}, 2, "bfa --help"}, Usage{"UnknownCommand", {"crawll"}, 2, "crawll"},
        Usage{"NoAddress", {"crawl", "-a", "ARCHIVE"}, 2, "URL"},
        Usage{"UnknownOption", {"crawl", "-a", "ARCHIVE", "--fast", "http://a.example/"}, 2, "--fast"},
        Usage{"NoNumber", {"crawl", "-a", "ARCHIVE", "--delay", "x", "http://a.example/"}, 2, "--delay"},
        Usage{"NegativeDelay",
              {"crawl", "-a", "ARCHIVE", "--delay=-1", "http://a.example/"},
              2,
              "is not from 0"},
        Usage{"UnknownZone",
              {"crawl", "-a", "ARCHIVE", "--zone", "Europe/Atlantis", "http://a.example/"},
              2,
              "Europe/Atlantis"},
        Usage{"ZoneThatIsAPath",
              {"import", "-a", "ARCHIVE", "--zone", "../../etc/passwd", "a.warc"},
              2,
              "--zone"},
        Usage{"UnknownRecheck",
              {"crawl", "-a", "ARCHIVE", "--recheck", "some", "http://a.example/"},
              2,
              "some"},
        Usage{"UnknownStrategy",
              {"crawl", "-a", "ARCHIVE", "--strategy", "luck", "http://a.example/"},
              2,
              "luck"},
        Usage{"NotHttp", {"crawl", "-a", "ARCHIVE", "ftp://a.example/"}, 2, "ftp://a.example/"},
        Usage{"NoHost", {"crawl", "-a", "ARCHIVE", "http://"}, 2, "http://"},
        Usage{"BadClock", {"crawl", "-a", "ARCHIVE", "--clock", "noon", "http://a.example/"}, 2, "noon"},
        Usage{"BadKind", {"ls", "-a", "ARCHIVE", "--kind", "poem"}, 2, "poem"},
        Usage{"LsWithoutArchive", {"ls", "-a", "ARCHIVE"}, 3, "bfa crawl -a"},
        Usage{"ShowWithoutArchive", {"show", "-a", "ARCHIVE", "http://a.example/"}, 3, "bfa crawl -a"},
        Usage{"RebuildWithoutArchive", {"rebuild", "-a", "ARCHIVE"}, 3, "bfa crawl -a"},
        Usage{"ImportNothing", {"import", "-a", "ARCHIVE", "/none.warc.gz"}, 3, "/none.warc.gz"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
