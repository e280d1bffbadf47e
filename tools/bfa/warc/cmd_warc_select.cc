// SPDX-License-Identifier: Apache-2.0
// bfa warc filter|redact: captures chosen by URL, host, status, type and date; kept, or their blocks removed.
// Input files stay as they are, output files must not be there. Exit codes: as in cmd_warc_copy.cc; redact
// gives 1 when nothing was selected.
#include <cstdio>
#include <string>
#include <vector>

#include "args.h"
#include "bfa/container/container.h"
#include "bfa/object/filters.h"
#include "bfa/warc/select.h"
#include "warc/cmd_warc.h"
#include "warc/warc_copy_report.h"

namespace bfa::tool {
namespace {

struct SelectionArguments {
  WarcSelection selection;
  std::string from, until;

  void add_to(Args& args) {
    args.option("--url", selection.urls, "this URL (repeatable, as all of these)")
        .option("--prefix", selection.url_prefixes, "URLs that begin with this")
        .option("--regex", selection.url_patterns,
                "URLs in which this regular expression is found (RE2 syntax)")
        .option("--surt", selection.surt_prefixes, "SURT keys that begin so: com,example)/blog")
        .option("--host", selection.hosts, "this host; *.example.org: it and all under it")
        .option("--status", selection.statuses, "HTTP status: 404, 4xx, 200-299")
        .option("--mime", selection.mimes, "media type: text/html, image/*")
        .option("--type", selection.types, "record type of the capture: response, revisit, resource, ...")
        .option("--from", from, "not before: a date (2026, 2026-03-01) or a time, UTC")
        .option("--until", until, "until the end of this date, or of this second")
        .flag("--invert", selection.invert, "all but these");
  }

  Status read_dates() {
    for (const auto& [text, into] :
         {std::pair(&from, &selection.from), std::pair(&until, &selection.until)}) {
      if (text->empty()) continue;
      const auto time = parse_timestamp(*text);
      if (!time) return Error{Code::kInvalidArgument, "no date or time: " + time.error().message, *text, -1};
      *into = into == &selection.until ? end_of(*time) : time->utc;
    }
    return {};
  }
};

}  // namespace

int warc_filter(const Arguments& arguments) {
  std::vector<std::string> from;
  std::string to;
  std::string revisits = "materialise";
  bool no_warcinfo = false;
  bool json = false;
  SelectionArguments chosen;
  WarcFilterOptions options;
  Args args("warc filter",
            "Write the captures of WARC files that fit to one new file: each with its request and metadata.",
            "Conditions of different kinds must all hold; of several URL conditions, or several values of\n"
            "one kind, one is enough. Exit codes: 0 done, 1 an original is missing or a record was left out\n"
            "for damage, 2 usage, 3 unreadable, 6 the input breaks off, 9 local disk.");
  args.positional("IN", from, "WARC files; a container (WACZ, zip, tar, 7z, ...) stands for those in it")
      .option("-o,--output", to, "the new file (.warc.gz, .warc or .warc.zst); must not be there");
  chosen.add_to(args);
  args.option("--revisits", revisits, "whose original falls out: materialise (default) or keep, and say so")
      .flag("--no-warcinfo", no_warcinfo, "leave warcinfo records out")
      .flag("--dry-run", options.dry_run, "say what would be done, and write nothing")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  if (to.empty()) return missing_output("filter");
  if (revisits != "materialise" && revisits != "keep") {
    std::fprintf(stderr, "bfa warc filter: --revisits is materialise or keep, not '%s'\n",
                 on_one_line(revisits).c_str());
    return kUsage;
  }
  options.originals = revisits == "keep" ? MissingOriginalPolicy::kKeep : MissingOriginalPolicy::kMaterialise;
  options.keep_warcinfo = !no_warcinfo;
  if (const auto status = chosen.read_dates(); !status) return report_error(status.error(), json);
  const auto files = make_container_file_system(posix_file_system());
  const auto inputs = warc_inputs(*files, from);
  if (!inputs) return report_error(inputs.error(), json);
  return report_copy(filter_warcs(*files, *inputs, to, chosen.selection, options), "filter", json);
}

int warc_redact(const Arguments& arguments) {
  std::vector<std::string> from;
  std::string to;
  std::string clock_time;
  bool json = false;
  SelectionArguments chosen;
  WarcRedactOptions options;
  Args args(
      "warc redact",
      "Write all records of WARC files to one new file, those of the chosen captures without their\n"
      "bytes: a metadata record says what stood there, when and why it was removed.",
      "Requests and metadata of these captures go too, and revisits that point at them.\n"
      "Exit codes: 0 done, 1 no capture fits or a record was left out for damage, 2 usage, 3 unreadable,\n"
      "6 the input breaks off, 9 local disk.");
  args.positional("IN", from, "WARC files; a container (WACZ, zip, tar, 7z, ...) stands for those in it")
      .option("-o,--output", to, "the new file (.warc.gz, .warc or .warc.zst); must not be there")
      .option("--reason", options.reason, "why; stands in the new file (required)");
  chosen.add_to(args);
  args.flag("--keep-digests", options.keep_digests, "keep the payload digests of what is removed")
      .option("--clock", clock_time, "time to write as the date of redaction, RFC 3339")
      .flag("--dry-run", options.dry_run, "say what would be done, and write nothing")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  if (to.empty()) return missing_output("redact");
  if (const auto status = chosen.read_dates(); !status) return report_error(status.error(), json);
  std::unique_ptr<Clock> fixed;
  if (!clock_time.empty()) {
    const auto time = parse_rfc3339(clock_time);
    if (!time)
      return report_error({Code::kInvalidArgument, "--clock: " + time.error().message, clock_time, -1}, json);
    fixed = make_fixed_clock(*time);
    options.clock = fixed.get();
  }
  const auto files = make_container_file_system(posix_file_system());
  const auto inputs = warc_inputs(*files, from);
  if (!inputs) return report_error(inputs.error(), json);
  const auto report = redact_warcs(*files, *inputs, to, chosen.selection, options);
  const int code = report_copy(report, "redact", json);
  return code == kDone && report->redacted == 0 ? kNo : code;
}

}  // namespace bfa::tool
