// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bfa/websub/subscriber.h"
#include "websub/subscription.h"

namespace bfa {

// All subscriptions of a Subscriber with what finds them: by name, by feed, by time.
struct Subscriber::State {
  using Seconds = websub::Seconds;
  using Subscription = websub::Subscription;
  using Agenda = std::set<std::pair<Seconds, std::string>>;  // time and name

  explicit State(SubscriberOptions wanted) : options(std::move(wanted)) {}

  Subscription* by_name(const std::string& name);
  const Subscription* by_name(const std::string& name) const;
  Subscription* by_feed(const std::string& feed_url);
  const Subscription* by_feed(const std::string& feed_url) const;
  // Of a callback's target.
  Subscription* by_target(std::string_view target);
  const Subscription* by_target(std::string_view target) const;

  Result<std::string> random_hex(std::size_t bytes) const;
  double chance() const;  // [0, 1)

  Status insert(Subscription subscription);
  void erase(const std::string& name);
  void set_due(Subscription& subscription, Seconds due);
  void touch(const Subscription& subscription) { changed.insert(subscription.token); }
  // A clock that went back leaves no step years away.
  void see(Seconds now);

  Status add(const FeedNotice& notice, Seconds now);
  void learn(Subscription& subscription, const FeedNotice& notice, Seconds now);
  void leave(Subscription& subscription, Seconds now);
  bool pushed(const Subscription& subscription, Seconds now) const;
  bool lease_runs(const Subscription& subscription, Seconds now) const;
  HubReport report(const Subscription& subscription, Seconds now) const;
  void check_callback(Subscription& subscription, Seconds now);

  std::optional<HubRequest> step(Subscription& subscription, Seconds now);
  HubRequest ask(Subscription& subscription, Seconds now, bool leaving);
  void answered(Subscription& subscription, const HubAnswer& answer, Seconds now);
  // The hub may do better later. `wait`: what it asked for.
  void fail(Subscription& subscription, std::string reason, Seconds now, Seconds wait);
  // The hub does not want it: the next one is asked.
  void refuse(Subscription& subscription, std::string reason, Seconds now);

  CallbackReply verify(Subscription& subscription, std::string_view query, Seconds now);
  CallbackReply push(Subscription& subscription, const CallbackRequest& request, Seconds now);
  bool take_lease(Subscription& subscription, std::optional<std::string_view> wanted, Seconds now);
  void tell(Subscription& subscription, Seconds now);
  bool flooded(const Subscription& subscription, Seconds now) const;

  SubscriberOptions options;
  std::unordered_map<std::string, Subscription> subscriptions;  // by name
  std::unordered_map<std::string, std::string> names;           // by feed; without those that are left
  Agenda agenda, news;
  std::unordered_map<std::uint64_t, std::string> open;  // requests under way
  std::unordered_set<std::string> changed;              // names; also of those that are gone
  std::uint64_t last_serial = 0;
  std::uint64_t unknown = 0;
  Seconds last_seen = 0;
};

namespace websub {

Seconds seconds_of(UtcTime time);
UtcTime time_of(Seconds seconds);

}  // namespace websub
}  // namespace bfa
