// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/store/archive.h"

namespace bfa {

inline constexpr std::size_t kMostHops = 64;  // of a step; further ones are in the WARC file only

// An answer that led a step on to another address: one of its exchanges, not the last one.
struct CaptureHop {
  std::string url, content_type, payload_digest;
  UtcTime time{};
  int status = 0;
  WarcRef warc;  // the response (or revisit) record
  bool revisit = false;

  bool operator==(const CaptureHop&) const = default;
};

// What the store has of a capture besides the Capture. Steps that an older program stored have no hops until
// the store is rebuilt.
struct CaptureTrail {
  std::optional<WarcRef> original;  // of a revisit
  std::vector<CaptureHop> hops;     // in the order of the requests
};

// Empty when the archive has no such capture. Thread-safe. Errors: kIo, kCorrupt.
Result<CaptureTrail> trail_of(const Archive& archive, std::uint64_t sequence);

}  // namespace bfa
