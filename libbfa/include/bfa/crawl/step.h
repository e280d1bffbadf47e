// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/http/fetcher.h"

namespace bfa {

class NewsReader;  // bfa/feed/news_reader.h

class AddressRules;  // bfa/crawl/address_rules.h

// Which robots directives of pages (X-Robots-Tag fields, robots meta elements) are honoured. kArchive: those
// about copies, noarchive and unavailable_after; a page with one is kept neither in WARC nor as an object.
// kObey: those for search engines too, noindex (no object, the bytes are kept) and nofollow (its links make
// no tasks). Each one that is honoured is a finding "robots_tag". Recorded with the crawl and in warcinfo.
// docs/robots.md.
enum class RobotsTagPolicy : std::uint8_t { kIgnore, kArchive, kObey };

// "ignore", "archive", "obey".
BFA_EXPORT std::string_view robots_tag_policy_name(RobotsTagPolicy policy);

// Settings of a step. The same for the whole crawl, and recorded with it.
struct StepOptions {
  std::string agent = "libbfa";  // product token for robots.txt
  bool obey_robots = true;
  RobotsTagPolicy robots_tags = RobotsTagPolicy::kArchive;
  bool obey_crawl_delay = true;  // robots.txt's Crawl-delay; off only if the user asks for no delay at all
  bool media = true;             // images and style sheets of posts too
  bool comments = true;          // off: comments are not stored, and feeds of comments not asked for
  // Off: no object is stored, the captures only. Pages are still read, because the next requests depend on
  // them. A rebuild stores the objects that a crawl with it would have stored.
  bool extract = true;
  std::string strategy = "ensemble";  // a name of make_strategy()
  // Links from the home page; deeper is a trap. From half of it on, only pages without a link to a post that
  // is not stored count: a chain of "Older posts" is followed as long as it leads to posts.
  std::uint32_t max_depth = 50;
  std::uint32_t max_url_length = 2000;
  std::uint32_t max_path_segments = 20;
  std::uint32_t max_query_variants = 200;           // pages of one path that differ by query only
  std::uint32_t max_attempts = 3;                   // retries of a transient failure
  std::chrono::milliseconds retry_backoff{1000};    // first wait; doubles with each attempt
  std::chrono::milliseconds max_retry_wait{60000};  // a longer Retry-After ends the attempts of this run
  std::size_t max_feeds = 4;                        // post feeds that are read for one blog
  std::size_t max_sample_pages = 24;  // other pages than posts that learning reads, to find repeated parts
  std::uint64_t max_body_bytes = 32u << 20;
  std::size_t max_training_pages = 50;
  // Home URLs of blogs whose pages are not judged: a user said that each answer is the blog (`bfa became`).
  std::set<std::string> overruled;
  // Addresses that are left out: removed ones, and those of --exclude and --include. crawl_blogs(),
  // import_warcs() and rebuild_archive() take them from the archive. Null: none.
  std::shared_ptr<const AddressRules> rules;
  // Of a feed that was read before, only the pages of new and edited entries are asked for. For runs that
  // poll often, and look at the other pages by themselves.
  bool news_only = false;
  // Read documents at the addresses of feeds that are none of the kinds that the library knows. Not recorded
  // with the crawl: a rebuild needs them too.
  std::vector<std::shared_ptr<const NewsReader>> news_readers;
  bool offline = false;  // answers come from an archive: a missing home page says nothing about the feed
};

// A step of a crawl in its three parts is plan_fetch(), the fetch, and process_fetched(). Each part is a
// function of its arguments and of the past that `view` shows, and keeps nothing between calls.

// The request to fetch for a task; nothing when the task needs no fetch (kLearn, kExtract, kJoin); an error
// when it must not be fetched. Pure. Thread-safe. Errors: kDenied (robots.txt, the scheme), kInvalidArgument
// (the URL), those of the view.
BFA_EXPORT Result<std::optional<FetchRequest>> plan_fetch(const CrawlTask& task, const BlogView& view,
                                                          const StepOptions& options);

// The results of an answer: objects, tasks, learned templates. `fetched`: the answer to the planned
// request; empty for a task without a fetch; with `error` set when plan_fetch() or the fetch failed. Failures
// are outcomes in the result, not errors: kInvalidArgument for an unknown strategy, kIo for memory (then
// perhaps without the task). The same
// task, answer and past give the same result. Thread-safe. Source: BlogForever Crawler (NewCrawl and
// UpdateCrawl as functions).
BFA_EXPORT StepResult process_fetched(const CrawlTask& task, Fetched fetched, const BlogView& view,
                                      const StepOptions& options);

// plan_fetch(), a fetch with `fetcher`, process_fetched(). Waits for the answer. Thread-safe when no other
// thread uses `fetcher`.
BFA_EXPORT StepResult crawl_step(const CrawlTask& task, const BlogView& view, Fetcher& fetcher,
                                 const StepOptions& options);

}  // namespace bfa
