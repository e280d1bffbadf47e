// SPDX-License-Identifier: Apache-2.0
// A run that goes on: blogs come from a source while others are visited.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "crawl/add_once.h"
#include "crawl/given_zone.h"
#include "crawl/leaveout/switches.h"
#include "crawl/leaveout/take_rules.h"
#include "crawl/loop.h"
#include "crawl/moves/find_moves.h"
#include "crawl/seed.h"
#include "crawl/visit.h"

namespace bfa {
namespace {

constexpr auto kRenewEvery = std::chrono::hours(1);

class Visits {
 public:
  Visits(Archive& archive, Fetcher& fetcher, VisitSource& source, std::size_t side_by_side,
         const CrawlOptions& options)
      : archive_(archive),
        fetcher_(fetcher),
        source_(source),
        side_by_side_(std::max<std::size_t>(1, side_by_side)),
        options_(options),
        clock_(options.clock != nullptr ? *options.clock : system_clock()) {}

  Status run() {
    BFA_RETURN_IF_ERROR(check_given_zone(options_.zone));
    BFA_RETURN_IF_ERROR(take_rules(archive_, {}, options_));
    BFA_ASSIGN_OR_RETURN(
        loop_, CrawlLoop::make(archive_.sink(), archive_.view(), archive_.frontier(), fetcher_, options_));
    loop_->at_end([this](const CrawlReport& blog) { return last_tasks(blog); });
    CrawlLoop::Feeder feeder;
    feeder.more = [this](std::size_t room) { return take_more(room); };
    feeder.is_over = [this] { return source_.is_over(); };
    feeder.wait = [this](std::chrono::milliseconds most) { source_.wait(most); };
    feeder.side_by_side = side_by_side_;
    Status status = loop_->run_fed(feeder, [this](const CrawlReport& report) { return end(report); });
    if (status) status = end_period();
    return status;
  }

 private:
  struct Open {
    std::string url;  // as the source named it
    bool only_polled = false;
    std::uint64_t rechecks = 0;
  };

  // A crawl's record stands for an hour of visits.
  Status begin_period() {
    const UtcTime now = clock_.now();
    if (crawl_ != 0 && now - begun_ < kRenewEvery && now >= begun_) return {};
    BFA_RETURN_IF_ERROR(end_period());
    BFA_ASSIGN_OR_RETURN(crawl_, archive_.begin_crawl({}, settings_json(options_)));
    begun_ = now;
    loop_->renew();
    return {};
  }

  Status end_period() {
    const std::uint64_t crawl = std::exchange(crawl_, 0);
    return crawl == 0 ? Status() : archive_.end_crawl(crawl);
  }

  Result<std::vector<CrawlLoop::Feeder::Blog>> take_more(std::size_t room) {
    std::vector<CrawlLoop::Feeder::Blog> out;
    BFA_ASSIGN_OR_RETURN(const auto visits, source_.next(room));
    if (visits.empty()) return out;
    BFA_RETURN_IF_ERROR(begin_period());
    for (const BlogVisit& visit : visits) {
      BFA_ASSIGN_OR_RETURN(auto home, begin(visit));
      if (home) out.push_back({*home, open_[*home].only_polled});
    }
    return out;
  }

