// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "crawl/robots_gate.h"
#include "crawl/step_runner.h"

namespace bfa {

// The next hops of redirects: each is asked for when the robots.txt of its target is known and allows it. One
// thread.
class RedirectHops {
 public:
  // Takes the new ones from `runner` and decides about those that can be decided. `ends(home)`: the run of
  // that blog reached a limit; `launch(task)` starts the task that fetches a robots.txt. Errors: those of the
  // view.
  template <class Ends, class Launch>
  Status decide(StepRunner& runner, RobotsGate& robots, const Ends& ends, const Launch& launch) {
    while (auto hop = runner.take_hop()) waiting_.push_back(std::move(*hop));
    std::vector<StepRunner::Hop> left;
    for (auto& hop : std::exchange(waiting_, {})) {
      const std::string origin = hop.target.origin();
      BFA_ASSIGN_OR_RETURN(const auto answer, robots.ask(origin));
      if (answer == RobotsGate::Answer::kOpen) {
        runner.go_on(hop);
      } else if (answer == RobotsGate::Answer::kRefused) {
        runner.refuse(hop, RobotsGate::refusal(hop.target));
      } else if (ends(hop.task.blog)) {
        runner.refuse(hop,
                      Error{Code::kUnavailable, "the limit of this run is reached", hop.target.href(), -1});
      } else {
        if (!robots.is_pending(origin)) launch(robots.begin(origin, hop.task));
        left.push_back(std::move(hop));
      }
    }
    waiting_ = std::move(left);
    return {};
  }

  // True when the home page of this blog waits for the rules of `origin`.
  bool lead_home(const std::string& home, const std::string& origin) const {
    return std::any_of(waiting_.begin(), waiting_.end(), [&](const StepRunner::Hop& hop) {
      return hop.task.blog == home && hop.task.kind == TaskKind::kHome && hop.target.origin() == origin;
    });
  }

  void clear() { waiting_.clear(); }

 private:
  std::vector<StepRunner::Hop> waiting_;
};

}  // namespace bfa
