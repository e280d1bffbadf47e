// SPDX-License-Identifier: Apache-2.0
// bfa pack [-a DIR] [URL] [--as FORM] [--into KIND] [-o DIR]: a package for each blog, or for one blog or
// object. Prints a line for each. Exit codes: 0 done, 2 usage, 3 no archive or no such blog, 8 archive from a
// newer version, 9 disk.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "archive/archive_reading.h"
#include "archive/pack_output.h"
#include "args.h"
#include "bfa/migrate/import.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {

void print_package(const PackageReport& report, bool json) {
  if (json) {
    nlohmann::ordered_json line{{"v", 1},
                                {"event", "package"},
                                {"blog", report.blog},
                                {"directory", report.directory},
                                {"records", report.records},
                                {"warc_files", report.warc_files},
                                {"warc_bytes", report.warc_bytes},
                                {"bytes", report.bytes}};
    if (!report.version.empty()) line["version"] = report.version;
    if (!report.version.empty()) line["unchanged"] = report.unchanged;
    print_line(line.dump());
    return;
  }
  if (report.unchanged) {
    print_line(report.directory + ": " + report.version + " is the same: no version was added");
    return;
  }
  print_line((report.version.empty() ? "" : report.version + " of ") + report.directory + ": " +
             counted(report.records, "record", "records") + ", " +
             counted(report.warc_files, "WARC file", "WARC files") + ", " +
             counted(report.bytes, "byte", "bytes"));
}

Status pack_blogs(const std::string& directory, const std::vector<std::string>& blogs, PackageForm form,
                  Clock& clock, bool json, bool quiet) {
  const auto archive = open_for_reading(directory, kSmallCache);
  if (!archive) return archive.error();
  PackageOptions options;
  options.form = form;
  options.clock = &clock;
  if (!quiet) options.log = log_to_stderr();
  for (const std::string& blog : blogs) {
    options.url = blog;
    const auto reports = write_packages(**archive, options);
    if (!reports) return reports.error();
    for (const PackageReport& report : *reports) {
      if (!quiet || json) print_package(report, json);
    }
  }
  return {};
}

