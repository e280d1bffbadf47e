// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/keys.h"

// The rows about objects in store format 1 (Family::kObjects1, kVersions1, kSightings1, kChanges1), for the
// upgrade.
namespace bfa::format1 {

// Object key NUL NUL, time, sequence: the key of a version, sighting or change. The value of a version is
// the object's JSON.
std::string moment_prefix(std::string_view object_key);
std::string moment_key(std::string_view object_key, UtcTime time, std::uint64_t sequence);
// From the last 16 bytes of such a key. Errors: kCorrupt.
Result<Moment> parse_moment(std::string_view key);

// An object over time, without its states.
struct ObjectRecord {
  std::uint64_t versions = 0, sightings = 0;
  UtcTime first_seen{}, last_seen{}, last_changed{};
  Moment latest;  // of its latest version
};
Result<ObjectRecord> decode_object_record(std::string_view bytes);

}  // namespace bfa::format1
