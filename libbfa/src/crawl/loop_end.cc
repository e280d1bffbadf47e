// SPDX-License-Identifier: Apache-2.0
// How blogs end in a crawl, and how others take their place.
#include <algorithm>
#include <thread>
#include <utility>

#include "base/try.h"
#include "crawl/loop.h"

namespace bfa {
namespace {

constexpr auto kFeedEvery = std::chrono::milliseconds(20);
constexpr auto kEndsAfter = std::chrono::seconds(2);

}  // namespace

void CrawlLoop::close_blog(BlogRun& blog) {
  if (!blog.open) return;
  blog.open = false;
  // A blog without tasks need not be left out: with ten thousand blogs that would take long.
  const auto left = frontier_.size(blog.report.blog);
  if (!left || *left > 0) select_open_blogs();
}

void CrawlLoop::select_open_blogs() {
  std::vector<std::string> open;
  for (const auto& [home, blog] : blogs_) {
    if (blog.open) open.push_back(home);
  }
  // An empty list would select all blogs. A name that no blog has selects no blog.
  if (open.empty()) open.emplace_back();
  frontier_.select_blogs(open);
}

Status CrawlLoop::do_last_tasks(const std::string& home, const BlogRun& blog) {
  if (!ending_ || blog.report.error || blog.report.deferred || options_.stop.stop_requested()) return {};
  BFA_ASSIGN_OR_RETURN(const std::uint64_t left, frontier_.size(home));
  if (left > 0) return {};
  BFA_ASSIGN_OR_RETURN(const auto tasks, ending_(blog.report));
  for (CrawlTask task : tasks) {
    BFA_RETURN_IF_ERROR(inputs_.pin(task));
    BFA_RETURN_IF_ERROR(finish_step(steps_->process(task, {})));
  }
  return {};
}

Status CrawlLoop::end_blog(const std::string& home, BlogRun& blog) {
  if (blog.done) return {};
  blog.done = true;
  if (blog.traps) blog.report.traps = blog.traps->traps();
  blog.traps.reset();
  BFA_RETURN_IF_ERROR(do_last_tasks(home, blog));
  BFA_RETURN_IF_ERROR(flush());
  BFA_ASSIGN_OR_RETURN(blog.report.queued, frontier_.size(home));
  blog.report.interrupted = options_.stop.stop_requested() && blog.report.queued > 0;
  BFA_ASSIGN_OR_RETURN(const auto before, steps_->view().stored().blog(home));
  tell_became(blog.met, before.value_or(BlogState()), clock_.now(), blog.report);
  if (!blog.report.error && !blog.report.became.empty())
    blog.report.error = Error{Code::kNotFound, "it became something else", home, -1};
  const bool nothing = blog.pages == 0 && blog.report.created == 0;
  if (!blog.report.error && blog.home_error && nothing) blog.report.error = blog.home_error;
  close_blog(blog);
  BFA_ASSIGN_OR_RETURN(const auto state, steps_->view().stored().blog(home));
  if (state) report_feed(*state, blog);
  blog.report.elapsed = std::chrono::steady_clock::now() - blog.begun;
  BFA_RETURN_IF_ERROR(finished_(blog.report));
  BFA_ASSIGN_OR_RETURN(const auto recorded, steps_->view().stored().blog(home));
  if (recorded && !recorded->moved_evidence.empty()) report_move(*recorded, blog.report);
  steps_->view().forget_blog(home);
  if (feeder_) inputs_.forget(home);
  events_.send_done(blog.report);
  return {};
}

Status CrawlLoop::end_blog_if_done(const std::string& home) {
  BlogRun& blog = blogs_[home];
  if (runner_.in_flight(home) > 0 || blog.done) return {};
  if (blog.ends) return {};  // end_blogs() reports it when no step of the blog is in work
  if (blog.open) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t left, frontier_.size(home));
    if (left > 0 || robots_.waits_for(home)) return {};
  }
  return end_blog(home, blog);
}

Result<bool> CrawlLoop::end_blogs(bool stopped) {
  bool open = false;
  for (auto& [home, blog] : blogs_) {
    BFA_RETURN_IF_ERROR(stopped || blog.ends ? end_blog(home, blog) : end_blog_if_done(home));
    open = open || !blog.done;
  }
  return open;
}

// When the first of the tasks that wait may run.
std::optional<UtcTime> CrawlLoop::next_due() const {
  std::optional<UtcTime> first = robots_.next_due();
  if (const auto due = frontier_.next_due(); due && *due) first = std::min(first.value_or(**due), **due);
  return first;
}

// Nothing is in flight. `open`: all tasks left wait for their time; else there is no blog to visit.
void CrawlLoop::idle(bool open) const {
  if (!open && feeder_) return feeder_->wait(std::chrono::seconds(1));
  auto wait = std::chrono::microseconds(50000);
  if (const auto due = next_due()) wait = std::min(wait, *due - system_clock().now());
  std::this_thread::sleep_for(std::max(wait, std::chrono::microseconds(1000)));
}

// Of a run that is fed: forgets the blogs that ended, and takes others in their place.
Status CrawlLoop::open_more(bool stopped) {
  if (!feeder_) return {};
  const auto now = std::chrono::steady_clock::now();
  if (runner_.in_flight() > 0 && now - fed_at_ < kFeedEvery) return {};
  fed_at_ = now;
  BFA_RETURN_IF_ERROR(end_idle_blogs());
  std::erase_if(blogs_, [](const auto& each) { return each.second.done; });
  if (stopped || blogs_.size() >= feeder_->side_by_side) return {};
  BFA_ASSIGN_OR_RETURN(const auto more, feeder_->more(feeder_->side_by_side - blogs_.size()));
  for (const Feeder::Blog& blog : more) {
    BFA_RETURN_IF_ERROR(open_blog(blog.home));
    blogs_[blog.home].only_news = blog.only_news;
  }
  if (!more.empty()) select_open_blogs();
  return {};
}

// While other blogs are at work: those that are done, and those that reached a limit and have no work.
Status CrawlLoop::end_idle_blogs() {
  const auto now = std::chrono::steady_clock::now();
  for (auto& [home, blog] : blogs_) {
    if (blog.done || runner_.in_flight(home) > 0) {
      blog.idle_since.reset();
      continue;
    }
    if (!blog.idle_since) blog.idle_since = now;
    const bool waited = now - *blog.idle_since > kEndsAfter;
    BFA_RETURN_IF_ERROR(blog.ends && waited ? end_blog(home, blog) : end_blog_if_done(home));
  }
  return {};
}

void CrawlLoop::renew() {
  queries_.clear();
  robots_.renew();
}

}  // namespace bfa
