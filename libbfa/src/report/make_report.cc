// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/report/report.h"
#include "bfa/subscribe/polling.h"
#include "bfa/subscribe/subscriptions.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "report/edits.h"
#include "report/feed_windows.h"
#include "report/report_while.h"
#include "report/spread.h"
#include "subscribe/identity.h"
#include "subscribe/owners.h"

namespace bfa {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::seconds;

std::int64_t seconds_of(UtcTime time) {
  return floor<seconds>(time).time_since_epoch().count();
}

std::string domain_of(const std::string& address) {
  const auto url = Url::parse(address);
  return url ? registered_domain(url->host()) : std::string();
}

const char* precision_name(TimePrecision precision) {
  switch (precision) {
    case TimePrecision::kInstant:
      return "instant";
    case TimePrecision::kLocalTime:
      return "local";
    case TimePrecision::kDay:
      return "day";
    case TimePrecision::kMonth:
    case TimePrecision::kYear:
      break;
  }
  return "coarser";
}

void count_hour(UtcTime time, WeekCounts& week) {
  const auto day = floor<days>(time);
  const auto hour = std::chrono::duration_cast<hours>(time - day).count();
  const unsigned weekday = std::chrono::weekday(day).iso_encoding() - 1;
  ++week[weekday][static_cast<std::size_t>(hour)];
}

void keep_least(std::optional<UtcTime>& least, UtcTime time) {
  if (!least || time < *least) least = time;
}

void keep_greatest(std::optional<UtcTime>& greatest, UtcTime time) {
  if (!greatest || time > *greatest) greatest = time;
}

// What is collected of a blog beside its figures: in seconds.
struct Series {
  std::vector<std::int64_t> times, days;  // of publication: with a time of day, and without one
  std::vector<std::int64_t> delays;
};

class ReportMaker {
 public:
  ReportMaker(const Archive& archive, const ReportOptions& options, const std::function<bool()>& wanted)
      : archive_(archive), options_(options), wanted_(wanted), feeds_(archive) {}

  Result<ArchiveReport> run() {
    report_.made = options_.now == UtcTime{} ? system_clock().now() : options_.now;
    report_.dead_after = options_.dead_after;
    report_.directory = archive_.directory();
    report_.ages = empty_ages();
    BFA_RETURN_IF_ERROR(list_blogs());
    BFA_RETURN_IF_ERROR(scan_captures());
    BFA_RETURN_IF_ERROR(feeds_.finish(report_.blogs));
    BFA_RETURN_IF_ERROR(scan_objects());
    for (std::size_t i = 0; i < report_.blogs.size(); ++i) finish_blog(i);
    sum_up();
    BFA_RETURN_IF_ERROR(take_promises());
    measure_files();
    std::sort(report_.blogs.begin(), report_.blogs.end(),
              [](const BlogFigures& a, const BlogFigures& b) { return a.home < b.home; });
    return std::move(report_);
  }

 private:
  Status list_blogs() {
    BFA_ASSIGN_OR_RETURN(const auto states, archive_.blogs());
    std::map<std::string, std::size_t> by_identity;
    for (const BlogState& state : states) {
      const std::size_t number = report_.blogs.size();
      by_identity[identity_of(state.home)] = number;
      BlogFigures blog;
      blog.home = state.home;
      blog.domain = domain_of(state.home);
      blog.crawls = state.crawls;
      if (state.last_crawl != UtcTime{}) blog.last_visit = state.last_crawl;
      BFA_RETURN_IF_ERROR(count_failures(state, blog));
      owners_.add(state.base.empty() ? state.home : state.base, number);
      feeds_.expect(state.feed, number, true);
      for (const auto& feed : state.feeds) feeds_.expect(feed, number, false);
      report_.blogs.push_back(std::move(blog));
    }
    BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(archive_));
    for (const Subscription& subscription : subscribed) {
      const auto [at, is_new] = by_identity.try_emplace(identity_of(subscription.url), report_.blogs.size());
      if (is_new) {
        report_.blogs.emplace_back();
        report_.blogs.back().home = subscription.url;
        report_.blogs.back().domain = domain_of(subscription.url);
      }
      BlogFigures& blog = report_.blogs[at->second];
      blog.subscribed = true;
      blog.title = subscription.title;
    }
    series_.resize(report_.blogs.size());
    return {};
  }

  Status count_failures(const BlogState& state, BlogFigures& blog) const {
    BFA_ASSIGN_OR_RETURN(const auto failures, archive_.failures(blog.home));
    for (const FailedTask& failure : failures) {
      ++(failure.task.kind == TaskKind::kMedia ? blog.media_missing : blog.failed);
      // Of the feed in use: usual places of feeds, where none is, fail too.
      if (failure.task.kind == TaskKind::kFeed && failure.task.url.href() == state.feed)
        blog.feed_failing = true;
    }
    return {};
  }

