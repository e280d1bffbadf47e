// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/crawlmodel/crawl_task.h"
#include "bfa/http/message.h"
#include "bfa/object/template.h"
#include "bfa/object/version.h"

namespace bfa {

// A capture that the archive holds.
struct Capture {
  std::uint64_t sequence = 0;
  std::string url, final_url;
  UtcTime time{};
  int status = 0;
  std::string etag, last_modified, content_type;
  std::string payload_digest;  // labelled
  WarcRef warc;                // the final response (or revisit) record
  TaskKind kind = TaskKind::kPage;
};

// A feed as a capture gave it.
struct FeedVersion {
  std::uint64_t sequence = 0;
  std::string url;
  UtcTime time{};
  std::string serialized;  // feed/feed.h serialize_feed
};

// robots.txt of an origin as last fetched.
struct RobotsState {
  std::string origin;
  int status = 0;
  std::string body;
  UtcTime time{};
};

// Scope and state of a blog.
struct BlogState {
  std::string home;  // as asked for, canonical: the blog's identity
  std::string base;  // scheme://host/prefix/ that scope and twins are measured by (after redirects)
  std::vector<std::string> feeds;  // post feeds that the home page names (or a usual path holds), best first
  std::string feed;                // the one that was learned from; empty when none was found
  std::vector<std::string> comment_feeds;
  std::uint64_t template_sequence = 0;  // current
  std::uint64_t crawls = 0;             // finished ones
  UtcTime last_crawl{}, due{};
  std::string due_reason;  // why it is due again ("robots.txt answered 503")
};

// An object seen by a step, before the archive has compared it.
struct Observation {
  DataObject object;
  UtcTime observed{};
  std::uint64_t capture = 0;  // 0: the step's own
};

// All that a step produced. Values only; applying it twice changes nothing.
struct StepResult {
  CrawlTask task;
  Outcome outcome = Outcome::kDone;
  std::optional<Error> error;
  std::vector<Exchange> exchanges;  // in hop order; written to WARC before the rest is committed
  bool keep_bytes = true;           // false: the answer asks that no copy be kept; the loop drops `exchanges`
  std::vector<Observation> objects;
  std::optional<FeedVersion> feed;
  std::optional<Template> learned;
  std::optional<RobotsState> robots;
  std::optional<BlogState> blog;          // the blog's new state
  std::vector<CrawlTask> tasks;           // new ones; known URLs are dropped when they are stored
  std::optional<CrawlTask> retry;         // the same task again, later
  std::chrono::milliseconds retry_in{0};  // not before this much later
  Findings findings;
};

// What a commit made of the objects of a step, in their order.
struct Committed {
  std::uint64_t sequence = 0;
  struct Item {
    std::string key, url;
    ObjectKind kind = ObjectKind::kPage;
    enum class What : std::uint8_t { kNew, kChanged, kSeen } what = What::kSeen;
    std::optional<Change> change;  // of kChanged
  };
  std::vector<Item> items;
  std::vector<WarcRef> warc;
  std::uint64_t tasks_added = 0;
};

}  // namespace bfa
