// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/schedule/scheduler.h"
#include "bfa/store/archive.h"

namespace bfa {

// How a run of this archive polls its feeds.

// A feed of which all entries were new at a poll: others may have come and gone, and be lost.
struct FeedOverflow {
  std::string blog, feed;
  std::uint64_t times = 0;
  UtcTime last{};
};

// All that runs have met, by blog and feed. Crawls by hand do not look for them. Thread-safe. Errors: those
// of Archive.
BFA_EXPORT Result<std::vector<FeedOverflow>> feed_overflows(const Archive& archive);

// The budget of the last run on this archive; nothing before the first. Of the options only the budget, the
// fairness and the share of pages. Thread-safe. Errors: those of Archive.
BFA_EXPORT Result<std::optional<SchedulerOptions>> last_budget(const Archive& archive);

// Why a feed is polled when it is.
struct FeedPlan {
  std::string blog, feed;
  PollExplanation why;
};

// The plans of the feeds of a blog, given by its home URL or by a feed's URL; of all feeds when `url` is
// empty. The price is that of all feeds with this budget; a run that works corrects it by what it spent.
// Cost: one read of all blogs and notes. Thread-safe. Errors: kNotFound (no such blog or feed, or it was
// never crawled to its end), those of Archive.
BFA_EXPORT Result<std::vector<FeedPlan>> plan_feeds(const Archive& archive, const std::string& url,
                                                    const SchedulerOptions& options, UtcTime now);

}  // namespace bfa
