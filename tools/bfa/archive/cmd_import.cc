// SPDX-License-Identifier: Apache-2.0
// bfa import [-a DIR] [--blog URL]... FILE...: takes captures of any known format into the archive through
// the same steps as a crawl. Exit codes: 0 done, 2 usage, 3 unreadable input, 8 archive locked or newer, 9
// disk, 130 interrupted.
#include <algorithm>
#include <cstdio>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "bfa/container/container.h"
#include "bfa/migrate/import.h"
#include "command.h"
#include "interrupt.h"

namespace bfa::tool {
namespace {

constexpr std::size_t kShownNotes = 20;

// Whether some of the input could not be read.
bool has_damage(const ImportReport& report) {
  const auto& notes = report.conversion.first_notes;
  const auto& findings = report.replay.findings;
  return std::any_of(notes.begin(), notes.end(),
                     [](const MigrationNote& note) { return note.kind == MigrationNote::Kind::kDamage; }) ||
         std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
           return finding.code == Code::kCorrupt || finding.code == Code::kTruncated;
         });
}

void print_notes(const ImportReport& report) {
  for (const auto& input : report.repeated)
    std::fprintf(stderr, "bfa: %s was imported before\n", on_one_line(input).c_str());
  for (const auto& finding : report.replay.findings) {
    std::fprintf(
        stderr, "bfa: %s\n",
        on_one_line(to_string(Error{finding.code, finding.message, finding.where, finding.offset})).c_str());
  }
  const auto& notes = report.conversion.first_notes;
  for (std::size_t i = 0; i < notes.size() && i < kShownNotes; ++i) {
    const std::string place = notes[i].source + (notes[i].url.empty() ? "" : " ") + notes[i].url;
    std::fprintf(stderr, "bfa: %s: %s (%s)\n", on_one_line(place).c_str(),
                 on_one_line(notes[i].message).c_str(), notes[i].id.c_str());
  }
  if (notes.size() > kShownNotes)
    std::fprintf(stderr, "bfa: more notes are in the archive's imports folder\n");
}

void print_left_out(const ReplayReport& replay) {
  if (replay.skipped > 0)
    std::fprintf(stderr, "bfa: %llu captures belong to no blog\n",
                 static_cast<unsigned long long>(replay.skipped));
  if (replay.known > 0)
    std::fprintf(stderr, "bfa: %llu captures are in the archive already\n",
                 static_cast<unsigned long long>(replay.known));
}

}  // namespace

int cmd_import(const Arguments& arguments) {
  CrawlArguments values;
  std::vector<std::string> files;
  ImportOptions settings;
  std::string keep = "none";
  Args args(
      "import",
      "Takes captures into an archive: the same steps as a crawl, with the captures' own times. WARC, ARC,\n"
      "WACZ and HAR files, HTTrack and wget mirrors, plain exports, folders, containers of these\n"
      "(zip, tar, 7z, RAR, ISO, cpio, CAB, LHA, xar).",
      "Exit codes: 0 done, 2 usage, 3 unreadable input, 8 archive locked or from a newer version, 9 "
      "local disk.");
  add_step_options(args, values);
  add_address_options(args, values);
  args.option("--blog", settings.blogs,
              "home page of a blog in the files; repeatable (else every host with a home page or a feed)");
  args.option("--base-url", settings.input.base_url,
              "address of the folder, for files that do not record their addresses")
      .option("--keep", keep, "copy or link: keep input files in the archive's imports folder (none)");
  args.positional("FILE", files, "files or folders");
  if (const auto code = args.parse(arguments)) return *code;
  if (keep != "none" && keep != "copy" && keep != "link") {
    std::fprintf(stderr, "bfa import: --keep takes none, copy or link\n");
    return kUsage;
  }
  if (keep == "copy") settings.keep = ImportOptions::Keep::kCopy;
  if (keep == "link") settings.keep = ImportOptions::Keep::kLink;

  auto fixed = make_clock(values);
  if (!fixed) return report_error(fixed.error(), values.json);
  Clock& clock = *fixed ? **fixed : system_clock();
  auto options = make_crawl_options(values, clock);
  if (!options) return report_error(options.error(), values.json);
  auto archive = open_for_writing(values.archive, make_archive_options(values, clock), options->step);
  if (!archive) return report_archive_error(archive.error(), values.json);

  EventPrinter printer(values);
  options->on_event = [&](const CrawlEvent& event) {
    // A page that is missing in these files is not a failure. The end is printed once, below.
    const bool skip = std::holds_alternative<DoneEvent>(event) || std::holds_alternative<ErrorEvent>(event);
    if (!skip) printer(event);
  };
  options->stop = catch_interrupt();
  settings.input.clock = &clock;
  const auto container_files = make_container_file_system(posix_file_system());
  const auto report = import_captures(**archive, *container_files, files, settings, *options);
  const Status closed = (*archive)->close();
  if (!report) return report_error(report.error(), values.json);
  if (!closed) return report_error(closed.error(), values.json);
  print_notes(*report);
  for (const auto& blog : report->replay.blogs) printer(DoneEvent{blog});
  print_left_out(report->replay);
  if (options->stop.stop_requested()) {
    std::fputs("bfa: interrupted: the same command imports the rest\n", stderr);
    return kInterrupted;
  }
  const int code = exit_code_of(report->replay.blogs, values.strict);
  return code == kDone && values.strict && has_damage(*report) ? kNetwork : code;
}

}  // namespace bfa::tool
