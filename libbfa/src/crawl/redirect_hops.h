// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "crawl/robots_gate.h"
#include "crawl/step_runner.h"

namespace bfa {

// The next hops of redirects: each is asked for when the robots.txt of its target is known and allows it. One
// thread.
class RedirectHops {
 public:
  // Both must outlive it.
  RedirectHops(StepRunner& runner, RobotsGate& robots) : runner_(runner), robots_(robots) {}

  // Takes the new ones from the runner and decides about those that can be decided. `ends(home)`: the run of
  // that blog reached a limit; `launch(task)` starts the task that fetches a robots.txt. Errors: those of the
  // view.
  Status decide(const std::function<bool(const std::string&)>& ends,
                const std::function<void(CrawlTask)>& launch);

  // True when the home page of this blog waits for the rules of `origin`.
  bool lead_home(const std::string& home, const std::string& origin) const;

  void clear() { waiting_.clear(); }

 private:
  StepRunner& runner_;
  RobotsGate& robots_;
  std::vector<StepRunner::Hop> waiting_;
};

}  // namespace bfa
