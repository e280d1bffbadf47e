// SPDX-License-Identifier: Apache-2.0
#include "subscribe/run_source.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "bfa/subscribe/status.h"
#include "crawl/visit.h"
#include "subscribe/budget.h"
#include "subscribe/hub_link.h"
#include "subscribe/identity.h"
#include "subscribe/overflows.h"
#include "subscribe/part_feeds.h"
#include "subscribe/pause.h"
#include "subscribe/request_queue.h"

namespace bfa {
namespace {

constexpr auto kTickEvery = std::chrono::seconds(1);
constexpr auto kLookEvery = std::chrono::milliseconds(200);
constexpr auto kLeastHold = std::chrono::minutes(15);
constexpr auto kMostHold = std::chrono::hours(48);
constexpr std::size_t kMostSkipped = 200;  // blogs that a limit holds back, in one look
constexpr auto kNever = std::chrono::hours(24 * 365 * 100);

void add_counts(CrawlCounts& sum, const CrawlCounts& more) {
  sum.requests += more.requests;
  sum.bytes += more.bytes;
  sum.fetched += more.fetched;
  sum.created += more.created;
  sum.posts += more.posts;
  sum.changed += more.changed;
  sum.unchanged += more.unchanged;
  sum.failed += more.failed;
  sum.denied += more.denied;
  sum.not_modified += more.not_modified;
  sum.moved += more.moved;
  sum.blocked += more.blocked;
  sum.left_out += more.left_out;
  sum.not_pages += more.not_pages;
  sum.media_missing += more.media_missing;
  sum.elapsed += more.elapsed;
}

void really_wait(std::chrono::nanoseconds span, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_for(lock, stop, span, [] { return false; });
}

}  // namespace

RunSource::RunSource(Archive& archive, const std::string& directory, const RunOptions& options, Clock& clock,
                     FileSystem& fs, std::optional<UtcTime> end, RunMemory& memory)
    : archive_(archive),
      directory_(directory),
      options_(options),
      clock_(clock),
      fs_(fs),
      end_(end),
      memory_(memory),
      schedule_(options.schedule),
      groups_(options.per_group),
      addresses_(options.per_address) {}

Status RunSource::load() {
  const UtcTime now = clock_.now();
  session_end_ = now + options_.new_files;
  BFA_RETURN_IF_ERROR(schedule_.load(archive_, now));
  BFA_RETURN_IF_ERROR(counted_.load(archive_));
  BFA_RETURN_IF_ERROR(note_budget(archive_, options_.schedule));
  if (options_.websub != nullptr && std::exchange(memory_.restored_hubs, options_.websub) != options_.websub)
    BFA_RETURN_IF_ERROR(restore_hubs(archive_, *options_.websub, now));
  BFA_RETURN_IF_ERROR(add_proposals());
  BFA_ASSIGN_OR_RETURN(const auto states, archive_.blogs());
  for (const BlogState& state : states) BFA_RETURN_IF_ERROR(take_blog(state));
  return take_subscriptions();
}

Status RunSource::add_proposals() {
  BFA_ASSIGN_OR_RETURN(const auto added,
                       auto_add(archive_, options_.auto_add, clock_.now(), options_.crawl.stop));
  for (const Proposal& proposal : added) {
    if (options_.crawl.log)
      options_.crawl.log(LogLevel::kInfo, "subscribed, because posts of " + std::to_string(proposal.blogs) +
                                              " blogs link to it: " + proposal.url);
  }
  return {};
}

// Plans the first visit of each blog that is subscribed to and not known.
Status RunSource::take_subscriptions() {
  std::set<std::string> known;
  for (const auto& [home, blog] : blogs_) known.insert(identity_of(home));
  for (const auto& [identity, home] : homes_) known.insert(identity);
  BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(archive_));
  for (const Subscription& subscription : subscribed) {
    const std::string identity = identity_of(subscription.url);
    if (!subscription.feeds.empty()) given_[identity] = subscription.feeds;
    if (!known.insert(identity).second) continue;
    blogs_[subscription.url].group = GroupLimits::of(subscription.url);
    plan(subscription.url, {});
  }
  return {};
}

// Plans the next whole visit of a known blog.
Status RunSource::take_blog(const BlogState& state) {
  Blog& blog = blogs_[state.home];
  if (blog.group.empty()) blog.group = GroupLimits::of(state.home);
  blog.known = true;
  homes_[identity_of(state.home)] = state.home;
  for (const auto& address : other_addresses(state)) homes_.try_emplace(identity_of(address), state.home);
  BFA_ASSIGN_OR_RETURN(const std::uint64_t left, archive_.frontier().size(state.home));
  const bool joined = !state.moved_to.empty() && state.moved_evidence.empty();
  UtcTime due = next_visit(state, options_.full_visit);
  // A clock that went back must not put a visit off for as long as it was ahead.
  if (state.last_crawl > clock_.now() && state.due_reason.empty()) due = {};
  if (left > 0) due = {};
  if (joined) due = clock_.now() + kNever;
  plan(state.home, due);
  return {};
}

