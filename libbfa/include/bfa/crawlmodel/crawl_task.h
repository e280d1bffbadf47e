// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/time.h"

namespace bfa {

// What a step of a crawl does. Stored: never renumber.
enum class TaskKind : std::uint8_t {
  kRobots = 1,       // fetch robots.txt of an origin
  kHome = 2,         // fetch a blog's home page, find its feeds
  kFeed = 3,         // fetch a feed
  kSitemap = 4,      // fetch a sitemap
  kPage = 5,         // fetch a page, extract what it holds
  kCommentFeed = 6,  // fetch a feed of comments
  kMedia = 7,        // fetch an image or style sheet; bytes only
  kLearn = 8,        // learn a template from captures of the feed's entries; no fetch
  kExtract = 9,      // extract from a capture that was stored before its template was known; no fetch
  kJoin = 10,        // join the stored pages of a post on several pages; no fetch
};
BFA_EXPORT std::string_view task_kind_name(TaskKind kind);
BFA_EXPORT std::optional<TaskKind> parse_task_kind(std::string_view name);
BFA_EXPORT bool task_fetches(TaskKind kind) noexcept;

// Tasks of a lower stage go first. Up to kExtract, and from kRelearn on, a stage waits until no task of its
// blog below it is left; those between only go in their order.
enum class Stage : std::uint8_t {
  kRobots = 0,
  kHome = 1,
  kFeed = 2,
  kEntry = 3,
  kLearn = 4,
  kExtract = 5,
  kPost = 6,
  kOther = 7,
  kMedia = 8,
  kRelearn = 9,  // the template again, from pages that it did not know
  kLate = 10,    // those pages
  kJoin = 11     // posts on several pages; pages that changed and are no posts
};
// True for the stages that do not wait for those below them.
BFA_EXPORT bool stage_overlaps(Stage stage) noexcept;
BFA_EXPORT std::string_view stage_name(Stage stage);
BFA_EXPORT std::optional<Stage> parse_stage(std::string_view name);

// One unit of work of a crawl: all that a step needs to know besides the past.
struct CrawlTask {
  TaskKind kind = TaskKind::kPage;
  Stage stage = Stage::kOther;
  std::string blog;                     // home URL: the blog that it belongs to
  std::string url;                      // to fetch; canonical, no fragment
  std::string referrer;                 // URL of the page that linked to it
  std::uint32_t depth = 0;              // links from the home page
  std::uint64_t crawl = 0;              // number of the crawl
  bool conditional = false;             // send If-None-Match and If-Modified-Since of the last capture
  std::uint64_t feed_sequence = 0;      // capture of the feed whose entry names this page; 0: none
  std::int32_t feed_entry = -1;         // index of that entry
  std::uint64_t template_sequence = 0;  // template to extract with; 0: none yet
  std::uint64_t capture = 0;            // kExtract: the capture to read
  std::vector<std::uint64_t> captures;  // kLearn: captures to learn from; of a joined post: of its pages
  std::uint32_t attempts = 0;           // failures so far
  UtcTime not_before{};                 // back-off
};

// What became of a task.
enum class Outcome : std::uint8_t { kDone, kNotModified, kGone, kDenied, kRetry, kFailed, kDeferred };
BFA_EXPORT std::string_view outcome_name(Outcome outcome);
BFA_EXPORT std::optional<Outcome> parse_outcome(std::string_view name);

}  // namespace bfa
