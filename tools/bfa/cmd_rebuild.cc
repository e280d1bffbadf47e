// SPDX-License-Identifier: Apache-2.0
// bfa rebuild [-a DIR]: makes the store anew from the archive's own WARC files.
// Exit codes: 0 done, 2 usage, 3 unreadable input, 8 archive locked or newer, 9 disk.
#include <cstdio>

#include "bfa/crawl/replay.h"
#include "command.h"
#include "crawl_options.h"

namespace bfa::tool {

int cmd_rebuild(const Arguments& arguments) {
  CrawlArguments values;
  Args args("rebuild",
            "Makes the store of an archive anew from its WARC files: the recorded steps, in their order and "
            "with their times.",
            "Exit codes: 0 done, 2 usage, 3 no archive or unreadable input, 8 archive locked or from a newer "
            "version, 9 local disk.\n"
            "The old store is kept until the new one is whole.");
  args.option("-a,--archive", values.archive, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.flag("--json", values.json, "the report as JSON on stdout");
  if (const auto code = args.parse(arguments)) return *code;

  ArchiveOptions archive_options = make_archive_options(values, system_clock());
  auto options = make_crawl_options(values, system_clock());
  if (!options) return report_error(options.error(), values.json);
  const auto report = rebuild_archive(archive_directory(values.archive), archive_options, *options);
  if (!report) return report_archive_error(report.error(), values.json);
  const auto steps = static_cast<unsigned long long>(report->steps),
             captures = static_cast<unsigned long long>(report->captures),
             skipped = static_cast<unsigned long long>(report->skipped);
  char line[160];
  std::snprintf(
      line, sizeof line,
      values.json ? "{\"v\":1,\"event\":\"done\",\"steps\":%llu,\"captures\":%llu,\"skipped\":%llu}"
                  : "rebuilt from %llu steps with %llu captures; %llu steps that never counted were skipped",
      steps, captures, skipped);
  print_line(line);
  return kDone;
}

}  // namespace bfa::tool
