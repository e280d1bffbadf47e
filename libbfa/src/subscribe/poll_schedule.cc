// SPDX-License-Identifier: Apache-2.0
#include "subscribe/poll_schedule.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "crawl/add_once.h"

namespace bfa {
namespace {

constexpr const char* kTiming = "poll/t/";
constexpr const char* kRhythm = "poll/r/";
constexpr const char* kPrices = "poll/p";
constexpr const char* kSitemap = "poll/s/";
constexpr const char* kBeside = "poll/m/";
constexpr auto kNotePricesEvery = std::chrono::hours(1);
constexpr auto kLease = std::chrono::minutes(30);  // a visit that takes longer is polled again: no harm

std::uint64_t hash_of(const std::string& home, const std::string& feed) {
  return fast_hash(home + '\n' + feed);
}

// Eight bytes behind the prefix.
std::string note_name(const char* prefix, std::uint64_t hash) {
  std::string name = prefix;
  for (int shift = 56; shift >= 0; shift -= 8) name += static_cast<char>((hash >> shift) & 0xFF);
  return name;
}

std::uint64_t hash_in(const std::string& name) {
  std::uint64_t hash = 0;
  for (std::size_t i = name.size() - 8; i < name.size(); ++i)
    hash = hash << 8 | static_cast<unsigned char>(name[i]);
  return hash;
}

std::vector<std::string> lines_of(const std::string& bytes) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    if (end > at) lines.push_back(bytes.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

PollOutcome outcome_of(const FeedPoll& poll) {
  if (poll.read) return PollOutcome::kFetched;
  if (poll.status == 403 || poll.status == 429) return PollOutcome::kRefused;
  if (poll.status == 404 || poll.status == 410) return PollOutcome::kGone;
  return PollOutcome::kFailed;
}

}  // namespace

std::vector<std::string> polled_feeds(const BlogState& blog) {
  std::vector<std::string> feeds = blog.feeds;
  if (!blog.feed.empty()) feeds = {blog.feed};
  for (const auto& given : blog.given_feeds) add_once(feeds, given);
  return feeds;
}

Status PollSchedule::load(const Archive& archive, UtcTime now) {
  const auto take = [&](const char* prefix, std::string Notes::* part) {
    return archive.for_each_note(prefix, [&](const std::string& name, const std::string& bytes) {
      if (name.size() == std::string_view(prefix).size() + 8) notes_[hash_in(name)].*part = bytes;
      return true;
    });
  };
  BFA_RETURN_IF_ERROR(take(kTiming, &Notes::timing));
  BFA_RETURN_IF_ERROR(take(kRhythm, &Notes::rhythm));
  BFA_RETURN_IF_ERROR(archive.for_each_note(kSitemap, [&](const std::string& name, const std::string& bytes) {
    sitemaps_[name.substr(std::string_view(kSitemap).size())] = bytes;
    return true;
  }));
  BFA_RETURN_IF_ERROR(archive.for_each_note(kBeside, [&](const std::string& name, const std::string& bytes) {
    beside_[name.substr(std::string_view(kBeside).size())] = lines_of(bytes);
    return true;
  }));
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
  for (const BlogState& blog : blogs) BFA_RETURN_IF_ERROR(sync(blog, now));
  notes_.clear();
  // Without them the prices learn again.
  return archive.for_each_note(kPrices, [&](const std::string& name, const std::string& bytes) {
    if (name == kPrices) (void)scheduler_.restore_prices(bytes);
    return true;
  });
}

Status PollSchedule::note_prices(Archive& archive, UtcTime now) {
  if (now - prices_noted_ < kNotePricesEvery && now >= prices_noted_) return {};
  prices_noted_ = now;
  BFA_ASSIGN_OR_RETURN(const std::string bytes, scheduler_.encode_prices());
  return archive.put_note(kPrices, bytes);
}

Status PollSchedule::spent_on_pages(Archive& archive, UtcTime now, double requests) {
  scheduler_.spent_on_pages(seconds_of(now), requests);
  return note_prices(archive, now);
}

Result<FeedId> PollSchedule::add_feed(const std::string& home, const std::string& feed, UtcTime now) {
  const std::uint64_t hash = hash_of(home, feed);
  if (const auto kept = notes_.find(hash); kept != notes_.end() && !kept->second.timing.empty()) {
    auto restored = scheduler_.restore(kept->second.rhythm, kept->second.timing);
    // Damaged notes cost what was learned, and nothing else.
    if (!restored) restored = scheduler_.restore({}, kept->second.timing);
    if (restored) return restored;
  }
  // Nothing is known of it: after a rebuild of all feeds. They are not all due at once.
  constexpr double kDay = 86400;
  const double interval = kDay / std::max(options_.polls_per_feed_day, 1.0);
  const auto share = static_cast<double>(hash % 1024) / 1024;
  return scheduler_.add(seconds_of(now) + std::chrono::seconds(static_cast<std::int64_t>(share * interval)),
                        hash);
}

Status PollSchedule::sync(const BlogState& blog, UtcTime now) {
  const bool joined = !blog.moved_to.empty() && blog.moved_evidence.empty();
  // A blog that was not crawled to its end has no feeds of its own yet: its visits are whole.
  if (joined || blog.crawls == 0 || !blog.became.empty()) return forget(blog.home);
  std::vector<std::string> wanted = polled_feeds(blog);
  for (const auto& feed : feeds_beside(blog.home)) {
    if (std::find(blog.feeds.begin(), blog.feeds.end(), feed) != blog.feeds.end()) add_once(wanted, feed);
  }
  if (const auto sitemap = sitemaps_.find(blog.home); wanted.empty() && sitemap != sitemaps_.end())
    wanted.push_back(sitemap->second);
  Feeds& feeds = by_home_[blog.home];
  for (auto at = feeds.begin(); at != feeds.end();) {
    if (std::find(wanted.begin(), wanted.end(), at->first) != wanted.end()) {
      ++at;
      continue;
    }
    BFA_RETURN_IF_ERROR(drop(at->second));
    at = feeds.erase(at);
  }
  for (const auto& feed : wanted) {
    if (feeds.contains(feed)) continue;
    BFA_ASSIGN_OR_RETURN(const FeedId id, add_feed(blog.home, feed, now));
    if (names_.size() <= id) names_.resize(id + 1);
    names_[id] = {blog.home, feed};
    feeds.emplace(feed, id);
    by_feed_.emplace(feed, id);
  }
  return {};
}

Status PollSchedule::use_sitemap(Archive& archive, const std::string& home, const std::string& url) {
  std::string& used = sitemaps_[home];
  if (used == url) return {};
  used = url;
  return archive.put_note(kSitemap + home, url);
}

std::vector<std::string> PollSchedule::feeds_beside(const std::string& home) const {
  const auto at = beside_.find(home);
  return at == beside_.end() ? std::vector<std::string>() : at->second;
}

Status PollSchedule::use_beside(Archive& archive, const std::string& home,
                                const std::vector<std::string>& feeds) {
  if (feeds_beside(home) == feeds) return {};
  beside_[home] = feeds;
  std::string bytes;
  for (const auto& feed : feeds) bytes += feed + '\n';
  return archive.put_note(kBeside + home, bytes);
}

Status PollSchedule::drop(FeedId id) {
  const auto [first, last] = by_feed_.equal_range(names_[id].second);
  const auto at = std::find_if(first, last, [&](const auto& each) { return each.second == id; });
  if (at != last) by_feed_.erase(at);
  names_[id] = {};
  return scheduler_.remove(id);
}

Status PollSchedule::forget(const std::string& home) {
  const auto at = by_home_.find(home);
  if (at == by_home_.end()) return {};
  for (const auto& [feed, id] : at->second) BFA_RETURN_IF_ERROR(drop(id));
  by_home_.erase(at);
  return {};
}

std::vector<DuePolls> PollSchedule::take_due(UtcTime now, std::size_t most) {
  std::vector<DuePolls> out;
  while (out.size() < most) {
    const auto due = scheduler_.take_due(seconds_of(now), kLease);
    if (!due) break;
    const auto& [home, feed] = names_[due->feed];
    const auto at =
        std::find_if(out.begin(), out.end(), [&](const DuePolls& polls) { return polls.home == home; });
    if (at != out.end()) {
      at->feeds.push_back(feed);
    } else {
      out.push_back({home, {feed}});
    }
  }
  return out;
}

std::optional<UtcTime> PollSchedule::next() const {
  const auto due = scheduler_.next();
  return due ? std::optional<UtcTime>(due->due) : std::nullopt;
}

void PollSchedule::hurry(const std::string& feed, UtcTime now) {
  const auto [first, last] = by_feed_.equal_range(feed);
  for (auto at = first; at != last; ++at) (void)scheduler_.hurry(at->second, seconds_of(now));
}

Status PollSchedule::report(Archive& archive, const std::string& home, const FeedPoll& poll, UtcTime now,
                            bool pushed) {
  const auto blog = by_home_.find(home);
  if (blog == by_home_.end()) return {};
  const auto at = blog->second.find(poll.url);
  if (at == blog->second.end()) return {};
  std::vector<ScheduleTime> dates;
  dates.reserve(poll.new_dates.size());
  for (const UtcTime date : poll.new_dates) dates.push_back(seconds_of(date));
  PollReport report;
  report.now = seconds_of(poll.time == UtcTime{} ? now : poll.time);
  report.outcome = outcome_of(poll);
  report.new_dates = dates;
  report.whole_window_new = poll.all_new;
  report.window = poll.entries;
  report.wishes = {poll.least_interval, poll.retry_after, poll.skip_hours, poll.skip_days, pushed};
  BFA_ASSIGN_OR_RETURN(const ScheduleTime next, scheduler_.report(at->second, report));
  (void)next;
  const std::uint64_t hash = hash_of(home, poll.url);
  BFA_ASSIGN_OR_RETURN(const std::string timing, scheduler_.encode_timing(at->second));
  BFA_RETURN_IF_ERROR(archive.put_note(note_name(kTiming, hash), timing));
  BFA_RETURN_IF_ERROR(note_prices(archive, now));
  if (poll.new_dates.empty()) return {};
  BFA_ASSIGN_OR_RETURN(const std::string rhythm, scheduler_.encode_rhythm(at->second));
  return archive.put_note(note_name(kRhythm, hash), rhythm);
}

Result<PollExplanation> PollSchedule::explain(const std::string& home, const std::string& feed, UtcTime now) {
  const auto blog = by_home_.find(home);
  const auto at = blog == by_home_.end() ? Feeds::const_iterator() : blog->second.find(feed);
  if (blog == by_home_.end() || at == blog->second.end())
    return Error{Code::kNotFound, "this feed is not scheduled", feed, -1};
  return scheduler_.explain(at->second, seconds_of(now));
}

std::vector<std::string> PollSchedule::feeds_of(const std::string& home) const {
  std::vector<std::string> feeds;
  if (const auto at = by_home_.find(home); at != by_home_.end()) {
    for (const auto& [feed, id] : at->second) feeds.push_back(feed);
  }
  return feeds;
}

}  // namespace bfa
