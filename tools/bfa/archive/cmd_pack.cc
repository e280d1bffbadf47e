// SPDX-License-Identifier: Apache-2.0
// bfa pack [-a DIR] [URL] [-o DIR]: a package folder for each blog, or for one blog or object. Prints a line
// for each. Exit codes: 0 done, 2 usage, 3 no archive or no such blog, 8 archive from a newer version, 9
// disk.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/package/aip.h"
#include "command.h"

namespace bfa::tool {
namespace {

constexpr const char* kFooter =
    "Each package holds METS.xml (MARCXML, PREMIS, digests of all files), data/warc/ and metadata/; see\n"
    "docs/formats/package.md. An older package of the same name is replaced when the new one is whole.\n"
    "Exit codes: 0 done, 2 usage, 3 no archive or no such blog or object, 8 archive from a newer version,\n"
    "9 local disk.";

void print_report(const PackageReport& report, bool json) {
  if (json) {
    print_line(nlohmann::ordered_json{{"v", 1},
                                      {"event", "package"},
                                      {"blog", report.blog},
                                      {"directory", report.directory},
                                      {"records", report.records},
                                      {"warc_files", report.warc_files},
                                      {"bytes", report.bytes}}
                   .dump());
    return;
  }
  print_line(report.directory + ": " + std::to_string(report.records) + " records, " +
             std::to_string(report.warc_files) + " WARC files, " + std::to_string(report.bytes) + " bytes");
}

}  // namespace

int cmd_pack(const Arguments& arguments) {
  std::string directory, url, clock_time;
  bool json = false, no_warc = false, quiet = false;
  PackageOptions options;
  Args args("pack", "Writes packages (METS, MARCXML, PREMIS, WARC) of the blogs in an archive.", kFooter);
  args.option("-a,--archive", directory, "the archive (else $BFA_ARCHIVE, else ./bfa-archive)")
      .option("-o,--output", options.output_directory, "where packages go (else the archive's packages/)")
      .flag("--catalogue", options.catalogue,
            "records for catalogues: texts cut at 9,000 bytes, whole texts beside")
      .flag("--personal-data", options.personal_data, "with webmaster and hosting address (955, 956)")
      .flag("--no-warc", no_warc, "name the WARC files where they are instead of putting them in")
      .option("--clock", clock_time, "time to write into the packages, RFC 3339")
      .flag("-q,--quiet", quiet, "no notes on stderr")
      .flag("--json", json, "one JSON object a package")
      .positional("URL", url, "one blog or object (else all blogs)", false);
  if (const auto code = args.parse(arguments)) return *code;

  std::unique_ptr<Clock> fixed;
  if (!clock_time.empty()) {
    const auto time = parse_rfc3339(clock_time);
    if (!time)
      return report_error(Error{Code::kInvalidArgument, "--clock: " + time.error().message, clock_time, -1},
                          json);
    fixed = make_fixed_clock(*time);
    options.clock = fixed.get();
  }
  options.url = url;
  options.copy_warc = !no_warc;
  if (!quiet) {
    options.log = [](LogLevel, std::string_view line) {
      std::fprintf(stderr, "bfa: %s\n", on_one_line(line).c_str());
    };
  }
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto reports = write_packages(**archive, options);
  if (!reports) return report_error(reports.error(), json);
  for (const PackageReport& report : *reports) print_report(report, json);
  return kDone;
}

}  // namespace bfa::tool
