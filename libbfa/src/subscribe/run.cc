// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/run.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/subscribe/status.h"
#include "store/files/layout.h"
#include "subscribe/request_queue.h"

namespace bfa {
namespace {

void really_wait(UtcTime until, Clock& clock, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_for(lock, stop, until - clock.now(), [] { return false; });
}

// Requests a stop when its own time is over, or when the run's is requested.
class RoundStop {
 public:
  RoundStop(std::chrono::nanoseconds after, const std::stop_token& run)
      : passed_on_(run, [this] { source_.request_stop(); }),
        timer_([this, after](const std::stop_token& done) {
          std::mutex mutex;
          std::condition_variable_any woken;
          std::unique_lock lock(mutex);
          woken.wait_for(lock, done, after, [] { return false; });
          if (!done.stop_requested()) source_.request_stop();
        }) {}

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> passed_on_;
  std::jthread timer_;  // ended by its destructor
};

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
  sum.not_pages += more.not_pages;
  sum.media_missing += more.media_missing;
  sum.elapsed += more.elapsed;
}

class Run {
 public:
  Run(std::string directory, const ArchiveOptions& archive_options, Fetcher& fetcher,
      const RunOptions& options)
      : directory_(std::move(directory)),
        archive_options_(archive_options),
        fetcher_(fetcher),
        options_(options),
        clock_(options.crawl.clock != nullptr ? *options.crawl.clock : system_clock()),
        fs_(archive_options.fs != nullptr ? *archive_options.fs : posix_file_system()) {
    archive_options_.mode = ArchiveOptions::Mode::kWrite;
    archive_options_.create = true;
  }

  Result<RunReport> run() {
    BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(queue_directory(directory_)));
    if (!there) {
      BFA_ASSIGN_OR_RETURN(const auto archive,
                           open_archive(directory_, archive_options_, options_.crawl.step));
      BFA_RETURN_IF_ERROR(archive->close());
      BFA_RETURN_IF_ERROR(fs_.create_directories(queue_directory(directory_)));
    }
    BFA_ASSIGN_OR_RETURN(const auto lock, WriterLock::take(queue_directory(directory_)));
    if (options_.duration) end_ = clock_.now() + *options_.duration;
    while (!is_over()) {
      BFA_ASSIGN_OR_RETURN(const bool worked, do_round());
      if (worked) continue;
      if (options_.once) break;
      if (options_.on_wait) options_.on_wait(next_);
      BFA_RETURN_IF_ERROR(wait_for_work());
    }
    report_.interrupted = stop_requested();
    BFA_ASSIGN_OR_RETURN(const bool asked, has_requests());
    if (asked) {
      BFA_ASSIGN_OR_RETURN(const auto archive,
                           open_archive(directory_, archive_options_, options_.crawl.step));
      BFA_RETURN_IF_ERROR(take_requests(*archive));
      BFA_RETURN_IF_ERROR(archive->close());
    }
    return report_;
  }

 private:
  bool stop_requested() const { return options_.crawl.stop.stop_requested(); }

  bool is_over() const { return stop_requested() || (end_ && clock_.now() >= *end_); }

