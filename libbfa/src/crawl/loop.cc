// SPDX-License-Identifier: Apache-2.0
#include "crawl/loop.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"

namespace bfa {
namespace {

constexpr auto kRobotsFresh = std::chrono::hours(24);  // RFC 9309 section 2.4
constexpr std::size_t kMaxFailures = 1000;
constexpr std::size_t kEnoughUnlike = 3;   // posts that the template knows little about, in one crawl
constexpr std::size_t kMaxRelearned = 64;  // of these, evenly spread, are learned from
constexpr auto kFlushAfter = std::chrono::milliseconds(200);
constexpr auto kProgressEvery = std::chrono::milliseconds(250);

std::string robots_url(const std::string& origin) {
  return origin + "/robots.txt";
}

// A look at a place where something might be: that it is not there is no failure.
bool is_probe(const CrawlTask& task) {
  return task.kind == TaskKind::kRobots || task.kind == TaskKind::kSitemap ||
         task.kind == TaskKind::kCommentFeed || (task.kind == TaskKind::kFeed && task.referrer.empty());
}

}  // namespace

CrawlLoop::CrawlLoop(RecordSink& sink, const BlogView& view, Frontier& frontier, Fetcher& fetcher,
                     const CrawlOptions& options)
    : sink_(sink),
      view_(view),
      frontier_(frontier),
      fetcher_(fetcher),
      options_(options),
      clock_(options.clock != nullptr ? *options.clock : system_clock()),
      stamp_(view),
      pool_(std::make_unique<ThreadPool>(options.threads, std::max<std::size_t>(options.in_flight, 1))),
      pump_([this] { pump(); }) {}

CrawlLoop::~CrawlLoop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    work_ready_.notify_all();
  }
  pump_.join();
  pool_.reset();
}

void CrawlLoop::pump() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      work_ready_.wait(lock, [this] { return closing_ || !fetching_.empty(); });
      if (closing_) return;
    }
    auto fetched = fetcher_.next(std::chrono::milliseconds(50));
    if (!fetched) continue;
    Ticket ticket;
    {
      const std::lock_guard lock(mutex_);
      auto node = fetching_.extract(fetched->id);
      if (node.empty()) continue;
      ticket = std::move(node.mapped());
    }
    run_step(std::move(ticket), make_prefetched(std::move(*fetched)));
  }
}

void CrawlLoop::run_step(Ticket ticket, std::unique_ptr<Fetcher> fetcher) {
  // std::function wants copies: the fetcher travels in a shared pointer.
  auto shared = std::shared_ptr<Fetcher>(std::move(fetcher));
  pool_->submit([this, ticket = std::move(ticket), shared] {
    StepResult result = crawl_step(ticket.task, view_, *shared, options_.step);
    const std::lock_guard lock(mutex_);
    results_.push_back(Finished{std::move(result), ticket.number});
    results_ready_.notify_one();
  });
}

std::optional<StepResult> CrawlLoop::wait_for_result(std::chrono::milliseconds wait) {
  std::unique_lock lock(mutex_);
  results_ready_.wait_for(lock, wait, [this] { return !results_.empty(); });
  if (results_.empty()) return std::nullopt;
  std::optional<StepResult> result(std::move(results_.front().result));
  results_.pop_front();
  return result;
}

// Until every task that was started is done; the results then stand in the order of starts.
void CrawlLoop::wait_for_group() {
  std::unique_lock lock(mutex_);
  results_ready_.wait(lock, [this] { return results_.size() >= in_flight_; });
  std::sort(results_.begin(), results_.end(),
            [](const Finished& a, const Finished& b) { return a.number < b.number; });
}

std::vector<std::string> CrawlLoop::busy_hosts() const {
  std::vector<std::string> hosts;
  for (const auto& [host, count] : host_in_flight_) {
    if (count >= options_.per_host) hosts.push_back(host);
  }
  for (const auto& origin : robots_pending_) {
    if (const auto url = Url::parse(origin)) hosts.emplace_back(url->host());
  }
  return hosts;
}

Result<bool> CrawlLoop::robots_known(const Url& url) {
  if (!options_.step.obey_robots) return true;
  const std::string origin = url.origin();
  if (robots_done_.contains(origin)) return true;
  BFA_ASSIGN_OR_RETURN(const auto state, view_.robots(origin));
  if (!state || clock_.now() - state->time > kRobotsFresh || state->status >= 500) return false;
  robots_done_.insert(origin);
  return true;
}

