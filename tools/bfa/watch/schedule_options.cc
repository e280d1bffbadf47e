// SPDX-License-Identifier: Apache-2.0
#include "watch/schedule_options.h"

namespace bfa::tool {

void add_schedule_options(Args& args, SchedulerOptions& schedule) {
  args.option("--budget", schedule.polls_per_feed_day,
              "requests a feed and day, on average over all feeds (default 2)", {0.001, 288});
  args.option("--recheck-share", schedule.page_share,
              "of the budget, what requests for known pages may take (default 0.25)", {0, 0.9});
  args.option("--alpha", schedule.alpha, "fairness: 0 makes all items equal, 1 all feeds (default 0.25)",
              {0, 1});
}

Status check_schedule_options(const SchedulerOptions& schedule) {
  if (!(schedule.polls_per_feed_day > 0 && schedule.polls_per_feed_day <= 288))
    return Error{
        Code::kInvalidArgument, "--budget takes requests a feed and day, above 0 and up to 288", {}, -1};
  if (!(schedule.page_share >= 0 && schedule.page_share <= 0.9))
    return Error{Code::kInvalidArgument, "--recheck-share is to be from 0 to 0.9", {}, -1};
  if (!(schedule.alpha >= 0 && schedule.alpha <= 1))
    return Error{Code::kInvalidArgument, "--alpha is to be from 0 to 1", {}, -1};
  return {};
}

}  // namespace bfa::tool