namespace {

constexpr const char* kFooter =
    "Forms: mets (METS with MARCXML, PREMIS, DC, MODS), bag (BagIt with that inside), eark-sip, eark-aip,\n"
    "ocfl (each pack a version of the blog's object in the storage root -o), dspace (for its METS ingest),\n"
    "blogforever-2013 (for the software of that project), wacz and warc (one file of the blog's captures).\n"
    "A package has the blog's own captures only, and descriptions of all versions. bfa check and bfa import\n"
    "read all forms. An older package of the same name is replaced when the new one is whole.\n"
    "docs/formats/packages.md has the forms, and what checks them.\n"
    "Exit codes: 0 done, 2 usage, 3 no archive, no such blog or object, nothing to pack, or damage, 4 "
    "another\n"
    "process packs into that folder, 8 archive from a newer version, 9 local disk.\n"
    "Examples:\n"
    "  bfa pack -a my-archive -o packages\n"
    "  bfa pack -a my-archive --as eark-aip --into tar -o packages https://blog.example/\n"
    "  bfa pack -a my-archive --since packages -o packages-2                 # what these do not have\n"
    "  bfa pack -a my-archive --versions 2026-11-01T00:00:00Z -o packages   # what is new since then";

struct PackArguments {
  std::string directory, url, clock_time, form = "mets", into = "dir", versions = "all";
  std::vector<std::string> since;
  bool json = false, no_warc = false, plain_records = false, quiet = false;
  std::int64_t threads = 0;
  PackageOptions options;
};

// Takes the values that are words or times. The exit code of a wrong one.
std::optional<int> take_words(PackArguments& values) {
  const auto usage = [](const char* message) {
    std::fprintf(stderr, "bfa pack: %s\n", message);
    return kUsage;
  };
  const auto form = parse_package_form(values.form);
  if (!form)
    return usage("--as is mets, bag, eark-sip, eark-aip, ocfl, dspace, blogforever-2013, wacz or warc");
  values.options.form = *form;
  const auto into = parse_package_container(values.into);
  if (!into) return usage("--into is dir, tar, zip or 7z");
  values.options.into = *into;
  values.options.all_versions = values.versions != "latest";
  if (values.versions == "all" || values.versions == "latest") return {};
  const auto since = parse_timestamp(values.versions);
  if (!since) return usage("--versions is all, latest, or a time: 2026-11-01 or 2026-11-01T10:00:00Z");
  values.options.since = since->utc;
  return {};
}

void describe_pack(Args& args, PackArguments& values) {
  PackageOptions& options = values.options;
  PackageKeeper& keeper = options.keeper;
  args.option("-a,--archive", values.directory, "the archive (else $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--as", values.form,
              "form: mets, bag, eark-sip, eark-aip, ocfl, dspace, blogforever-2013, wacz or warc (mets)")
      .option("--into", values.into, "dir, or one file: tar, zip or 7z (dir)")
      .option("-o,--output", options.output_directory, "where packages go (else the archive's packages/)")
      .option("--versions", values.versions,
              "all, latest, or a time: only what was captured or imported since (all)")
      .option("--since", values.since,
              "a package, or a folder of packages of an earlier call: only what it does not have; repeatable")
      .option("--continues", options.before, "with a time: name of the package that this one continues")
      .option("--organisation", keeper.organisation, "who keeps the archive, for the packages")
      .option("--organisation-code", keeper.code, "its ISIL (DE-1) or MARC organisation code")
      .option("--organisation-address", keeper.address, "its address")
      .option("--operator", keeper.person, "who runs the archive")
      .option("--rights", keeper.rights, "rights statement for the whole collection")
      .flag("--catalogue", options.catalogue,
            "records for catalogues: texts cut at 9,000 bytes, whole texts beside")
      .flag("--plain-records", values.plain_records, "records as XML, in METS itself: twice as large")
      .flag("--links", options.links, "records with a field for each link and image (856 42)")
      .flag("--personal-data", options.personal_data, "with webmaster and hosting address (955, 956)")
      .option("--places", options.places, "an .mmdb file, for city and country of the blogs' servers (270)")
      .flag("--no-warc", values.no_warc, "name the WARC files where they are instead of putting them in")
      .option("--threads", values.threads,
              "packages that are written at once (0: as many as processors, at most 4)", {0, 256})
      .option("--clock", values.clock_time, "time to write into the packages, RFC 3339")
      .flag("-q,--quiet", values.quiet, "no notes on stderr")
      .flag("--json", values.json, "one JSON object a package")
      .positional("URL", values.url, "one blog or object (else all blogs)", false);
}

}  // namespace

int cmd_pack(const Arguments& arguments) {
  PackArguments values;
  PackageOptions& options = values.options;
  Args args("pack",
            "Writes packages (METS, BagIt, E-ARK, OCFL, DSpace, WACZ, WARC) of the blogs in an archive.",
            kFooter);
  describe_pack(args, values);
  args.use_settings();
  if (const auto code = args.parse(arguments)) return *code;
  if (const auto code = take_words(values)) return *code;

  std::unique_ptr<Clock> fixed;
  if (!values.clock_time.empty()) {
    const auto time = parse_rfc3339(values.clock_time);
    if (!time)
      return report_error(
          Error{Code::kInvalidArgument, "--clock: " + time.error().message, values.clock_time, -1},
          values.json);
    fixed = make_fixed_clock(*time);
    options.clock = fixed.get();
  }
  options.url = values.url;
  options.copy_warc = !values.no_warc;
  options.pack_records = !values.plain_records;
  options.threads = static_cast<std::size_t>(values.threads);
  if (!values.quiet) options.log = log_to_stderr();
  const auto archive = open_for_reading(values.directory, kSmallCache);
  if (!archive) return report_archive_error(archive.error(), values.json);
  for (const std::string& since : values.since) {
    const auto earlier = earlier_packages(posix_file_system(), since);
    if (!earlier) return report_error(earlier.error(), values.json);
    options.earlier.insert(options.earlier.end(), earlier->begin(), earlier->end());
  }
  const auto reports = write_packages(**archive, options);
  if (!reports) return report_error(reports.error(), values.json);
  for (const PackageReport& report : *reports) print_package(report, values.json);
  return kDone;
}

}  // namespace bfa::tool