void CrawlLoop::launch(CrawlTask task) {
  auto plan = plan_fetch(task, view_, options_.step);
  ++in_flight_;
  ++blogs_[task.blog].in_flight;
  const auto url = Url::parse(task.url);
  if (url) ++host_in_flight_[std::string(url->host())];
  Ticket ticket{std::move(task), ++started_};
  if (!plan || !*plan) {  // nothing to fetch, or nothing that may be fetched: the step says which
    run_step(std::move(ticket), make_prefetched(Fetched{}));
    return;
  }
  FetchRequest request = std::move(**plan);
  {
    const std::lock_guard lock(mutex_);
    request.id = next_id_++;
    fetching_.emplace(request.id, ticket);
  }
  const std::uint64_t id = request.id;
  if (auto status = fetcher_.submit(std::move(request)); !status) {
    {
      const std::lock_guard lock(mutex_);
      fetching_.erase(id);
    }
    Fetched refused;
    refused.error = std::move(status).error();
    run_step(std::move(ticket), make_prefetched(std::move(refused)));
    return;
  }
  const std::lock_guard lock(mutex_);
  work_ready_.notify_one();
}

Status CrawlLoop::start(CrawlTask task) {
  const auto url = Url::parse(task.url);
  const bool fetches = task_fetches(task.kind);
  if (fetches && url && url->is_http()) {
    BFA_ASSIGN_OR_RETURN(const bool known, robots_known(*url));
    if (!known && robots_failed_.contains(url->origin())) {
      ++in_flight_;
      ++blogs_[task.blog].in_flight;
      ++host_in_flight_[std::string(url->host())];
      StepResult refused;
      refused.outcome = Outcome::kFailed;
      refused.error = Error{Code::kUnavailable, "robots.txt of its host cannot be read", task.url};
      const std::string home = task.blog;
      refused.task = std::move(task);
      BFA_RETURN_IF_ERROR(finish_step(std::move(refused)));
      return end_blog_if_done(home);
    }
    if (!known) {
      BFA_RETURN_IF_ERROR(frontier_.release(task));
      CrawlTask robots;
      robots.kind = TaskKind::kRobots;
      robots.stage = Stage::kRobots;
      robots.blog = task.blog;
      robots.url = robots_url(url->origin());
      robots.crawl = task.crawl;
      robots_pending_.insert(url->origin());
      launch(std::move(robots));
      return {};
    }
  }
  BFA_RETURN_IF_ERROR(stamp_.stamp(task));
  name_unlike(blogs_[task.blog], task);
  launch(std::move(task));
  return {};
}

