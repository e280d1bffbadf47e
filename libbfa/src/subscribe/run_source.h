// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bfa/subscribe/run.h"
#include "subscribe/counted_polls.h"
#include "subscribe/group_limits.h"
#include "subscribe/poll_schedule.h"

namespace bfa {

// What lasts over the sessions of a run: a session ends when the archive is closed for another writer.
struct RunMemory {
  RunState state;
  std::map<std::string, UtcTime> not_before;     // blogs that failed, or were visited in a run of once
  std::map<std::string, std::string> addresses;  // of the servers of blogs, in the network
  std::set<std::string> polled_once;             // of a run of once: blogs
  const WebSub* restored_hubs = nullptr;         // those that have the records of the archive
  std::chrono::steady_clock::time_point told{};
};

// Chooses what a run visits next: new blogs and blogs whose whole visit is due, and feeds whose poll is due.
// One thread.
class RunSource final : public VisitSource {
 public:
  RunSource(Archive& archive, const std::string& directory, const RunOptions& options, Clock& clock,
            FileSystem& fs, std::optional<UtcTime> end, RunMemory& memory);

  // Takes what the archive has. Errors: those of the archive.
  Status load();
  // Adds what other programs asked for. Errors: those of the archive, kIo.
  Status take_requests();
  // Ends the session: what was only counted is recorded. Errors: those of the archive.
  Status record_counts() { return counted_.record(archive_, clock_.now()); }

  // Why the session ended, if not because the run is over.
  bool is_paused() const { return paused_; }
  std::optional<RunReload>& reloaded() { return reloaded_; }
  bool is_run_over() const;

  Result<std::vector<BlogVisit>> next(std::size_t room) override;
  Status ended(const CrawlReport& report) override;
  bool is_over() override;
  void wait(std::chrono::milliseconds most) override;

 private:
  struct Blog {
    UtcTime due{};
    bool open = false;
    bool known = false;  // the archive has it
    std::string group;
    std::string address;  // under which it was opened; empty: not known then
  };

  Status add_proposals();
  Status take_request(const RunRequest& wanted, Findings& findings);
  Status forget_unvisited(const std::string& url);
  std::map<std::string, Blog>::iterator find_blog(const std::string& url);
  Status ask_now(const std::string& url, Findings& findings);
  Status retry(const RunRequest::Target& target, Findings& findings);
  Status take_subscriptions();
  Status take_blog(const BlogState& state);
  Status choose_sitemap(const BlogState& blog, const CrawlReport& report);
  Status choose_beside(const BlogState& blog, const CrawlReport& report);
  Status sync_feeds(const BlogState& blog);
  void plan(const std::string& home, UtcTime due);
  Status look_around();
  Status ask_hubs();
  void take_whole(std::size_t most, std::vector<BlogVisit>& out);
  void take_polls(std::size_t most, std::vector<BlogVisit>& out);
  bool open(const std::string& home);
  bool is_another_name(const std::string& home) const;
  bool waits_for_a_name(const std::string& home) const;
  std::optional<UtcTime> next_due() const;
  void tell();
  Status note_poll(const std::string& home, const FeedPoll& poll);

  Archive& archive_;
  const std::string& directory_;
  const RunOptions& options_;
  Clock& clock_;
  FileSystem& fs_;
  std::optional<UtcTime> end_;
  UtcTime session_end_{};
  RunMemory& memory_;
  PollSchedule schedule_;
  CountedPolls counted_;
  GroupLimits groups_, addresses_;
  std::map<std::string, Blog> blogs_;
  std::map<std::string, std::string>
      homes_;                           // of known blogs, by identity_of() them and their other addresses
  std::set<std::string> first_visits_;  // that are open, of blogs that are not known
  std::set<std::pair<UtcTime, std::string>> whole_;        // by the time of their next whole visit
  std::deque<DuePolls> held_;                              // polls that a group's limit holds back
  std::map<std::string, std::vector<std::string>> given_;  // feeds of subscriptions, by identity_of()
  bool paused_ = false, told_wait_ = false;
  std::optional<RunReload> reloaded_;
  std::chrono::steady_clock::time_point looked_{};
};

}  // namespace bfa
