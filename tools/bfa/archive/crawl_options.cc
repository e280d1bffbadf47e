// SPDX-License-Identifier: Apache-2.0
#include "archive/crawl_options.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "bfa/base/version.h"
#include "bfa/extract/extract.h"
#include "command.h"

namespace bfa::tool {
namespace {

std::string default_user_agent(const std::string& from) {
  return "libbfa/" + std::string(version()) + " (blog archiving" + (from.empty() ? "" : "; " + from) + ")";
}

}  // namespace

void add_step_options(Args& args, CrawlArguments& values) {
  args.option("-a,--archive", values.archive,
              "archive folder (else $BFA_ARCHIVE, else ./bfa-archive); created if missing");
  args.option("--strategy", values.strategy, "how to learn and extract: see bfa extract --help");
  args.option("--threads", values.threads, "threads for parsing and extraction (0: one per core)", {0, 256});
  args.option("--clock", values.clock,
              "take this as the time of everything (RFC 3339), for reproducible runs");
  args.option("--seed", values.seed, "make record ids from this, for reproducible runs");
  args.option("--zone", values.zone,
              "time zone of the local times on the blogs' pages, \"Europe/Berlin\" or \"+02:00\"; kept for "
              "later crawls");
  args.flag("--no-media", values.no_media, "leave out images and style sheets");
  args.flag("--no-comments", values.no_comments, "leave out comments, and the feeds of them");
  args.flag("--no-extract", values.no_extract,
            "store what was fetched, and no posts: a later run, or a rebuild, makes them");
  args.flag("--json", values.json, "events as JSON Lines on stdout");
  args.flag("-q,--quiet", values.quiet, "print errors only (with --json: no progress line)");
  args.flag("--failures", values.failures, "print each page that failed, not only how many");
  args.flag("--strict", values.strict, "exit with 4 when single pages failed");
}

void add_address_options(Args& args, CrawlArguments& values) {
  args.option("--exclude", values.exclude,
              "leave out addresses of these blogs that match this expression (RE2); kept for later runs");
  args.option("--include", values.include,
              "fetch only pages that match this expression, or another one that was given; kept likewise");
  args.option("--lift", values.lift, "end an --exclude or --include that was given before");
}

void add_network_options(Args& args, CrawlArguments& values) {
  args.option("--recheck", values.recheck,
              "known pages to look at again: due, all (without conditions), none");
  args.option("--delay", values.delay_seconds, "least seconds between two requests to one host (0: none)",
              {0, 86400});
  args.option("--min-rate", values.min_rate,
              "cut answers that bring less than so many bytes a second for 30 s (1024; 0: never)", {0, 1e9});
  args.option("--connections", values.connections, "connections over all hosts", {1, 1000});
  args.option("--per-host", values.per_host, "connections to one host", {1, 1000});
  args.option("--retry-wait", values.retry_wait_ms,
              "milliseconds before the first retry of a transient failure", {0, 86400e3});
  args.option("--max-pages", values.max_pages, "pages fetched of a blog in this run (0: no limit)");
  args.option("--max-bytes", values.max_bytes, "bytes fetched of a blog in this run (0: no limit)");
  args.option("--order", values.order,
              "which pages first: nearest (those that addresses like theirs promise most posts of), stage "
              "(posts, then others), breadth (as they were found)");
  args.flag("--no-trap-limits", values.no_trap_limits,
            "follow links without end: also where long walks and addresses of one form bring nothing new");
  args.option("--dedup-min", values.dedup_min_bytes,
              "store payloads of fewer bytes again each time (256); others become revisit records",
              {1, 1e12});
  args.option("--user-agent", values.user_agent, "User-Agent; its first word is looked up in robots.txt");
  args.option("--from", values.from, "contact address, sent with each request");
  args.option("--connect-to", values.connect_to,
              "HOST:PORT:HOST:PORT, connect to the second for the first, as curl does; repeatable");
  args.option("--cacert", values.ca_file, "trust the certificates of this file too");
  args.option("--proxy", values.proxy, "proxy to use (the environment's is ignored)");
  args.flag("--http2", values.http2, "offer HTTP/2 to servers; its heads are archived as HTTP/1.1 text");
  args.flag("--no-cookies", values.no_cookies, "send no cookies back (else they are kept for the run)");
  args.flag("--allow-private", values.allow_private, "allow private, loopback and link-local addresses");
  args.option("--robots-tags", values.robots_tags,
              "X-Robots-Tag and meta robots: archive (grant noarchive, unavailable_after; the default), obey "
              "(noindex and nofollow too), ignore; recorded in warcinfo");
  args.flag("--ignore-robots", values.ignore_robots, "do not obey robots.txt; recorded in warcinfo");
}

Result<std::unique_ptr<Clock>> make_clock(const CrawlArguments& values) {
  if (values.clock.empty()) return std::unique_ptr<Clock>();
  auto time = parse_rfc3339(values.clock);
  if (!time)
    return Error{Code::kInvalidArgument, "--clock wants an RFC 3339 time such as 2026-01-31T12:00:00Z",
                 values.clock};
  return make_fixed_clock(*time);
}

Result<CrawlOptions> make_crawl_options(const CrawlArguments& values, Clock& clock) {
  CrawlOptions options;
  options.step.agent = values.user_agent.empty()
                           ? "libbfa"
                           : values.user_agent.substr(0, values.user_agent.find_first_of("/ ("));
  options.step.obey_robots = !values.ignore_robots;
  options.step.media = !values.no_media;
  options.step.comments = !values.no_comments;
  options.step.extract = !values.no_extract;
  options.step.obey_crawl_delay = values.delay_seconds > 0;
  options.step.strategy = values.strategy;
  options.step.retry_backoff = std::chrono::milliseconds(values.retry_wait_ms);
  if (!make_strategy(values.strategy))
    return Error{Code::kInvalidArgument, "--strategy does not know this method", values.strategy};
  if (!values.zone.empty() && values.zone != "none") {
    Status known = check_zone(values.zone);
    if (!known) {
      Error error = std::move(known).error();
      error.code = Code::kInvalidArgument;  // another name, or none, may help
      error.message = "--zone: " + error.message;
      return error;
    }
  }
  options.zone = values.zone;
  options.exclude = values.exclude;
  options.include = values.include;
  options.lift = values.lift;
  if (values.robots_tags == "ignore") {
    options.step.robots_tags = RobotsTagPolicy::kIgnore;
  } else if (values.robots_tags == "obey") {
    options.step.robots_tags = RobotsTagPolicy::kObey;
  } else if (values.robots_tags != "archive") {
    return Error{Code::kInvalidArgument, "--robots-tags knows archive, obey and ignore", values.robots_tags};
  }
  if (values.recheck == "all") {
    options.recheck = Recheck::kAll;
  } else if (values.recheck == "none") {
    options.recheck = Recheck::kNone;
  } else if (values.recheck != "due") {
    return Error{Code::kInvalidArgument, "--recheck knows due, all and none", values.recheck};
  }
  const auto order = parse_fetch_order(values.order);
  if (!order) return Error{Code::kInvalidArgument, "--order knows nearest, stage and breadth", values.order};
  options.order = *order;
  options.max_pages = static_cast<std::uint64_t>(values.max_pages);
  options.max_bytes = static_cast<std::uint64_t>(values.max_bytes);
  options.trap_limits = !values.no_trap_limits;
  if (values.no_trap_limits) {
    constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
    options.step.max_depth = options.step.max_query_variants = options.step.max_path_segments = kNone;
  }
  options.threads = static_cast<std::size_t>(values.threads);
  options.ordered = !values.seed.empty();
  options.clock = &clock;
  return options;
}

NetworkOptions make_network_options(const CrawlArguments& values, Clock& clock) {
  NetworkOptions options;
  options.user_agent = values.user_agent.empty() ? default_user_agent(values.from) : values.user_agent;
  options.from = values.from;
  options.max_connections = static_cast<int>(values.connections);
  options.max_connections_per_host = static_cast<int>(values.per_host);
  options.delay = std::chrono::milliseconds(static_cast<std::int64_t>(values.delay_seconds * 1000));
  if (options.delay.count() == 0) options.delay_factor = 0;
  options.connect_to = values.connect_to;
  options.ca_file = values.ca_file;
  options.proxy = values.proxy;
  options.min_rate = static_cast<std::uint64_t>(values.min_rate);
  options.allow_private = values.allow_private;
  options.http2 = values.http2;
  options.cookies = !values.no_cookies;
  options.clock = &clock;
  return options;
}

ArchiveOptions make_archive_options(const CrawlArguments& values, Clock& clock) {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  options.clock = &clock;
  options.warc.clock = &clock;
  options.warc.min_dedup_bytes = static_cast<std::uint64_t>(values.dedup_min_bytes);
  if (!values.seed.empty()) options.warc.make_uuid = seeded_uuids(values.seed);
  if (const auto crawl = make_crawl_options(values, clock))
    options.warc.warcinfo = crawl_warcinfo(crawl->step, make_network_options(values, clock));
  return options;
}

}  // namespace bfa::tool
