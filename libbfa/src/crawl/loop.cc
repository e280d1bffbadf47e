// SPDX-License-Identifier: Apache-2.0
#include "crawl/loop.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "base/try.h"
#include "crawl/leaveout/switches.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr auto kFlushAfter = std::chrono::milliseconds(200);
constexpr auto kResultWait = std::chrono::milliseconds(20);

}  // namespace

Result<std::unique_ptr<CrawlLoop>> CrawlLoop::make(RecordSink& sink, const BlogView& view, Frontier& frontier,
                                                   Fetcher& fetcher, const CrawlOptions& options) {
  BFA_ASSIGN_OR_RETURN(auto steps, CrawlSteps::make(view, options.step));
  return std::unique_ptr<CrawlLoop>(new CrawlLoop(sink, frontier, fetcher, options, std::move(steps)));
}

CrawlLoop::CrawlLoop(RecordSink& sink, Frontier& frontier, Fetcher& fetcher, const CrawlOptions& options,
                     std::unique_ptr<CrawlSteps> steps)
    : sink_(sink),
      frontier_(frontier),
      options_(options),
      clock_(options.clock != nullptr ? *options.clock : system_clock()),
      steps_(std::move(steps)),
      inputs_(steps_->view()),
      robots_(steps_->view(), options_.step, clock_),
      hops_(runner_, robots_),
      events_(options),
      runner_(*steps_, fetcher, options.threads, options.in_flight) {
  if (auto* const ordered = dynamic_cast<OrderedFrontier*>(&frontier_))
    ordered->use_order(options.step.offline ? FetchOrder::kStage : options.order);
}

Result<std::vector<CrawlReport>> CrawlLoop::run(const std::vector<std::string>& homes, Finished finished) {
  finished_ = std::move(finished);
  auto reports = run_blogs(homes);
  // The events of steps that were committed before the error are sent. The flush fails with the same error
  // or succeeds.
  if (!reports) (void)flush();
  return reports;
}

Status CrawlLoop::run_fed(Feeder feeder, Finished finished) {
  feeder_ = std::move(feeder);
  const auto reports = run({}, std::move(finished));
  return reports ? Status() : reports.error();
}

Result<std::vector<CrawlReport>> CrawlLoop::run_blogs(const std::vector<std::string>& homes) {
  for (const auto& home : homes) BFA_RETURN_IF_ERROR(open_blog(home));
  select_open_blogs();
  for (;;) {
    const bool stopped = options_.stop.stop_requested();
    BFA_RETURN_IF_ERROR(open_more(stopped));
    if (stopped) {
      robots_.drop_waiting();
      BFA_RETURN_IF_ERROR(drop_fetching());
    } else {
      BFA_RETURN_IF_ERROR(hops_.decide([this](const std::string& home) { return blogs_[home].ends; },
                                       [this](CrawlTask task) { launch(std::move(task)); }));
      BFA_RETURN_IF_ERROR(start_tasks());
    }
    BFA_ASSIGN_OR_RETURN(const bool any, drain_results());
    send_progress();
    if (runner_.in_flight() > 0 || (any && !stopped)) continue;
    BFA_ASSIGN_OR_RETURN(const bool open, end_blogs(stopped));
    if (!open && (stopped || !feeder_ || feeder_->is_over())) break;
    idle(open);
  }
  BFA_RETURN_IF_ERROR(flush());
  std::vector<CrawlReport> reports;
  reports.reserve(homes.size());
  for (const auto& home : homes) reports.push_back(blogs_[home].report);
  return reports;
}

Status CrawlLoop::open_blog(const std::string& home) {
  BlogRun& blog = blogs_[home];
  blog.report.blog = home;
  blog.begun = std::chrono::steady_clock::now();
  if (options_.trap_limits && !options_.step.offline) blog.traps = std::make_unique<TrapGuard>();
  if (options_.max_bytes > 0) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    blog.budget = std::make_shared<std::atomic<std::int64_t>>(
        static_cast<std::int64_t>(std::min(options_.max_bytes, kMost)));
  }
  return resume(home, blog);
}

// Reads the captures from which an earlier run planned to learn again.
Status CrawlLoop::resume(const std::string& home, BlogRun& blog) {
  frontier_.wind_down(home, false);
  BFA_ASSIGN_OR_RETURN(const auto state, steps_->view().stored().blog(home));
  if (state) blog.feed = state->feed;
  blog.is_update = state && state->crawls > 0;
  BFA_ASSIGN_OR_RETURN(const auto late, frontier_.tasks(home, Stage::kLate));
  for (const auto& task : late) blog.unlike.push_back(unlike_post(task));
  BFA_ASSIGN_OR_RETURN(const auto relearns, frontier_.tasks(home, Stage::kRelearn));
  blog.relearns = std::any_of(relearns.begin(), relearns.end(),
                              [](const CrawlTask& task) { return task.kind == TaskKind::kLearn; });
  BFA_ASSIGN_OR_RETURN(const auto waiting, frontier_.tasks(home, Stage::kJoin));
  for (const auto& task : waiting) {
    if (is_suspect(task)) blog.met.suspects.push_back(task.capture);
  }
  return {};
}

