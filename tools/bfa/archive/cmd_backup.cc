// SPDX-License-Identifier: Apache-2.0
// bfa backup [-a DIR] DEST: copies an archive, also while a crawl writes to it. Exit codes: 0 done, 1 done,
// but files of the archive are missing or damaged, 2 usage, or DEST is something else, 3 no archive, 4 it was
// replaced meanwhile, 8 locked, 9 disk.
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/backup/backup.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFooter =
    "DEST is an archive then: bfa ls -a DEST. Files that it has are not copied again. It changes at the "
    "end,\n"
    "all at once; what is cut off is continued by the next call.\n"
    "Exit codes: 0 done, 1 done, but files of the archive are missing or damaged (a good copy of them "
    "stays),\n"
    "2 usage, or DEST is no copy of this archive, 3 no archive there, 4 the archive was replaced meanwhile,\n"
    "8 DEST is locked, 9 local disk.\n"
    "Example: bfa backup -a my-archive /media/disk/my-archive";

void print_json(const BackupReport& report) {
  Json json = {{"v", 1},
               {"event", "backup"},
               {"warc_files", report.warc_files},
               {"copied", report.copied},
               {"bytes", report.bytes},
               {"other_files", report.other_files},
               {"problems", Json::array()}};
  for (const Error& problem : report.problems)
    json["problems"].push_back({{"file", problem.where}, {"message", problem.message}});
  print_line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

int cmd_backup(const Arguments& arguments) {
  std::string archive, to;
  BackupOptions options;
  bool json = false;
  Args args("backup", "Copies an archive to a folder, also while a crawl writes to it.", kFooter);
  args.option("-a,--archive", archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)")
      .flag("--verify", options.verify, "read the files that DEST has, too; copy again what is damaged")
      .flag("--json", json, "the report as JSON on stdout")
      .positional("DEST", to, "a new folder, or one that bfa backup made of this archive");
  if (const auto code = args.parse(arguments)) return *code;
  const auto report = backup_archive(archive_directory(archive), to, options);
  if (!report) return report_archive_error(report.error(), json);
  if (json) {
    print_json(*report);
  } else {
    print_line("backed up: " + counted(report->warc_files, "WARC file", "WARC files") + " (" +
               std::to_string(report->copied) + " copied now), the store, " +
               counted(report->other_files, "other file", "other files") + "; " +
               counted(report->bytes, "byte", "bytes") + " copied");
  }
  for (const Error& problem : report->problems)
    std::fprintf(stderr, "%s\n", for_terminal("bfa: " + problem.where + ": " + problem.message).c_str());
  return report->problems.empty() ? kDone : kNo;
}

}  // namespace bfa::tool
