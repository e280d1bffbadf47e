// SPDX-License-Identifier: Apache-2.0
#include "subscribe/group_limits.h"

#include <algorithm>

#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {

std::string GroupLimits::of(const std::string& url) {
  const auto parsed = Url::parse(url);
  return parsed ? registered_domain(parsed->host()) : url;
}

bool GroupLimits::admits(const std::string& group, UtcTime now) const {
  const auto at = groups_.find(group);
  if (at == groups_.end()) return true;
  return (most_ == 0 || at->second.open < most_) && at->second.held_until <= now;
}

void GroupLimits::closed(const std::string& group, UtcTime now) {
  const auto at = groups_.find(group);
  if (at == groups_.end()) return;
  if (at->second.open > 0) --at->second.open;
  if (at->second.open == 0 && at->second.held_until <= now) groups_.erase(at);
}

void GroupLimits::hold(const std::string& group, UtcTime until) {
  Group& held = groups_[group];
  held.held_until = std::max(held.held_until, until);
}

UtcTime GroupLimits::next_free(UtcTime now) const {
  UtcTime first = UtcTime::max();
  for (const auto& [name, group] : groups_) {
    if (group.held_until > now) first = std::min(first, group.held_until);
  }
  return first;
}

}  // namespace bfa
