// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "crawl/became.h"

namespace bfa {

// One blog in a run.
struct BlogRun {
  CrawlReport report;
  bool open = true;   // its tasks are handed out
  bool ends = false;  // a limit of this run was reached: tasks in work are finished, no others are started
  bool done = false;  // its end was reported
  std::chrono::steady_clock::time_point begun;
  std::optional<Error> home_error;
  std::uint64_t pages = 0, pages_in_work = 0;
  std::string feed;                   // the one that was followed when the run began
  std::vector<std::uint64_t> unlike;  // captures of posts that the template does not fit
  bool is_update = false;             // it was crawled before
  // Of an update: addresses of the objects that this run stored first, and of those that it found gone.
  std::unordered_set<std::string> created, gone;
  bool relearns = false;  // the template will be learned again from them
  SomethingElse met;      // answers that were something else
};

// True for the tasks whose answers --max-pages counts.
bool counts_as_page(TaskKind kind);
// Counts the result of a step in its blog's report. To be called before the commit. `offline`: an import.
void count_step(const StepResult& result, BlogRun& blog, bool offline);
// Counts what a commit made of the step's objects.
void count_objects(const Committed& committed, BlogRun& blog);

// The events of a run: those of committed steps wait until they are flushed. One thread.
class RunEvents {
 public:
  explicit RunEvents(const CrawlOptions& options) : options_(options) {}

  // The event of a step, from its result before the commit.
  static FetchedEvent fetched(const StepResult& result);
  // Keeps the events of a committed step.
  void add(FetchedEvent fetched, std::optional<Error> error, Committed committed);
  std::size_t waiting() const { return waiting_.size(); }
  // For how long the first one has waited.
  std::chrono::steady_clock::duration age() const { return std::chrono::steady_clock::now() - since_; }
  // Sends the waiting events. Call it after the flush.
  void send_waiting();
  void send_done(const CrawlReport& report) const;
  // True when a progress event is due; the next one is then due a while later.
  bool progress_is_due();
  void send_progress(const ProgressEvent& event) const { send(event); }

 private:
  struct Waiting {
    FetchedEvent fetched;
    std::optional<Error> error;
    Committed committed;
  };
  void send(const CrawlEvent& event) const { options_.on_event(event); }

  const CrawlOptions& options_;
  std::vector<Waiting> waiting_;
  std::chrono::steady_clock::time_point since_, progress_at_;
};

}  // namespace bfa
