// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/object/change.h"
#include "bfa/object/data_object.h"

namespace bfa {

// An object as observed at an instant. `sequence`: the archive's number of the step that observed it; capture
// ids contain it.
struct Version {
  DataObject object;
  UtcTime observed{};
  std::uint64_t sequence = 0;
};

// An observation that repeats the last version.
struct Sighting {
  UtcTime observed{};
  std::uint64_t sequence = 0;
};

// The state and the history of an object in the archive, in numbers.
struct ObjectSummary {
  DataObject latest;
  std::uint64_t versions = 0, sightings = 0;
  UtcTime first_seen{}, last_seen{}, last_changed{};
  std::uint64_t comment_count = 0;  // of a post
};

}  // namespace bfa
