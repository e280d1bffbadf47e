// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/run.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "store/files/layout.h"
#include "subscribe/pause.h"
#include "subscribe/request_queue.h"
#include "subscribe/run_source.h"

namespace bfa {
namespace {

constexpr auto kPauseLook = std::chrono::milliseconds(200);

class Run {
 public:
  Run(std::string directory, const ArchiveOptions& archive_options, Fetcher& fetcher,
      const RunOptions& options)
      : directory_(std::move(directory)),
        archive_options_(archive_options),
        fetcher_(&fetcher),
        options_(options),
        clock_(options.crawl.clock != nullptr ? *options.crawl.clock : system_clock()),
        fs_(archive_options.fs != nullptr ? *archive_options.fs : posix_file_system()) {
    set_fixed_options();
  }

  Result<RunReport> run() {
    BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(queue_directory(directory_)));
    if (!there) {
      BFA_ASSIGN_OR_RETURN(const auto archive, open());
      BFA_RETURN_IF_ERROR(archive->close());
      BFA_RETURN_IF_ERROR(fs_.create_directories(queue_directory(directory_)));
    }
    BFA_ASSIGN_OR_RETURN(const auto lock, WriterLock::take(queue_directory(directory_)));
    if (options_.duration) end_ = clock_.now() + *options_.duration;
    for (bool goes_on = true; goes_on;) {
      BFA_ASSIGN_OR_RETURN(goes_on, do_session());
    }
    RunReport report;
    static_cast<RunState&>(report) = memory_.state;
    report.interrupted = stop_requested();
    return report;
  }

 private:
  bool stop_requested() const { return options_.crawl.stop.stop_requested(); }

  void pause(std::chrono::milliseconds span) {
    if (options_.wait) return options_.wait(clock_.now() + span, options_.crawl.stop);
    std::mutex mutex;
    std::condition_variable_any woken;
    std::unique_lock lock(mutex);
    woken.wait_for(lock, options_.crawl.stop, span, [] { return false; });
  }

  // Waits for another writer, but for a run that ends by itself.
  Result<std::unique_ptr<Archive>> open() {
    for (;;) {
      auto archive = open_archive(directory_, archive_options_, options_.crawl.step);
      const bool locked = !archive && archive.error().code == Code::kUnavailable;
      if (!locked || options_.once || stop_requested()) return archive;
      pause(std::chrono::seconds(1));
    }
  }

  // From an opening of the archive to its closing; false when the run is over.
  Result<bool> do_session() {
    BFA_ASSIGN_OR_RETURN(const auto archive, open());
    RunSource source(*archive, directory_, options_, clock_, fs_, end_, memory_);
    BFA_RETURN_IF_ERROR(source.load());
    CrawlOptions crawl = options_.crawl;
    // Its own stop, so that another writer does not wait for slow servers.
    std::stop_source cut;
    const std::stop_callback passed_on(options_.crawl.stop, [&cut] { cut.request_stop(); });
    crawl.stop = cut.get_token();
    SessionSource session(source, cut);
    Status status = crawl_visits(*archive, *fetcher_, session, options_.side_by_side, crawl);
    if (status) status = source.take_requests();
    if (status) status = source.record_counts();
    const Status closed = archive->close();
    BFA_RETURN_IF_ERROR(status);
    BFA_RETURN_IF_ERROR(closed);
    if (source.reloaded()) take_options(std::move(*source.reloaded()));
    while (source.is_paused() && !stop_requested() && is_pause_wanted(directory_)) pause(kPauseLook);
    if (source.is_run_over()) return false;
    return source.is_paused() || source.reloaded() || !options_.once;
  }

  void set_fixed_options() {
    archive_options_.mode = ArchiveOptions::Mode::kWrite;
    archive_options_.create = true;
    options_.crawl.step.news_only = true;
    options_.crawl.due_only = true;
  }

  void take_options(RunReload reloaded) {
    const std::stop_token stop = options_.crawl.stop;
    options_.crawl = std::move(reloaded.crawl);
    options_.crawl.stop = stop;
    options_.schedule = reloaded.schedule;
    options_.side_by_side = reloaded.side_by_side;
    options_.per_group = reloaded.per_group;
    options_.per_address = reloaded.per_address;
    options_.auto_add = reloaded.auto_add;
    if (reloaded.websub) options_.websub = *reloaded.websub;
    archive_options_ = std::move(reloaded.archive);
    set_fixed_options();
    if (reloaded.fetcher == nullptr) return;
    own_fetcher_ = std::move(reloaded.fetcher);
    fetcher_ = own_fetcher_.get();
  }

  // Cuts the open visits when another program wants the archive, or there are new options.
  class SessionSource final : public VisitSource {
   public:
    SessionSource(RunSource& source, std::stop_source& cut) : source_(source), cut_(cut) {}
    Result<std::vector<BlogVisit>> next(std::size_t room) override {
      auto visits = source_.next(room);
      if (source_.is_paused() || source_.reloaded() || source_.is_run_over()) cut_.request_stop();
      return visits;
    }
    Status ended(const CrawlReport& report) override { return source_.ended(report); }
    bool is_over() override { return source_.is_over(); }
    void wait(std::chrono::milliseconds most) override { source_.wait(most); }

   private:
    RunSource& source_;
    std::stop_source& cut_;
  };

  std::string directory_;
  ArchiveOptions archive_options_;
  Fetcher* fetcher_;
  std::unique_ptr<Fetcher> own_fetcher_;  // after a reload
  RunOptions options_;
  Clock& clock_;
  FileSystem& fs_;
  std::optional<UtcTime> end_;
  RunMemory memory_;
};

}  // namespace

void FeedNews::add(const std::string& feed_url) noexcept {
  const Status added = guarded([&]() -> Status {
    const std::lock_guard lock(mutex_);
    feeds_.push_back(feed_url);
    return {};
  });
  (void)added;  // without memory the feed keeps its schedule
}

std::vector<std::string> FeedNews::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(feeds_, {});
}

Result<RunReport> run_archive(const std::string& directory, const ArchiveOptions& archive_options,
                              Fetcher& fetcher, const RunOptions& options) {
  return guarded([&] { return Run(directory, archive_options, fetcher, options).run(); });
}

Status queue_subscriptions(const std::string& directory, const std::vector<Subscription>& wanted) {
  return guarded([&]() -> Status {
    RunRequest request;
    request.add = wanted;
    return queue_request(directory, request);
  });
}

Status queue_request(const std::string& directory, const RunRequest& wanted) {
  return guarded([&]() -> Status {
    FileSystem& fs = posix_file_system();
    BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(queue_directory(directory)));
    if (there && WriterLock::is_held(queue_directory(directory))) return put_request(fs, directory, wanted);
    return Error{Code::kNotFound, "no run works on this archive", directory, -1};
  });
}

bool is_run_there(const std::string& directory) noexcept {
  const auto there = guarded([&]() -> Result<bool> {
    BFA_ASSIGN_OR_RETURN(const bool exists, posix_file_system().exists(queue_directory(directory)));
    return exists && WriterLock::is_held(queue_directory(directory));
  });
  return there.value_or(false);
}

}  // namespace bfa
