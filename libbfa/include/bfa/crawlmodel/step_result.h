// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/http/message.h"
#include "bfa/object/template.h"
#include "bfa/object/version.h"
#include "bfa/url/url.h"

namespace bfa {

// What a step of a crawl does. Stored: never renumber.
enum class TaskKind : std::uint8_t {
  kRobots = 1,       // fetch robots.txt of an origin
  kHome = 2,         // fetch a blog's home page, find its feeds
  kFeed = 3,         // fetch a feed
  kSitemap = 4,      // fetch a sitemap
  kPage = 5,         // fetch a page, extract its objects
  kCommentFeed = 6,  // fetch a feed of comments
  kMedia = 7,        // fetch an image or style sheet; bytes only
  kLearn = 8,        // learn a template from captures of the feed's entries; no fetch
  kExtract = 9,      // extract from a capture that was stored before its template was known; no fetch
  kJoin = 10,        // join the stored pages of a post on several pages; no fetch
  kMove = 11,        // join an object with the one that stood at `referrer`, the address before; no fetch
};
BFA_EXPORT std::string_view task_kind_name(TaskKind kind);
BFA_EXPORT std::optional<TaskKind> parse_task_kind(std::string_view name);
BFA_EXPORT bool task_fetches(TaskKind kind) noexcept;

// Tasks of a lower stage are handed out first. The stages kPost to kMedia overlap; each other stage is a
// barrier: it waits until no task of its blog below it is left.
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
  kRelearn = 9,  // learn the template again, from pages that do not fit it
  kLate = 10,    // extract those pages
  kJoin = 11     // join posts on several pages; extract changed pages that are not posts
};
// True for the stages that do not wait for those below them: kPost to kMedia.
BFA_EXPORT bool stage_overlaps(Stage stage) noexcept;
BFA_EXPORT std::string_view stage_name(Stage stage);
BFA_EXPORT std::optional<Stage> parse_stage(std::string_view name);

// Where a task comes from. kCrawl: a crawl or an import. kReplay: stored captures are read again (learning
// again, extraction by new rules); their links are not followed once more.
enum class TaskOrigin : std::uint8_t { kCrawl, kReplay };

// One unit of work of a crawl: with the past, the whole input of a step.
struct CrawlTask {
  TaskKind kind = TaskKind::kPage;
  Stage stage = Stage::kOther;
  std::string blog;         // home URL: the blog that it belongs to
  Url url;                  // to fetch; canonical, no fragment
  std::string referrer;     // URL of the page that linked to it
  std::uint32_t depth = 0;  // links from the home page; of kReplay: 0
  TaskOrigin origin = TaskOrigin::kCrawl;
  std::uint64_t crawl = 0;              // number of the crawl
  bool conditional = false;             // send If-None-Match and If-Modified-Since of the last capture
  std::uint64_t feed_sequence = 0;      // capture of the feed whose entry links to this page; 0: none
  std::int32_t feed_entry = -1;         // index of that entry
  std::uint64_t template_sequence = 0;  // template to extract with; 0: none yet
  std::uint64_t capture = 0;            // kExtract: the capture to read
  std::vector<std::uint64_t> captures;  // kLearn: captures to learn from; of a joined post: of its pages
  std::uint32_t attempts = 0;           // failures so far
  UtcTime not_before{};                 // back-off
};

// The outcome of a task.
enum class Outcome : std::uint8_t {
  kDone,
  kNotModified,
  kGone,
  kDenied,
  kRetry,
  kFailed,
  kDeferred,
  kTruncated,      // the transfer was cut: its bytes are kept, and no object is read from them
  kSomethingElse,  // a whole answer that is not the page: a parked domain, a challenge, a login wall, a soft
                   // 404
};
BFA_EXPORT std::string_view outcome_name(Outcome outcome);
BFA_EXPORT std::optional<Outcome> parse_outcome(std::string_view name);

// A capture in the archive.
struct Capture {
  std::uint64_t sequence = 0;
  std::string url, final_url;
  UtcTime time{};
  int status = 0;
  std::string etag, last_modified, content_type;
  std::string payload_digest;  // labelled
  WarcRef warc;                // the final response (or revisit) record
  TaskKind kind = TaskKind::kPage;
  bool truncated = false;  // the transfer was cut
  std::string not_page;    // why a whole answer is not the page ("parked_domain", ...); empty: it is
};

