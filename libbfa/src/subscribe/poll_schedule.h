// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/schedule/scheduler.h"
#include "bfa/store/archive.h"

namespace bfa {

// A blog some of whose feeds are due.
struct DuePolls {
  std::string home;
  std::vector<std::string> feeds;
};

// The Scheduler over the feeds of an archive's blogs. What it learns is kept in notes of the archive: two
// rows a feed, of which a poll that found nothing writes one of at most 70 bytes with its key. Feeds are
// named there by 64 bits of a hash: of a million feeds two share a name once in 37 million archives, and then
// a rhythm too. One thread.
class PollSchedule {
 public:
  explicit PollSchedule(const SchedulerOptions& options) : options_(options), scheduler_(options) {}

  // Takes what the archive has: its notes, and the feeds of all blogs. Errors: those of the archive.
  Status load(const Archive& archive, UtcTime now);

  // The blog's feeds may have changed. A new one is due within an interval of the budget, a day at most, if
  // no visit reports it before. Errors: those of Scheduler::add.
  Status sync(const BlogState& blog, UtcTime now);
  Status forget(const std::string& home);
  // A blog without a feed is polled at this sitemap, from the next sync() on. Errors: those of the archive.
  Status use_sitemap(Archive& archive, const std::string& home, const std::string& url);

  // Feeds that are polled beside the main one, from the next sync() on, as long as the blog has them: see
  // feeds_beside_main(). Errors: those of the archive.
  Status use_beside(Archive& archive, const std::string& home, const std::vector<std::string>& feeds);
  std::vector<std::string> feeds_beside(const std::string& home) const;

  // Blogs with feeds that are due, at most `most`. Their feeds are lent: they are due again in a while if no
  // report() comes.
  std::vector<DuePolls> take_due(UtcTime now, std::size_t most);
  // When the first feed is due; nothing without feeds.
  std::optional<UtcTime> next() const;
  // A feed has news: a hub says so.
  void hurry(const std::string& feed, UtcTime now);

  // Learns from a poll, and notes it. `pushed`: a hub tells what is new. A feed that no blog has is left out.
  // Errors: those of the archive.
  Status report(Archive& archive, const std::string& home, const FeedPoll& poll, UtcTime now, bool pushed);

  // See Scheduler. What the prices learned is noted about once an hour.
  double page_price(UtcTime now) { return scheduler_.page_price(seconds_of(now)); }
  Status spent_on_pages(Archive& archive, UtcTime now, double requests);

  // Why a feed is polled when it is. Errors: kNotFound.
  Result<PollExplanation> explain(const std::string& home, const std::string& feed, UtcTime now);

  std::vector<std::string> feeds_of(const std::string& home) const;
  std::size_t size() const { return scheduler_.size(); }
  double polls_per_day_of_late() const { return scheduler_.polls_per_day_of_late(); }
  double page_requests_per_day_of_late() const { return scheduler_.page_requests_per_day_of_late(); }

 private:
  struct Notes {
    std::string timing, rhythm;
  };
  using Feeds = std::map<std::string, FeedId>;

  static ScheduleTime seconds_of(UtcTime time) { return std::chrono::floor<std::chrono::seconds>(time); }
  Status note_prices(Archive& archive, UtcTime now);
  Status drop(FeedId id);
  Result<FeedId> add_feed(const std::string& home, const std::string& feed, UtcTime now);

  SchedulerOptions options_;
  Scheduler scheduler_;
  std::unordered_map<std::string, Feeds> by_home_;
  std::vector<std::pair<std::string, std::string>> names_;  // of each FeedId: home, feed
  std::unordered_multimap<std::string, FeedId> by_feed_;
  UtcTime prices_noted_{};
  std::unordered_map<std::string, std::string> sitemaps_;             // by blog
  std::unordered_map<std::string, std::vector<std::string>> beside_;  // likewise
  std::unordered_map<std::uint64_t, Notes> notes_;                    // of feeds that were not met yet
};

// The feeds of posts that a visit of a known blog asks for.
std::vector<std::string> polled_feeds(const BlogState& blog);

}  // namespace bfa