void RunSource::plan(const std::string& home, UtcTime due) {
  Blog& blog = blogs_[home];
  if (const auto at = memory_.not_before.find(home); at != memory_.not_before.end()) {
    if (!options_.once) at->second = std::min(at->second, clock_.now() + options_.after_failure);
    due = std::max(due, at->second);
  }
  whole_.erase({blog.due, home});
  blog.due = due;
  whole_.emplace(due, home);
}

Status RunSource::take_requests() {
  Findings findings;
  BFA_ASSIGN_OR_RETURN(const auto requests, waiting_requests(fs_, directory_, findings));
  for (const Request& request : requests) {
    BFA_RETURN_IF_ERROR(take_request(request.wanted, findings));
    BFA_RETURN_IF_ERROR(fs_.remove(request.path));
  }
  if (!requests.empty()) BFA_RETURN_IF_ERROR(take_subscriptions());
  if (!options_.crawl.log) return {};
  for (const Finding& finding : findings)
    options_.crawl.log(LogLevel::kWarn, finding.message + ": " + finding.where);
  return {};
}

bool RunSource::is_run_over() const {
  return options_.crawl.stop.stop_requested() || (end_ && clock_.now() >= *end_);
}

// What other programs ask for, about five times a second.
Status RunSource::look_around() {
  const auto now = std::chrono::steady_clock::now();
  if (now - looked_ < kLookEvery) return {};
  looked_ = now;
  BFA_RETURN_IF_ERROR(take_requests());
  paused_ = paused_ || is_pause_wanted(directory_);
  if (now - memory_.told >= kTickEvery) {
    memory_.told = now;
    BFA_RETURN_IF_ERROR(ask_hubs());
    tell();
    if (options_.reload && !reloaded_) reloaded_ = options_.reload();
  }
  return {};
}

Status RunSource::ask_hubs() {
  if (options_.websub != nullptr) BFA_RETURN_IF_ERROR(tick_hubs(archive_, *options_.websub, clock_.now()));
  if (options_.news == nullptr) return {};
  for (const auto& feed : options_.news->take()) {
    ++memory_.state.hub_news;
    schedule_.hurry(feed, clock_.now());
  }
  return {};
}

void RunSource::tell() {
  if (!options_.on_tick) return;
  RunState& state = memory_.state;
  state.blogs = blogs_.size();
  state.feeds = schedule_.size();
  state.open = static_cast<std::size_t>(
      std::count_if(blogs_.begin(), blogs_.end(), [](const auto& each) { return each.second.open; }));
  const UtcTime now = clock_.now();
  state.waiting = held_.size();
  for (auto at = whole_.begin(); at != whole_.end() && at->first <= now; ++at) ++state.waiting;
  state.polls_per_day_of_late = schedule_.polls_per_day_of_late();
  state.rechecks_per_day_of_late = schedule_.page_requests_per_day_of_late();
  state.next = next_due();
  state.pushed = 0;
  if (options_.websub != nullptr) {
    const auto reports = options_.websub->reports(now);
    state.pushed = static_cast<std::size_t>(
        std::count_if(reports.begin(), reports.end(), [](const HubReport& hub) { return hub.pushed; }));
  }
  options_.on_tick(state);
}

Result<std::vector<BlogVisit>> RunSource::next(std::size_t room) {
  std::vector<BlogVisit> out;
  BFA_RETURN_IF_ERROR(look_around());
  const bool ends = paused_ || reloaded_ || is_run_over() || clock_.now() >= session_end_;
  if (ends) return out;
  take_whole((room + 1) / 2, out);
  take_polls(room - out.size(), out);
  take_whole(room - out.size(), out);
  if (!out.empty()) told_wait_ = false;
  return out;
}

bool RunSource::open(const std::string& home) {
  Blog& blog = blogs_[home];
  if (blog.open) return false;
  const UtcTime now = clock_.now();
  const auto known = memory_.addresses.find(home);
  const std::string address = known == memory_.addresses.end() ? std::string() : known->second;
  if (!groups_.admits(blog.group, now) || (!address.empty() && !addresses_.admits(address, now)))
    return false;
  blog.open = true;
  blog.address = address;
  groups_.opened(blog.group);
  if (!address.empty()) addresses_.opened(address);
  return true;
}

