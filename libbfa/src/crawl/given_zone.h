// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/crawlmodel/step_result.h"

namespace bfa {

// CrawlOptions::zone: a zone, "none" to forget the one that was given before, or empty.
inline constexpr const char* kNoZone = "none";

inline Status check_given_zone(const std::string& zone) {
  return zone.empty() || zone == kNoZone ? Status() : check_zone(zone);
}

// Whether the blog's given zone changed.
inline bool take_given_zone(BlogState& blog, const std::string& zone) {
  if (zone.empty()) return false;
  const std::string wanted = zone == kNoZone ? std::string() : zone;
  if (wanted == blog.given_zone) return false;
  blog.given_zone = wanted;
  return true;
}

}  // namespace bfa
