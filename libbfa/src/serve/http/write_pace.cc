// SPDX-License-Identifier: Apache-2.0
#include "serve/http/write_pace.h"

#include <algorithm>

namespace bfa::serve_http {

WritePace::WritePace(std::uint64_t rate, std::chrono::milliseconds time)
    : quota_(std::min<std::uint64_t>(rate, 1u << 30) *
             static_cast<std::uint64_t>(std::clamp<std::int64_t>(time.count(), 0, 86'400'000)) / 1000) {}

void WritePace::begin(std::uint64_t sent, std::uint64_t pending) {
  needed_ = sent > kLarge || pending > kLarge ? quota_ : 0;
  taken_ = 0;
}

bool WritePace::took(std::uint64_t count) {
  taken_ += count;
  if (count == 0 || taken_ < needed_) return false;
  taken_ = 0;
  return true;
}

}  // namespace bfa::serve_http
