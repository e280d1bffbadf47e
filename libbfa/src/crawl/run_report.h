// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "crawl/became.h"
#include "crawl/limits/trap_guard.h"

namespace bfa {

// A post that the template does not fit.
struct UnlikePost {
  std::uint64_t hash = 0;     // of its address
  std::uint64_t capture = 0;  // of its page; 0: the one that the step stores
};
UnlikePost unlike_post(const CrawlTask& late);

// One blog in a run.
struct BlogRun {
  CrawlReport report;
  bool open = true;   // its tasks are handed out
  bool ends = false;  // a limit of this run was reached: tasks in work are finished, no others are started
  bool done = false;  // its end was reported
  std::chrono::steady_clock::time_point begun;
  std::optional<std::chrono::steady_clock::time_point> idle_since;  // of a run that goes on
  std::optional<Error> home_error;
  std::uint64_t pages = 0, pages_in_work = 0;
  std::shared_ptr<std::atomic<std::int64_t>> budget;  // bytes of answers that may still come; null: no limit
  std::string feed;                                   // the one that was followed when the run began
  std::vector<UnlikePost> unlike;                     // posts that the template does not fit
  bool only_news = false;                             // links to stored pages are not followed
  bool is_update = false;                             // it was crawled before
  // Of an update: addresses of the objects that this run stored first, and of those that it found gone.
  std::unordered_set<std::string> created, gone;
  bool relearns = false;             // the template will be learned again from them
  std::unique_ptr<TrapGuard> traps;  // null: none are cut off
  SomethingElse met;                 // answers that were something else
};

// True for the tasks whose answers --max-pages counts.
bool counts_as_page(TaskKind kind);
// Counts the result of a step in its blog's report. To be called before the commit. `offline`: an import.
void count_step(const StepResult& result, BlogRun& blog, bool offline);
// Counts what a commit made of the step's objects.
void count_objects(const Committed& committed, BlogRun& blog);

// What the end of a run says of the feed that was followed, and of a move to another host.
void report_feed(const BlogState& state, BlogRun& blog);
void report_move(const BlogState& state, CrawlReport& report);

// Counts the posts whose extraction was put off, because the template does not fit them. If there are enough
// of them, the template is learned again when all other tasks of this crawl are done: one unusual page
// changes nothing. Returns the captures that it counted; 0 is the step's own.
std::vector<UnlikePost> watch_template(StepResult& result, BlogRun& blog);
// When a template is learned again, the pages to learn from are chosen at the start of that step and
// recorded with it. The choice does not depend on the order in which the pages came.
void name_unlike(const BlogRun& blog, CrawlTask& task);

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