  // Until a blog is due or something new is there. Only readers look meanwhile: a writer has work to do for
  // each opening and closing.
  Status wait_for_work() {
    while (!is_over() && clock_.now() < next_) {
      UtcTime until = std::min(next_, clock_.now() + options_.look_again);
      if (end_) until = std::min(until, *end_);
      wait_until(until);
      BFA_ASSIGN_OR_RETURN(const bool asked, has_requests());
      if (asked) return {};
      ArchiveOptions reading = archive_options_;
      reading.mode = ArchiveOptions::Mode::kRead;
      BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(directory_, reading));
      BFA_ASSIGN_OR_RETURN(const auto due, blogs_to_visit(*archive, clock_.now(), false));
      const auto is_new = [this](const std::string& home) {
        const auto at = not_before_.find(home);
        return at == not_before_.end() || at->second <= clock_.now();
      };
      if (std::any_of(due.begin(), due.end(), is_new)) return {};
    }
    return {};
  }

  Result<bool> has_requests() {
    BFA_ASSIGN_OR_RETURN(const auto names, fs_.list(queue_directory(directory_)));
    return std::any_of(names.begin(), names.end(), is_request);
  }

  void wait_until(UtcTime until) {
    options_.wait ? options_.wait(until, options_.crawl.stop)
                  : really_wait(until, clock_, options_.crawl.stop);
  }

  // Waits for another writer, but for a run that ends by itself.
  Result<std::unique_ptr<Archive>> open() {
    for (;;) {
      auto archive = open_archive(directory_, archive_options_, options_.crawl.step);
      const bool locked = !archive && archive.error().code == Code::kUnavailable;
      if (!locked || options_.once || stop_requested()) return archive;
      wait_until(clock_.now() + std::chrono::seconds(1));
    }
  }

  // False when nothing was due.
  Result<bool> do_round() {
    BFA_ASSIGN_OR_RETURN(const auto archive, open());
    BFA_RETURN_IF_ERROR(take_requests(*archive));
    BFA_ASSIGN_OR_RETURN(const auto due, choose(*archive));
    if (due.empty()) {
      BFA_RETURN_IF_ERROR(archive->close());
      return false;
    }
    const RoundStop stop(options_.round, options_.crawl.stop);
    CrawlOptions crawl = options_.crawl;
    crawl.stop = stop.token();
    BFA_RETURN_IF_ERROR(add_feeds(*archive, due, crawl));
    BFA_ASSIGN_OR_RETURN(const auto reports, crawl_blogs(*archive, fetcher_, due, crawl));
    BFA_RETURN_IF_ERROR(archive->close());
    note(reports);
    return true;
  }

  Status take_requests(Archive& archive) {
    Findings findings;
    BFA_ASSIGN_OR_RETURN(const auto requests, waiting_requests(fs_, directory_, findings));
    for (const Request& request : requests) {
      BFA_ASSIGN_OR_RETURN(const AddReport added, add_subscriptions(archive, request.wanted, clock_.now()));
      findings.insert(findings.end(), added.refused.begin(), added.refused.end());
      BFA_RETURN_IF_ERROR(fs_.remove(request.path));
    }
    if (!options_.crawl.log) return {};
    for (const Finding& finding : findings)
      options_.crawl.log(LogLevel::kWarn, finding.message + ": " + finding.where);
    return {};
  }

  // Known blogs first, because their visits are short; then those that were never crawled.
  Result<std::vector<std::string>> choose(Archive& archive) {
    const UtcTime now = clock_.now();
    next_ = now + std::chrono::hours(24 * 365);
    std::vector<std::pair<UtcTime, std::string>> due;
    std::set<std::string> known;
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
    for (const BlogState& blog : blogs) {
      known.insert(blog.home);
      if (!blog.moved_to.empty() && blog.moved_evidence.empty()) continue;
      BFA_ASSIGN_OR_RETURN(const std::uint64_t left, archive.frontier().size(blog.home));
      add_due(blog.home, left > 0 ? UtcTime{} : next_visit(blog), now, due);
    }
    std::sort(due.begin(), due.end());
    BFA_ASSIGN_OR_RETURN(const auto wanted, blogs_to_visit(archive, now, false));
    for (const auto& home : wanted) {
      if (!known.contains(home)) add_due(home, {}, now, due);
    }
    std::vector<std::string> out;
    for (auto& [time, home] : due) {
      if (out.size() == options_.side_by_side) break;
      out.push_back(std::move(home));
    }
    return out;
  }

  void add_due(const std::string& home, UtcTime next, UtcTime now,
               std::vector<std::pair<UtcTime, std::string>>& due) {
    if (const auto at = not_before_.find(home); at != not_before_.end()) {
      if (options_.once) return;
      next = std::max(next, at->second);
    }
    if (next <= now) {
      due.emplace_back(next, home);
    } else {
      next_ = std::min(next_, next);
    }
  }

  Status add_feeds(const Archive& archive, const std::vector<std::string>& due, CrawlOptions& crawl) const {
    BFA_ASSIGN_OR_RETURN(const auto all, subscriptions(archive));
    for (const Subscription& each : all) {
      const bool is_due = std::find(due.begin(), due.end(), each.url) != due.end();
      if (is_due && !each.feeds.empty()) crawl.feeds[each.url] = each.feeds;
    }
    return {};
  }

  void note(const std::vector<CrawlReport>& reports) {
    ++report_.rounds;
    const UtcTime now = clock_.now();
    for (const CrawlReport& report : reports) {
      ++report_.visits;
      add_counts(report_.counts, report);
      if (report.error) ++report_.failed_visits;
      not_before_.erase(report.blog);
      // A blog that was cut short by the end of the round goes on at once.
      const bool cut = report.interrupted && !stop_requested();
      if (report.error || (report.queued > 0 && !cut)) {
        not_before_[report.blog] = now + options_.after_failure;
      } else if (options_.once && !cut) {
        not_before_[report.blog] = now;
      }
    }
    if (options_.on_round) options_.on_round(reports);
  }

  std::string directory_;
  ArchiveOptions archive_options_;
  Fetcher& fetcher_;
  const RunOptions& options_;
  Clock& clock_;
  FileSystem& fs_;
  std::optional<UtcTime> end_;
  UtcTime next_{};                             // when something is due, after choose()
  std::map<std::string, UtcTime> not_before_;  // blogs that failed, or were visited in a run of once
  RunReport report_;
};

}  // namespace

Result<RunReport> run_archive(const std::string& directory, const ArchiveOptions& archive_options,
                              Fetcher& fetcher, const RunOptions& options) {
  return guarded([&] { return Run(directory, archive_options, fetcher, options).run(); });
}

Status queue_subscriptions(const std::string& directory, const std::vector<Subscription>& wanted) {
  return guarded([&]() -> Status {
    FileSystem& fs = posix_file_system();
    BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(queue_directory(directory)));
    if (there && !WriterLock::take(queue_directory(directory))) return put_request(fs, directory, wanted);
    return Error{Code::kNotFound, "no run works on this archive", directory, -1};
  });
}

}  // namespace bfa
