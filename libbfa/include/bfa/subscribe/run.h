// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/crawl/crawl.h"
#include "bfa/schedule/scheduler.h"
#include "bfa/subscribe/discover.h"
#include "bfa/subscribe/subscriptions.h"
#include "bfa/websub/websub.h"

namespace bfa {

// The state of a run at a moment, for people and for monitoring.
struct RunState {
  std::uint64_t visits = 0, failed_visits = 0;  // ended ones; polls are visits
  std::uint64_t polls = 0, polls_with_news = 0;
  std::uint64_t rechecks = 0;   // requests for known pages
  std::uint64_t overflows = 0;  // polls that found a document without one entry of the one before
  CrawlCounts counts;           // of all visits together
  std::uint64_t hub_news = 0;   // feeds of which hubs told news
  std::size_t pushed = 0;       // feeds of which a hub tells news
  std::size_t blogs = 0, feeds = 0, open = 0, waiting = 0;  // `waiting`: due, and held back by limits
  double polls_per_day_of_late = 0, rechecks_per_day_of_late = 0;
  std::optional<UtcTime> next;  // when something is due; nothing: now, or never
};

// Feeds of which something outside says that they have news. Thread-safe.
class BFA_EXPORT FeedNews {
 public:
  void add(const std::string& feed_url) noexcept;
  std::vector<std::string> take();

 private:
  std::mutex mutex_;
  std::vector<std::string> feeds_;
};

// What takes the place of a run's options.
struct RunReload {
  CrawlOptions crawl;      // its `stop` is not taken
  ArchiveOptions archive;  // how WARC files are written; `mode` and `create` are not taken
  SchedulerOptions schedule;
  std::size_t side_by_side = 64, per_group = 4, per_address = 16;
  AutoAdd auto_add;
  std::unique_ptr<Fetcher> fetcher;  // null: the one before goes on
  // Hubs, as `websub` of the options; null: none from now on; nothing: as before. The one before must live on
  // until the run has closed the archive.
  std::optional<WebSub*> websub{};
};

struct RunOptions {
  CrawlOptions crawl;         // of each visit; its `stop`, `clock` and `on_event` count for the run
  SchedulerOptions schedule;  // the budget of polls, and its fairness
  bool once = false;          // visit what is new and due, each blog once, and end
  std::optional<std::chrono::seconds> duration;  // end after that time; nothing: until stopped
  std::size_t side_by_side = 64;                 // blogs visited at once
  std::size_t per_group = 4;                     // of these, blogs of one registrable domain; 0: no limit
  // Of these, blogs at one address of the network, which many domains may share; 0: no limit. An address is
  // known after the first visit in this run, and never behind a proxy.
  std::size_t per_address = 16;
  // At least so often requests of other programs are looked for. With a clock of the system: once a second.
  std::chrono::seconds look_again{30};
  std::chrono::seconds after_failure{3600};  // a blog whose visit failed is left alone so long
  std::chrono::seconds full_visit{86400};    // between two whole visits of a blog; polls come between them
  std::chrono::seconds new_files{86400};     // the archive is closed and opened so often: WARC files get sums
  AutoAdd auto_add;  // sites that posts link to, looked for when the archive is opened
  std::function<void(const CrawlReport&)> on_visit;  // after each visit
  std::function<void(UtcTime until)> on_wait;        // nothing is due before
  // Called about once a second, and after each wait of `wait`. For watchdogs and metrics.
  std::function<void(const RunState&)> on_tick;
  // Hubs that tell of news, and where they tell it: `websub` has on_news add to `news`. Both outlive the run;
  // null: none. The run restores the subscriptions, tells of polls and keeps what changes.
  WebSub* websub = nullptr;
  FeedNews* news = nullptr;
  // Asked about once a second: other options for what follows. Open visits are cut, and go on with them. A
  // new fetcher knows nothing of the pauses that servers asked the one before for.
  std::function<std::optional<RunReload>()> reload;
  // Waits until that time or the stop. For tests with a clock of their own; a real wait when empty.
  std::function<void(UtcTime until, const std::stop_token& stop)> wait;
};

struct RunReport : RunState {
  bool interrupted = false;  // by the stop
};

// Keeps an archive current until it is stopped. Feeds are polled when the scheduler says (docs/schedule.md);
// each blog is visited whole when it is new and once in `full_visit`. The archive stays open for writing;
// other writers get it by pause_run(), and add subscriptions by queue_subscriptions(). One run for an
// archive: kUnavailable with "locked" for a second one. The archive is made when it is absent. Errors: those
// of open_archive and crawl_visits for the archive itself; a blog's failure is none.
BFA_EXPORT Result<RunReport> run_archive(const std::string& directory, const ArchiveOptions& archive_options,
                                         Fetcher& fetcher, const RunOptions& options);

// Hands subscriptions to the run of this archive, which adds them within about a second: for programs that
// find the archive locked by it. Durable when it returns. Errors: kNotFound (no run is there), kIo.
BFA_EXPORT Status queue_subscriptions(const std::string& directory, const std::vector<Subscription>& wanted);

// What other programs may ask the run of an archive for.
struct RunRequest {
  struct Target {
    std::string url, reason;
  };
  std::vector<Subscription> add;
  std::vector<Target> end;        // subscriptions to end; `reason` is kept
  std::vector<std::string> poll;  // blogs or feeds to ask now, as the limits of the run allow
  std::vector<Target> retry;      // blogs or addresses whose failures are due again; `reason` as RetryQuery's
};

// Hands a request to the run of this archive, which does it within about a second; what cannot be done is
// said in the run's log. Durable when it returns. Errors: kNotFound (no run is there), kIo.
BFA_EXPORT Status queue_request(const std::string& directory, const RunRequest& wanted);

// Whether a run works on this archive, or has it paused for another writer. Thread-safe. False when it cannot
// be told.
BFA_EXPORT bool is_run_there(const std::string& directory) noexcept;

// Keeps the run of an archive from writing as long as it lives. Ends with its process at the latest.
class BFA_EXPORT RunPause {
 public:
  virtual ~RunPause() = default;
};

// Asks the run of this archive to close it, so that the caller can write, and waits until it has: open visits
// are cut, and go on afterwards. Null when no run works on it. Errors: kUnavailable (another program has the
// run paused, or it does not answer in time), kIo.
BFA_EXPORT Result<std::unique_ptr<RunPause>> pause_run(const std::string& directory,
                                                       std::chrono::seconds most = std::chrono::seconds(60));

}  // namespace bfa
