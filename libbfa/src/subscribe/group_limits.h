// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "bfa/base/time.h"

namespace bfa {

// How many blogs of one service are visited at once. A service is a registrable domain; those of the private
// part of the public suffix list (blogspot.com, github.io) have one a subdomain. One thread.
class GroupLimits {
 public:
  explicit GroupLimits(std::size_t most) : most_(most) {}

  // The group of an address.
  static std::string of(const std::string& url);

  // True when a blog of the group may be visited now.
  bool admits(const std::string& group, UtcTime now) const;
  void opened(const std::string& group) { ++groups_[group].open; }
  void closed(const std::string& group, UtcTime now);
  // The service asked for less (429, or 403): no blog of it is visited until then.
  void hold(const std::string& group, UtcTime until);
  // When the first group that is held is free again; the far future without one.
  UtcTime next_free(UtcTime now) const;

 private:
  struct Group {
    std::size_t open = 0;
    UtcTime held_until{};
  };
  std::size_t most_;
  std::map<std::string, Group> groups_;
};

}  // namespace bfa
