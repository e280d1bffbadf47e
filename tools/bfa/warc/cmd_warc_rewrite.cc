// SPDX-License-Identifier: Apache-2.0
// bfa warc recompress IN OUT: packs the same records again, one member each. bfa warc repair IN OUT: writes
// the readable records of a damaged file to a file without damage, and reports each repair. Neither changes
// IN or replaces OUT. Exit codes: 0 done, 1 records were left out or put right, 3 not readable.
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "args.h"
#include "bfa/container/container.h"
#include "bfa/warc/merge.h"
#include "terminal_text.h"
#include "warc/cmd_warc.h"
#include "warc/warc_copy_report.h"

namespace bfa::tool {
namespace {

void print_report(const WarcCopyReport& report, const std::string& from, const std::string& to, bool json) {
  for (const auto& finding : report.findings) {
    if (json) continue;
    std::fprintf(stderr, "%s:%lld: %s (%s)\n", on_one_line(finding.where).c_str(),
                 static_cast<long long>(finding.offset), on_one_line(finding.message).c_str(),
                 finding.id.c_str());
  }
  if (!json) {
    print_line(from + " to " + to + ": " + counted(report.records, "record", "records") + ", " +
               std::to_string(report.changed) + " put right, " + std::to_string(report.dropped) +
               " left out, " + counted(report.lost_bytes, "byte", "bytes") + " without a record; " +
               counted(report.bytes_in, "byte", "bytes") + " became " + std::to_string(report.bytes_out));
    return;
  }
  nlohmann::json line = {{"v", 1},
                         {"file", from},
                         {"to", to},
                         {"records", report.records},
                         {"changed", report.changed},
                         {"dropped", report.dropped},
                         {"bytes_lost", report.lost_bytes},
                         {"bytes_in", report.bytes_in},
                         {"bytes_out", report.bytes_out},
                         {"findings", nlohmann::json::array()}};
  for (const auto& finding : report.findings) {
    line["findings"].push_back(
        {{"code", finding.id}, {"message", finding.message}, {"offset", finding.offset}});
  }
  print_line(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

int rewrite(FileSystem& files, const std::string& from, const std::string& to,
            const WarcRewriteOptions& options, bool json) {
  const auto report = rewrite_warc(files, from, to, options);
  if (!report) return report_error(report.error(), json);
  print_report(*report, from, to, json);
  return report->changed + report->dropped + report->lost_bytes == 0 ? kDone : kNo;
}

std::optional<WarcPacking> packing_named(const std::string& name) {
  if (name == "gzip") return WarcPacking::kGzip;
  if (name == "zstd") return WarcPacking::kZstd;
  if (name == "plain") return WarcPacking::kPlain;
  return std::nullopt;
}

}  // namespace

int warc_recompress(const Arguments& arguments) {
  std::string from;
  std::string to;
  std::string packing = "gzip";
  std::int64_t level = 0;
  std::int64_t threads = 1;
  bool no_dictionary = false;
  bool json = false;
  Args args("warc recompress",
            "Write the records of a WARC file to a new one, one gzip member or zstd frame each.",
            "Exit codes: 0 done, 1 records were left out (see bfa warc repair), 3 unreadable.");
  args.positional("IN", from, "WARC file, packed in any way")
      .positional("OUT", to, "the new file; must not be there")
      .option("--to", packing, "gzip (default), zstd or plain")
      .option("--level", level, "of compression: 1 to 12 for gzip (6), 1 to 19 for zstd (3)", {0, 19})
      .option("--threads", threads, "threads in all (1)", {1, 256})
      .flag("--no-dictionary", no_dictionary, "zstd without a dictionary trained on the file")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  const auto known = packing_named(packing);
  if (!known || level < 0 || level > 19 || threads < 1 || threads > 256) {
    std::fprintf(stderr, "bfa warc recompress: --to, --level or --threads out of range\n");
    return kUsage;
  }
  const auto files = make_container_file_system(posix_file_system());
  const auto input = warc_input(*files, from);
  if (!input) return report_error(input.error(), json);
  WarcRewriteOptions options;
  options.packing = *known;
  options.level = static_cast<int>(level);
  options.threads = static_cast<std::size_t>(threads);
  if (options.packing == WarcPacking::kZstd && !no_dictionary) {
    auto dictionary = warc_dictionary_of(*files, *input);
    if (!dictionary) return report_error(dictionary.error(), json);
    options.dictionary = std::move(*dictionary);
  }
  return rewrite(*files, *input, to, options, json);
}

int warc_repair(const Arguments& arguments) {
  std::string from;
  std::string to;
  bool dry_run = false;
  bool json = false;
  Args args("warc repair",
            "Write what can be read of a damaged WARC file to a new one, with right lengths and line ends,\n"
            "one gzip member a record (none when OUT ends in .warc). IN stays as it is.",
            "Exit codes: 0 nothing was wrong, 1 something was put right, left out or lost, 3 unreadable.");
  args.positional("IN", from, "WARC file")
      .positional("OUT", to, "the new file; must not be there")
      .flag("--dry-run", dry_run, "say what would be done, and write nothing")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  const auto files = make_container_file_system(posix_file_system());
  const auto input = warc_input(*files, from);
  if (!input) return report_error(input.error(), json);
  WarcRewriteOptions options;
  options.repair = true;
  options.dry_run = dry_run;
  if (to.ends_with(".warc")) options.packing = WarcPacking::kPlain;
  return rewrite(*files, *input, to, options, json);
}

}  // namespace bfa::tool
