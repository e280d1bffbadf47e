// SPDX-License-Identifier: Apache-2.0
// bfa report [-a DIR] [-o FILE]: the figures of an archive as a page of HTML, or as JSON.
#include "bfa/report/report.h"

#include "archive/archive_reading.h"
#include "args.h"
#include "command.h"
#include "watch/output_file.h"

namespace bfa::tool {

int cmd_report(const Arguments& arguments) {
  std::string directory, output = "-";
  std::int64_t silent_after = 12;
  bool json = false;
  Args args("report",
            "Writes one page of HTML with the figures of an archive: feeds, intervals, growth, edits, "
            "possible loss, "
            "storage. It needs no script and no other file.",
            "Exit codes: 0 done, 2 usage, 3 no archive, 8 archive from a newer version, 9 local disk.\n"
            "Example: bfa report -a my-archive -o report.html");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("-o,--output", output, "file to write; - for standard output (the default)");
  args.option("--silent-after", silent_after,
              "months without a post, up to its last visit, after which a blog is silent (default: 12)",
              {1, 1200});
  args.flag("--json", json, "the same figures as one line of JSON");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  ReportOptions options;
  options.dead_after = static_cast<int>(silent_after);
  const auto report = make_report(**archive, options);
  if (!report) return report_error(report.error(), json);
  const std::string text = json ? report_to_json(*report) + "\n" : report_to_html(*report);
  if (const Status written = write_output(output, text); !written.ok())
    return report_error(written.error(), json);
  return kDone;
}

}  // namespace bfa::tool
