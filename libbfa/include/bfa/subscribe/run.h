// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/crawl/crawl.h"
#include "bfa/subscribe/subscriptions.h"

namespace bfa {

struct RunOptions {
  CrawlOptions crawl;  // of each round; its `stop`, `clock` and `on_event` count for the run
  bool once = false;   // visit what is new and due, each blog once, and end
  std::optional<std::chrono::seconds> duration;  // end after that time; nothing: until stopped
  std::size_t side_by_side = 64;                 // blogs of one round
  // A round ends after that time; blogs that have not ended go on in the next one.
  std::chrono::seconds round{900};
  std::chrono::seconds look_again{30};       // at most so long no new subscription is looked for
  std::chrono::seconds after_failure{3600};  // a blog whose visit failed is left alone so long
  std::function<void(const std::vector<CrawlReport>&)> on_round;  // after each round
  std::function<void(UtcTime until)> on_wait;                     // nothing is due before
  // Waits until that time or the stop. For tests with a clock of their own; a real wait when empty.
  std::function<void(UtcTime until, const std::stop_token& stop)> wait;
};

struct RunReport {
  std::uint64_t rounds = 0, visits = 0, failed_visits = 0;
  CrawlCounts counts;        // of all visits together
  bool interrupted = false;  // by the stop
};

// Keeps an archive current until it is stopped: visits its subscriptions and known blogs when they are due
// (next_visit), takes the requests of other programs, and waits. The archive is open for writing during a
// round only: between rounds another writer can have it, and a round waits until it is free. One run for an
// archive: kUnavailable with "locked" for a second one. The archive is made when it is absent. Errors: those
// of open_archive and crawl_blogs for the archive itself; a blog's failure is none.
BFA_EXPORT Result<RunReport> run_archive(const std::string& directory, const ArchiveOptions& archive_options,
                                         Fetcher& fetcher, const RunOptions& options);

// Hands subscriptions to the run of this archive, which adds them before its next round: for programs that
// find the archive locked by it. Durable when it returns. Errors: kNotFound (no run is there), kIo.
BFA_EXPORT Status queue_subscriptions(const std::string& directory, const std::vector<Subscription>& wanted);

}  // namespace bfa
