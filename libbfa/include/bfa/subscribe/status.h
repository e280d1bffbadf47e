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

// What an archive has of a blog, and what is wrong with it. docs/serve.md explains each number; the browser
// and the interface for programs have the same ones.
struct BlogStatus {
  std::string home, title, feed;
  bool subscribed = false;
  // `posts`: with those that are gone. `gone`: posts whose page answered 404 or 410 when it was asked for
  // last. `edited`: posts of which a version differs in its content from the one before; that a page went,
  // came back or moved is no edit. `new_posts`: first captured in the last kNewPosts.
  std::uint64_t posts = 0, gone = 0, edited = 0, comments = 0, pingbacks = 0, new_posts = 0;
  // Addresses of pages, and of images and style sheets, that the last visit could not get: no answer, or an
  // answer of 500 and above.
  std::uint64_t failed = 0, media_missing = 0;
  // Addresses of pages, images and style sheets that answered 404 or 410 when they were asked for last.
  std::uint64_t absent = 0;
  std::uint64_t crawls = 0;                              // finished ones
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

// How long a post is new.
inline constexpr std::chrono::hours kNewPosts{7 * 24};

struct StatusOptions {
  std::optional<UtcTime> now;  // system_clock() when absent
  // Without: titles, and the numbers of posts and comments, stay empty: for programs that have them from an
  // index.
  bool objects = true;
};

// All blogs that the archive knows or subscribes to, by address. Cost: one scan of the captures; with
// `objects` one of the heads too, and the histories of posts with several versions. Thread-safe.
// Errors: those of Archive.
BFA_EXPORT Result<std::vector<BlogStatus>> archive_status(const Archive& archive,
                                                          const StatusOptions& options = {});

// What a crawl without addresses visits: subscriptions and known blogs that are due at `now`, or all of them.
// Blogs that were joined into another are left out. Errors: those of Archive. Thread-safe.
BFA_EXPORT Result<std::vector<std::string>> blogs_to_visit(const Archive& archive, UtcTime now, bool all);

}  // namespace bfa