Status CrawlLoop::start_delayed_robots() {
  const UtcTime now = system_clock().now();
  for (std::size_t i = 0; i < robots_delayed_.size();) {
    if (robots_delayed_[i].first > now) {
      ++i;
      continue;
    }
    launch(std::move(robots_delayed_[i].second));
    robots_delayed_.erase(robots_delayed_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return {};
}

Status CrawlLoop::start_tasks() {
  BFA_RETURN_IF_ERROR(start_delayed_robots());
  while (in_flight_ < options_.in_flight) {
    BFA_ASSIGN_OR_RETURN(auto task, frontier_.next(system_clock().now(), busy_hosts()));
    if (!task) break;
    BFA_RETURN_IF_ERROR(start(std::move(*task)));
  }
  if (options_.ordered && in_flight_ > 0) wait_for_group();
  return {};
}

Status CrawlLoop::after_robots(const StepResult& result) {
  const auto url = Url::parse(result.task.url);
  const std::string origin = url ? url->origin() : std::string();
  if (result.outcome == Outcome::kRetry) {
    robots_delayed_.emplace_back(system_clock().now() + result.retry_in, *result.retry);
    return {};
  }
  robots_pending_.erase(origin);
  if (result.robots) {
    robots_done_.insert(origin);
    return {};
  }
  // Unreachable: RFC 9309 section 2.3.1.4 takes that as "disallow all".
  robots_failed_.insert(origin);
  Blog& blog = blogs_[result.task.blog];
  const auto home = Url::parse(result.task.blog);
  BFA_ASSIGN_OR_RETURN(const auto state, view_.blog(result.task.blog));
  const auto base = state ? Url::parse(state->base) : home;
  const bool own = (home && home->origin() == origin) || (base && base->origin() == origin);
  if (!own) return {};
  blog.report.error = result.error;
  // What policy refuses stays refused; what failed may pass.
  blog.report.deferred = result.outcome != Outcome::kDenied;
  if (blog.report.deferred && blog.report.error) {
    blog.report.error->message =
        "robots.txt cannot be read: " + blog.report.error->message + "; the blog is due again in an hour";
  }
  close_blog(blog);
  return {};
}

void CrawlLoop::account(const StepResult& result, Blog& blog) {
  CrawlReport& report = blog.report;
  for (const auto& exchange : result.exchanges) {
    ++report.requests;
    report.bytes += exchange.response.size();
  }
  const CrawlTask& task = result.task;
  if (!result.exchanges.empty() && result.exchanges.back().head.status >= 200 &&
      result.exchanges.back().head.status < 300) {
    ++report.fetched;
    if (task.kind == TaskKind::kPage || task.kind == TaskKind::kHome) ++blog.pages;
  }
  if (result.outcome == Outcome::kNotModified) ++report.not_modified;
  const bool failed = result.outcome == Outcome::kFailed || result.outcome == Outcome::kGone;
  if (result.outcome == Outcome::kDenied && !is_probe(task)) ++report.denied;
  if (failed && task.kind == TaskKind::kMedia) ++report.media_missing;
  if (failed && task.kind != TaskKind::kMedia && !is_probe(task)) {
    ++report.failed;
    if (result.error && report.failures.size() < kMaxFailures) report.failures.push_back(*result.error);
  }
  if (task.kind == TaskKind::kHome && (failed || result.outcome == Outcome::kDenied))
    blog.home_error = result.error;
  if (options_.max_pages > 0 && blog.pages >= options_.max_pages) wind_down(task.blog, blog);
  if (options_.max_bytes > 0 && report.bytes >= options_.max_bytes) wind_down(task.blog, blog);
}

void CrawlLoop::count_objects(const Committed& committed, Blog& blog) {
  for (const auto& item : committed.items) {
    switch (item.what) {
      case Committed::Item::What::kNew:
        ++blog.report.created;
        if (item.kind == ObjectKind::kPost) ++blog.report.posts;
        break;
      case Committed::Item::What::kChanged:
        ++blog.report.changed;
        break;
      case Committed::Item::What::kSeen:
        ++blog.report.unchanged;
        break;
    }
  }
  for (const auto& ref : committed.warc) {
    auto& files = blog.report.warc;
    if (std::find(files.begin(), files.end(), ref.file) == files.end()) files.push_back(ref.file);
  }
}

// Counts the posts whose extraction was put off, since the template knows little about them. From enough of
// them on the template is learned again, once all else of this crawl is done: one odd page changes nothing.
// Gives the captures that it counted; 0 stands for the step's own.
std::vector<std::uint64_t> CrawlLoop::watch_template(StepResult& result, Blog& blog) {
  std::vector<std::uint64_t> found;
  for (const auto& task : result.tasks) {
    if (task.stage == Stage::kLate) found.push_back(task.capture);
  }
  if (found.empty() || blog.relearns || blog.unlike.size() + found.size() < kEnoughUnlike) return found;
  blog.relearns = true;
  CrawlTask task;
  task.kind = TaskKind::kLearn;
  task.stage = Stage::kRelearn;
  task.blog = result.task.blog;
  task.url = result.task.blog;
  task.depth = 1;
  result.tasks.push_back(std::move(task));
  return found;
}

// Which pages a template is learned again from is settled when that begins, and recorded with the step.
void CrawlLoop::name_unlike(const Blog& blog, CrawlTask& task) {
  if (task.stage != Stage::kRelearn || !task.captures.empty()) return;
  std::vector<std::uint64_t> all = blog.unlike;
  std::sort(all.begin(), all.end());
  const std::size_t count = std::min(all.size(), kMaxRelearned);
  for (std::size_t i = 0; i < count; ++i) task.captures.push_back(all[i * all.size() / count]);
}

Status CrawlLoop::finish_step(StepResult result) {
  const CrawlTask task = result.task;
  Blog& blog = blogs_[task.blog];
  --in_flight_;
  --blog.in_flight;
  if (const auto url = Url::parse(task.url)) {
    const auto at = host_in_flight_.find(std::string(url->host()));
    if (at != host_in_flight_.end() && --at->second == 0) host_in_flight_.erase(at);
  }
  if (task.kind == TaskKind::kRobots) BFA_RETURN_IF_ERROR(after_robots(result));
  if (task.kind == TaskKind::kRobots) result.retry.reset();  // the loop itself asks again
  if (result.retry) result.retry->not_before = system_clock().now() + result.retry_in;
  std::erase_if(result.tasks, [this](const CrawlTask& next) {
    if (next.kind != TaskKind::kPage) return false;
    const auto url = Url::parse(next.url);
    return !url || !queries_.admit(*url, options_.step.max_query_variants);
  });
  std::vector<std::uint64_t> unlike = watch_template(result, blog);
  for (auto& next : result.tasks) next.crawl = task.crawl;
  account(result, blog);

  Pending pending;
  pending.event.kind = CrawlEvent::Kind::kFetched;
  pending.event.blog = task.blog;
  pending.event.url = task.url;
  pending.event.task = task.kind;
  pending.event.outcome = result.outcome;
  if (!result.exchanges.empty()) pending.event.status = result.exchanges.back().head.status;
  for (const auto& exchange : result.exchanges) pending.event.bytes += exchange.response.size();
  pending.error = result.error;
  const bool learned = result.learned || result.blog || result.feed;
  if (!result.keep_bytes) result.exchanges.clear();
  for (const auto& exchange : result.exchanges) {
    BFA_ASSIGN_OR_RETURN(const auto ref, sink_.put(exchange, result));
    (void)ref;
  }
  BFA_ASSIGN_OR_RETURN(pending.committed, sink_.commit(std::move(result)));
  if (learned) stamp_.forget(task.blog);
  for (const std::uint64_t capture : unlike)
    blog.unlike.push_back(capture != 0 ? capture : pending.committed.sequence);
  count_objects(pending.committed, blog);
  if (pending_.empty()) pending_since_ = std::chrono::steady_clock::now();
  pending_.push_back(std::move(pending));
  return {};
}

Status CrawlLoop::flush() {
  if (pending_.empty()) return {};
  BFA_RETURN_IF_ERROR(sink_.flush());
  for (const auto& pending : pending_) {
    CrawlEvent event = pending.event;
    if (event.status != 0 || event.outcome == Outcome::kDone) emit(event);
    for (const auto& item : pending.committed.items) {
      CrawlEvent object = event;
      object.kind = item.what == Committed::Item::What::kChanged ? CrawlEvent::Kind::kChange
                                                                 : CrawlEvent::Kind::kObject;
      object.url = item.url;
      object.item = &item;
      emit(object);
    }
    if (!pending.error) continue;
    event.kind = CrawlEvent::Kind::kError;
    event.error = &*pending.error;
    emit(event);
  }
  pending_.clear();
  return {};
}

void CrawlLoop::emit(const CrawlEvent& event) const {
  if (options_.on_event) options_.on_event(event);
}

void CrawlLoop::emit_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (!options_.on_event || now - progress_at_ < kProgressEvery) return;
  progress_at_ = now;
  for (auto& [home, blog] : blogs_) {
    if (!blog.open) continue;
    blog.report.queued = frontier_.size(home).value_or(std::uint64_t{0});
    blog.report.seconds = std::chrono::duration<double>(now - blog.begun).count();
    CrawlEvent event;
    event.kind = CrawlEvent::Kind::kProgress;
    event.blog = home;
    event.report = &blog.report;
    emit(event);
  }
}

// What a run before left to learn again from.
Status CrawlLoop::resume(const std::string& home, Blog& blog) {
  frontier_.wind_down(home, false);
  BFA_ASSIGN_OR_RETURN(const auto late, frontier_.tasks(home, Stage::kLate));
  for (const auto& task : late) blog.unlike.push_back(task.capture);
  BFA_ASSIGN_OR_RETURN(const auto relearns, frontier_.tasks(home, Stage::kRelearn));
  blog.relearns = !relearns.empty();
  return {};
}

void CrawlLoop::wind_down(const std::string& home, Blog& blog) {
  if (blog.ends) return;
  blog.ends = true;
  frontier_.wind_down(home, true);
}

void CrawlLoop::close_blog(Blog& blog) {
  if (!blog.open) return;
  blog.open = false;
  select_open_blogs();
}

void CrawlLoop::select_open_blogs() {
  std::vector<std::string> open;
  for (const auto& [home, blog] : blogs_) {
    if (blog.open) open.push_back(home);
  }
  // An empty list would mean all: a name that no blog has gives none.
  if (open.empty()) open.emplace_back();
  frontier_.select_blogs(open);
}

Status CrawlLoop::tell_end(const std::string& home, Blog& blog) {
  if (blog.told) return {};
  blog.told = true;
  BFA_RETURN_IF_ERROR(flush());
  BFA_ASSIGN_OR_RETURN(blog.report.queued, frontier_.size(home));
  blog.report.interrupted = stopping() && blog.report.queued > 0;
  const bool nothing = blog.pages == 0 && blog.report.created == 0;
  if (!blog.report.error && blog.home_error && nothing) blog.report.error = blog.home_error;
  close_blog(blog);
  BFA_ASSIGN_OR_RETURN(const auto state, view_.blog(home));
  blog.report.no_feed = state && state->template_sequence != 0 && state->feed.empty();
  blog.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - blog.begun).count();
  BFA_RETURN_IF_ERROR(finished_(blog.report));
  CrawlEvent event;
  event.kind = CrawlEvent::Kind::kDone;
  event.blog = home;
  event.report = &blog.report;
  emit(event);
  return {};
}

