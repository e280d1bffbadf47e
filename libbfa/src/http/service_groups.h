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

// Groups of hosts that belong to one service, by registered domain and by address, and the delay of each
// group after answers that ask for less load (403, 429, Retry-After). A group that was never slowed down is
// not kept. A start in a slowed group pushes the next one in any host of it; a good answer halves the
// group's delay, an hour without a complaint ends it. The caller passes the time. Not thread-safe. Cost:
// O(log groups).
class ServiceGroups {
 public:
  explicit ServiceGroups(const Politeness& politeness) : politeness_(politeness) {}

  // When a request to a host of these groups may start; the clock's epoch when it may start at any time.
  // `address` may be empty: not known yet.
  SteadyTime due(const std::string& domain, const std::string& address) const;
  // Records that a request starts.
  void started(const std::string& domain, const std::string& address, SteadyTime now);
  // Records an answer with a complaint; `retry_after`: the wait in its header.
  void complained(const std::string& domain, const std::string& address,
                  std::optional<std::chrono::seconds> retry_after, SteadyTime now);
  // Records a good answer.
  void served(const std::string& domain, const std::string& address);
  // Removes groups whose delay has ended.
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