Status CrawlLoop::start_tasks() {
  while (auto task = robots_.due(system_clock().now())) launch(std::move(*task));
  std::vector<std::string> held;  // hosts of tasks that could exceed a limit, until those in work are counted
  while (runner_.in_flight() < options_.in_flight) {
    std::vector<std::string> busy = robots_.busy_hosts();
    busy.insert(busy.end(), held.begin(), held.end());
    runner_.add_busy_hosts(options_.per_host, busy);
    BFA_ASSIGN_OR_RETURN(auto task, frontier_.next(system_clock().now(), busy));
    if (!task) break;
    if (may_exceed_limit(*task)) {
      held.emplace_back(task->url.host());
      BFA_RETURN_IF_ERROR(frontier_.release(*task));
      continue;
    }
    BFA_RETURN_IF_ERROR(start(std::move(*task)));
  }
  if (options_.ordered && runner_.in_flight() > 0) runner_.wait_for_all(options_.stop);
  return {};
}

// True for a page that must wait for the pages in work: with them the limit of pages may be reached.
bool CrawlLoop::may_exceed_limit(const CrawlTask& task) {
  if (options_.max_pages == 0 || !counts_as_page(task.kind)) return false;
  const BlogRun& blog = blogs_[task.blog];
  return blog.pages + blog.pages_in_work >= options_.max_pages;
}

Status CrawlLoop::start(CrawlTask task) {
  if (BlogRun& blog = blogs_[task.blog]; blog.traps && !blog.traps->admit_now(task)) {
    BFA_RETURN_IF_ERROR(frontier_.done(task));
    return end_blog_if_done(task.blog);
  }
  const bool is_page = counts_as_page(task.kind);
  if (is_page) ++blogs_[task.blog].pages_in_work;
  if (task_fetches(task.kind) && task.url.is_http()) {
    BFA_ASSIGN_OR_RETURN(const auto answer, robots_.ask(task.url.origin()));
    if (answer == RobotsGate::Answer::kRefused) {
      ProcessedStep step;
      StepResult& refused = step.result;
      refused.outcome = Outcome::kFailed;
      refused.error = RobotsGate::refusal(task.url);
      const std::string home = task.blog;
      refused.task = std::move(task);
      BFA_RETURN_IF_ERROR(finish_step(std::move(step)));
      return end_blog_if_done(home);
    }
    if (answer == RobotsGate::Answer::kFetch) {
      if (is_page) --blogs_[task.blog].pages_in_work;
      BFA_RETURN_IF_ERROR(frontier_.release(task));
      launch(robots_.begin(task.url.origin(), task));
      return {};
    }
  }
  BFA_RETURN_IF_ERROR(inputs_.pin(task));
  name_unlike(blogs_[task.blog], task);
  name_suspects(blogs_[task.blog].met, !options_.step.offline, task);
  launch(std::move(task));
  return {};
}

void CrawlLoop::launch(CrawlTask task) {
  const auto budget = blogs_[task.blog].budget;
  runner_.start(std::move(task), budget);
}

// What was asked for and not answered stays in the frontier.
Status CrawlLoop::drop_fetching() {
  hops_.clear();
  for (const CrawlTask& task : runner_.drop_fetching()) BFA_RETURN_IF_ERROR(frontier_.release(task));
  return {};
}

Result<bool> CrawlLoop::drain_results() {
  bool any = false;
  auto wait = runner_.in_flight() > 0 ? kResultWait : std::chrono::milliseconds(0);
  while (auto step = runner_.take(wait)) {
    wait = std::chrono::milliseconds(0);
    any = true;
    const std::string home = step->result.task.blog;
    BFA_RETURN_IF_ERROR(finish_step(std::move(*step)));
    if (events_.waiting() >= options_.group) BFA_RETURN_IF_ERROR(flush());
    BFA_RETURN_IF_ERROR(end_blog_if_done(home));
    const bool few_left = runner_.in_flight() < options_.in_flight / 2;
    if (!options_.ordered && !options_.stop.stop_requested() && few_left) break;
  }
  if (events_.waiting() > 0 && (events_.age() > kFlushAfter || runner_.in_flight() == 0))
    BFA_RETURN_IF_ERROR(flush());
  return any;
}

