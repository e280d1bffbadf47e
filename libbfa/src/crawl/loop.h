// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "crawl/past/pin_task_inputs.h"
#include "crawl/query_guard.h"
#include "crawl/redirect_hops.h"
#include "crawl/robots_gate.h"
#include "crawl/run_report.h"
#include "crawl/step_runner.h"

namespace bfa {

// Runs the steps of some blogs until their frontier is empty: takes tasks from the frontier, lets the runner
// do them, and commits their results. One thread.
class CrawlLoop {
 public:
  // `finished` is called when a blog ends, and may record it.
  using Finished = std::function<Status(const CrawlReport&)>;

  // Asked for the last tasks of a blog when no other is left: tasks without a fetch, done one after the
  // other.
  using Ending = std::function<Result<std::vector<CrawlTask>>(const CrawlReport& so_far)>;

  // Where a run that goes on gets its blogs from.
  struct Feeder {
    struct Blog {
      std::string home;
      bool only_news = false;  // links to pages that are stored are not followed
    };
    // At most `room` blogs that are not open, whose first tasks are in the frontier. Called often.
    std::function<Result<std::vector<Blog>>(std::size_t room)> more;
    std::function<bool()> is_over;                             // asked when no blog is open
    std::function<void(std::chrono::milliseconds most)> wait;  // no blog is open
    std::size_t side_by_side = 64;
  };

  // All must outlive it. Errors: kInvalidArgument (no such strategy).
  static Result<std::unique_ptr<CrawlLoop>> make(RecordSink& sink, const BlogView& view, Frontier& frontier,
                                                 Fetcher& fetcher, const CrawlOptions& options);

  // Not asked for a blog that failed or is interrupted: the next run that completes it asks.
  void at_end(Ending ending) { ending_ = std::move(ending); }

  // `homes`: blogs whose first tasks are in the frontier. After an error the events of all committed steps
  // have been sent, if the sink could be flushed.
  Result<std::vector<CrawlReport>> run(const std::vector<std::string>& homes, Finished finished);

  // Until the feeder is over or the stop is requested. A blog is forgotten after `finished` was called for
  // it, and may come again.
  Status run_fed(Feeder feeder, Finished finished);

  // Forgets what holds for a time only: robots.txt files are looked up again, limits count anew. For
  // `finished` and the feeder to call, about once an hour.
  void renew();

 private:
  CrawlLoop(RecordSink& sink, Frontier& frontier, Fetcher& fetcher, const CrawlOptions& options,
            std::unique_ptr<CrawlSteps> steps);

  Result<std::vector<CrawlReport>> run_blogs(const std::vector<std::string>& homes);
  Status open_blog(const std::string& home);
  Status open_more(bool stopped);
  Status end_idle_blogs();
  Status resume(const std::string& home, BlogRun& blog);
  Status start_tasks();
  Status start(CrawlTask task);
  void launch(CrawlTask task);
  Status drop_fetching();
  bool may_exceed_limit(const CrawlTask& task);
  Result<bool> drain_results();  // true when a step ended
  Status finish_step(ProcessedStep step);
  static bool is_empty_poll(const StepResult& result, const BlogRun& blog);
  Status drop_known(StepResult& result, const BlogRun& blog) const;
  void drop_traps(StepResult& result, BlogRun& blog);
  void take_probe(const StepResult& result, TrapGuard& traps);
  Status finish_robots(const StepResult& result);
  Result<bool> watch_suspects(StepResult& result, BlogRun& blog);
  Status drop_tasks(const std::string& home);
  void apply_limits(const std::string& home, BlogRun& blog);
  Status flush();
  Result<bool> end_blogs(bool stopped);  // true when a blog is left
  Status end_blog_if_done(const std::string& home);
  Status end_blog(const std::string& home, BlogRun& blog);
  Status do_last_tasks(const std::string& home, const BlogRun& blog);
  void close_blog(BlogRun& blog);
  void select_open_blogs();
  void send_progress();
  std::optional<UtcTime> next_due() const;
  void idle(bool open) const;

  RecordSink& sink_;
  Frontier& frontier_;
  const CrawlOptions& options_;
  Clock& clock_;
  std::unique_ptr<CrawlSteps> steps_;
  Finished finished_;
  Ending ending_;
  std::optional<Feeder> feeder_;
  std::chrono::steady_clock::time_point fed_at_;
  TaskInputs inputs_;
  QueryGuard queries_;
  RobotsGate robots_;
  RedirectHops hops_;
  RunEvents events_;
  std::map<std::string, BlogRun> blogs_;
  StepRunner runner_;  // last: its threads use what is above
};

}  // namespace bfa