Status CrawlLoop::end_blog_if_done(const std::string& home) {
  Blog& blog = blogs_[home];
  if (blog.in_flight > 0 || blog.told) return {};
  if (blog.ends) return {};  // when nothing more of it may run, run() tells
  if (blog.open) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t left, frontier_.size(home));
    const bool robots_waits = std::any_of(robots_delayed_.begin(), robots_delayed_.end(),
                                          [&](const auto& delayed) { return delayed.second.blog == home; });
    if (left > 0 || robots_waits) return {};
  }
  return tell_end(home, blog);
}

Result<bool> CrawlLoop::drain_results() {
  bool any = false;
  auto wait = std::chrono::milliseconds(in_flight_ > 0 ? 20 : 0);
  while (auto result = wait_for_result(wait)) {
    wait = std::chrono::milliseconds(0);
    any = true;
    const std::string home = result->task.blog;
    BFA_RETURN_IF_ERROR(finish_step(std::move(*result)));
    if (pending_.size() >= options_.group) BFA_RETURN_IF_ERROR(flush());
    BFA_RETURN_IF_ERROR(end_blog_if_done(home));
    if (!options_.ordered && !stopping() && in_flight_ < options_.in_flight / 2) break;
  }
  const bool old = std::chrono::steady_clock::now() - pending_since_ > kFlushAfter;
  if (!pending_.empty() && (old || in_flight_ == 0)) BFA_RETURN_IF_ERROR(flush());
  return any;
}

