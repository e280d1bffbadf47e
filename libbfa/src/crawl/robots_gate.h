// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "crawl/past/parsed_view.h"

namespace bfa {

// Decides for each origin whether its robots.txt is known, so that its pages may be fetched. Keeps the
// origins whose robots.txt is being fetched, waits for another attempt, or could not be read. One thread.
class RobotsGate {
 public:
  enum class Answer : std::uint8_t {
    kOpen,     // it is known, or the crawl ignores it
    kFetch,    // it has to be fetched first: begin()
    kRefused,  // it could not be read in this run
  };
  // The result of a robots.txt task.
  enum class Verdict : std::uint8_t { kKnown, kLater, kUnreachable };

  RobotsGate(const ParsedView& view, const StepOptions& options, Clock& clock)
      : view_(view), options_(options), clock_(clock) {}

  // Errors: those of the view.
  Result<Answer> ask(const std::string& origin);
  // The task that fetches robots.txt of `origin`, for `waiting`. Until it is done its host is busy.
  CrawlTask begin(const std::string& origin, const CrawlTask& waiting);
  // begin() was called, and finish() was not, or another attempt waits.
  bool is_pending(const std::string& origin) const { return pending_.contains(origin); }
  // The error of a task that ask() refuses.
  static Error refusal(const Url& url);
  // Takes the result of a robots.txt task. A retry is kept here: due() returns it in time.
  Verdict finish(const StepResult& result);
  // The next task that waited for `now`.
  std::optional<CrawlTask> due(UtcTime now);

  bool waits_for(const std::string& blog) const;
  void drop_waiting() { delayed_.clear(); }
  // What was known in this run is looked up again, and what could not be read is asked for again.
  void renew() {
    known_.clear();
    failed_.clear();
  }
  // When the first task that waits is due.
  std::optional<UtcTime> next_due() const;
  // The hosts whose robots.txt is being fetched.
  const std::vector<std::string>& busy_hosts() const { return busy_hosts_; }

 private:
  void set_pending(const std::string& origin, bool pending);

  const ParsedView& view_;
  const StepOptions& options_;
  Clock& clock_;
  std::set<std::string> pending_, failed_, known_;  // origins
  std::vector<std::string> busy_hosts_;             // of pending_
  std::vector<std::pair<UtcTime, CrawlTask>> delayed_;
};

}  // namespace bfa
