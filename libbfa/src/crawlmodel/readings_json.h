// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/crawlmodel/step_result.h"

namespace bfa {

// What was read in a step, as WARC metadata records keep it where the step cannot be read again.
struct RecordedObservation {
  Observation observation;
  // The object was as its version before: of `observation.object` only what object_key() needs is known.
  bool sighting = false;
};

// JSON on one line, in the given order; the places of records are left out. Thread-safe.
BFA_EXPORT std::string readings_to_json(const std::vector<RecordedObservation>& readings);
// Errors: kCorrupt (also: nested deeper than 64), kUnsupported (a newer "v").
BFA_EXPORT Result<std::vector<RecordedObservation>> readings_from_json(std::string_view json);

}  // namespace bfa
