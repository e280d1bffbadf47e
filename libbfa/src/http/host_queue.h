// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "bfa/url/canonical.h"
#include "http/service_groups.h"

namespace bfa::http {

// The outcome of a request, as far as politeness needs it.
struct HopEnd {
  enum class Kind : std::uint8_t {
    kServed,      // answered
    kComplained,  // 403, 429, or a Retry-After
    kFailed,      // no answer, or 5xx
    kNotAsked     // nothing was sent
  } kind = Kind::kServed;
  SteadyTime started{}, now{};
  std::string address{};  // of the server; empty when unknown
  std::optional<std::chrono::seconds> retry_after{};
};

// Decides which host may start a request: a queue per host, each with a minimum time between request starts.
// This time follows the host's answers, and the groups of the host can extend it. The caller passes the
// time; random delays come from `seed`. Hosts that are idle and past their delay are forgotten. Not
// thread-safe. Cost: O(log hosts) a call, amortised.
template <class Job>
class HostQueues {
 public:
  HostQueues(Politeness politeness, std::uint64_t seed)
      : politeness_(politeness),
        kept_(politeness.delay.count() > 0 ? std::chrono::minutes(1) : std::chrono::minutes(0)),
        groups_(politeness),
        random_(seed) {}

  // `first`: before the host's other jobs (the next hop of a request that is under way). `delay`: the host's
  // own least time between starts, used where it is longer.
  void add(const std::string& host, std::unique_ptr<Job> job, Milliseconds delay, bool first) {
    Host& entry = find_or_make(host);
    unlist(entry);
    Waiting waiting{std::move(job), delay};
    if (first)
      entry.jobs.push_front(std::move(waiting));
    else
      entry.jobs.push_back(std::move(waiting));
    ++waiting_;
    list(entry);
  }

  // A job that may start at `now`, if there is one. The caller must call finished() for it later.
  std::unique_ptr<Job> take(SteadyTime now) {
    forget(now);
    while (active_ < politeness_.max_connections && !ready_.empty()) {
      Host& entry = *std::get<Host*>(*ready_.begin());
      if (entry.due > now) return nullptr;
      unlist(entry);
      // Groups push hosts back without touching their places in the list: it is looked up here.
      if (const SteadyTime due = groups_.due(entry.domain, entry.address); due > now) {
        entry.due = due;
        list(entry);
        continue;
      }
      return start(entry, now);
    }
    return nullptr;
  }

  // A job of `host` is over.
  void finished(const std::string& host, const HopEnd& end) {
    Host& entry = hosts_.find(host)->second;
    unlist(entry);
    --active_;
    --entry.active;
    if (!end.address.empty()) entry.address = end.address;
    switch (end.kind) {
      case HopEnd::Kind::kServed:
        entry.errors = 0;
        groups_.served(entry.domain, entry.address);
        break;
      case HopEnd::Kind::kComplained:
        groups_.complained(entry.domain, entry.address, end.retry_after, end.now);
        break;
      case HopEnd::Kind::kFailed:
        entry.errors = std::min(entry.errors + 1, 16);
        break;
      case HopEnd::Kind::kNotAsked:
        break;
    }
    if (politeness_.delay.count() > 0 && end.kind != HopEnd::Kind::kNotAsked) {
      const SteadyTime from = entry.errors > 0 ? end.now : end.started;
      entry.due = std::max(entry.due, from + delay_after(entry, end));
    }
    list(entry);
  }

  // When take() may return a job again; nothing when that depends only on finished() or add().
  std::optional<SteadyTime> next_due() const {
    if (active_ >= politeness_.max_connections || ready_.empty()) return std::nullopt;
    return std::get<SteadyTime>(*ready_.begin());
  }

  std::size_t waiting() const { return waiting_; }
  std::size_t hosts() const { return hosts_.size(); }
  std::size_t slowed_groups() const { return groups_.size(); }

 private:
  struct Waiting {
    std::unique_ptr<Job> job;
    Milliseconds delay;
  };
  struct Host {
    std::uint64_t number = 0;  // orders hosts with equal due times by age
    std::string name, domain, address;
    std::deque<Waiting> jobs;
    int active = 0;
    int errors = 0;    // in a row
    SteadyTime due{};  // the next start, not before
  };
  using Listed = std::set<std::tuple<SteadyTime, std::uint64_t, Host*>>;

  Host& find_or_make(const std::string& host) {
    const auto [at, made] = hosts_.try_emplace(host);
    Host& entry = at->second;
    if (made) {
      entry.number = ++numbers_;
      entry.name = host;
      entry.domain = registered_domain(host);
    }
    return entry;
  }

  std::unique_ptr<Job> start(Host& entry, SteadyTime now) {
    Waiting waiting = std::move(entry.jobs.front());
    entry.jobs.pop_front();
    --waiting_;
    ++active_;
    ++entry.active;
    entry.due = now + std::max(politeness_.delay, waiting.delay);
    groups_.started(entry.domain, entry.address, now);
    list(entry);
    return std::move(waiting.job);
  }

  // A multiple of the time that the answer took. After errors it doubles with each error, and is shortened
  // by a random part of up to half, so that requests that failed together are not repeated together.
  Milliseconds delay_after(const Host& entry, const HopEnd& end) {
    const std::chrono::duration<double, std::milli> took = end.now - end.started;
    const auto cap = static_cast<double>(politeness_.max_delay.count());
    double wanted = std::min(took.count() * politeness_.delay_factor, cap);
    if (entry.errors > 0) {
      const double base = std::max(wanted, static_cast<double>(politeness_.delay.count()));
      wanted = std::min(std::ldexp(base, entry.errors), cap);
      wanted *= std::uniform_real_distribution<double>(0.5, 1.0)(random_);
    }
    return Milliseconds(static_cast<Milliseconds::rep>(wanted));
  }

  void unlist(Host& entry) {
    ready_.erase({entry.due, entry.number, &entry});
    idle_.erase({entry.due, entry.number, &entry});
  }

  void list(Host& entry) {
    if (entry.jobs.empty()) {
      if (entry.active == 0) idle_.emplace(entry.due, entry.number, &entry);
    } else if (entry.active < politeness_.max_connections_per_host) {
      ready_.emplace(entry.due, entry.number, &entry);
    }
  }

  void forget(SteadyTime now) {
    groups_.forget(now);
    while (!idle_.empty() && std::get<SteadyTime>(*idle_.begin()) + kept_ <= now) {
      Host& entry = *std::get<Host*>(*idle_.begin());
      idle_.erase(idle_.begin());
      hosts_.erase(hosts_.find(entry.name));
    }
  }

  const Politeness politeness_;
  const std::chrono::minutes kept_;  // an idle host's address and errors, for its next request
  ServiceGroups groups_;
  std::mt19937_64 random_;
  std::unordered_map<std::string, Host> hosts_;
  Listed ready_;  // hosts with a job that waits only for its time
  Listed idle_;   // hosts with nothing to do
  int active_ = 0;
  std::size_t waiting_ = 0;
  std::uint64_t numbers_ = 0;
};

}  // namespace bfa::http