  // The home URL of a blog whose visit begins; nothing when it is left out, or visited already.
  Result<std::optional<std::string>> begin(const BlogVisit& visit) {
    std::vector<std::string> homes;
    BFA_ASSIGN_OR_RETURN(auto known, archive_.view().blog(visit.url));
    if (known) {
      homes.push_back(visit.url);
    } else {
      // Perhaps the twin of one. All are read once: many first visits would read them again and again.
      if (!known_homes_) {
        BFA_ASSIGN_OR_RETURN(const auto blogs, archive_.blogs());
        known_homes_.emplace(blogs);
      }
      BFA_ASSIGN_OR_RETURN(std::string home, known_homes_->home_of(visit.url));
      known_homes_->add(home);
      BFA_ASSIGN_OR_RETURN(known, archive_.view().blog(home));
      homes.push_back(std::move(home));
    }
    for (CrawlReport& report : take_blocked(*options_.step.rules, homes)) {
      report.blog = visit.url;
      BFA_RETURN_IF_ERROR(source_.ended(report));
    }
    if (homes.empty()) return std::optional<std::string>();
    std::string home = homes.front();
    if (!open_.emplace(home, Open{visit.url}).second) {  // its twin is visited just now
      CrawlReport nothing;
      nothing.blog = visit.url;
      BFA_RETURN_IF_ERROR(source_.ended(nothing));
      return std::optional<std::string>();
    }
    BFA_ASSIGN_OR_RETURN(const std::uint64_t left, archive_.frontier().size(home));
    if (!visit.polls.empty() && known && known->crawls > 0 && left == 0) {
      open_[home].only_polled = true;
      BFA_RETURN_IF_ERROR(seed_polls(home, visit.polls));
      return std::optional<std::string>(std::move(home));
    }
    std::map<std::string, std::vector<std::string>> feeds;
    for (const auto& feed : visit.feeds) {
      BFA_ASSIGN_OR_RETURN(std::string address, home_url(feed));
      add_once(feeds[home], std::move(address));
    }
    const double usual = options_.recheck_price;
    options_.recheck_price = visit.recheck_price.value_or(usual);
    const auto rechecks = seed_visits(archive_, homes, feeds, crawl_, options_, clock_);
    options_.recheck_price = usual;
    if (!rechecks) return rechecks.error();
    open_[home].rechecks = *rechecks;
    return std::optional<std::string>(std::move(home));
  }

  Status seed_polls(const std::string& home, const std::vector<std::string>& feeds) {
    BFA_RETURN_IF_ERROR(archive_.reset_seen(home));
    for (const auto& feed : feeds) {
      CrawlTask task = first_task(TaskKind::kFeed, Stage::kFeed, home, feed, crawl_);
      task.conditional = true;
      task.referrer = home;
      BFA_RETURN_IF_ERROR(add_task(archive_.frontier(), task));
    }
    return {};
  }

  // A poll that brought no object needs no search for moved ones.
  Result<std::vector<CrawlTask>> last_tasks(const CrawlReport& blog) {
    const auto at = open_.find(blog.blog);
    if (at != open_.end() && at->second.only_polled && blog.created == 0) return std::vector<CrawlTask>();
    return find_moves(archive_, blog.blog, crawl_);
  }

  Status end(const CrawlReport& report) {
    CrawlReport told = report, ended = report;
    if (const auto at = open_.find(report.blog); at != open_.end()) {
      told.blog = at->second.url;
      told.only_polled = ended.only_polled = at->second.only_polled;
      told.rechecks = at->second.rechecks;
      open_.erase(at);
    }
    const bool quiet = told.only_polled && !report.error && !report.deferred && report.became.empty();
    BFA_RETURN_IF_ERROR(quiet ? note_left_out(archive_, report.blog, false, options_.step)
                              : record_end(archive_, ended, options_.step, clock_));
    return source_.ended(told);
  }

  Archive& archive_;
  Fetcher& fetcher_;
  VisitSource& source_;
  std::size_t side_by_side_;
  CrawlOptions options_;
  Clock& clock_;
  std::unique_ptr<CrawlLoop> loop_;
  std::map<std::string, Open> open_;  // by home URL
  std::optional<KnownHomes> known_homes_;
  std::uint64_t crawl_ = 0;
  UtcTime begun_{};
};

}  // namespace

Status crawl_visits(Archive& archive, Fetcher& fetcher, VisitSource& source, std::size_t side_by_side,
                    const CrawlOptions& options) {
  return guarded([&] { return Visits(archive, fetcher, source, side_by_side, options).run(); });
}

}  // namespace bfa
