// SPDX-License-Identifier: Apache-2.0
// bfa warc merge|split|materialise: the records of WARC files in new ones. Input files stay as they are,
// output files must not be there. Exit codes: 0 done, 1 something was left out or could not be resolved, 2
// usage, 3 unreadable, 6 the input breaks off, 9 local disk.
#include <cstdio>
#include <string>
#include <vector>

#include "args.h"
#include "bfa/container/container.h"
#include "bfa/warc/merge.h"
#include "warc/cmd_warc.h"
#include "warc/warc_copy_report.h"

namespace bfa::tool {
namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 done, 1 something was left out (see the notes), 3 unreadable, 6 the input breaks off\n"
    "(what is whole is written), 9 local disk.";

}  // namespace

int warc_merge(const Arguments& arguments) {
  std::vector<std::string> from;
  std::string to;
  bool dry_run = false;
  bool json = false;
  Args args("warc merge",
            "Write the records of WARC files to one new file, in order. Members of files that are packed as\n"
            "OUT is are taken over byte for byte, others are recompressed.",
            kExitCodes);
  args.positional("IN", from, "WARC files; a container (WACZ, zip, tar, 7z, ...) stands for those in it")
      .option("-o,--output", to, "the new file (.warc.gz, .warc or .warc.zst); must not be there")
      .flag("--dry-run", dry_run, "say what would be done, and write nothing")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  if (to.empty()) return missing_output("merge");
  const auto files = make_container_file_system(posix_file_system());
  const auto inputs = warc_inputs(*files, from);
  if (!inputs) return report_error(inputs.error(), json);
  return report_copy(merge_warcs(*files, *inputs, to, dry_run), "merge", json);
}

int warc_split(const Arguments& arguments) {
  std::vector<std::string> from;
  std::string to;
  std::string size;
  std::int64_t records = 0;
  bool dry_run = false;
  bool json = false;
  WarcSplitOptions options;
  Args args("warc split",
            "Write the records of WARC files to several new ones: NAME-00001.warc.gz, ... or\n"
            "NAME-HOST.warc.gz. A capture's request, response and metadata stay together.",
            kExitCodes);
  args.positional("IN", from, "WARC files; a container (WACZ, zip, tar, 7z, ...) stands for those in it")
      .option("-o,--output", to, "NAME.warc.gz (or .warc, .warc.zst): the parts' names are made from it")
      .option("--size", size, "a new file after this many bytes (200000, 100K, 500M, 1G)")
      .option("--records", records, "a new file after this many records")
      .flag("--by-host", options.by_host, "a file for each host")
      .flag("--dry-run", dry_run, "say what would be done, and write nothing")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  if (to.empty()) return missing_output("split");
  const auto bytes = parse_size(size);
  const bool sized = !size.empty() || records != 0;
  if (!bytes || records < 0 || sized == options.by_host) {
    std::fprintf(stderr, "bfa warc split: give --size, --records or --by-host (see bfa warc split --help)\n");
    return kUsage;
  }
  options.max_file_bytes = *bytes;
  options.max_records = static_cast<std::uint64_t>(records);
  options.dry_run = dry_run;
  const auto files = make_container_file_system(posix_file_system());
  const auto inputs = warc_inputs(*files, from);
  if (!inputs) return report_error(inputs.error(), json);
  return report_copy(split_warcs(*files, *inputs, to, options), "split", json);
}

int warc_materialise(const Arguments& arguments) {
  std::vector<std::string> from;
  std::vector<std::string> with;
  std::string to;
  bool json = false;
  MaterialiseOptions options;
  Args args(
      "warc materialise",
      "Write the records of WARC files to one new file with every revisit as the full response that it\n"
      "stands for: the revisit's head and its original's body, under a new record id.",
      "A revisit whose original is in none of the files stays a revisit and is listed.\n"
      "Exit codes: 0 done, 1 an original is missing or a record was left out, 3 unreadable, 6 the input\n"
      "breaks off, 9 local disk.");
  args.positional("IN", from, "WARC files; a container (WACZ, zip, tar, 7z, ...) stands for those in it")
      .option("-o,--output", to, "the new file (.warc.gz, .warc or .warc.zst); must not be there")
      .option("--with", with,
              "further WARC files, or indexes beside them, to look for originals in (repeatable)")
      .flag("--dry-run", options.dry_run, "say what would be done, and write nothing")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  if (to.empty()) return missing_output("materialise");
  const auto files = make_container_file_system(posix_file_system());
  const auto inputs = warc_inputs(*files, from);
  if (!inputs) return report_error(inputs.error(), json);
  auto others = warc_inputs(*files, with);
  if (!others) return report_error(others.error(), json);
  options.with = std::move(*others);
  return report_copy(materialise_warcs(*files, *inputs, to, options), "materialise", json);
}

}  // namespace bfa::tool