// A subscription whose blog turned out to be known under another address.
bool RunSource::is_another_name(const std::string& home) const {
  const auto at = homes_.find(identity_of(home));
  return at != homes_.end() && at->second != home && !blogs_.at(home).known;
}

// Two unknown addresses, of which one is in the other's folder, may be one blog and its feed: the second
// waits for what the first visit finds.
bool RunSource::waits_for_a_name(const std::string& home) const {
  if (blogs_.at(home).known) return false;
  return std::any_of(first_visits_.begin(), first_visits_.end(), [&home](const std::string& other) {
    return home.starts_with(other) || other.starts_with(home);
  });
}

void RunSource::take_whole(std::size_t most, std::vector<BlogVisit>& out) {
  const UtcTime now = clock_.now();
  std::size_t skipped = 0;
  for (auto at = whole_.begin(); most > 0 && at != whole_.end() && at->first <= now;) {
    const std::string home = at->second;
    if (is_another_name(home)) {
      at = whole_.erase(at);
      blogs_.erase(home);
      continue;
    }
    if (waits_for_a_name(home) || !open(home)) {
      if (++skipped > kMostSkipped) break;
      ++at;
      continue;
    }
    at = whole_.erase(at);
    if (!blogs_[home].known) first_visits_.insert(home);
    const auto given = given_.find(identity_of(home));
    out.push_back({home,
                   {},
                   given == given_.end() ? std::vector<std::string>() : given->second,
                   schedule_.page_price(now)});
    --most;
  }
}

void RunSource::take_polls(std::size_t most, std::vector<BlogVisit>& out) {
  const UtcTime now = clock_.now();
  std::vector<DuePolls> due(std::make_move_iterator(held_.begin()), std::make_move_iterator(held_.end()));
  held_.clear();
  for (DuePolls& more : schedule_.take_due(now, most)) due.push_back(std::move(more));
  for (DuePolls& polls : due) {
    const Blog& blog = blogs_[polls.home];
    // An open visit polls the feeds too, or polled them just now.
    if (blog.open || (options_.once && memory_.polled_once.contains(polls.home))) continue;
    if (out.size() < most && open(polls.home)) {
      out.push_back({polls.home, std::move(polls.feeds), {}, {}});
    } else {
      held_.push_back(std::move(polls));
    }
  }
}

Status RunSource::note_poll(const std::string& home, const FeedPoll& poll) {
  RunState& state = memory_.state;
  ++state.polls;
  if (!poll.new_dates.empty()) ++state.polls_with_news;
  if (poll.all_new) {
    ++state.overflows;
    BFA_RETURN_IF_ERROR(count_overflow(archive_, home, poll));
    if (options_.crawl.log)
      options_.crawl.log(LogLevel::kWarn,
                         "the feed has nothing of what it had before: entries may be lost: " + poll.url);
  }
  if (poll.status == 429 || poll.status == 503 || poll.retry_after.count() > 0) {
    const UtcTime now = clock_.now();
    const auto asked = std::clamp<std::chrono::seconds>(poll.retry_after, kLeastHold, kMostHold);
    groups_.hold(blogs_[home].group, now + asked);
  }
  if (!poll.recorded) BFA_RETURN_IF_ERROR(counted_.add(archive_, home, poll.url, poll.time));
  const UtcTime now = clock_.now();
  bool pushed = false;
  if (options_.websub != nullptr) {
    BFA_RETURN_IF_ERROR(tell_hubs(*options_.websub, poll, now));
    pushed = options_.websub->is_pushed(poll.url, now);
  }
  return schedule_.report(archive_, home, poll, now, pushed);
}

// A blog without a feed is polled at its sitemap: the one with the newest change.
Status RunSource::choose_sitemap(const BlogState& blog, const CrawlReport& report) {
  if (report.sitemaps.empty() || !polled_feeds(blog).empty()) return {};
  const auto newer = [](const SitemapSeen& a, const SitemapSeen& b) {
    return std::tie(a.newest, a.pages, b.url) < std::tie(b.newest, b.pages, a.url);
  };
  const auto best = std::max_element(report.sitemaps.begin(), report.sitemaps.end(), newer);
  return schedule_.use_sitemap(archive_, blog.home, best->url);
}

// Feeds of parts, after a visit that asked for all of the blog's feeds.
Status RunSource::choose_beside(const BlogState& blog, const CrawlReport& report) {
  if (report.only_polled || report.interrupted || report.error) return {};
  BFA_ASSIGN_OR_RETURN(const auto feeds,
                       feeds_beside_main(archive_, blog, report.polls, schedule_.feeds_beside(blog.home)));
  return schedule_.use_beside(archive_, blog.home, feeds);
}