// A feed, as parsed from a capture.
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
  std::string base;  // scheme://host/prefix/: base for scope and duplicate-URL checks (after redirects)
  std::vector<std::string> feeds;  // post feeds, linked to by the home page or at a usual path; best first
  std::vector<std::string> given_feeds;  // feeds that the user gave; they come first in `feeds`
  std::string given_zone;  // in which its pages write local times, as the user gave it; empty: not given
  std::string feed;        // the one that was learned from; empty when none was found
  std::vector<std::string> comment_feeds;
  std::uint64_t template_sequence = 0;  // current
  std::uint64_t crawls = 0;             // finished ones
  UtcTime last_crawl{}, due{};
  std::string due_reason;  // why it is due again ("robots.txt answered 503")
  // The blog became something else: what ("parked_domain", ...), the evidence for people, and since when.
  std::string became, became_evidence;
  UtcTime became_since{};
  bool became_overruled = false;    // a user said that it is still the blog
  std::string moved_to;             // home URL of the blog that continues it, joined or only suspected
  std::string moved_evidence;       // why that is thought; empty once it is joined
  std::vector<std::string> former;  // home URLs of the blogs that were joined into it, oldest first
};

// An object seen by a step, before the archive has compared it.
struct Observation {
  DataObject object;
  UtcTime observed{};
  std::uint64_t capture = 0;  // 0: the step's own
  bool reading = false;       // the bytes of `capture` read anew: never a version
  std::string moved_from{};   // URL under which the object stood before; empty: it did not move
};

// What an address said when it was asked for: that its content stands at another address of the blog now, or
// that it stands there no longer. Stored: never renumber.
struct AddressClaim {
  enum class Kind : std::uint8_t {
    kRedirect = 1,   // HTTP 301, 302, 303, 307 or 308
    kRefresh = 2,    // a page that sends browsers on
    kCanonical = 3,  // a page whose canonical link names another one (RFC 6596)
    kGone = 4,       // HTTP 404 or 410; `to` is empty
  } kind = Kind::kRedirect;
  std::string from, to;
  UtcTime time{};              // of the answer
  std::uint64_t sequence = 0;  // of its step; set by the store
};
// "redirect", "refresh", "canonical", "gone".
BFA_EXPORT std::string_view claim_kind_name(AddressClaim::Kind kind);

// What a request for a feed brought, for a schedule of the next ones (bfa/schedule/scheduler.h).
struct FeedPoll {
  std::string url;                 // that was asked for
  UtcTime time{};                  // of the answer
  int status = 0;                  // of the final answer; 0: none came
  bool read = false;               // the answer was the feed, or said that it is as it was
  std::uint32_t entries = 0;       // in the document; 0 after a 304
  std::vector<UtcTime> new_dates;  // of the entries that the document before did not have; at most 1,000
  // There was a document before, and none of its newest entries is left: others may have come and gone.
  bool all_new = false;
  bool recorded = true;  // false: the answer is not in the archive (CrawlOptions::keep_empty_polls)
  // When it asks not to be polled: see ServerWishes.
  std::chrono::seconds least_interval{0}, retry_after{0};
  std::uint32_t skip_hours = 0;
  std::uint8_t skip_days = 0;
  // For WebSub: what the document and the head of the answer say.
  std::vector<std::string> hubs, link_headers;
  std::string self;
};

// A sitemap that says when its pages changed: it can be polled where there is no feed.
struct SitemapSeen {
  std::string url;
  std::size_t pages = 0;  // of the blog
  UtcTime newest{};       // change of one of them
};

// All that a step produced. Values only; applying it twice changes nothing.
struct StepResult {
  CrawlTask task;
  Outcome outcome = Outcome::kDone;
  std::optional<Error> error;
  std::vector<Exchange> exchanges;  // in hop order; written to WARC before the rest is committed
  bool keep_bytes = true;           // false: the answer asks that no copy be kept; the loop drops `exchanges`
  std::vector<Observation> objects;
  std::vector<AddressClaim> claims;
  std::optional<FeedVersion> feed;
  std::optional<FeedPoll> poll;  // of a feed that is scheduled
  std::optional<SitemapSeen> sitemap;
  std::optional<Template> learned;
  std::optional<RobotsState> robots;
  std::optional<BlogState> blog;          // the blog's new state
  std::vector<CrawlTask> tasks;           // new ones; known URLs are dropped when they are stored
  std::optional<CrawlTask> retry;         // the same task again, later
  std::chrono::milliseconds retry_in{0};  // not before this much later
  Findings findings;
};

// The results of a commit for the objects of a step, in their order.
struct Committed {
  std::uint64_t sequence = 0;
  struct Item {
    std::string key, url;
    ObjectKind kind = ObjectKind::kPage;
    std::string comment_type;  // of a pingback or trackback: "pingback", "trackback"
    // kReread: a stored version got another reading. kRevised: an older capture arrived, and what was
    // compared across it was compared anew. kMoved: it keeps its history under a new address.
    enum class What : std::uint8_t { kNew, kChanged, kSeen, kReread, kRevised, kMoved } what = What::kSeen;
    std::optional<Change> change;  // of all but kNew and kSeen
  };
  std::vector<Item> items;
  std::vector<WarcRef> warc;
  std::uint64_t tasks_added = 0;
};

}  // namespace bfa