// What the robots gate reads of a step; nothing of other steps. The gate itself asks again.
static std::optional<StepResult> robots_part(StepResult& result) {
  if (result.task.kind != TaskKind::kRobots) return std::nullopt;
  StepResult robots;
  robots.task = result.task;
  robots.outcome = result.outcome;
  robots.error = result.error;
  robots.robots = result.robots;
  robots.retry_in = result.retry_in;
  robots.retry = std::exchange(result.retry, std::nullopt);
  return robots;
}

Status CrawlLoop::finish_step(ProcessedStep step) {
  StepResult& result = step.result;
  const CrawlTask task = result.task;
  BlogRun& blog = blogs_[task.blog];
  if (counts_as_page(task.kind) && blog.pages_in_work > 0) --blog.pages_in_work;
  std::optional<StepResult> robots = robots_part(result);
  if (result.retry) result.retry->not_before = system_clock().now() + result.retry_in;
  BFA_RETURN_IF_ERROR(drop_known(result, blog));
  drop_traps(result, blog);
  const std::vector<UnlikePost> unlike = watch_template(result, blog);
  BFA_ASSIGN_OR_RETURN(const bool suspect, watch_suspects(result, blog));
  for (auto& next : result.tasks) next.crawl = task.crawl;
  count_step(result, blog, options_.step.offline);
  leave_out(options_.step, result);
  apply_limits(task.blog, blog);

  const bool kept = options_.keep_empty_polls || !is_empty_poll(result, blog);
  if (feeder_ && result.poll) {
    blog.report.polls.push_back(std::move(*result.poll));
    blog.report.polls.back().recorded = kept;
  }
  if (feeder_ && result.sitemap) blog.report.sitemaps.push_back(std::move(*result.sitemap));
  FetchedEvent fetched = RunEvents::fetched(result);
  if (!kept) {
    events_.add(std::move(fetched), std::nullopt, {});
    return frontier_.done(task);
  }
  std::optional<Error> error = result.error;
  const bool home_is_lost = task.kind == TaskKind::kHome && error && !options_.step.offline &&
                            result.outcome == Outcome::kSomethingElse;
  const bool changes_blog = result.learned || result.blog || result.feed;
  const std::string robots_origin = result.robots ? result.robots->origin : std::string();
  if (!result.keep_bytes) {
    result.exchanges.clear();
    step.page.reset();
  }
  BFA_ASSIGN_OR_RETURN(Committed committed, sink_.commit(std::move(result)));
  if (robots && robots->retry) {
    auto& captures = robots->retry->captures;
    std::replace(captures.begin(), captures.end(), std::uint64_t{0}, committed.sequence);
  }
  if (robots) BFA_RETURN_IF_ERROR(finish_robots(*robots));
  if (changes_blog) {
    steps_->view().forget_blog(task.blog);
    inputs_.forget(task.blog);
  }
  if (step.page) steps_->view().keep_page(committed.sequence, std::move(step.page));
  if (!robots_origin.empty()) steps_->view().forget_robots(robots_origin);
  if (suspect) blog.met.suspects.push_back(committed.sequence);
  if (is_soft_404_probe(task) && fetched.status >= 200 && fetched.status < 300)
    blog.met.probe = committed.sequence;
  if (home_is_lost) BFA_RETURN_IF_ERROR(drop_tasks(task.blog));
  for (const UnlikePost& post : unlike)
    blog.unlike.push_back({post.hash, post.capture != 0 ? post.capture : committed.sequence});
  count_objects(committed, blog);
  events_.add(std::move(fetched), std::move(error), std::move(committed));
  return {};
}

// True for an answer from which nothing follows: a feed is as it was.
bool CrawlLoop::is_empty_poll(const StepResult& result, const BlogRun& blog) {
  return blog.only_news && result.task.kind == TaskKind::kFeed && result.outcome == Outcome::kNotModified &&
         result.tasks.empty() && result.objects.empty() && !result.blog && !result.feed && !result.error &&
         result.exchanges.size() == 1;
}

// Of a visit for news: what a new page links to is mostly stored. The whole visits look at that again.
Status CrawlLoop::drop_known(StepResult& result, const BlogRun& blog) const {
  if (!blog.only_news || result.task.kind == TaskKind::kFeed) return {};
  std::vector<CrawlTask> kept;
  for (CrawlTask& next : result.tasks) {
    if (next.kind == TaskKind::kPage || next.kind == TaskKind::kMedia || next.kind == TaskKind::kSitemap) {
      BFA_ASSIGN_OR_RETURN(const auto known, steps_->view().stored().last_capture(next.url.href()));
      if (known) continue;
    }
    kept.push_back(std::move(next));
  }
  result.tasks = std::move(kept);
  return {};
}

