// SPDX-License-Identifier: Apache-2.0
#include "http/service_groups.h"

#include <algorithm>

namespace bfa::http {
namespace {

constexpr auto kRemembered = std::chrono::hours(1);

}  // namespace

SteadyTime ServiceGroups::due(const std::string& domain, const std::string& address) const {
  SteadyTime when{};
  if (groups_.empty()) return when;
  for (const std::string* key : {&domain, &address}) {
    if (const auto found = groups_.find(*key); found != groups_.end())
      when = std::max(when, found->second.due);
  }
  return when;
}

void ServiceGroups::started(const std::string& domain, const std::string& address, SteadyTime now) {
  if (groups_.empty()) return;
  for (const std::string* key : {&domain, &address}) {
    if (const auto found = groups_.find(*key); found != groups_.end())
      found->second.due = std::max(found->second.due, now + found->second.delay);
  }
}

void ServiceGroups::complained(const std::string& domain, const std::string& address,
                               std::optional<std::chrono::seconds> retry_after, SteadyTime now) {
  slow(domain, retry_after, now);
  if (!address.empty() && address != domain) slow(address, retry_after, now);
}

void ServiceGroups::slow(const std::string& key, std::optional<std::chrono::seconds> retry_after,
                         SteadyTime now) {
  // A crawl without a delay is not slowed down, but it waits for as long as the server asks.
  if (politeness_.delay.count() <= 0 && !retry_after) return;
  Group& group = groups_.try_emplace(key).first->second;
  expiring_.erase({group.expires, key});
  group.delay = std::min(std::max(politeness_.delay, group.delay) * 2, politeness_.max_delay);
  group.due = std::max(group.due, now + group.delay);
  if (retry_after)
    group.due = std::max(group.due, now + std::min<Milliseconds>(*retry_after, politeness_.max_retry_after));
  group.expires = std::max(now + kRemembered, group.due);
  expiring_.emplace(group.expires, key);
}

void ServiceGroups::served(const std::string& domain, const std::string& address) {
  if (groups_.empty()) return;
  quicken(domain);
  if (address != domain) quicken(address);
}

void ServiceGroups::quicken(const std::string& key) {
  const auto found = groups_.find(key);
  if (found == groups_.end()) return;
  found->second.delay /= 2;
  if (found->second.delay > politeness_.delay) return;
  // Its last due time is kept until forget(): an answer to an earlier request does not lift a Retry-After.
  Group& group = found->second;
  expiring_.erase({group.expires, key});
  group.delay = Milliseconds(0);
  group.expires = group.due;
  expiring_.emplace(group.expires, key);
}

void ServiceGroups::forget(SteadyTime now) {
  while (!expiring_.empty() && expiring_.begin()->first <= now) {
    groups_.erase(expiring_.begin()->second);
    expiring_.erase(expiring_.begin());
  }
}

}  // namespace bfa::http
