// SPDX-License-Identifier: Apache-2.0
// bfa warc index --dedup [-a DIR] FILE...: the payloads of WARC files, or of those that indexes (CDX, CDXJ)
// name, as originals for the archive's crawls. Exit codes: 0 done, 1 lines name records that are not there, 2
// usage, 3 unreadable, 8 archive locked or from a newer version, 9 local disk.
#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/container/container.h"
#include "bfa/store/archive.h"
#include "terminal_text.h"
#include "warc/cmd_warc.h"

namespace bfa::tool {
namespace {

void print_report(const std::string& file, const IndexOriginalsReport& report, bool json) {
  if (json) {
    print_line(nlohmann::ordered_json{{"v", 1},
                                      {"event", "originals"},
                                      {"file", file},
                                      {"records", report.records},
                                      {"originals", report.originals},
                                      {"known", report.known},
                                      {"passed", report.passed},
                                      {"missing", report.missing}}
                   .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return;
  }
  print_line(file + ": " + counted(report.originals, "payload", "payloads") + " of " +
             counted(report.records, "record", "records") +
             (report.originals == 1 ? " is an original now, " : " are originals now, ") +
             std::to_string(report.known) + (report.known == 1 ? " was known, " : " were known, ") +
             std::to_string(report.passed) + (report.passed == 1 ? " is none, " : " are none, ") +
             std::to_string(report.missing) + (report.missing == 1 ? " is missing" : " are missing"));
}

// A WARC file, or those within a container.
Result<std::vector<std::string>> files_of(const std::string& path) {
  const auto files = make_container_file_system(posix_file_system());
  auto container = is_container(*files, path);
  if (!container) return std::move(container).error();
  if (!*container) return std::vector<std::string>{path};
  Findings findings;
  auto archives = archives_within(*files, path, findings);
  print_findings(findings);
  return archives;
}

}  // namespace

int warc_index_originals(const Arguments& arguments) {
  std::string directory;
  std::vector<std::string> paths;
  bool dedup = false;
  bool json = false;
  std::int64_t min_bytes = 256;
  Args args(
      "warc index --dedup",
      "Let crawls of an archive write revisits of what these WARC files hold, instead of storing it again.",
      "Payloads are read and hashed; the files stay where they are, and are needed there to show, rebuild\n"
      "and replay what points at them. An index (CDX or CDXJ, also gzip) stands for the records that it "
      "names, in its folder.\n"
      "Exit codes: 0 done, 1 records that an index names are not there, 2 usage, 3 unreadable, 8 archive\n"
      "locked or from a newer version, 9 local disk.");
  args.flag("--dedup", dedup, "index for an archive")
      .option("-a,--archive", directory, "the archive (else $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--min-bytes", min_bytes, "smaller payloads are passed over (256)")
      .flag("--json", json, "one JSON object a file")
      .positional(
          "FILE", paths,
          "WARC files or indexes; a container (WACZ, zip, tar, 7z, ...) stands for the WARC files in it");
  if (const auto code = args.parse(arguments)) return *code;
  if (min_bytes < 1)
    return report_error({Code::kInvalidArgument, "--min-bytes is a number from 1", {}, -1}, json);
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.warc.min_dedup_bytes = static_cast<std::uint64_t>(min_bytes);
  const auto archive = open_for_writing(directory, options, StepOptions());
  if (!archive) return report_archive_error(archive.error(), json);
  int worst = kDone;
  for (const auto& path : paths) {
    const auto files = files_of(path);
    if (!files) worst = std::max(worst, report_error(files.error(), json));
    if (!files) continue;
    for (const auto& file : *files) {
      const auto report = (*archive)->index_originals(file);
      if (!report) {
        worst = std::max(worst, report_error(report.error(), json));
        continue;
      }
      print_report(file, *report, json);
      if (report->missing != 0) worst = std::max<int>(worst, kNo);
    }
  }
  const auto closed = (*archive)->close();
  return closed ? worst : report_error(closed.error(), json);
}

}  // namespace bfa::tool
