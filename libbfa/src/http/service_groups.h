// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
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
  Milliseconds max_retry_after{0};
};

// Hosts that belong to one service, by registered domain and by address, and how far such a group has been
// slowed down by answers that say "too much" (403, 429, Retry-After). A group that was never slowed down is
// not kept. A start in a slowed group pushes the next one in any host of it; a good answer halves the group's
// delay, an hour without a complaint ends it. Time comes in from outside. Not thread-safe. Cost: O(log
// groups).
class ServiceGroups {
 public:
  explicit ServiceGroups(const Politeness& politeness) : politeness_(politeness) {}

  // When a request to a host of these groups may start; the clock's beginning when at any time. `address` may
  // be empty: not known yet.
  SteadyTime due(const std::string& domain, const std::string& address) const;
  // One starts.
  void started(const std::string& domain, const std::string& address, SteadyTime now);
  // One was answered with a complaint; `retry_after`: what its header asks for.
  void complained(const std::string& domain, const std::string& address,
                  std::optional<std::chrono::seconds> retry_after, SteadyTime now);
  // One was answered well.
  void served(const std::string& domain, const std::string& address);
  // Ends what is over.
  void forget(SteadyTime now);

  std::size_t size() const noexcept { return groups_.size(); }

 private:
  struct Group {
    SteadyTime due{};
    Milliseconds delay{0};
    SteadyTime expires{};
  };
  using Groups = std::unordered_map<std::string, Group>;

  void slow(const std::string& key, std::optional<std::chrono::seconds> retry_after, SteadyTime now);
  void quicken(const std::string& key);

  const Politeness politeness_;
  Groups groups_;
  std::set<std::pair<SteadyTime, std::string>> expiring_;
};

}  // namespace bfa::http
