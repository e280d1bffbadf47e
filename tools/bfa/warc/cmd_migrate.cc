// SPDX-License-Identifier: Apache-2.0
// bfa migrate IN... OUT: converts captures from one format to another and reports what is lost. Exit codes:
// 0 done, 1 done and something was changed or left out (--strict), 2 usage, 3 unreadable input, 9 disk, 130
// interrupted.
#include <cstdio>
#include <string>
#include <vector>

#include "archive/crawl_options.h"
#include "bfa/container/container.h"
#include "bfa/migrate/migrate.h"
#include "bfa/object/filters.h"
#include "command.h"
#include "interrupt.h"
#include "warc/migration_output.h"

namespace bfa::tool {
namespace {

struct MigrateArguments {
  std::vector<std::string> paths;
  std::string to, at, versions = "latest";
  CrawlArguments common;
  std::int64_t level = 0;
  bool no_sidecars = false;
};

std::optional<int> parse_arguments(const Arguments& arguments, MigrateArguments& given,
                                   MigrateOptions& options) {
  Args args(
      "migrate",
      "Reads captures of any known format and writes them as another: WARC, ARC, WACZ and HAR files,\n"
      "HTTrack and wget mirrors, plain exports, folders, containers of these\n"
      "(zip, tar, 7z, RAR, ISO, cpio, CAB, LHA, xar).",
      "Exit codes: 0 done, 1 done but with notes (--strict), 2 usage or OUT exists, 3 unreadable input,\n"
      "9 local disk, 130 interrupted.");
  args.positional("IN... OUT", given.paths, "files or folders, and last what to write")
      .option("--to", given.to,
              "warc, wacz, cdxj, jsonl, csv, markdown or static, if the ending of OUT selects none")
      .option("--base-url", options.input.base_url,
              "address of the folder, for files that do not record their addresses")
      .option("--blog", options.blogs,
              "home page of a blog, for jsonl, csv and markdown; repeatable (else found)")
      .option("--versions", given.versions, "jsonl: latest of each object, or all; csv has all (latest)")
      .option("--title", options.title, "of a WACZ, or of the index of static pages")
      .option("--at", given.at,
              "static pages at this time, or at the end of this day; without it, the latest of each")
      .option("--level", given.level, "of compression: 1 to 12 for gzip (6), 1 to 19 for zstd (3)", {0, 19})
      .option("--clock", given.common.clock, "fixed time (RFC 3339), for reproducible output")
      .option("--seed", given.common.seed, "text that record ids follow from, for reproducible output")
      .flag("--no-sidecars", given.no_sidecars, "no OUT.report.jsonl and OUT.premis.xml")
      .flag("--strict", given.common.strict, "exit code 1 when anything was changed or left out")
      .flag("--json", given.common.json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return code;
  if (given.versions != "all" && given.versions != "latest") {
    std::fputs("bfa migrate: --versions is all or latest\n", stderr);
    return kUsage;
  }
  options.all_versions = given.versions == "all";
  if (given.paths.size() >= 2) return std::nullopt;
  std::fprintf(stderr, "bfa migrate: an input and an output are needed\n");
  return kUsage;
}

std::optional<MigrationTarget> target_of(const MigrateArguments& given, const std::string& output) {
  const auto target = given.to.empty() ? migration_target_of(output) : migration_target_named(given.to);
  const bool level_right = given.level >= 0 && given.level <= 19;
  if (target && level_right) return target;
  const std::string why =
      target ? "--level out of range"
             : "cannot tell from '" + (given.to.empty() ? output : given.to) +
                   "' what to write: give --to warc, wacz, cdxj, jsonl, csv, markdown or static, or an OUT "
                   "that ends in .warc.gz, .warc, .warc.zst, .wacz, .cdxj, .jsonl, .csv, or a folder without "
                   "a dot";
  std::fprintf(stderr, "bfa migrate: %s\n", on_one_line(why).c_str());
  return std::nullopt;
}

}  // namespace

int cmd_migrate(const Arguments& arguments) {
  MigrateArguments given;
  MigrateOptions options;
  if (const auto code = parse_arguments(arguments, given, options)) return *code;
  const std::string output = given.paths.back();
  given.paths.pop_back();
  const auto target = target_of(given, output);
  if (!target) return kUsage;
  const CrawlArguments& values = given.common;
  if (!given.at.empty()) {
    const auto time = parse_timestamp(given.at);
    if (!time) return report_error(time.error(), values.json);
    options.at = last_instant_of(*time);
  }
  auto fixed = make_clock(values);
  if (!fixed) return report_error(fixed.error(), values.json);
  options.target = *target;
  options.packing = packing_of(output);
  options.level = static_cast<int>(given.level);
  options.sidecars = !given.no_sidecars;
  options.input.clock = *fixed ? fixed->get() : &system_clock();
  if (!values.seed.empty()) options.input.make_uuid = seeded_uuids(values.seed);
  options.stop = catch_interrupt();
  const auto files = make_container_file_system(posix_file_system());
  const auto report = migrate_captures(*files, given.paths, output, options);
  return print_migration(report, output, values.json, values.strict);
}

}  // namespace bfa::tool
