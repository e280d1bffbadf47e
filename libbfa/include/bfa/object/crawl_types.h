// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/http/message.h"
#include "bfa/object/template.h"
#include "bfa/object/version.h"

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

// A capture that the archive holds.
struct Capture {
  std::uint64_t sequence = 0;
  std::string url, final_url;
  UtcTime time{};
  int status = 0;
  std::string etag, last_modified, content_type;
  std::string payload_digest;  // labelled
  WarcLocation warc;           // the final response (or revisit) record
  TaskKind kind = TaskKind::kPage;
};

// What became of a task.
enum class Outcome : std::uint8_t { kDone, kNotModified, kGone, kDenied, kRetry, kFailed, kDeferred };
BFA_EXPORT std::string_view outcome_name(Outcome outcome);
BFA_EXPORT std::optional<Outcome> parse_outcome(std::string_view name);

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

// What a step may read of the past. Thread-safe. Errors: kIo, kCorrupt.
class BFA_EXPORT BlogView {
 public:
  virtual ~BlogView() = default;
  virtual Result<std::optional<BlogState>> blog(const std::string& home) const = 0;
  virtual Result<std::optional<Template>> template_at(const std::string& blog,
                                                      std::uint64_t sequence) const = 0;
  virtual Result<std::optional<FeedVersion>> feed_at(const std::string& url,
                                                     std::uint64_t sequence) const = 0;
  virtual Result<std::optional<FeedVersion>> last_feed(const std::string& url) const = 0;
  virtual Result<std::optional<RobotsState>> robots(const std::string& origin) const = 0;
  virtual Result<std::optional<Capture>> last_capture(
      const std::string& url) const = 0;  // with a status below 400, not 304
  virtual Result<std::optional<Capture>> capture(std::uint64_t sequence) const = 0;
  virtual Result<Exchange> load(
      std::uint64_t sequence) const = 0;  // the bytes of a capture; revisits give their original's payload
  virtual Result<std::optional<Version>> last_version(const std::string& object_key) const = 0;
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
  std::vector<WarcLocation> warc;
  std::uint64_t tasks_added = 0;
};

// Takes the results of steps: bytes first, then all that is derived from them. Called from one thread.
class BFA_EXPORT RecordSink {
 public:
  virtual ~RecordSink() = default;
  // Writes the bytes of one exchange of `result` and says where. Errors: kIo.
  virtual Result<WarcLocation> put(const Exchange& exchange, const StepResult& result) = 0;
  // Makes everything derived visible at once. Idempotent: the same step applied twice changes nothing. What
  // it returns is acknowledged only after the next flush(). Errors: kIo.
  virtual Result<Committed> commit(StepResult result) = 0;
  // Makes all committed steps last: WARC first, then the store. Errors: kIo.
  virtual Status flush() = 0;
};

// The tasks of a crawl still to do. Called from one thread.
class BFA_EXPORT Frontier {
 public:
  virtual ~Frontier() = default;
  // Adds a task unless its URL is known in this crawl (by twin_key; kExtract is known by its capture, kLearn
  // is always added, kJoin is known by its URL beside the page itself, as long as it is not done). True when
  // it was added. Errors: kIo.
  virtual Result<bool> add(const CrawlTask& task) = 0;
  // The next task that may run at `now`, by stage and priority, not counting tasks of `busy_hosts`; it stays
  // in the frontier (leased) until done() or release(). Nothing when none may run now. Errors: kIo.
  virtual Result<std::optional<CrawlTask>> next(UtcTime now, const std::vector<std::string>& busy_hosts) = 0;
  virtual Status done(const CrawlTask& task) = 0;     // takes it out
  virtual Status release(const CrawlTask& task) = 0;  // gives it back
  // Tasks not done, leased ones too; of one blog, or of all when `blog` is empty. Errors: kIo.
  virtual Result<std::uint64_t> size(const std::string& blog) const = 0;
  // From now on next() gives only tasks of these blogs (home URLs); all when empty.
  virtual void select_blogs(const std::vector<std::string>& blogs) = 0;
  // On: from now on next() gives of this blog only what its captures still lack: further pages of posts that
  // were begun, learning again, late extraction, joins; nothing while its template has not been learned. The
  // rest stays where it is.
  virtual void wind_down(const std::string& blog, bool on) = 0;
  // The tasks of one stage that are not done, leased ones too, in their order. Errors: kIo, kCorrupt.
  virtual Result<std::vector<CrawlTask>> tasks(const std::string& blog, Stage stage) const = 0;
  // When the earliest task that waits may run; nothing when none waits.
  virtual Result<std::optional<UtcTime>> next_due() const = 0;
};

}  // namespace bfa
