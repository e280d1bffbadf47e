// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bfa {

// The kind of place that a node is in; inherited by descendants. Bits up to kRoleZones come from elements
// and ARIA roles, which are reliable; the rest from words in id and class, which are only hints.
enum Zone : std::uint32_t {
  kZoneIgnored = 1u << 0,  // scripts, styles, form controls, hidden parts
  kZoneNav = 1u << 1,
  kZoneAside = 1u << 2,
  kZoneFooter = 1u << 3,
  kZoneHeader = 1u << 4,
  kZoneForm = 1u << 5,
  kZoneLink = 1u << 6,  // inside <a>
  kZoneHeading = 1u << 7,
  kZonePre = 1u << 8,
  kZoneComments = 1u << 9,
  kZoneShare = 1u << 10,
  kZoneRelated = 1u << 11,
  kZoneSide = 1u << 12,
  kZoneMenu = 1u << 13,
  kZoneMeta = 1u << 14,
};

}  // namespace bfa
