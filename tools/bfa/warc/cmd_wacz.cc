// SPDX-License-Identifier: Apache-2.0
// bfa wacz create|ls|check: WACZ files. create: from WARC files, or from an archive with its titles. ls:
// pages, WARC files, captures of a URL. check: the rules of WACZ 1.1.1. Exit codes: 0 fine, 1 a rule is
// broken, or a part of what was written is damaged or lost, 2 usage, 3 not readable, 6 truncated, 7 digest
// mismatch, 9 local disk.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/base/version.h"
#include "bfa/container/container.h"
#include "bfa/migrate/migrate.h"
#include "bfa/store/archive.h"
#include "bfa/wacz/wacz.h"
#include "terminal_text.h"
#include "warc/cmd_wacz.h"
#include "warc/cmd_warc.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUsageText =
    "Usage: bfa wacz create [--title TEXT] [--sign KEY] [--json] OUT FILE...\n"
    "       bfa wacz create -a DIR [--text] OUT\n"
    "       bfa wacz ls [--archives|--captures URL] [--json] FILE\n"
    "       bfa wacz check [--strict] [--json] FILE...\n\n"
    "bfa wacz COMMAND --help describes one.\n";

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json findings_json(const Findings& findings) {
  Json list = Json::array();
  for (const auto& finding : findings) {
    Json entry = {{"code", finding.id}, {"message", finding.message}, {"where", finding.where}};
    if (finding.offset >= 0) entry["offset"] = finding.offset;
    list.push_back(std::move(entry));
  }
  return list;
}

Result<WaczReport> create_of_archive(const std::string& directory, const std::string& out,
                                     const WaczOptions& options, bool text) {
  auto archive = open_for_reading(directory);
  if (!archive) return std::move(archive).error();
  return write_archive_wacz(**archive, out, options, text);
}

struct CreateArguments {
  std::string out, archive, clock, key_file;
  std::vector<std::string> inputs;
  bool text = false, no_pages = false, json = false;
};

