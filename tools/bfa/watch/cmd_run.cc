// SPDX-License-Identifier: Apache-2.0
// bfa run [-a DIR]: visits subscriptions and known blogs when they are due, until it is stopped.
#include <cstdio>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "bfa/subscribe/run.h"
#include "command.h"
#include "interrupt.h"
#include "watch/since.h"

namespace bfa::tool {
namespace {

constexpr const char* kFooter =
    "Stop it by Ctrl-C or SIGTERM: what is acknowledged is on the disk, and the next run goes on.\n"
    "bfa add may be used meanwhile. Other writers have the archive between two rounds.\n"
    "Exit codes: 0 done (--once, --for) or stopped, 2 usage, 8 archive locked by another run or from a "
    "newer\n"
    "version, 9 local disk.";

void print_end(const RunReport& report, const CrawlArguments& values) {
  if (values.quiet || values.json) return;
  print_line("rounds: " + std::to_string(report.rounds) + ", visits: " + std::to_string(report.visits) +
             " (" + std::to_string(report.failed_visits) + " failed): " +
             std::to_string(report.counts.posts) + " new posts, " + std::to_string(report.counts.changed) +
             " changes, " + std::to_string(report.counts.requests) + " requests");
}

}  // namespace

int cmd_run(const Arguments& arguments) {
  CrawlArguments values;
  Args args(
      "run",
      "Keeps an archive current: visits its subscriptions and known blogs when they are due, and waits.",
      kFooter);
  add_step_options(args, values);
  add_network_options(args, values);
  RunOptions run;
  std::string duration;
  std::int64_t side_by_side = static_cast<std::int64_t>(run.side_by_side);
  args.flag("--once", run.once, "visit what is new and due, each blog once, and end");
  args.option("--for", duration, "end after that time: 30m, 8h, 7d");
  args.option("--blogs", side_by_side, "blogs visited side by side (default: 64)");
  args.use_settings();
  if (const auto code = args.parse(arguments)) return *code;
  if (!duration.empty()) {
    const auto span = parse_span(duration);
    if (!span) return report_error(span.error(), values.json), kUsage;
    run.duration = *span;
  }
  if (side_by_side < 1 || side_by_side > 10'000) {
    std::fputs("bfa run: --blogs: wanted is 1 to 10000\n", stderr);
    return kUsage;
  }
  run.side_by_side = static_cast<std::size_t>(side_by_side);

  auto fixed = make_clock(values);
  if (!fixed) return report_error(fixed.error(), values.json);
  Clock& clock = *fixed ? **fixed : system_clock();
  auto options = make_crawl_options(values, clock);
  if (!options) return report_error(options.error(), values.json);
  auto fetcher = make_network_fetcher(make_network_options(values, clock));
  if (!fetcher) return report_error(fetcher.error(), values.json);
  run.crawl = std::move(*options);
  EventPrinter printer(values);
  run.crawl.on_event = [&](const CrawlEvent& event) { printer(event); };
  run.crawl.stop = catch_interrupt();
  const auto report =
      run_archive(archive_directory(values.archive), make_archive_options(values, clock), **fetcher, run);
  if (!report) return report_archive_error(report.error(), values.json);
  print_end(*report, values);
  return kDone;
}

}  // namespace bfa::tool