// A feed that the blog has no longer is no longer asked for at its hub.
Status RunSource::sync_feeds(const BlogState& blog) {
  const UtcTime now = clock_.now();
  const std::vector<std::string> before = schedule_.feeds_of(blog.home);
  BFA_RETURN_IF_ERROR(schedule_.sync(blog, now));
  if (options_.websub == nullptr) return {};
  const std::vector<std::string> left = schedule_.feeds_of(blog.home);
  for (const auto& feed : before) {
    if (std::find(left.begin(), left.end(), feed) == left.end())
      BFA_RETURN_IF_ERROR(options_.websub->forget_feed(feed, now));
  }
  return {};
}

Status RunSource::ended(const CrawlReport& report) {
  RunState& state = memory_.state;
  ++state.visits;
  add_counts(state.counts, report);
  if (report.error) ++state.failed_visits;
  const UtcTime now = clock_.now();
  const auto entry = blogs_.find(report.blog);
  if (entry == blogs_.end()) return {};
  Blog& blog = entry->second;
  blog.open = false;
  first_visits_.erase(report.blog);
  groups_.closed(blog.group, now);
  if (!blog.address.empty()) addresses_.closed(blog.address, now);
  if (!report.address.empty()) memory_.addresses[report.blog] = report.address;
  memory_.not_before.erase(report.blog);
  const bool cut = report.interrupted;
  if (report.error || (report.queued > 0 && !cut)) {
    memory_.not_before[report.blog] = now + options_.after_failure;
  } else if (options_.once && !cut) {
    memory_.not_before[report.blog] = now + kNever;
  }
  memory_.polled_once.insert(report.blog);
  state.rechecks += report.rechecks;
  BFA_RETURN_IF_ERROR(schedule_.spent_on_pages(archive_, now, static_cast<double>(report.rechecks)));
  BFA_ASSIGN_OR_RETURN(const auto known, archive_.view().blog(report.blog));
  if (known) {
    BFA_RETURN_IF_ERROR(choose_sitemap(*known, report));
    BFA_RETURN_IF_ERROR(choose_beside(*known, report));
    BFA_RETURN_IF_ERROR(sync_feeds(*known));
    for (const FeedPoll& poll : report.polls) BFA_RETURN_IF_ERROR(note_poll(report.blog, poll));
    BFA_RETURN_IF_ERROR(take_blog(*known));
    // What left the feed unseen may still be on the blog's lists.
    const bool overflowed = std::any_of(report.polls.begin(), report.polls.end(),
                                        [](const FeedPoll& poll) { return poll.all_new; });
    if (overflowed && report.only_polled && !options_.once) plan(report.blog, now);
  } else {
    // The twin of a known blog, or one that could not be begun.
    plan(report.blog, now + options_.full_visit);
  }
  if (options_.on_visit) options_.on_visit(report);
  return {};
}

std::optional<UtcTime> RunSource::next_due() const {
  std::optional<UtcTime> first = schedule_.next();
  if (!whole_.empty()) first = std::min(first.value_or(UtcTime::max()), whole_.begin()->first);
  const UtcTime now = clock_.now();
  // What is due, and held back, becomes free with its group.
  if (first && *first <= now)
    first = std::max(now, std::min(groups_.next_free(now), now + options_.look_again));
  if (!held_.empty()) first = std::min(first.value_or(UtcTime::max()), groups_.next_free(now));
  return first;
}

bool RunSource::is_over() {
  if (paused_ || reloaded_ || is_run_over() || clock_.now() >= session_end_) return true;
  if (!options_.once) return false;
  const UtcTime now = clock_.now();
  const bool whole_due = !whole_.empty() && whole_.begin()->first <= now;
  const auto poll_due = schedule_.next();
  return !whole_due && held_.empty() && !(poll_due && *poll_due <= now);
}

void RunSource::wait(std::chrono::milliseconds most) {
  const UtcTime now = clock_.now();
  const UtcTime due = next_due().value_or(now + options_.full_visit);
  if (!told_wait_ && options_.on_wait) options_.on_wait(due);
  told_wait_ = true;
  UtcTime until = std::min({due, now + options_.look_again, session_end_});
  if (end_) until = std::min(until, *end_);
  if (!options_.wait)
    return really_wait(std::min<std::chrono::nanoseconds>(until - now, most), options_.crawl.stop);
  options_.wait(std::max(until, now), options_.crawl.stop);
  looked_ = {};
}

}  // namespace bfa