std::optional<int> parse_create(const Arguments& arguments, CreateArguments& given, WaczOptions& options) {
  Args args("wacz create", "Write a WACZ file of WARC files, or of an archive.",
            "WARC files go in byte for byte, with an index, a list of pages and the digests of all. FILE may "
            "be a\n"
            "container (WACZ, zip, tar, 7z, ...), which stands for the WARC files in it. Exit codes: 0 done, "
            "1 done but\na part is damaged or lost, 2 usage, 3 nothing was written: unreadable, 6 likewise: "
            "truncated, 9 local disk.");
  args.positional("OUT", given.out, "the WACZ file; one of that name is replaced")
      .positional("FILE", given.inputs, "WARC files", false)
      .option("-a,--archive", given.archive, "take the WARC files and pages of this archive")
      .flag("--text", given.text, "with -a: the pages' texts too, for search")
      .option("--title", options.title, "of the collection")
      .option("--description", options.description, "of the collection")
      .option("--main-page", options.main_page_url, "where a player is to begin")
      .flag("--no-pages", given.no_pages, "do not look for pages in the WARC files")
      .flag("--keep-www", options.keep_www, "keep www. in the keys of the index")
      .option("--sign", given.key_file, "sign datapackage.json by this EC private key (PEM)")
      .option("--clock", given.clock, "time to write into the file, RFC 3339")
      .flag("--json", given.json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return code;
  if (given.archive.empty() != given.inputs.empty()) return std::nullopt;
  std::fprintf(stderr, "bfa wacz create: give WARC files, or -a DIR\n");
  return kUsage;
}

void print_created(const WaczReport& report, const CreateArguments& given) {
  print_findings(report.findings);
  if (given.json) {
    print_line(dump({{"v", 1},
                     {"event", "wacz"},
                     {"file", given.out},
                     {"archives", report.archives},
                     {"captures", report.captures},
                     {"pages", report.pages},
                     {"bytes", report.bytes}}));
    return;
  }
  print_line(given.out + ": " + counted(report.archives, "WARC file", "WARC files") + ", " +
             counted(report.captures, "capture", "captures") + ", " + counted(report.pages, "page", "pages") +
             ", " + counted(report.bytes, "byte", "bytes"));
}

int wacz_create(const Arguments& arguments) {
  CreateArguments given;
  WaczOptions options;
  if (const auto code = parse_create(arguments, given, options)) return *code;
  std::unique_ptr<Clock> fixed;
  if (!given.clock.empty()) {
    const auto time = parse_rfc3339(given.clock);
    if (!time) {
      return report_error({Code::kInvalidArgument, "--clock: " + time.error().message, given.clock, -1},
                          given.json);
    }
    fixed = make_fixed_clock(*time);
    options.clock = fixed.get();
  }
  if (!given.key_file.empty()) {
    auto key = read_file(posix_file_system(), given.key_file, 1u << 16);
    if (!key) return report_error(key.error(), given.json);
    options.signing_key_pem = std::move(*key);
  }
  options.find_pages = !given.no_pages;
  options.software = "libbfa " + std::string(version());
  const auto files = make_container_file_system(posix_file_system());
  const auto report = given.inputs.empty() ? create_of_archive(given.archive, given.out, options, given.text)
                                           : write_files_wacz(*files, given.inputs, given.out, options);
  if (!report) return report_error(report.error(), given.json);
  print_created(*report, given);
  const bool damaged = code_for(report->findings) != kDone || code_for_members(report->findings) != kDone;
  return damaged ? kNo : kDone;
}

void print_page(const WaczPage& page, bool json) {
  if (!json)
    return print_line(format_rfc3339(page.time) + " " + page.url +
                      (page.title.empty() ? "" : "  " + page.title));
  Json line = {{"v", 1}, {"url", page.url}, {"ts", format_rfc3339(page.time)}};
  if (!page.title.empty()) line["title"] = page.title;
  if (!page.id.empty()) line["id"] = page.id;
  print_line(dump(line));
}

int wacz_ls(const Arguments& arguments) {
  std::string file, url;
  bool archives = false, json = false;
  Args args("wacz ls", "List the pages of a WACZ file: time, URL, title.",
            "Exit codes: 0 done, 3 unreadable.");
  args.positional("FILE", file, "WACZ file")
      .flag("--archives", archives, "the WARC files in it, as bfa warc takes them")
      .option("--captures", url, "the captures of this URL, as CDXJ lines")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  const auto wacz = WaczReader::open(posix_file_system(), file);
  if (!wacz) return report_error(wacz.error(), json);
  print_findings((*wacz)->findings());
  if (archives) {
    for (const auto& name : (*wacz)->archives()) print_line(file + "!/" + name);
    return kDone;
  }
  if (!url.empty()) {
    const auto captures = (*wacz)->captures_of(url);
    if (!captures) return report_error(captures.error(), json);
    for (const auto& capture : *captures) print_line(format_cdxj(capture));
    return kDone;
  }
  Findings findings;
  const auto status = (*wacz)->for_each_page(
      [&](const WaczPage& page) {
        print_page(page, json);
        return true;
      },
      findings);
  print_findings(findings);
  return status ? kDone : report_error(status.error(), json);
}

int verdict(const WaczValidation& report, bool strict) {
  if (report.truncated) return kTruncatedInput;
  if (report.digests_bad != 0 || (report.signed_package && !report.signature_right)) return kDigestMismatch;
  if (report.corrupt) return kUnreadable;
  return !report.violations.empty() || (strict && !report.remarks.empty()) ? kNo : kDone;
}

int check_file(const std::string& file, bool strict, bool json) {
  const auto report = validate_wacz(posix_file_system(), file);
  if (!report) return report_error(report.error(), json);
  const int code = verdict(*report, strict);
  if (json) {
    print_line(dump({{"v", 1},
                     {"file", file},
                     {"verdict", check_verdict(code)},
                     {"wacz_version", report->version},
                     {"archives", report->archives},
                     {"captures", report->captures},
                     {"pages", report->pages},
                     {"digests_ok", report->digests_ok},
                     {"digests_bad", report->digests_bad},
                     {"signed", report->signed_package},
                     {"violations", findings_json(report->violations)},
                     {"remarks", findings_json(report->remarks)}}));
    return code;
  }
  print_line(
      file + ": " + check_verdict(code) + ": " + counted(report->archives, "WARC file", "WARC files") + ", " +
      counted(report->captures, "capture", "captures") + ", " + counted(report->pages, "page", "pages") +
      "; " + counted(report->digests_ok, "digest", "digests") + " correct, " +
      std::to_string(report->digests_bad) + " wrong" +
      (report->signed_package ? report->signature_right ? "; signature right" : "; signature wrong" : ""));
  print_findings(report->violations);
  print_findings(report->remarks);
  return code;
}

int wacz_check(const Arguments& arguments) {
  std::vector<std::string> files;
  bool strict = false, json = false;
  Args args(
      "wacz check", "Check WACZ files: members, digests, pages, indexes, signature.",
      "The WARC files in them: bfa warc check. Exit codes, the most severe of all files: 0 fine, 1 a rule "
      "of the standard\n"
      "is broken, 3 unreadable or damaged, 6 truncated, 7 digest or signature mismatch.");
  args.positional("FILE", files, "WACZ files")
      .flag("--strict", strict, "count what the standard only advises as a rule")
      .flag("--json", json, "JSON Lines");
  if (const auto code = args.parse(arguments)) return *code;
  int worst = kDone;
  for (const auto& file : files) worst = std::max(worst, check_file(file, strict, json));
  return worst;
}

}  // namespace

int cmd_wacz(const Arguments& arguments) {
  static constexpr std::array<Subcommand, 3> kCommands{
      {{"create", wacz_create}, {"ls", wacz_ls}, {"check", wacz_check}}};
  return run_subcommand("wacz", kCommands, kUsageText, arguments);
}

}  // namespace bfa::tool
