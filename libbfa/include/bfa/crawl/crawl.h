// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bfa/crawl/step.h"
#include "bfa/store/archive.h"

namespace bfa {

struct CrawlReport;

// What a crawl tells its caller. Called from the crawl's thread, after what it tells of is safe on disk. The
// pointers live until the call returns.
struct CrawlEvent {
  enum class Kind : std::uint8_t {
    kFetched,
    kObject,
    kChange,
    kError,
    kProgress,
    kDone
  } kind = Kind::kFetched;
  std::string blog, url;
  TaskKind task = TaskKind::kPage;        // kFetched, kError
  Outcome outcome = Outcome::kDone;       // kFetched, kError
  int status = 0;                         // kFetched: of the final answer
  std::uint64_t bytes = 0;                // kFetched: received
  const Committed::Item* item = nullptr;  // kObject, kChange
  const Error* error = nullptr;           // kError
  const CrawlReport* report = nullptr;    // kProgress, kDone
};

// What became of one blog in a run.
struct CrawlReport {
  std::string blog;
  std::uint64_t requests = 0, bytes = 0, fetched = 0, posts = 0, created = 0, changed = 0, unchanged = 0,
                failed = 0, denied = 0, not_modified = 0, queued = 0;
  std::uint64_t media_missing = 0;  // images and style sheets that could not be had
  double seconds = 0;
  bool interrupted = false;
  bool deferred = false;        // robots.txt stayed unreachable: due again later
  bool no_feed = false;         // it was learned without one: posts are told by their looks alone
  std::vector<Error> failures;  // of single pages, the first 1,000
  std::vector<std::string> warc;
  std::optional<Error> error;  // why the whole blog failed
};

// Which known pages an update crawl looks at again, besides those that the feed links to. kDue: a page whose
// last visit is at least a day ago, and at least a quarter of the time for which it had been seen unchanged
// by then. kAll: every page, and without conditions.
enum class Recheck : std::uint8_t { kDue, kAll, kNone };

struct CrawlOptions {
  StepOptions step;
  Recheck recheck = Recheck::kDue;
  std::uint64_t max_pages = 0;  // 0: no limit
  std::uint64_t max_bytes = 0;
  std::size_t threads = 0;     // parsing and extraction; 0: one a core
  std::size_t in_flight = 64;  // tasks fetched or processed at once
  std::size_t group = 64;      // steps a flush at most
  std::size_t per_host = 8;    // tasks of one host handed out at once
  // Reproducible: steps are committed in the order in which they were started, and none runs while another is
  // committed. The same answers then give the same archive with any number of threads, whenever they arrive.
  // Costs time where answers are slow, since a group of up to in_flight tasks waits for its slowest.
  bool ordered = false;
  Clock* clock = nullptr;
  std::function<void(const CrawlEvent&)> on_event;
  const std::atomic<bool>* stop = nullptr;  // set: end after the transfers in flight
  LogHook log;
};

// Crawls blogs: unknown ones whole (NewCrawl), known ones for what is new or may have changed (UpdateCrawl),
// unfinished ones from where they stopped. Loops over crawl_step with the archive's frontier; one writer, a
// pool for the steps. One report a blog. Errors: those of the archive's disk (kIo); failures of a blog stand
// in its report. Not thread-safe for one archive.
BFA_EXPORT Result<std::vector<CrawlReport>> crawl_blogs(Archive& archive, Fetcher& fetcher,
                                                        const std::vector<std::string>& urls,
                                                        const CrawlOptions& options);

// The same loop over any sink, view and frontier, for callers with a store of their own.
BFA_EXPORT Result<std::vector<CrawlReport>> crawl_into(RecordSink& sink, const BlogView& view,
                                                       Frontier& frontier, Fetcher& fetcher,
                                                       const std::vector<std::string>& urls,
                                                       const CrawlOptions& options);

}  // namespace bfa