  Status scan_captures() {
    Status status;
    BFA_RETURN_IF_ERROR(archive_.for_each_capture([&](const Capture& capture) {
      status = take_capture(capture);
      return status.ok();
    }));
    return status;
  }

  Status go_on() const {
    if (wanted_()) return {};
    return Error{Code::kUnavailable, "the report is not wanted any more", {}, -1};
  }

  Status take_capture(const Capture& capture) {
    BFA_RETURN_IF_ERROR(go_on());
    StorageFigures& storage = report_.storage;
    ++storage.answers;
    storage.answer_bytes += capture.warc.length;
    BFA_ASSIGN_OR_RETURN(const auto original, archive_.original_of(capture.sequence));
    if (original) {
      ++storage.revisits;
      storage.saved_bytes +=
          static_cast<std::int64_t>(original->length) - static_cast<std::int64_t>(capture.warc.length);
    }
    const auto owner = owners_.owner_of(capture.url);
    if (!owner) {
      ++storage.elsewhere;
      // A blog's feed often stands with a service for feeds.
      if (capture.kind == TaskKind::kFeed && feeds_.knows(capture.url)) feeds_.add(capture, 0);
      return {};
    }
    BlogFigures& blog = report_.blogs[*owner];
    ++blog.answers;
    blog.bytes += capture.warc.length;
    keep_least(blog.first_visit, capture.time);
    if (capture.kind == TaskKind::kFeed) feeds_.add(capture, *owner);
    return {};
  }

  Status scan_objects() {
    ObjectQuery heads;
    heads.heads_only = true;
    Status status;
    BFA_RETURN_IF_ERROR(
        archive_.for_each_object(heads, [&](const std::string& key, const ObjectSummary& summary) {
          status = take_object(key, summary);
          return status.ok();
        }));
    return status;
  }

  Status take_object(const std::string& key, const ObjectSummary& summary) {
    BFA_RETURN_IF_ERROR(go_on());
    const DataObject& object = summary.latest;
    if (object.kind == ObjectKind::kPage) ++report_.pages;
    const bool counts = object.kind == ObjectKind::kPost || object.kind == ObjectKind::kComment;
    if (!counts && object.kind != ObjectKind::kBlog) return {};
    const auto owner = owners_.owner_of(object.url.empty() ? object.post : object.url);
    BlogFigures* const blog = owner ? &report_.blogs[*owner] : nullptr;
    if (object.kind == ObjectKind::kBlog) {
      if (blog != nullptr && !object.title.empty()) blog->title = object.title;
      return {};
    }
    if (blog == nullptr) ++report_.unowned;
    if (object.kind == ObjectKind::kComment) {
      const bool pingback = listed_kind(object) == kPingback;
      ++(pingback ? report_.pingbacks : report_.comments);
      if (blog != nullptr) ++(pingback ? blog->pingbacks : blog->comments);
      return {};
    }
    bool edited = false;
    if (summary.versions + summary.sightings > 1) {
      BFA_ASSIGN_OR_RETURN(edited, count_edits(archive_, key, summary, report_));
    }
    count_post(summary, edited, report_);
    if (blog != nullptr) count_post(summary, edited, *blog);
    ++report_.months[month_of(summary.first_seen)].arrived;
    take_date(summary, owner);
    return {};
  }

  // In the figures of a blog, or of all.
  template <class Figures>
  static void count_post(const ObjectSummary& summary, bool edited, Figures& figures) {
    ++figures.posts;
    figures.versions += summary.versions;
    if (edited) ++figures.changed;
    if (summary.versions + summary.sightings > 1) ++figures.revisited;
    if (summary.latest.status == "gone") ++figures.gone;
  }

  void take_date(const ObjectSummary& summary, std::optional<std::size_t> owner) {
    const auto& date = summary.latest.published;
    const char* const unusable = why_unusable(date, summary.first_seen);
    if (unusable != nullptr) {
      ++report_.dates[unusable];
      return;
    }
    ++report_.dates[precision_name(date->precision)];
    if (date->precision != TimePrecision::kYear) ++report_.months[month_of(date->civil())].published;
    const bool timed = date->precision >= TimePrecision::kLocalTime;
    if (timed) take_hour(*date);
    if (!owner || date->precision < TimePrecision::kDay) return;
    BlogFigures& blog = report_.blogs[*owner];
    Series& series = series_[*owner];
    keep_least(blog.first_post, date->utc);
    keep_greatest(blog.newest_post, date->utc);
    (timed ? series.times : series.days).push_back(seconds_of(date->utc));
    const bool exact = date->precision == TimePrecision::kInstant;
    if (exact && blog.first_visit && date->utc > *blog.first_visit && summary.first_seen >= date->utc)
      series.delays.push_back(seconds_of(summary.first_seen) - seconds_of(date->utc));
  }

