// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/store/archive.h"

namespace bfa {

// What an archive has of a blog, and what is wrong with it.
struct BlogStatus {
  std::string home, title, feed;
  bool subscribed = false;
  std::uint64_t posts = 0, gone = 0, edited = 0, comments = 0;  // `edited`: posts with several versions
  std::uint64_t failed = 0, media_missing = 0;                  // addresses that failed in the last crawl
  std::uint64_t absent = 0;  // addresses that answered 404 or 410 when they were asked for last
  std::uint64_t crawls = 0;  // finished ones
  std::optional<UtcTime> last_crawl, newest_post, next;  // whole visits; `next`: nothing: now
  // Of its feeds, by runs: nothing: none was polled yet.
  std::optional<UtcTime> last_poll, next_poll;
  std::uint64_t overflows = 0;  // polls that found a feed without one entry of the poll before
  // Sentences for people: no posts, no feed, robots.txt, something else in its place, moved, ...
  std::vector<std::string> trouble;
};

// The time at which a blog is to be visited next: now for a blog that was never crawled to its end, the time
// that a server asked for, else `every` after its last visit. In the past: it is due.
BFA_EXPORT UtcTime next_visit(const BlogState& blog, std::chrono::seconds every = std::chrono::hours(24));

// All blogs that the archive knows or subscribes to, by address. Cost: one scan of the heads, and one
// of the captures. Thread-safe.
// Errors: those of Archive.
BFA_EXPORT Result<std::vector<BlogStatus>> archive_status(const Archive& archive);

// What a crawl without addresses visits: subscriptions and known blogs that are due at `now`, or all of them.
// Blogs that were joined into another are left out. Errors: those of Archive. Thread-safe.
BFA_EXPORT Result<std::vector<std::string>> blogs_to_visit(const Archive& archive, UtcTime now, bool all);

}  // namespace bfa
