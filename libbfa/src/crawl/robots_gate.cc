// SPDX-License-Identifier: Apache-2.0
#include "crawl/robots_gate.h"

#include <algorithm>

#include "base/try.h"

namespace bfa {
namespace {

constexpr auto kFresh = std::chrono::hours(24);  // RFC 9309 section 2.4

}  // namespace

Result<RobotsGate::Answer> RobotsGate::ask(const std::string& origin) {
  if (!options_.obey_robots || known_.contains(origin)) return Answer::kOpen;
  BFA_ASSIGN_OR_RETURN(const auto state, view_.stored().robots(origin));
  if (state && clock_.now() - state->time <= kFresh && state->status < 500) {
    known_.insert(origin);
    return Answer::kOpen;
  }
  return failed_.contains(origin) ? Answer::kRefused : Answer::kFetch;
}

Error RobotsGate::refusal(const Url& url) {
  return Error{Code::kUnavailable, "robots.txt of its host cannot be read", url.href(), -1};
}

CrawlTask RobotsGate::begin(const std::string& origin, const CrawlTask& waiting) {
  set_pending(origin, true);
  CrawlTask task;
  task.kind = TaskKind::kRobots;
  task.stage = Stage::kRobots;
  task.blog = waiting.blog;
  task.url = stored_url(origin + "/robots.txt");
  task.crawl = waiting.crawl;
  return task;
}

RobotsGate::Verdict RobotsGate::finish(const StepResult& result) {
  if (result.outcome == Outcome::kRetry && result.retry) {
    delayed_.emplace_back(system_clock().now() + result.retry_in, *result.retry);
    return Verdict::kLater;
  }
  const std::string origin = result.task.url.origin();
  const bool has_rules = result.robots.has_value();
  set_pending(origin, false);
  // Unreachable: RFC 9309 section 2.3.1.4 takes that as "disallow all".
  (has_rules ? known_ : failed_).insert(origin);
  return has_rules ? Verdict::kKnown : Verdict::kUnreachable;
}

std::optional<CrawlTask> RobotsGate::due(UtcTime now) {
  const auto at =
      std::find_if(delayed_.begin(), delayed_.end(), [&](const auto& each) { return each.first <= now; });
  if (at == delayed_.end()) return std::nullopt;
  CrawlTask task = std::move(at->second);
  delayed_.erase(at);
  return task;
}

bool RobotsGate::waits_for(const std::string& blog) const {
  return std::any_of(delayed_.begin(), delayed_.end(),
                     [&](const auto& each) { return each.second.blog == blog; });
}

std::optional<UtcTime> RobotsGate::next_due() const {
  std::optional<UtcTime> first;
  for (const auto& [time, task] : delayed_) first = std::min(first.value_or(time), time);
  return first;
}

void RobotsGate::set_pending(const std::string& origin, bool pending) {
  if (pending) {
    pending_.insert(origin);
  } else {
    pending_.erase(origin);
  }
  busy_hosts_.clear();
  for (const auto& each : pending_) {
    if (const auto url = Url::parse(each)) busy_hosts_.emplace_back(url->host());
  }
}

}  // namespace bfa