// Takes links of endless walks out of a result: see QueryGuard and TrapGuard.
void CrawlLoop::drop_traps(StepResult& result, BlogRun& blog) {
  std::erase_if(result.tasks, [&](const CrawlTask& next) {
    if (next.kind != TaskKind::kPage || !next.url.has_query()) return false;
    if (blog.traps && next.stage == Stage::kPost) return false;  // they have a budget of their own
    if (queries_.admit(next.url, options_.step.max_query_variants)) return false;
    if (blog.traps) blog.traps->note_cut(next.url);
    return true;
  });
  if (!blog.traps) return;
  blog.traps->filter(result);
  if (is_soft_404_probe(result.task)) take_probe(result, *blog.traps);
}

// What the host shows for an address that cannot exist, read as a page is.
void CrawlLoop::take_probe(const StepResult& result, TrapGuard& traps) {
  if (result.exchanges.empty() || result.exchanges.back().head.status != 200) return;
  CrawlTask page = result.task;
  page.kind = TaskKind::kPage;
  page.stage = Stage::kOther;
  Fetched answer;
  answer.hops = {result.exchanges.back()};
  const ProcessedStep read = steps_->process(page, std::move(answer));
  if (read.result.objects.empty()) return;
  const DataObject& object = read.result.objects.front().object;
  traps.take_probe(object.title + '\n' + object.text, page.url);
}

Status CrawlLoop::finish_robots(const StepResult& result) {
  if (robots_.finish(result) != RobotsGate::Verdict::kUnreachable) return {};
  const std::string& home = result.task.blog;
  const std::string origin = result.task.url.origin();
  const auto home_address = Url::parse(home);
  BFA_ASSIGN_OR_RETURN(const auto known, steps_->view().blog(home));
  if ((!home_address || home_address->origin() != origin) && known->scope.base().origin() != origin &&
      !hops_.lead_home(home, origin))
    return {};
  BlogRun& blog = blogs_[home];
  blog.report.error = result.error;
  // A refusal by policy is permanent; a failure may be transient.
  blog.report.deferred = result.outcome != Outcome::kDenied;
  if (blog.report.deferred && blog.report.error) {
    blog.report.error->message =
        "robots.txt cannot be read: " + blog.report.error->message + "; the blog is due again in an hour";
  }
  close_blog(blog);
  return {};
}

// True when the step put its page off because it may be something else. The first such page of a crawl lets
// an address be asked for that cannot exist: what it shows is no post.
Result<bool> CrawlLoop::watch_suspects(StepResult& result, BlogRun& blog) {
  const bool suspect = std::any_of(result.tasks.begin(), result.tasks.end(), is_suspect);
  const bool for_traps = blog.traps && blog.traps->wants_probe();
  if ((!suspect && !for_traps) || blog.met.probed || options_.step.offline) return suspect;
  blog.met.probed = true;
  BFA_ASSIGN_OR_RETURN(const auto known, steps_->view().blog(result.task.blog));
  result.tasks.push_back(probe_task(known->state, result.task.crawl));
  if (for_traps) result.tasks.back().stage = Stage::kOther;  // beside the pages that it is compared with
  return suspect;
}

// The home page is something else: nothing else is asked for in this run. The frontier has no task in work
// then, because the home page's stage is a barrier.
Status CrawlLoop::drop_tasks(const std::string& home) {
  frontier_.select_blogs({home});
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const auto task, frontier_.next(UtcTime::max(), {}));
    if (!task) break;
    BFA_RETURN_IF_ERROR(frontier_.done(*task));
  }
  select_open_blogs();
  return {};
}

void CrawlLoop::apply_limits(const std::string& home, BlogRun& blog) {
  const bool pages = options_.max_pages > 0 && blog.pages >= options_.max_pages;
  const bool bytes = blog.budget && (blog.budget->load() <= 0 || blog.report.bytes >= options_.max_bytes);
  if ((!pages && !bytes) || blog.ends) return;
  blog.ends = true;
  blog.report.limit = pages ? "max_pages" : "max_bytes";
  frontier_.wind_down(home, true);
}

Status CrawlLoop::flush() {
  if (events_.waiting() == 0) return {};
  BFA_RETURN_IF_ERROR(sink_.flush());
  events_.send_waiting();
  return {};
}

void CrawlLoop::send_progress() {
  if (!events_.progress_is_due()) return;
  const auto now = std::chrono::steady_clock::now();
  const std::optional<UtcTime> due = runner_.in_flight() == 0 ? next_due() : std::nullopt;
  for (auto& [home, blog] : blogs_) {
    if (!blog.open) continue;
    blog.report.queued = frontier_.size(home).value_or(std::uint64_t{0});
    blog.report.elapsed = now - blog.begun;
    ProgressEvent event{blog.report.blog, blog.report, std::nullopt, robots_.waits_for(home)};
    if (due) event.waits = std::chrono::duration_cast<std::chrono::milliseconds>(*due - system_clock().now());
    events_.send_progress(event);
  }
}

}  // namespace bfa
