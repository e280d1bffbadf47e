// SPDX-License-Identifier: Apache-2.0
#include "crawl/redirect_hops.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace bfa {

Status RedirectHops::decide(const std::function<bool(const std::string&)>& ends,
                            const std::function<void(CrawlTask)>& launch) {
  while (auto hop = runner_.take_hop()) waiting_.push_back(std::move(*hop));
  std::vector<StepRunner::Hop> left;
  for (auto& hop : std::exchange(waiting_, {})) {
    const std::string origin = hop.target.origin();
    BFA_ASSIGN_OR_RETURN(const auto answer, robots_.ask(origin));
    if (answer == RobotsGate::Answer::kOpen) {
      runner_.go_on(hop);
    } else if (answer == RobotsGate::Answer::kRefused) {
      runner_.refuse(hop, RobotsGate::refusal(hop.target));
    } else if (ends(hop.task.blog)) {
      runner_.refuse(hop,
                     Error{Code::kUnavailable, "the limit of this run is reached", hop.target.href(), -1});
    } else {
      if (!robots_.is_pending(origin)) launch(robots_.begin(origin, hop.task));
      left.push_back(std::move(hop));
    }
  }
  waiting_ = std::move(left);
  return {};
}

bool RedirectHops::lead_home(const std::string& home, const std::string& origin) const {
  return std::any_of(waiting_.begin(), waiting_.end(), [&](const StepRunner::Hop& hop) {
    return hop.task.blog == home && hop.task.kind == TaskKind::kHome && hop.target.origin() == origin;
  });
}

}  // namespace bfa
