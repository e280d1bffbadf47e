// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "bfa/crawl/replay.h"
#include "bfa/store/archive.h"
#include "bfa/warc/dedup.h"
#include "crawl/crawl_steps.h"
#include "crawl/history/recorded_readings.h"
#include "store/journal.h"

namespace bfa {

// The blogs whose steps a replay leaves to something else: see settle_history.h.
class LeftOut {
 public:
  virtual ~LeftOut() = default;
  // Told of each step; true: the replay leaves it. `record`: of its first exchange, numbered as the store is.
  virtual Result<bool> takes(const JournalStep& step, const ArchiveRecord& record) = 0;
  // Likewise of each state of a blog.
  virtual bool takes(const BlogState& blog) = 0;
};

// Runs recorded steps again, in their order, and commits them under their own numbers: for a rebuild, and for
// the steps that a killed crawl left in WARC. One thread.
class Replayer {
 public:
  Replayer(FileSystem& fs, Archive& archive, const Journal& journal, const StepOptions& options,
           ReplayReport& report);

  // All steps and notes of the journal. Errors: kIo, those of commits.
  Status run();
  // `left_out` must outlive it.
  void leave_out(LeftOut& left_out) { left_out_ = &left_out; }
  // On request run() ends with kUnavailable.
  void end_at(std::stop_token stop) { stop_ = std::move(stop); }

  struct Read {
    Exchange exchange;
    WarcWritten written;
    PayloadOriginal refers;  // of a revisit: what its record says about its original
  };
  // The exchange as the step saw it: a revisit's own head over its original's body.
  Result<Read> read_hop(const JournalHop& hop);
  // A step that run() left out: as run() does it, or only what it keeps of a step without reading its page.
  // `stored`: its capture is in the store.
  Status run_left(const JournalStep& step);
  Status keep_left(const JournalStep& step, bool stored);
  // By the settings of recorded crawls and what users overruled.
  void use_settings(const std::string& text);
  const StepOptions& options() const { return options_; }

 private:
  Status find_overruled();
  Status find_blocked();
  bool is_blocked(const ArchiveRecord& record, const Fetched& fetched) const;
  Status take(const JournalNote& note);
  Status index(const std::string& file);
  Status restore(const BlogState& blog, UtcTime date);
  Status empty_frontier(const std::string& home);
  Status step(const JournalStep& step, bool may_leave);
  Status step_unless_stopped(const JournalStep& recorded) {
    if (stop_.stop_requested()) return Error{Code::kUnavailable, "stopped", archive_.directory(), -1};
    return step(recorded, true);
  }
  Status skip(const Error& error, const char* id);

  std::string path_of(const std::string& file) const;
  Result<Read> read(const std::string& file, std::uint64_t offset);
  static bool is_original(const Read& found, const Read& revisit);
  Result<std::optional<Read>> original_of(const Read& revisit);
  Result<ArchiveRecord> record_of(const JournalHop& hop);
  void renumber(CrawlTask& task, std::uint32_t file) const;
  Result<StepResult> run_again(const ArchiveRecord& record, Fetched fetched, bool has_readings);
  Status commit(StepResult result, const RecordedStep& recorded);

  FileSystem& fs_;
  std::unique_ptr<FileSystem> files_;  // also within containers
  Archive& archive_;
  const Journal& journal_;
  StepOptions options_;
  std::unique_ptr<CrawlSteps> steps_;  // with the settings of the crawl that is replayed
  ReplayReport& report_;
  LeftOut* left_out_ = nullptr;
  std::stop_token stop_;
  RecordedReadings readings_;
};

}  // namespace bfa
