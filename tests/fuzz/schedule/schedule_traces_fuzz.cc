// SPDX-License-Identifier: Apache-2.0
// A file of traces is read or refused with its line, and what is read can be played.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/schedule/simulate.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(schedule_traces) {
  const auto traces = bfa::parse_traces({reinterpret_cast<const char*>(data), size}, "traces");
  if (!traces) {
    if (!traces.error().where.starts_with("traces")) std::abort();
    return 0;
  }
  if (traces->size() > 20) return 0;
  bfa::SimulationOptions options;
  options.warm_up_days = 3;
  options.scored_days = 4;
  const auto result = bfa::simulate_schedule(*traces, options);
  if (!result || !(result->polls >= 0)) std::abort();
  return 0;
}
