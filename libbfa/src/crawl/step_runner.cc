// SPDX-License-Identifier: Apache-2.0
#include "crawl/step_runner.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace bfa {
namespace {

constexpr auto kPumpWait = std::chrono::milliseconds(50);

// Unique in the process: a fetcher may outlive a run that an error ended, and answer its requests later.
std::uint64_t next_request_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// True for an answer that a step has to read.
bool has_content(const Fetched& fetched) {
  if (fetched.hops.empty()) return false;
  const int status = fetched.hops.back().head.status;
  return status >= 200 && status < 300;
}

template <class Counts>
void count_down(Counts& counts, const std::string& key) {
  const auto at = counts.find(key);
  if (at != counts.end() && --at->second == 0) counts.erase(at);
}

}  // namespace

StepRunner::StepRunner(const CrawlSteps& steps, Fetcher& fetcher, std::size_t threads, std::size_t in_flight)
    : steps_(steps),
      fetcher_(fetcher),
      pool_(std::make_unique<ThreadPool>(threads, std::max<std::size_t>(in_flight, 1))),
      pump_([this] { pump(); }) {}

StepRunner::~StepRunner() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    work_ready_.notify_all();
  }
  pump_.join();
  pool_.reset();
}

void StepRunner::start(CrawlTask task) {
  const JobRef job = std::make_shared<Job>();
  job->number = ++started_;
  job->host = task.url.host();
  ++in_flight_;
  ++by_blog_[task.blog];
  if (!job->host.empty()) ++by_host_[job->host];
  job->task = std::move(task);
  auto plan = steps_.plan(job->task);
  if (!plan) {
    job->fetched.error = std::move(plan).error();
    return process(job);
  }
  if (!*plan) return process(job);
  FetchRequest request = std::move(**plan);
  const std::uint64_t id = next_request_id();
  request.id = id;
  {
    const std::lock_guard lock(mutex_);
    fetching_.emplace(id, job);
  }
  if (auto status = fetcher_.submit(std::move(request)); !status) {
    {
      const std::lock_guard lock(mutex_);
      fetching_.erase(id);
    }
    job->fetched.error = std::move(status).error();
    return process(job);
  }
  const std::lock_guard lock(mutex_);
  work_ready_.notify_one();
}

void StepRunner::pump() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      work_ready_.wait(lock, [this] { return closing_ || !fetching_.empty(); });
      if (closing_) return;
    }
    auto fetched = fetcher_.next(kPumpWait);
    if (!fetched) continue;
    JobRef job;
    {
      const std::lock_guard lock(mutex_);
      auto node = fetching_.extract(fetched->id);
      if (node.empty()) continue;
      job = std::move(node.mapped());
    }
    job->fetched = std::move(*fetched);
    // An answer without content takes less time to process than it takes to wake another thread.
    if (has_content(job->fetched)) {
      process(std::move(job));
    } else {
      process_here(job);
    }
  }
}

void StepRunner::process(JobRef job) {
  pool_->submit([this, job = std::move(job)] { process_here(job); });
}

void StepRunner::process_here(const JobRef& job) {
  job->step = steps_.process(job->task, std::move(job->fetched));
  const std::lock_guard lock(mutex_);
  results_.push_back(job);
  results_ready_.notify_one();
}

std::optional<ProcessedStep> StepRunner::take(std::chrono::milliseconds wait) {
  JobRef job;
  {
    std::unique_lock lock(mutex_);
    results_ready_.wait_for(lock, wait, [this] { return !results_.empty(); });
    if (results_.empty()) return std::nullopt;
    job = std::move(results_.front());
    results_.pop_front();
  }
  --in_flight_;
  count_down(by_blog_, job->task.blog);
  count_down(by_host_, job->host);
  return std::optional<ProcessedStep>(std::move(job->step));
}

void StepRunner::wait_for_all() {
  std::unique_lock lock(mutex_);
  results_ready_.wait(lock, [this] { return results_.size() >= in_flight_; });
  std::sort(results_.begin(), results_.end(),
            [](const JobRef& a, const JobRef& b) { return a->number < b->number; });
}

std::size_t StepRunner::in_flight(const std::string& blog) const {
  const auto at = by_blog_.find(blog);
  return at == by_blog_.end() ? 0 : at->second;
}

void StepRunner::add_busy_hosts(std::size_t limit, std::vector<std::string>& hosts) const {
  for (const auto& [host, count] : by_host_) {
    if (count >= limit) hosts.push_back(host);
  }
}

}  // namespace bfa
