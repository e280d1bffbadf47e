// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/http/fetcher.h"

namespace bfa {

// Which wishes of pages (X-Robots-Tag, robots meta elements) a crawl grants. kArchive: those that speak of
// copies, noarchive and unavailable_after; what asks for them is neither kept in WARC nor as an object.
// kObey: those for search engines too, noindex (no object, the bytes are kept) and nofollow (its links make
// no tasks). Each that is granted is a finding "robots_tag". Recorded with the crawl and in warcinfo.
// docs/robots.md.
enum class RobotsTagPolicy : std::uint8_t { kIgnore, kArchive, kObey };

// "ignore", "archive", "obey".
BFA_EXPORT std::string_view robots_tag_policy_name(RobotsTagPolicy policy);

// Settings that a step needs. The same for the whole crawl; recorded with it.
struct StepOptions {
  std::string agent = "libbfa";  // product token for robots.txt
  bool obey_robots = true;
  RobotsTagPolicy robots_tags = RobotsTagPolicy::kArchive;
  bool obey_crawl_delay = true;  // robots.txt's Crawl-delay; off only where the user asks for no delay at all
  bool media = true;             // images and style sheets of posts too
  std::string strategy = "ensemble";
  std::uint32_t max_depth = 50;  // links from the home page; deeper is a trap
  std::uint32_t max_url_length = 2000;
  std::uint32_t max_path_segments = 20;
  std::uint32_t max_query_variants = 200;           // pages of one path that differ by query only
  std::uint32_t max_attempts = 3;                   // retries of a transient failure
  std::chrono::milliseconds retry_backoff{1000};    // first wait; doubles with each attempt
  std::chrono::milliseconds max_retry_wait{60000};  // a longer Retry-After ends the attempts of this run
  std::size_t max_feeds = 4;                        // post feeds that are looked at for one blog
  std::size_t max_sample_pages = 24;  // pages besides posts that learning looks at, to see what repeats
  std::uint64_t max_body_bytes = 32u << 20;
  std::size_t max_training_pages = 50;
  bool offline = false;  // answers come from an archive: a missing home page says nothing about the feed
};

// What has to be fetched for a task: the request, nothing when the task needs none (kLearn, kExtract), or why
// it must not be fetched (kDenied: robots.txt, scope). Pure. Thread-safe. Errors: kDenied, kInvalidArgument,
// kIo.
BFA_EXPORT Result<std::optional<FetchRequest>> plan_fetch(const CrawlTask& task, const BlogView& view,
                                                          const StepOptions& options);

// One step of a crawl: fetches what the task names through `fetcher`, and gives all that follows from the
// answer. Holds nothing between calls; the same task, past and answer give the same result. Failures of the
// fetch are outcomes, not errors; it always returns a result. Thread-safe when `fetcher` is the caller's own.
// Source: design section 4; BlogForever Crawler (B7).
BFA_EXPORT StepResult crawl_step(const CrawlTask& task, const BlogView& view, Fetcher& fetcher,
                                 const StepOptions& options);

}  // namespace bfa
