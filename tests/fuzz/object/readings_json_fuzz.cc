// SPDX-License-Identifier: Apache-2.0
// What reads as the readings of a step is written and read back unchanged.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "crawlmodel/readings_json.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(readings_json) {
  const auto readings = bfa::readings_from_json({reinterpret_cast<const char*>(data), size});
  if (!readings) return 0;
  const std::string json = bfa::readings_to_json(*readings);
  const auto back = bfa::readings_from_json(json);
  if (!back || bfa::readings_to_json(*back) != json) std::abort();
  return 0;
}
