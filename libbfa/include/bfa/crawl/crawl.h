// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "bfa/crawl/step.h"
#include "bfa/crawlmodel/fetch_order.h"
#include "bfa/store/archive.h"
#include "bfa/warc/record.h"

namespace bfa {

// Addresses of one form that led to nothing new for too long, so that no more of them were followed.
struct CutTrap {
  std::string form;            // "/tag/*": what the addresses have in common
  std::string example;         // the first one that was not followed
  std::uint64_t visited = 0;   // pages of this form that brought nothing new
  std::uint64_t cut = 0;       // links to this form that were not followed
  std::uint64_t soft_404 = 0;  // of `visited`: showed what an address that cannot exist shows
};

// The numbers of one blog in a run. `changed` and `unchanged` compare with what was in the archive before: in
// the first crawl of a blog an object that is met again counts as neither.
struct CrawlCounts {
  std::uint64_t requests = 0, bytes = 0, fetched = 0, posts = 0, created = 0, changed = 0, unchanged = 0,
                failed = 0, denied = 0, not_modified = 0, queued = 0;
  // Objects that keep their history under a new address. `created` and `posts` do not count them.
  std::uint64_t moved = 0;
  std::uint64_t blocked = 0;        // addresses that were removed from the archive: not asked for
  std::uint64_t left_out = 0;       // addresses that --exclude or --include leaves out
  std::uint64_t not_pages = 0;      // whole answers that were something else than the page
  std::uint64_t media_missing = 0;  // images and style sheets that could not be fetched
  std::chrono::nanoseconds elapsed{0};
};

// The result of one blog in a run.
struct CrawlReport : CrawlCounts {
  std::string blog;
  bool interrupted = false;
  bool deferred = false;  // robots.txt stayed unreachable: due again later
  std::string limit;      // which one ended the run: "max_pages" or "max_bytes"; empty: none
  std::uint64_t walks_ended =
      0;                       // pages whose links were not followed: a long way without a new post led there
  std::string walk_ended_at;   // the first of them
  std::vector<CutTrap> traps;  // by form
  bool no_feed = false;        // learned without a feed: posts are recognised only by their content
  std::string feed_before, feed;  // when the crawl follows another feed than before: both addresses
  // The blog seems to be continued elsewhere: where, and why that is thought. See move_objects().
  std::string moved_to, moved_evidence;
  std::vector<Error> failures;  // of single pages, the first 1,000
  std::vector<std::string> warc;
  std::optional<Error> error;  // why the whole blog failed
  // Something else than the blog answered (docs/crawl.md): what ("parked_domain", ...), the evidence, since
  // when. Empty: the blog answered.
  std::string became, became_evidence;
  UtcTime became_since{};
  bool is_back = false;         // it had become something else before, and answered again
  bool only_polled = false;     // a visit of crawl_visits() that asked for feeds, and what is new in them
  std::vector<FeedPoll> polls;  // of a visit of crawl_visits(): its requests for feeds of posts
  std::vector<SitemapSeen> sitemaps;  // of such a visit
  std::string
      address;  // in the network: of the server that gave the home page or a feed last; empty: not known
  std::uint64_t rechecks = 0;  // of such a visit: known pages that it was to ask for again
};

// Events of a crawl. They are values, and are sent from the crawl's thread after what they report is safe on
// disk.
struct FetchedEvent {  // a task that was done
  std::string blog, url;
  TaskKind task = TaskKind::kPage;
  Outcome outcome = Outcome::kDone;
  int status = 0;           // of the final answer; 0: no answer
  std::uint64_t bytes = 0;  // received
};
struct ObjectEvent {  // an object was stored for the first time, or seen unchanged
  std::string blog;
  Committed::Item item;
};
struct ChangeEvent {  // a new version of an object was stored
  std::string blog;
  Committed::Item item;
};
struct ErrorEvent {  // a task failed
  std::string blog, url;
  TaskKind task = TaskKind::kPage;
  Outcome outcome = Outcome::kFailed;
  Error error;
};
struct ProgressEvent {  // sent about four times a second for each open blog
  std::string blog;
  CrawlCounts counts;
  // When the run waits: the time until its next task is due, and whether that is a robots.txt file that could
  // not be read, or another address that is tried again.
  std::optional<std::chrono::milliseconds> waits;
  bool waits_for_robots = false;
};
struct DoneEvent {  // a blog ended
  CrawlReport report;
};
using CrawlEvent = std::variant<FetchedEvent, ObjectEvent, ChangeEvent, ErrorEvent, ProgressEvent, DoneEvent>;

// Which known pages an update crawl requests again, in addition to those that the feed links to. kDue: those
// whose edits are expected to have waited long enough (docs/crawl.md), a bounded number, most valuable first;
// not within a day of the last visit. kAll: every page, and without conditions.
enum class Recheck : std::uint8_t { kDue, kAll, kNone };

struct CrawlOptions {
  StepOptions step;
  // Feeds of posts that the user knows, by the blog's URL as in `urls`; they are used before those that the
  // home page links to, and are kept for later crawls.
  std::map<std::string, std::vector<std::string>> feeds;
  // The zone in which the pages of these blogs write local times: a name of the IANA database
  // ("Europe/Berlin") or an offset ("+02:00"). It is kept for later crawls and by a rebuild, and counts more
  // than a learned one. Ambiguous hours stay local times. "none": forget it. Empty: as before.
  std::string zone;
  // Expressions (RE2, found anywhere in an address) for the blogs in `urls`: addresses that are left out, and
  // those to which pages are limited. They are kept with the archive and hold for later crawls and imports
  // until they are lifted. bfa/crawl/address_rules.h says which tasks they concern.
  std::vector<std::string> exclude, include, lift;
  Recheck recheck = Recheck::kDue;
  // A blog whose failed addresses are to be tried again (bfa/subscribe/retry.h), and whose last visit is less
  // than a day ago, is asked for these addresses only. Off: for all else too.
  bool due_only = false;
  // Of kDue: what a request is worth, in edit-days (EditRates::next_check); with conditions half of it.
  double recheck_price = 0.3;
  // Of crawl_visits(). Off: the answer to a poll that says that the feed is as it was (304) is not recorded,
  // and its FeedPoll says so. It is still counted, and the source of visits may keep that.
  bool keep_empty_polls = true;
  std::uint64_t max_pages = 0;  // of one blog in this run: answers with a page, never more; 0: no limit
  std::uint64_t max_bytes = 0;  // likewise: bytes of answers, never more; an answer is cut there
  // Addresses of one form are followed as long as they bring new posts or texts: see CrawlReport::traps.
  bool trap_limits = true;
  FetchOrder order = FetchOrder::kNearest;  // of pages; an archive's frontier knows all of them
  std::size_t threads = 0;                  // parsing and extraction; 0: one a core
  std::size_t in_flight = 64;               // tasks fetched or processed at once
  std::size_t group = 64;                   // steps of one flush, at most
  std::size_t per_host = 8;                 // tasks of one host handed out at once
  // Reproducible: steps are committed in the order in which they were started, and none runs while another
  // is committed. The same answers then give the same archive with any number of threads, whenever they
  // arrive. It costs time when answers are slow, since a group of up to in_flight tasks waits for its
  // slowest.
  bool ordered = false;
  Clock* clock = nullptr;  // system_clock() when null; must outlive the crawl
  std::function<void(const CrawlEvent&)> on_event;
  // On request: end. Transfers in flight are dropped, their tasks stay for the next run; answers that are
  // being processed are kept.
  std::stop_token stop;
  LogHook log;
};

// The fields of a warcinfo record that describe a crawl (WARC 1.1 section 6.2): software, format, how
// robots.txt and robots directives are honoured, the user agent, the delay, the operator. For
// ArchiveOptions::warc.
BFA_EXPORT WarcFields crawl_warcinfo(const StepOptions& step, const NetworkOptions& network);

// Crawls blogs: unknown ones whole (NewCrawl), known ones for what is new or may have changed (UpdateCrawl),
// unfinished ones from where they stopped. One writer commits, a pool of threads runs the steps. Returns one
// report per blog, in the order of `urls` without repetitions. The archive is open for writing. Errors:
// kInvalidArgument (a URL, the strategy, the zone), kUnsupported (no time zones on this system), those of the
// archive's disk (kIo); the failure of a blog is in its report. Not thread-safe for one archive.
BFA_EXPORT Result<std::vector<CrawlReport>> crawl_blogs(Archive& archive, Fetcher& fetcher,
                                                        const std::vector<std::string>& urls,
                                                        const CrawlOptions& options);

// A visit of a blog in a run that goes on.
struct BlogVisit {
  std::string url;  // the blog's home URL
  std::vector<std::string>
      polls;  // not empty: of a known blog only these feeds are asked for, and what is new
  std::vector<std::string> feeds;       // that the user knows: see CrawlOptions::feeds
  std::optional<double> recheck_price;  // of this visit: see CrawlOptions
};

// Says what a run that goes on visits. Its functions are called from the run's thread, one at a time.
class VisitSource {
 public:
  virtual ~VisitSource() = default;
  // Blogs to visit now, at most `room` of them; called some times a second. It may write to the archive. An
  // error ends the run.
  virtual Result<std::vector<BlogVisit>> next(std::size_t room) = 0;
  // A visit ended, and is recorded. An error ends the run.
  virtual Status ended(const CrawlReport& report) = 0;
  // True when the run is to end once all open visits have ended. Asked when next() gave nothing.
  virtual bool is_over() = 0;
  // Called when no visit is open and next() gave none. Returns when there may be some, after `most` at the
  // latest.
  virtual void wait(std::chrono::milliseconds most) = 0;
};

// As crawl_blogs(), for blogs that are asked for while others are visited: at most `side_by_side` at once. A
// visit that only polls and finds nothing new changes nothing but the captures. Ends by options.stop, or when
// the source is over. Memory does not grow with the number of visits. `feeds`, `exclude`, `include` and
// `lift` of the options are not used.
BFA_EXPORT Status crawl_visits(Archive& archive, Fetcher& fetcher, VisitSource& source,
                               std::size_t side_by_side, const CrawlOptions& options);

// The same over any sink, view and frontier, for callers with a store of their own. The feeds and the zone of
// a blog are those of its BlogState in `view`, not those of `options`.
BFA_EXPORT Result<std::vector<CrawlReport>> crawl_into(RecordSink& sink, const BlogView& view,
                                                       Frontier& frontier, Fetcher& fetcher,
                                                       const std::vector<std::string>& urls,
                                                       const CrawlOptions& options);

// Two objects that are one: it stood at `from` and stands at `to`.
struct MovedObject {
  std::string from, to;
  std::string reason;  // for people
};

// What move_objects() did, or would do.
struct MoveReport {
  bool blogs = false;               // the two addresses are blogs, not single objects
  std::vector<MovedObject> joined;  // in the order of `from`
  std::vector<std::string> left;    // objects of the old blog that the new one does not have
};

// Says that what stood at `from` stands at `to`, and joins the histories: of two blogs (home URLs), or of two
// objects. Of two blogs those posts and pages are joined that are the same: where the old address sends on to
// the new one, where the paths are equal, or by title, date and text. Both blogs must have been crawled. Two
// objects are joined as they are, since the user says so. `dry_run`: nothing is stored, and the archive may
// be open for reading. Every join is recorded in WARC, so that a rebuild joins again. Errors: kNotFound (the
// archive has no such blog or object), kInvalidArgument (twice the same), those of the archive. Not
// thread-safe for one archive.
BFA_EXPORT Result<MoveReport> move_objects(Archive& archive, const std::string& from, const std::string& to,
                                           bool dry_run);

}  // namespace bfa
