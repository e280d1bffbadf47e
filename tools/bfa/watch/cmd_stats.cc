// SPDX-License-Identifier: Apache-2.0
// bfa stats [-a DIR]: the archive in numbers.
#include <array>
#include <cstdio>
#include <cstdlib>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/report/report.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

constexpr const char* kUnknown = "not known";

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
  return text.data();
}

std::string known_size(const std::optional<std::uint64_t>& bytes) {
  return bytes ? size_text(*bytes) : kUnknown;
}

std::string spread_text(const Spread& spread) {
  if (spread.count == 0) return kUnknown;
  return duration_text(spread.median) + " (half between " + duration_text(spread.q1) + " and " +
         duration_text(spread.q3) + ", " + std::to_string(spread.count) + " in all)";
}

void print_row(const char* name, const std::string& value) {
  std::string line = name;
  line.resize(22, ' ');
  print_line(line + value);
}

std::string loss_text(const ArchiveReport& report) {
  if (!report.possible_loss) return kUnknown;
  return "at " + counted(*report.possible_loss, "visit", "visits") + ", of " +
         counted(report.loss_known, "blog", "blogs") +
         (report.loss_unknown == 0 ? ""
                                   : "; of " + counted(report.loss_unknown, "blog", "blogs") + " not known");
}

void print_for_people(const ArchiveReport& report) {
  std::uint64_t subscribed = 0, silent = 0, failing = 0;
  for (const BlogFigures& blog : report.blogs) {
    if (blog.subscribed) ++subscribed;
    if (blog.silent.value_or(false)) ++silent;
    if (blog.feed_failing) ++failing;
  }
  const auto text = [](std::uint64_t number) { return std::to_string(number); };
  print_row("blogs", text(report.blogs.size()) + " (" + text(subscribed) + " subscribed, " + text(silent) +
                         " silent for " + counted(report.dead_after, "month", "months") + ", " +
                         text(failing) + " with a failing feed)");
  std::string types;
  for (const auto& [type, feeds] : report.feed_types)
    types += (types.empty() ? "" : ", ") + text(feeds) + " " + type;
  print_row("feeds", types.empty() ? kUnknown : types);
  print_row("posts", text(report.posts) + " (" + text(report.changed) + " changed of " +
                         text(report.revisited) + " that were seen again, " + text(report.gone) + " gone)");
  print_row("versions of posts", text(report.versions));
  print_row("comments", text(report.comments));
  print_row("possible loss", loss_text(report));
  print_row("between posts", spread_text(report.intervals));
  print_row("until captured", spread_text(report.delays));
  const StorageFigures& storage = report.storage;
  print_row("WARC files",
            (storage.warc_files ? text(*storage.warc_files) + ", " : "") + known_size(storage.warc_bytes));
  print_row("store", known_size(storage.store_bytes));
  print_row("answers", text(storage.answers) + " (" + text(storage.revisits) + " revisits, which save " +
                           (storage.saved_bytes < 0 ? "-" : "") +
                           size_text(static_cast<std::uint64_t>(std::abs(storage.saved_bytes))) + ")");
}

}  // namespace

int cmd_stats(const Arguments& arguments) {
  std::string directory;
  bool json = false;
  Args args("stats", "Prints the archive in numbers. bfa report has more of them, and plots.",
            "Exit codes: 0 done, 2 usage, 3 no archive, 8 archive from a newer version.");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.flag("--json", json, "one line of JSON: as bfa report --json, without the lists of blogs and domains");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto report = make_report(**archive, {});
  if (!report) return report_error(report.error(), json);
  if (json) {
    print_line(report_to_json(*report, false));
  } else {
    print_for_people(*report);
  }
  return kDone;
}

}  // namespace bfa::tool
