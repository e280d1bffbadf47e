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

// What a crawl tells its caller. Called from the crawl's thread, objects and changes only after they are safe
// on disk.
struct CrawlEvent {
  enum class Kind { kFetched, kObject, kChange, kError, kProgress, kDone } kind = Kind::kFetched;
  std::string blog, url;
  int status = 0;
  std::uint64_t bytes = 0;
  const StepResult* step = nullptr;            // kFetched, kError
  const Committed::Item* item = nullptr;       // kObject, kChange
  const Error* error = nullptr;                // kError
  const struct CrawlReport* report = nullptr;  // kProgress, kDone
};

struct CrawlReport {
  std::string blog;
  std::uint64_t requests = 0, bytes = 0, fetched = 0, posts = 0, created = 0, changed = 0, unchanged = 0,
                failed = 0, denied = 0, not_modified = 0, queued = 0;
  double seconds = 0;
  bool interrupted = false;
  bool deferred = false;        // robots.txt stayed unreachable: due again later
  std::vector<Error> failures;  // of single pages, the first 1,000
  std::vector<std::string> warc;
  std::optional<Error> error;  // why the whole blog failed
};

enum class Recheck { kDue, kAll, kNone };

struct CrawlOptions {
  StepOptions step;
  Recheck recheck = Recheck::kDue;
  std::uint64_t max_pages = 0;  // 0: no limit
  std::uint64_t max_bytes = 0;
  std::size_t threads = 0;     // parsing and extraction; 0: one a core
  std::size_t in_flight = 64;  // tasks fetched or processed at once
  std::size_t group = 64;      // steps a flush at most
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
