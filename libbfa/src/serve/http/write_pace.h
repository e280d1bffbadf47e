// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace bfa::serve_http {

// Whether a client takes an answer fast enough to be given more time. Of a small answer each byte is enough;
// of a large one it takes at least a rate, so that it does not hold the memory of the answer by a byte now
// and then.
class WritePace {
 public:
  static constexpr std::uint64_t kLarge = 1u << 20;

  // `rate`: bytes in a second, averaged over `time`; 0: each byte is enough.
  WritePace(std::uint64_t rate, std::chrono::milliseconds time);

  // `pending` bytes are written next; `sent` bytes of the same answer went before.
  void begin(std::uint64_t sent, std::uint64_t pending);
  // The client took so many. True: its time begins again.
  bool took(std::uint64_t count);

 private:
  std::uint64_t quota_;
  std::uint64_t needed_ = 0, taken_ = 0;
};

}  // namespace bfa::serve_http
