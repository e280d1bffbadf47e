// SPDX-License-Identifier: Apache-2.0
// bfa failed [-a DIR] [BLOG|URL...]: the addresses whose last visit failed, by reason.
// bfa retry [-a DIR] [BLOG|URL...]: makes them due for the next visit of their blogs.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/subscribe/retry.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const FailedTask& failure) {
  const CrawlTask& task = failure.task;
  Json line = {{"v", 1},
               {"url", task.url.href()},
               {"blog", task.blog},
               {"kind", task_kind_name(task.kind)},
               {"code", code_name(failure.error.code)},
               {"reason", failure.error.message},
               {"time", format_rfc3339(failure.time)}};
  if (task.attempts > 0) line["attempts"] = task.attempts;
  if (!task.referrer.empty()) line["referrer"] = task.referrer;
  return line;
}

void print_group(const FailureGroup& group) {
  print_line(counted(group.failures.size(), "address: ", "addresses: ") + on_one_line(group.message) + " (" +
             std::string(code_name(group.code)) + ")");
  for (const FailedTask& failure : group.failures) {
    const CrawlTask& task = failure.task;
    std::string line = "  " + format_rfc3339(failure.time) + "  " + on_one_line(task.url.href());
    if (task.kind != TaskKind::kPage) line += "  " + std::string(task_kind_name(task.kind));
    if (task.attempts > 0) line += "  tried " + counted(task.attempts + 1, "time", "times");
    print_line(line);
  }
}

void print_report(const FailureReport& report, bool gone) {
  for (const FailureGroup& group : report.groups) print_group(group);
  if (report.media_left_out > 0) {
    print_line(counted(report.media_left_out, "image or style sheet is missing",
                       "images or style sheets are missing") +
               " (--media lists them)");
  } else if (report.groups.empty() && report.unknown.empty() && report.absent == 0) {
    print_line("nothing failed");
  }
  if (report.absent > 0 && !gone)
    print_line(counted(report.absent, "address", "addresses") +
               " answered 404 or 410 when asked for last (--gone lists them)");
}

}  // namespace

int cmd_failed(const Arguments& arguments) {
  std::string directory;
  RetryQuery query;
  query.media = false;
  bool json = false;
  Args args("failed", "Lists the addresses whose last visit failed, by reason.",
            "bfa retry asks for them again.\n"
            "Exit codes: 0 done, also when nothing failed, 1 something else is wrong with the archive, 2 "
            "usage,\n3 no archive, 9 local disk.");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--reason", query.reason,
              "only failures with this text in their reason, or with this code (unavailable)");
  args.flag("--media", query.media, "images and style sheets, too");
  args.flag("--gone", query.absent, "addresses that answered 404 or 410, too");
  args.flag("--json", json, "a JSON line for each address");
  args.positional("BLOG", query.addresses, "home pages of blogs, or failed addresses (default: all)", false);
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto report = failed_addresses(**archive, query);
  if (!report) return report_error(report.error(), json);
  print_findings(report->unknown);
  if (!json) {
    print_report(*report, query.absent);
    return kDone;
  }
  for (const FailureGroup& group : report->groups) {
    for (const FailedTask& failure : group.failures)
      print_line(json_of(failure).dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return kDone;
}

int cmd_retry(const Arguments& arguments) {
  std::string directory;
  RetryQuery query;
  bool json = false;
  Args args("retry", "Makes failed addresses due: the next bfa crawl or bfa run asks for them again.",
            "The visit asks for these addresses only, unless the blog is due anyway. bfa failed lists them.\n"
            "Exit codes: 0 done, 1 nothing failed at an address that was given (the others are due), 2 "
            "usage,\n3 no archive, 8 archive locked by a run or from a newer version, 9 local disk.");
  args.option("-a,--archive", directory, "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)");
  args.option("--reason", query.reason,
              "only failures with this text in their reason, or with this code (unavailable)");
  args.flag("--json", json, "the report as JSON on stdout");
  args.positional("BLOG", query.addresses, "home pages of blogs, or failed addresses (default: all)", false);
  if (const auto code = args.parse(arguments)) return *code;
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  auto archive = open_for_writing(directory, options, {});
  if (!archive) return report_archive_error(archive.error(), json);
  const auto report = retry_failed(**archive, query, system_clock().now());
  if (!report) return report_error(report.error(), json);
  if (const Status closed = (*archive)->close(); !closed.ok()) return report_error(closed.error(), json);
  print_findings(report->unknown);
  if (json) {
    const Json line = {{"v", 1},
                       {"due", report->due},
                       {"waiting", report->waiting},
                       {"local", report->local},
                       {"joined", report->joined},
                       {"blogs", report->blogs}};
    print_line(line.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    print_line(counted(report->due, "address is due", "addresses are due") + ", " +
               std::to_string(report->waiting) + " waited already");
    if (report->local > 0)
      print_line(counted(report->local, "failure", "failures") + " of work without a request: left alone");
    if (report->joined > 0)
      print_line(counted(report->joined, "failure", "failures") +
                 " of blogs that were joined into another: left alone");
  }
  return report->unknown.empty() ? kDone : kNo;
}

}  // namespace bfa::tool
