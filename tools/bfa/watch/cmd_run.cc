// SPDX-License-Identifier: Apache-2.0
// bfa run [-a DIR]: visits subscriptions and known blogs when they are due, until it is stopped.
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "archive/index_keeper.h"
#include "bfa/subscribe/run.h"
#include "command.h"
#include "interrupt.h"
#include "terminal_text.h"
#include "watch/run_services.h"
#include "watch/schedule_options.h"
#include "watch/service_manager.h"
#include "watch/since.h"

namespace bfa::tool {
namespace {

constexpr const char* kFooter =
    "Stop it by Ctrl-C or SIGTERM: what is acknowledged is on the disk, and the next run goes on.\n"
    "bfa add and other commands that write may be used meanwhile: the run lets them have the archive.\n"
    "Exit codes: 0 done (--once, --for) or stopped, 2 usage, 8 archive locked by another run or from a "
    "newer\n"
    "version, 9 local disk.";

void print_end(const RunReport& report, const CrawlArguments& values) {
  if (values.quiet || values.json) return;
  print_line("visits: " + std::to_string(report.visits) + " (" + std::to_string(report.failed_visits) +
             " failed), polls: " + std::to_string(report.polls) + " (" +
             std::to_string(report.polls_with_news) +
             " with news): " + counted(report.counts.posts, "new post", "new posts") + ", " +
             counted(report.counts.changed, "change", "changes") + ", " +
             counted(report.counts.requests, "request", "requests"));
  if (report.overflows > 0)
    print_line("possible loss: " + counted(report.overflows, "poll", "polls") +
               " found a feed without one entry of the poll before");
}

struct RunArguments {
  CrawlArguments crawl;
  std::string duration;
  std::int64_t side_by_side = 64, per_group = -1, per_address = -1;
  std::int64_t auto_add = 0, auto_add_limit = 100;
  bool count_unchanged = false;
  ServiceArguments services;
};

// The exit code when the command is to end now.
std::optional<int> parse_run(const Arguments& arguments, RunArguments& values, RunOptions& run) {
  Args args(
      "run",
      "Keeps an archive current: visits its subscriptions and known blogs when they are due, and waits.",
      kFooter);
  add_step_options(args, values.crawl);
  add_network_options(args, values.crawl);
  args.flag("--once", run.once, "visit what is new and due, each blog once, and end");
  args.option("--for", values.duration, "end after that time: 30m, 8h, 7d");
  add_schedule_options(args, run.schedule);
  args.option("--blogs", values.side_by_side, "blogs visited side by side (default: 64)", {1, 10'000});
  args.option("--per-service", values.per_group,
              "of these, blogs of one registered domain (default: 4; 0: no limit; no limit with --delay 0)",
              {0, 10'000});
  args.option(
      "--per-address", values.per_address,
      "of these, blogs at one address of the network (default: 16; 0: no limit; no limit with --delay 0)",
      {0, 10'000});
  args.flag(
      "--count-unchanged", values.count_unchanged,
      "count answers that say that a feed is as it was (304), and record only their number, once a day");
  args.option(
      "--auto-add", values.auto_add,
      "subscribe by itself to so many sites a day that posts of at least 3 blogs link to (default: 0)",
      {0, 1000});
  args.option("--auto-add-limit", values.auto_add_limit, "so many sites in all (default: 100)",
              {0, 1'000'000});
  args.option("--listen", values.services.hub_address,
              "follow feeds by WebSub: hubs call this address and port (127.0.0.1 without an address)");
  args.option("--public-url", values.services.public_url,
              "where hubs reach that address, as behind a proxy: an https URL");
  args.option("--metrics", values.services.metrics_address,
              "serve counters for Prometheus at this address and port");
  add_notify_options(args, values.services.notify);
  args.use_settings();
  if (const auto code = args.parse(arguments)) return code;
  if (!values.duration.empty()) {
    const auto span = parse_span(values.duration);
    if (!span) return report_error(span.error(), values.crawl.json), kUsage;
    run.duration = *span;
  }
  if (const Status valid = check_schedule_options(run.schedule); !valid.ok())
    return report_error(valid.error(), values.crawl.json), kUsage;
  run.side_by_side = static_cast<std::size_t>(values.side_by_side);
  run.auto_add.a_day = static_cast<std::size_t>(values.auto_add);
  run.auto_add.in_all = static_cast<std::size_t>(values.auto_add_limit);
  const bool unlimited = values.crawl.delay_seconds <= 0;
  const auto limit = [&](std::int64_t given, std::size_t& out) {
    if (given >= 0 || unlimited) out = given >= 0 ? static_cast<std::size_t>(given) : 0;
  };
  limit(values.per_group, run.per_group);
  limit(values.per_address, run.per_address);
  return std::nullopt;
}

// After SIGHUP: the settings are read again. What is wrong is said, and the run keeps its options.
std::optional<RunReload> reload_options(const Arguments& arguments, const CrawlOptions& before, Clock& clock,
                                        RunServices& services) {
  if (!take_hangup()) return std::nullopt;
  const auto kept = [](const Error& error) {
    report_error(error, false);
    std::fputs("bfa: the previous settings stay in use\n", stderr);
    return std::nullopt;
  };
  RunArguments values;
  RunOptions run;
  if (parse_run(arguments, values, run)) {
    std::fputs("bfa: the previous settings stay in use\n", stderr);
    return std::nullopt;
  }
  RunReload reload;
  auto options = make_crawl_options(values.crawl, clock);
  if (!options) return kept(options.error());
  auto fetcher = make_network_fetcher(make_network_options(values.crawl, clock));
  if (!fetcher) return kept(fetcher.error());
  reload.crawl = std::move(*options);
  reload.crawl.on_event = before.on_event;
  reload.crawl.keep_empty_polls = !values.count_unchanged;
  reload.archive = make_archive_options(values.crawl, clock);
  reload.schedule = run.schedule;
  reload.side_by_side = run.side_by_side;
  reload.per_group = run.per_group;
  reload.per_address = run.per_address;
  reload.auto_add = run.auto_add;
  reload.fetcher = std::move(*fetcher);
  services.change(values.services, values.crawl, reload);
  std::fputs("bfa: settings were read again\n", stderr);
  return reload;
}

}  // namespace

int cmd_run(const Arguments& arguments) {
  RunArguments values;
  RunOptions run;
  if (const auto code = parse_run(arguments, values, run)) return *code;
  const bool json = values.crawl.json;
  auto fixed = make_clock(values.crawl);
  if (!fixed) return report_error(fixed.error(), json);
  Clock& clock = *fixed ? **fixed : system_clock();
  auto options = make_crawl_options(values.crawl, clock);
  if (!options) return report_error(options.error(), json);
  auto fetcher = make_network_fetcher(make_network_options(values.crawl, clock));
  if (!fetcher) return report_error(fetcher.error(), json);
  run.crawl = std::move(*options);
  EventPrinter printer(values.crawl);
  run.crawl.keep_empty_polls = !values.count_unchanged;
  run.crawl.on_event = [&](const CrawlEvent& event) { printer(event); };
  run.crawl.stop = catch_interrupt();
  RunServices services(archive_directory(values.crawl.archive), clock);
  if (const auto code = services.start(values.services, values.crawl)) return *code;
  run.websub = services.hubs();
  run.news = &services.news();
  run.on_visit = [&](const CrawlReport&) { services.wake(); };
  ServiceManager manager;
  run.on_tick = [&](const RunState& state) {
    manager.tell(state);
    services.set(state);
  };
  note_written(archive_directory(values.crawl.archive));
  const auto keeper = keep_index(archive_directory(values.crawl.archive));
  catch_hangups();
  run.reload = [&] { return reload_options(arguments, run.crawl, clock, services); };
  const auto report = run_archive(archive_directory(values.crawl.archive),
                                  make_archive_options(values.crawl, clock), **fetcher, run);
  if (!report) return report_archive_error(report.error(), json);
  if (!report->interrupted && !services.settle())
    std::fputs("bfa: not all changes were delivered; the next run delivers what waits\n", stderr);
  print_end(*report, values.crawl);
  return kDone;
}

}  // namespace bfa::tool