// Nothing is under way: tasks that wait for their time are all that is left.
void CrawlLoop::idle() {
  auto until = std::chrono::microseconds(50000);
  const UtcTime now = system_clock().now();
  for (const auto& delayed : robots_delayed_) until = std::min(until, delayed.first - now);
  if (const auto due = frontier_.next_due(); due && *due) until = std::min(until, **due - now);
  std::this_thread::sleep_for(std::max(until, std::chrono::microseconds(1000)));
}

Result<std::vector<CrawlReport>> CrawlLoop::run(const std::vector<std::string>& homes,
                                                std::function<Status(const CrawlReport&)> finished) {
  finished_ = std::move(finished);
  for (const auto& home : homes) {
    Blog& blog = blogs_[home];
    blog.report.blog = home;
    blog.begun = std::chrono::steady_clock::now();
    BFA_RETURN_IF_ERROR(resume(home, blog));
  }
  select_open_blogs();
  for (;;) {
    const bool stopped = stopping();
    if (stopped) robots_delayed_.clear();
    if (!stopped) BFA_RETURN_IF_ERROR(start_tasks());
    BFA_ASSIGN_OR_RETURN(const bool any, drain_results());
    emit_progress();
    if (in_flight_ > 0 || (any && !stopped)) continue;
    bool open = false;
    for (auto& [home, blog] : blogs_) {
      BFA_RETURN_IF_ERROR(stopped || blog.ends ? tell_end(home, blog) : end_blog_if_done(home));
      open = open || !blog.told;
    }
    if (!open) break;
    idle();
  }
  BFA_RETURN_IF_ERROR(flush());
  std::vector<CrawlReport> reports;
  reports.reserve(homes.size());
  for (const auto& home : homes) reports.push_back(blogs_[home].report);
  return reports;
}

}  // namespace bfa
