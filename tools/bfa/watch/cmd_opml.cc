// SPDX-License-Identifier: Apache-2.0
// bfa opml [-a DIR] [-o FILE]: the subscriptions as OPML.
#include <cstdio>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/feed/opml.h"
#include "bfa/subscribe/subscriptions.h"
#include "command.h"
#include "watch/output_file.h"

namespace bfa::tool {

int cmd_opml(const Arguments& arguments) {
  std::string directory, output = "-";
  bool all = false;
  Args args("opml",
            "Writes the subscriptions as OPML 2.0, for feed readers and for bfa add, which reads back the "
            "same blogs.",
            "Exit codes: 0 done, 1 no subscription, 2 usage, 3 no archive, 8 archive from a newer version, 9 "
            "local disk.\n"
            "Example: bfa opml -a my-archive -o blogs.opml");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("-o,--output", output, "file to write; - for standard output (the default)");
  args.flag("--all", all, "also blogs that were crawled without a subscription");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), false);
  const auto opml = opml_of_subscriptions(**archive, system_clock().now(), all);
  if (!opml) return report_error(opml.error(), false);
  const auto text = write_opml(*opml);
  if (!text) return report_error(text.error(), false);
  if (const Status written = write_output(output, *text); !written.ok())
    return report_error(written.error(), false);
  if (!opml->outlines.empty()) return kDone;
  std::fputs("bfa opml: the archive has no subscription; --all lists the blogs that were crawled\n", stderr);
  return kNo;
}

}  // namespace bfa::tool
