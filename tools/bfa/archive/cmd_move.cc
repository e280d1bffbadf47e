// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/crawl/crawl.h"
#include "command.h"

namespace bfa::tool {
namespace {

constexpr const char* kFooter =
    "OLD and NEW are the home pages of two blogs of the archive, or two posts or pages. Of two blogs the "
    "posts and\n"
    "pages are joined that are the same; each keeps its history under the new address, and is found by "
    "both.\n"
    "Two posts are joined as they are. The join is recorded in WARC, so that a rebuild joins again.\n"
    "Exit codes: 0 done, 2 usage, 3 no such blog or object, 8 archive locked or from a newer version, 9 "
    "disk.";

std::string dump(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void print_json(const MoveReport& report, bool dry_run) {
  for (const auto& moved : report.joined)
    print_line(dump({{"v", 1},
                     {"event", "move"},
                     {"from", moved.from},
                     {"to", moved.to},
                     {"reason", moved.reason},
                     {"done", !dry_run}}));
  for (const auto& url : report.left) print_line(dump({{"v", 1}, {"event", "left"}, {"url", url}}));
}

void print_human(const MoveReport& report, bool dry_run) {
  constexpr std::size_t kMaxListed = 10;
  for (const auto& moved : report.joined)
    print_line(for_terminal("> " + moved.from + "\n      to " + moved.to + " (" + moved.reason + ")"));
  for (std::size_t i = 0; i < report.left.size() && i < kMaxListed; ++i)
    print_line(for_terminal("  only under the old address: " + report.left[i]));
  if (report.left.size() > kMaxListed)
    print_line("  ... and " + std::to_string(report.left.size() - kMaxListed) + " more");
  const std::string count = std::to_string(report.joined.size());
  const std::string rest =
      report.blogs ? ", " + std::to_string(report.left.size()) + " are only at the old blog" : "";
  print_line(dry_run ? count + " would be joined" + rest + "; nothing was stored" : count + " joined" + rest);
}

}  // namespace

int cmd_move(const Arguments& arguments) {
  std::string directory, from, to;
  bool json = false, dry_run = false;
  Args args("move", "Joins a blog, or a post, with the one that continues it at another address.", kFooter);
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .flag("-n,--dry-run", dry_run, "only show what would be joined")
      .flag("--json", json, "one JSON object per line")
      .positional("OLD", from, "where it stood: home page of a blog, or URL of a post or page")
      .positional("NEW", to, "where it stands now");
  if (const auto code = args.parse(arguments)) return *code;
  ArchiveOptions options;
  options.mode = dry_run ? ArchiveOptions::Mode::kRead : ArchiveOptions::Mode::kWrite;
  const auto archive = open_for_writing(directory, options, {});
  if (!archive) return report_archive_error(archive.error(), json);
  const auto report = move_objects(**archive, from, to, dry_run);
  if (!report) return report_error(report.error(), json);
  if (const Status closed = (*archive)->close(); !closed) return report_error(closed.error(), json);
  json ? print_json(*report, dry_run) : print_human(*report, dry_run);
  return kDone;
}

}  // namespace bfa::tool
