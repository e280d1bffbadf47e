// SPDX-License-Identifier: Apache-2.0
// The scripts of `bfa completion`, run by the shells themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::string output_of(const std::string& command) {
  std::string out;
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    out.append(buffer.data(), n);
  ::pclose(pipe);
  return out;
}

// What a shell offers for a command line whose last word is being typed. `completion`: a file with the
// script.
std::string bash_command(const std::string& completion, const std::string& words, int count) {
  return "bash -c 'source " + completion + "; COMP_WORDS=(" + words +
         "); COMP_CWORD=" + std::to_string(count - 1) + "; _bfa; printf \"%s\\n\" \"${COMPREPLY[@]}\"'";
}

// compadd and _files exist in zsh's completion system only, so the test has its own. compadd is given all
// candidates there, and zsh chooses among them.
std::string zsh_command(const std::string& completion, const std::string& words, int count) {
  return "zsh -f -c 'compadd() { shift; print -l -- \"$@\" }; _files() { }; source " + completion +
         "; words=(" + words + "); CURRENT=" + std::to_string(count) + "; _bfa'";
}

std::string fish_command(const std::string& completion, const std::string& words, int) {
  return "fish --no-config -c 'source " + completion + "; complete -C \"" + words + "\"' | cut -f1";
}

struct Shell {
  const char* name;
  std::string (*command)(const std::string&, const std::string&, int);
};

class Completion : public testing::TestWithParam<Shell> {};

struct Line {
  const char* words;
  int count;
  const char* offered;
  const char* not_offered;
};

TEST_P(Completion, OffersWhatTheCommandTakes) {
  const Shell& shell = GetParam();
  if (output_of(std::string("command -v ") + shell.name).empty())
    GTEST_SKIP() << shell.name << " is not installed";
  const TemporaryDirectory folder;
  const std::string script = folder / "completion";
  const Ran made = run_tool({"completion", shell.name});
  ASSERT_EQ(made.code, 0) << made.err;
  std::ofstream(script) << made.out;
  for (const Line& line :
       {Line{"bfa cra", 2, "crawl", "merge"}, Line{"bfa warc ch", 3, "check", "crawl"},
        Line{"bfa warc check --th", 4, "--threads", "--recheck"},
        Line{"bfa crawl --rec", 3, "--recheck", "--full"},
        Line{"bfa crawl -a folder --rec", 5, "--recheck", "--full"},
        Line{"bfa rules pin --fo", 4, "--force", "--samples"}, Line{"bfa feed op", 3, "opml", "crawl"}}) {
    const auto offers = lines_of(output_of(shell.command(script, line.words, line.count)));
    const auto has = [&](const char* word) {
      return std::find(offers.begin(), offers.end(), word) != offers.end();
    };
    EXPECT_TRUE(has(line.offered)) << line.words;
    EXPECT_FALSE(has(line.not_offered)) << line.words;
  }
}

INSTANTIATE_TEST_SUITE_P(Shells, Completion,
                         testing::Values(Shell{"bash", bash_command}, Shell{"zsh", zsh_command},
                                         Shell{"fish", fish_command}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(CompletionScript, IsRefusedForOtherShells) {
  const Ran ran = run_tool({"completion", "tcsh"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("bash, zsh, fish"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace bfa
