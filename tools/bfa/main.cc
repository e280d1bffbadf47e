// SPDX-License-Identifier: Apache-2.0
// bfa COMMAND ...: archives blogs. `bfa --help` lists the commands, `bfa COMMAND --help` describes one.
// Exit codes: command.h.
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "bfa/base/version.h"
#include "command.h"
#include "warc/cmd_wacz.h"

namespace {

struct Command {
  std::string_view name;
  int (*run)(const bfa::tool::Arguments&);
  std::string_view summary;
};

constexpr Command kCommands[] = {
    {"crawl", bfa::tool::cmd_crawl, "crawl blogs: all of a new one, what changed of a known one"},
    {"ls", bfa::tool::cmd_ls, "list objects of the archive"},
    {"log", bfa::tool::cmd_log, "the versions of one object"},
    {"show", bfa::tool::cmd_show, "one object, now or as of a time"},
    {"diff", bfa::tool::cmd_diff, "words and links that differ between two versions"},
    {"rules", bfa::tool::cmd_rules, "what was learned for a blog"},
    {"pack", bfa::tool::cmd_pack, "write METS/MARCXML packages"},
    {"import", bfa::tool::cmd_import, "take captures of any known format into the archive"},
    {"migrate", bfa::tool::cmd_migrate, "write captures of any known format as another"},
    {"rebuild", bfa::tool::cmd_rebuild, "make the store anew from the archive's WARC files"},
    {"feed", bfa::tool::cmd_feed, "parse a feed, OPML or a sitemap; find the feeds of a page"},
    {"extract", bfa::tool::cmd_extract, "learn from a feed and extract pages, on files"},
    {"robots", bfa::tool::cmd_robots, "what a robots.txt allows"},
    {"url", bfa::tool::cmd_url, "canonical forms and keys of URLs"},
    {"warc", bfa::tool::cmd_warc, "list, read, check and index WARC files"},
    {"wacz", bfa::tool::cmd_wacz, "make, list and check WACZ files"},
};

void print_help() {
  std::printf(
      "bfa %s - archives blogs so that they are not lost\n\nUsage: bfa COMMAND [OPTIONS]\n\nCommands:\n",
      std::string(bfa::version()).c_str());
  for (const auto& command : kCommands) {
    std::printf("  %-9.*s %.*s\n", static_cast<int>(command.name.size()), command.name.data(),
                static_cast<int>(command.summary.size()), command.summary.data());
  }
  std::printf("\nbfa COMMAND --help describes one. Start with: bfa crawl https://a.blog.example/\n");
}

int run(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name.empty()) {
    std::fprintf(stderr, "bfa: no command given (see bfa --help)\n");
    return bfa::tool::kUsage;
  }
  const std::string_view topic = name == "help" && argc > 2 ? argv[2] : "";
  if (topic.empty() && (name == "--help" || name == "-h" || name == "help")) {
    print_help();
    return bfa::tool::kDone;
  }
  if (name == "--version") {
    std::printf("bfa %s\n", std::string(bfa::version()).c_str());
    return bfa::tool::kDone;
  }
  for (const auto& command : kCommands) {
    if (command.name == topic) return command.run({"--help"});
    if (command.name == name) return command.run(bfa::tool::Arguments(argv + 2, argv + argc));
  }
  const std::string_view unknown = topic.empty() ? name : topic;
  std::fprintf(stderr, "bfa: unknown command '%.*s' (see bfa --help)\n", static_cast<int>(unknown.size()),
               unknown.data());
  return bfa::tool::kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bfa: %s\n", e.what());
    return bfa::tool::kInternalError;
  }
}
