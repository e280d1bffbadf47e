// SPDX-License-Identifier: Apache-2.0
// bfa run [-a DIR]: visits subscriptions and known blogs when they are due, until it is stopped.
#include <cstdio>
#include <memory>
#include <utility>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "bfa/subscribe/metrics.h"
#include "bfa/subscribe/run.h"
#include "bfa/websub/websub.h"
#include "command.h"
#include "interrupt.h"
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
             std::to_string(report.polls_with_news) + " with news): " + std::to_string(report.counts.posts) +
             " new posts, " + std::to_string(report.counts.changed) + " changes, " +
             std::to_string(report.counts.requests) + " requests");
  if (report.overflows > 0)
    print_line("possible loss: " + std::to_string(report.overflows) +
               " polls found a feed without one entry of the poll before");
}

// Nothing without an address.
Result<std::unique_ptr<WebSub>> start_hubs(const std::string& address, const std::string& public_url,
                                           const CrawlArguments& values, Clock& clock, FeedNews& news) {
  if (address.empty()) {
    if (public_url.empty()) return std::unique_ptr<WebSub>();
    return Error{Code::kInvalidArgument, "--public-url goes with --listen", {}, -1};
  }
  auto fetcher = make_network_fetcher(make_network_options(values, clock));
  if (!fetcher) return std::move(fetcher).error();
  auto poster = make_fetch_poster(std::move(*fetcher), &clock);
  if (!poster) return std::move(poster).error();
  WebSubOptions options;
  options.public_url = public_url;
  options.clock = &clock;
  options.on_news = [&news](const std::string& feed) { news.add(feed); };
  auto hubs = WebSub::make(std::move(options), std::move(*poster));
  if (!hubs) return hubs;
  if (Status started = (*hubs)->start(address); !started.ok()) return std::move(started).error();
  if (!values.quiet) std::fprintf(stderr, "bfa: hubs call %s\n", (*hubs)->callback_base().c_str());
  return hubs;
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
  std::string duration, hub_address, public_url, metrics_address;
  std::int64_t side_by_side = static_cast<std::int64_t>(run.side_by_side), per_group = -1;
  args.flag("--once", run.once, "visit what is new and due, each blog once, and end");
  args.option("--for", duration, "end after that time: 30m, 8h, 7d");
  add_schedule_options(args, run.schedule);
  args.option("--blogs", side_by_side, "blogs visited side by side (default: 64)", {1, 10'000});
  args.option("--per-service", per_group,
              "of these, blogs of one registered domain (default: 4; 0: no limit; no limit with --delay 0)",
              {0, 10'000});
  args.option("--listen", hub_address,
              "follow feeds by WebSub: hubs call this address and port (127.0.0.1 without an address)");
  args.option("--public-url", public_url, "where hubs reach that address, as behind a proxy: an https URL");
  args.option("--metrics", metrics_address, "serve counters for Prometheus at this address and port");
  args.use_settings();
  if (const auto code = args.parse(arguments)) return *code;
  if (!duration.empty()) {
    const auto span = parse_span(duration);
    if (!span) return report_error(span.error(), values.json), kUsage;
    run.duration = *span;
  }
  if (const Status valid = check_schedule_options(run.schedule); !valid.ok())
    return report_error(valid.error(), values.json), kUsage;
  run.side_by_side = static_cast<std::size_t>(side_by_side);
  if (per_group >= 0) {
    run.per_group = static_cast<std::size_t>(per_group);
  } else if (values.delay_seconds <= 0) {
    run.per_group = 0;
  }

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
  FeedNews news;
  auto hubs = start_hubs(hub_address, public_url, values, clock, news);
  if (!hubs) return report_error(hubs.error(), values.json);
  run.websub = hubs->get();
  run.news = &news;
  std::unique_ptr<MetricsServer> metrics;
  if (!metrics_address.empty()) {
    auto served = serve_metrics(metrics_address);
    if (!served) return report_error(served.error(), values.json);
    metrics = std::move(*served);
    if (!values.quiet) std::fprintf(stderr, "bfa: metrics at port %d, /metrics\n", metrics->port());
  }
  ServiceManager manager;
  run.on_tick = [&](const RunState& state) {
    manager.tell(state);
    if (metrics) metrics->set(state);
  };
  const auto report =
      run_archive(archive_directory(values.archive), make_archive_options(values, clock), **fetcher, run);
  if (!report) return report_archive_error(report.error(), values.json);
  print_end(*report, values);
  return kDone;
}

}  // namespace bfa::tool
