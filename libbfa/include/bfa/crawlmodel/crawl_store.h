// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/crawlmodel/step_result.h"

namespace bfa {

// What a step may read of the past. Thread-safe. Errors of all: kIo, kCorrupt.
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

// Takes the results of steps: bytes first, then everything derived from them. Called from one thread.
class BFA_EXPORT RecordSink {
 public:
  virtual ~RecordSink() = default;
  // Writes the bytes of one exchange of `result` ahead of its commit() and returns their place. Optional:
  // commit() writes the exchanges that were not put, in their order. Errors: kIo.
  virtual Result<WarcRef> put(const Exchange& exchange, const StepResult& result) = 0;
  // Writes the step's exchanges, then makes everything derived visible at once. Idempotent: the same step
  // applied twice changes nothing. It is acknowledged only after the next flush(). Errors: kIo.
  virtual Result<Committed> commit(StepResult result) = 0;
  // Makes all committed steps durable: WARC first, then the store. Errors: kIo.
  virtual Status flush() = 0;
};

// The tasks of a crawl still to do. Called from one thread.
class BFA_EXPORT Frontier {
 public:
  virtual ~Frontier() = default;
  // Adds a task unless its URL is known in this crawl. URLs are compared by fetch_dedup_key. Exceptions: a
  // kExtract task is known by its capture; a kLearn task is always added; a kJoin task is known by its URL
  // until it is done, and the page of the same URL is another task. True when it was added. Errors: kIo.
  virtual Result<bool> add(const CrawlTask& task) = 0;
  // The next task that may run at `now`, by stage and priority, not counting tasks of `busy_hosts`; it stays
  // in the frontier (leased) until done() or release(). Nothing when none may run now. Errors: kIo.
  virtual Result<std::optional<CrawlTask>> next(UtcTime now, const std::vector<std::string>& busy_hosts) = 0;
  virtual Status done(const CrawlTask& task) = 0;     // removes it
  virtual Status release(const CrawlTask& task) = 0;  // returns it to the frontier
  // Tasks not done, leased ones too; of one blog, or of all when `blog` is empty. Errors: kIo.
  virtual Result<std::uint64_t> size(const std::string& blog) const = 0;
  // From now on next() gives only tasks of these blogs (home URLs); all when empty.
  virtual void select_blogs(const std::vector<std::string>& blogs) = 0;
  // On: from now on next() returns only those tasks of this blog that finish started work without a fetch:
  // learning again, late extraction, joins; none before its template is learned. The other tasks stay in the
  // frontier.
  virtual void wind_down(const std::string& blog, bool on) = 0;
  // The tasks of one stage that are not done, leased ones too, in their order. Errors: kIo, kCorrupt.
  virtual Result<std::vector<CrawlTask>> tasks(const std::string& blog, Stage stage) const = 0;
  // When the earliest task that waits may run; nothing when none waits.
  virtual Result<std::optional<UtcTime>> next_due() const = 0;
};

}  // namespace bfa
