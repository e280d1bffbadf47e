// SPDX-License-Identifier: Apache-2.0
#include "crawl/step_runner.h"

#include <algorithm>
#include <iterator>
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

void StepRunner::start(CrawlTask task, const std::shared_ptr<std::atomic<std::int64_t>>& budget) {
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
  job->request = std::move(**plan);
  job->request.budget = budget;
  // robots.txt is asked for each hop (docs/crawl.md, "Politeness"); a robots.txt itself is followed to where
  // it leads (RFC 9309 section 2.3.1.2).
  if (steps_.options().obey_robots && job->task.kind != TaskKind::kRobots)
    job->redirects = std::exchange(job->request.max_redirects, 0);
  submit(job);
}

void StepRunner::submit(const JobRef& job) {
  const std::uint64_t id = next_request_id();
  job->request.id = id;
  {
    const std::lock_guard lock(mutex_);
    fetching_.emplace(id, job);
  }
  if (auto status = fetcher_.submit(job->request); !status) {
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

// Adds the hops of an answer to those before.
static void take_hops(Fetched& all, Fetched more) {
  std::move(more.hops.begin(), more.hops.end(), std::back_inserter(all.hops));
  std::move(more.findings.begin(), more.findings.end(), std::back_inserter(all.findings));
  all.error = std::move(more.error);
  if (!more.rendered_dom.empty()) all.rendered_dom = std::move(more.rendered_dom);
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
    take_hops(job->fetched, std::move(*fetched));
    if (is_hop(*job)) {
      const std::lock_guard lock(mutex_);
      hops_.emplace(job->number, job);
      results_ready_.notify_one();
      continue;
    }
    // An answer without content takes less time to process than it takes to wake another thread.
    if (has_content(job->fetched)) {
      process(std::move(job));
    } else {
      process_here(job);
    }
  }
}

// True when the answer leads to another address, which is asked for next. A redirect that cannot be followed
// is an error of the answer.
bool StepRunner::is_hop(Job& job) const {
  if (job.redirects <= 0 || job.fetched.error || job.fetched.hops.empty()) return false;
  const Exchange& last = job.fetched.hops.back();
  const auto from = Url::parse(last.url);
  if (!from || !http::is_redirect(last.head)) return false;
  auto target = job.chain.follow(*from, last.head, job.redirects);
  if (!target) {
    job.fetched.error = std::move(target).error();
    return false;
  }
  job.target = std::move(*target);
  return true;
}

std::optional<StepRunner::Hop> StepRunner::take_hop() {
  const std::lock_guard lock(mutex_);
  if (hops_.empty()) return std::nullopt;
  auto node = hops_.extract(hops_.begin());
  Hop hop{node.key(), node.mapped()->task, node.mapped()->target};
  parked_.insert(std::move(node));
  return std::optional<Hop>(std::move(hop));
}

StepRunner::JobRef StepRunner::unpark(const Hop& hop) {
  const std::lock_guard lock(mutex_);
  auto node = parked_.extract(hop.number);
  return node.empty() ? nullptr : std::move(node.mapped());
}

void StepRunner::go_on(const Hop& hop) {
  const JobRef job = unpark(hop);
  if (!job) return;
  const auto delay = steps_.permit(hop.target);
  if (!delay) {
    job->fetched.error = delay.error();
    return process(job);
  }
  job->request.url = hop.target.href();
  job->request.delay = *delay;
  submit(job);
}

void StepRunner::refuse(const Hop& hop, Error error) {
  const JobRef job = unpark(hop);
  if (!job) return;
  job->fetched.error = std::move(error);
  process(job);
}

std::vector<CrawlTask> StepRunner::drop_fetching() {
  std::vector<JobRef> dropped;
  {
    const std::lock_guard lock(mutex_);
    for (auto* jobs : {&hops_, &parked_}) {
      for (auto& [number, job] : *jobs) dropped.push_back(std::move(job));
      jobs->clear();
    }
    for (auto& [id, job] : fetching_) dropped.push_back(std::move(job));
    fetching_.clear();
  }
  std::vector<CrawlTask> tasks;
  for (const auto& job : dropped) {
    forget(*job);
    tasks.push_back(std::move(job->task));
  }
  return tasks;
}

void StepRunner::forget(const Job& job) {
  --in_flight_;
  count_down(by_blog_, job.task.blog);
  count_down(by_host_, job.host);
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
    results_ready_.wait_for(lock, wait, [this] { return !results_.empty() || !hops_.empty(); });
    if (results_.empty()) return std::nullopt;
    job = std::move(results_.front());
    results_.pop_front();
  }
  forget(*job);
  return std::optional<ProcessedStep>(std::move(job->step));
}

void StepRunner::wait_for_all(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto done = [this] { return results_.size() + hops_.size() + parked_.size() >= in_flight_; };
  while (!results_ready_.wait_for(lock, kPumpWait, done) && !stop.stop_requested()) continue;
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
