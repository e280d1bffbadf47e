// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "args.h"
#include "bfa/crawl/crawl.h"
#include "bfa/http/fetcher.h"
#include "bfa/store/archive.h"

namespace bfa::tool {

// The arguments that the commands with crawl steps (crawl, import, rebuild) share.
struct CrawlArguments {
  std::string archive, recheck = "due", clock, seed, user_agent, from, ca_file, proxy, strategy = "ensemble",
                       robots_tags = "archive", order = "nearest", zone;
  std::vector<std::string> connect_to, exclude, include, lift;
  double delay_seconds = 1;
  std::int64_t max_pages = 0, max_bytes = 0, threads = 0, connections = 64, per_host = 1,
               retry_wait_ms = 1000, dedup_min_bytes = 256, min_rate = 1024;
  bool json = false, strict = false, quiet = false, failures = false, no_media = false, no_comments = false,
       no_extract = false, ignore_robots = false, allow_private = false, http2 = false, no_cookies = false,
       no_trap_limits = false;
};

void add_step_options(Args& args,
                      CrawlArguments& values);  // strategy, threads, media, clock, seed, json, quiet
void add_address_options(Args& args, CrawlArguments& values);  // exclude, include
void add_network_options(Args& args, CrawlArguments& values);  // the fetcher's

// The library's options, made from the arguments. `clock` must outlive the crawl and the archive that get
// them.
Result<std::unique_ptr<Clock>> make_clock(const CrawlArguments& values);
Result<CrawlOptions> make_crawl_options(const CrawlArguments& values, Clock& clock);
NetworkOptions make_network_options(const CrawlArguments& values, Clock& clock);
ArchiveOptions make_archive_options(const CrawlArguments& values, Clock& clock);

// Prints events as they come: a live line on a terminal, JSON Lines with --json.
class EventPrinter {
 public:
  explicit EventPrinter(const CrawlArguments& values);
  void operator()(const CrawlEvent& event);
  // The end of a run: the sums over its blogs, when there are several.
  void print_total(const std::vector<CrawlReport>& reports);

 private:
  void print_item(const Committed::Item& item);
  void print_done(const CrawlReport& report);
  void print_failures(const CrawlReport& report) const;
  static void print_traps(const CrawlReport& report);
  void print_sums(const std::vector<CrawlReport>& reports) const;
  static void print_error(const CrawlReport& report);
  void print_became(const CrawlReport& report) const;
  void print_live(const ProgressEvent& event);
  void clear_live();

  const CrawlArguments& values_;
  bool live_ = false;
  std::size_t live_width_ = 0, listed_ = 0, unlisted_ = 0;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// The exit code for what became of the blogs.
int exit_code_of(const std::vector<CrawlReport>& reports, bool strict);

}  // namespace bfa::tool
