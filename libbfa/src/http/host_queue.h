// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace bfa::http {

using SteadyTime = std::chrono::steady_clock::time_point;
using Milliseconds = std::chrono::milliseconds;

struct Politeness {
  int max_connections = 64;
  int max_connections_per_host = 1;
  Milliseconds delay{0};
  double delay_factor = 0;
  Milliseconds max_delay{0};
};

// Whose turn it is: a queue per host, each with its own least time between request starts. Time comes in from
// outside. Hosts that are idle and past their delay are forgotten. Not thread-safe. Cost: O(log hosts) a
// call.
template <class Job>
class HostQueues {
 public:
  explicit HostQueues(Politeness politeness) : politeness_(politeness) {}

  // `first`: before the host's other jobs (the next hop of a request that is under way). `delay`: the host's
  // own least time between starts, used where it is longer.
  void add(const std::string& host, std::unique_ptr<Job> job, Milliseconds delay, bool first) {
    Host& entry = hosts_.try_emplace(host).first->second;
    unlist(host, entry);
    Waiting waiting{std::move(job), delay};
    if (first)
      entry.jobs.push_front(std::move(waiting));
    else
      entry.jobs.push_back(std::move(waiting));
    ++waiting_;
    list(host, entry);
  }

  // A job that may start at `now`, if there is one. The caller says finished() for it later.
  std::unique_ptr<Job> take(SteadyTime now) {
    forget(now);
    if (active_ >= politeness_.max_connections || ready_.empty()) return nullptr;
    const auto [due, host] = *ready_.begin();
    if (due > now) return nullptr;
    Host& entry = hosts_.find(host)->second;
    unlist(host, entry);
    Waiting waiting = std::move(entry.jobs.front());
    entry.jobs.pop_front();
    --waiting_;
    ++active_;
    ++entry.active;
    entry.own_delay = waiting.delay;
    entry.due = now + std::max(politeness_.delay, entry.own_delay);
    list(host, entry);
    return std::move(waiting.job);
  }

  // A job of `host` that began at `started` is over at `now`.
  void finished(const std::string& host, SteadyTime started, SteadyTime now) {
    Host& entry = hosts_.find(host)->second;
    unlist(host, entry);
    --active_;
    --entry.active;
    if (politeness_.delay.count() > 0) {
      const std::chrono::duration<double, std::milli> took = now - started;
      const double wanted = std::min(took.count() * politeness_.delay_factor,
                                     static_cast<double>(politeness_.max_delay.count()));
      entry.due = std::max(entry.due, started + Milliseconds(static_cast<Milliseconds::rep>(wanted)));
    }
    list(host, entry);
  }

  // When take() may have something next; nothing while all depends on finished() or add().
  std::optional<SteadyTime> next_due() const {
    if (active_ >= politeness_.max_connections || ready_.empty()) return std::nullopt;
    return ready_.begin()->first;
  }

  std::size_t waiting() const { return waiting_; }
  std::size_t hosts() const { return hosts_.size(); }

 private:
  struct Waiting {
    std::unique_ptr<Job> job;
    Milliseconds delay;
  };
  struct Host {
    std::deque<Waiting> jobs;
    int active = 0;
    SteadyTime due{};  // the next start, not before
    Milliseconds own_delay{0};
  };
  using Listed = std::set<std::pair<SteadyTime, std::string>>;

  void unlist(const std::string& host, const Host& entry) {
    ready_.erase({entry.due, host});
    idle_.erase({entry.due, host});
  }

  void list(const std::string& host, const Host& entry) {
    if (entry.jobs.empty()) {
      if (entry.active == 0) idle_.emplace(entry.due, host);
    } else if (entry.active < politeness_.max_connections_per_host) {
      ready_.emplace(entry.due, host);
    }
  }

  void forget(SteadyTime now) {
    while (!idle_.empty() && idle_.begin()->first <= now) {
      hosts_.erase(idle_.begin()->second);
      idle_.erase(idle_.begin());
    }
  }

  const Politeness politeness_;
  std::unordered_map<std::string, Host> hosts_;
  Listed ready_;  // hosts with a job that only waits for its time
  Listed idle_;   // hosts with nothing to do
  int active_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace bfa::http