  void take_hour(const Timestamp& date) {
    // Programs that know only the day write its first instant: an hour that nobody chose.
    if (date.civil() == floor<days>(date.civil())) {
      ++report_.midnight;
      return;
    }
    count_hour(date.civil(), report_.week_own);
    if (date.precision != TimePrecision::kInstant) return;
    count_hour(date.utc, report_.week_utc);
    if (date.offset.count() != 0) ++report_.with_own_offset;
  }

  void finish_blog(std::size_t number) {
    BlogFigures& blog = report_.blogs[number];
    Series series = std::exchange(series_[number], {});
    // Dates of the smaller kind are left out: an interval between a time and a day means little.
    blog.intervals_by_day = series.days.size() > series.times.size();
    auto intervals = intervals_of(blog.intervals_by_day ? series.days : series.times);
    blog.intervals = spread_of(intervals);
    blog.delays = spread_of(series.delays);
    all_intervals_.insert(all_intervals_.end(), intervals.begin(), intervals.end());
    all_delays_.insert(all_delays_.end(), series.delays.begin(), series.delays.end());
    if (blog.newest_post && blog.last_visit)
      blog.silent = *blog.last_visit - *blog.newest_post > std::chrono::months(options_.dead_after);
  }

  void sum_up() {
    report_.intervals = spread_of(all_intervals_);
    report_.delays = spread_of(all_delays_);
    std::map<std::string, std::pair<DomainFigures, PooledDeviation>> domains;
    for (const BlogFigures& blog : report_.blogs) {
      auto& [domain, pooled] = domains[blog.domain];
      ++domain.blogs;
      domain.posts += blog.posts;
      pooled.add(blog.intervals);
      for (const FeedFigures& feed : blog.feeds) {
        if (!feed.format.empty())
          ++report_.feed_types[feed.version.empty() ? feed.format : feed.format + " " + feed.version];
      }
      ++(blog.possible_loss ? report_.loss_known : report_.loss_unknown);
      if (blog.possible_loss) report_.possible_loss = report_.possible_loss.value_or(0) + *blog.possible_loss;
    }
    for (auto& [name, figures] : domains) {
      DomainFigures& domain = figures.first;
      domain.domain = name;
      domain.series = figures.second.series();
      domain.mean = figures.second.mean();
      domain.deviation = figures.second.deviation();
      report_.domains.push_back(std::move(domain));
    }
  }

  // The waits that the schedule expects, weighted by the entries that come.
  Status take_promises() {
    BFA_ASSIGN_OR_RETURN(const auto budget, last_budget(archive_));
    if (!budget) return {};
    BFA_ASSIGN_OR_RETURN(const auto plans, plan_feeds(archive_, {}, *budget, report_.made));
    std::map<std::string, std::pair<double, double>> by_blog;  // entries a day; their waits
    std::pair<double, double> all;
    for (const FeedPlan& plan : plans) {
      const double entries = plan.why.items_per_day, wait = 3600 * plan.why.expected_wait;
      for (auto* sum : {&by_blog[plan.blog], &all}) {
        sum->first += entries;
        sum->second += entries * wait;
      }
    }
    for (BlogFigures& blog : report_.blogs) {
      const auto at = by_blog.find(blog.home);
      if (at != by_blog.end() && at->second.first > 0)
        blog.promised_delay = at->second.second / at->second.first;
    }
    if (all.first > 0) report_.promised_delay = all.second / all.first;
    return {};
  }

  // Number and bytes of the files in a folder; nothing when it cannot be listed.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> size_of(const std::string& folder,
                                                                 std::string_view part) const {
    FileSystem& fs = options_.fs != nullptr ? *options_.fs : posix_file_system();
    const auto names = fs.list(folder);
    if (!names) return std::nullopt;
    std::pair<std::uint64_t, std::uint64_t> out;
    for (const auto& name : *names) {
      if (name.find(part) == std::string::npos) continue;
      const auto bytes = fs.file_size(folder + "/" + name);
      if (!bytes) continue;  // it went while this looked, or is a folder
      ++out.first;
      out.second += *bytes;
    }
    return out;
  }

  void measure_files() {
    if (const auto warc = size_of(archive_.warc_directory(), ".warc")) {
      report_.storage.warc_files = warc->first;
      report_.storage.warc_bytes = warc->second;
    }
    if (const auto store = size_of(archive_.directory() + "/store", ""))
      report_.storage.store_bytes = store->second;
  }

  const Archive& archive_;
  const ReportOptions& options_;
  const std::function<bool()>& wanted_;
  ArchiveReport report_;
  BlogOwners owners_;
  FeedWindows feeds_;
  std::vector<Series> series_;  // beside report_.blogs
  std::vector<std::int64_t> all_intervals_, all_delays_;
};

}  // namespace

Result<ArchiveReport> make_report(const Archive& archive, const ReportOptions& options) {
  return make_report_while(archive, options, [] { return true; });
}

Result<ArchiveReport> make_report_while(const Archive& archive, const ReportOptions& options,
                                        const std::function<bool()>& wanted) {
  return guarded([&] { return ReportMaker(archive, options, wanted).run(); });
}

}  // namespace bfa
