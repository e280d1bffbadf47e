// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/thread_pool.h"
#include "bfa/crawl/crawl.h"
#include "crawl/pin_task_inputs.h"
#include "crawl/query_guard.h"

namespace bfa {

// Runs the steps of some blogs until their frontier is empty: one thread (the caller's) hands out tasks and
// commits results, one waits for the fetcher, a pool runs the steps.
class CrawlLoop {
 public:
  CrawlLoop(RecordSink& sink, const BlogView& view, Frontier& frontier, Fetcher& fetcher,
            const CrawlOptions& options);
  ~CrawlLoop();

  // `homes`: blogs whose first tasks are in the frontier. `finished` is called when one of them ends, and may
  // record it.
  Result<std::vector<CrawlReport>> run(const std::vector<std::string>& homes,
                                       std::function<Status(const CrawlReport&)> finished);

 private:
  struct Blog {
    CrawlReport report;
    std::size_t in_flight = 0;
    bool open = true;   // its tasks are handed out
    bool ends = false;  // a limit of this run was reached: what was begun is finished, nothing else is begun
    bool told = false;  // its end was reported
    std::chrono::steady_clock::time_point begun;
    std::optional<Error> home_error;
    std::uint64_t pages = 0;
    std::vector<std::uint64_t> unlike;  // captures of posts that the template knows little about
    bool relearns = false;              // the template will be learned again from them
  };
  struct Pending {  // committed, not yet flushed
    CrawlEvent event;
    Committed committed;
    std::optional<Error> error;
  };

  Status start_tasks();
  Status start(CrawlTask task);
  void launch(CrawlTask task);
  Result<bool> robots_known(const Url& url);
  Status start_delayed_robots();
  Status finish_step(StepResult result);
  Status after_robots(const StepResult& result);
  void account(const StepResult& result, Blog& blog);
  static std::vector<std::uint64_t> watch_template(StepResult& result, Blog& blog);
  static void name_unlike(const Blog& blog, CrawlTask& task);
  void count_objects(const Committed& committed, Blog& blog);
  Status flush();
  Status tell_end(const std::string& home, Blog& blog);
  Status end_blog_if_done(const std::string& home);
  Result<bool> drain_results();  // true when a step ended
  void idle();
  Status resume(const std::string& home, Blog& blog);
  void wind_down(const std::string& home, Blog& blog);
  void close_blog(Blog& blog);
  void select_open_blogs();
  bool stopping() const { return options_.stop != nullptr && options_.stop->load(); }
  struct Ticket {  // a task that was started, and its place in the order of starts
    CrawlTask task;
    std::uint64_t number = 0;
  };
  struct Finished {
    StepResult result;
    std::uint64_t number = 0;
  };

  std::optional<StepResult> wait_for_result(std::chrono::milliseconds wait);
  void wait_for_group();
  void pump();
  void run_step(Ticket ticket, std::unique_ptr<Fetcher> fetcher);
  std::vector<std::string> busy_hosts() const;
  void emit_progress();
  void emit(const CrawlEvent& event) const;

  RecordSink& sink_;
  const BlogView& view_;
  Frontier& frontier_;
  Fetcher& fetcher_;
  const CrawlOptions& options_;
  Clock& clock_;
  std::function<Status(const CrawlReport&)> finished_;
  TaskStamp stamp_;
  QueryGuard queries_;

  std::map<std::string, Blog> blogs_;
  std::map<std::string, std::size_t> host_in_flight_;
  std::set<std::string> robots_pending_;  // origins
  std::set<std::string> robots_failed_;
  std::set<std::string> robots_done_;
  std::vector<std::pair<UtcTime, CrawlTask>> robots_delayed_;
  std::size_t in_flight_ = 0;
  std::uint64_t started_ = 0;  // tasks so far
  std::vector<Pending> pending_;
  std::chrono::steady_clock::time_point pending_since_, progress_at_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable results_ready_, work_ready_;
  std::deque<Finished> results_;
  std::map<std::uint64_t, Ticket> fetching_;  // by the id of its request
  bool closing_ = false;
  std::uint64_t next_id_ = 1;
  std::unique_ptr<ThreadPool> pool_;
  std::thread pump_;
};

}  // namespace bfa
