// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/thread_pool.h"
#include "crawl/crawl_steps.h"
#include "http/redirect.h"

namespace bfa {

// Runs steps side by side: a fetcher gets their requests, one thread waits for its answers, a pool processes
// them. Its methods are for one thread, which starts tasks and takes their results.
class StepRunner {
 public:
  // `steps` and `fetcher` must outlive it. `threads`: of the pool; 0: one a core. `in_flight`: the most tasks
  // at once.
  StepRunner(const CrawlSteps& steps, Fetcher& fetcher, std::size_t threads, std::size_t in_flight);
  // Waits for the steps that are being processed; drops those that are being fetched.
  ~StepRunner();

  // Plans the task and starts what it needs. `budget`: of its requests, may be null.
  void start(CrawlTask task, const std::shared_ptr<std::atomic<std::int64_t>>& budget = nullptr);
  // The next result; waits for it up to `wait`.
  std::optional<ProcessedStep> take(std::chrono::milliseconds wait);
  // Waits until every started task is done, or waits for the rules of its next hop. take() then returns their
  // results in the order of starts. A request to stop ends the wait.
  void wait_for_all(const std::stop_token& stop);

  // A request whose next hop waits for the rules of its target's robots.txt.
  struct Hop {
    std::uint64_t number = 0;  // for go_on() and refuse()
    CrawlTask task;
    Url target;
  };
  // The next one, in the order in which the tasks were started.
  std::optional<Hop> take_hop();
  // Asks for the target, if the rules allow it.
  void go_on(const Hop& hop);
  // Ends the request there.
  void refuse(const Hop& hop, Error error);
  // Forgets the tasks whose answers have not come, and returns them.
  std::vector<CrawlTask> drop_fetching();

  std::size_t in_flight() const { return in_flight_; }  // started and not yet taken
  std::size_t in_flight(const std::string& blog) const;
  // Adds the hosts that have at least `limit` tasks in flight.
  void add_busy_hosts(std::size_t limit, std::vector<std::string>& hosts) const;

 private:
  struct Job {
    CrawlTask task;
    std::string host;          // of its URL; empty when it has none
    std::uint64_t number = 0;  // in the order of starts
    FetchRequest request;
    int redirects = 0;  // that may still be followed here, hop by hop
    http::RedirectChain chain;
    Url target;  // of the next hop
    Fetched fetched;
    ProcessedStep step;
  };
  using JobRef = std::shared_ptr<Job>;  // jobs of the pool are copied

  void submit(const JobRef& job);
  JobRef unpark(const Hop& hop);
  bool is_hop(Job& job) const;
  void forget(const Job& job);
  void process(JobRef job);  // by the pool
  void process_here(const JobRef& job);
  void pump();

  const CrawlSteps& steps_;
  Fetcher& fetcher_;
  std::size_t in_flight_ = 0;
  std::unordered_map<std::string, std::size_t> by_blog_;
  std::map<std::string, std::size_t> by_host_;
  std::uint64_t started_ = 0;

  std::mutex mutex_;  // guards what follows
  std::condition_variable results_ready_, work_ready_;
  std::deque<JobRef> results_;
  std::unordered_map<std::uint64_t, JobRef> fetching_;  // by the id of the request
  std::map<std::uint64_t, JobRef> hops_;                // by number: to be taken
  std::map<std::uint64_t, JobRef> parked_;              // by number: taken, and not yet decided
  bool closing_ = false;

  std::unique_ptr<ThreadPool> pool_;
  std::thread pump_;
};

}  // namespace bfa
