// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace bfa {

constexpr std::size_t kFlowingRetry = 32;  // bytes to read one by one before the next try

// The number of bytes from `at` on that collapsing white space does not change: they have no `A`, `B`, `C`
// or control character, and only single spaces, none of them before an `A`, `B` or `C`. The result may be
// too small, and it leaves up to 16 bytes at the end. The blocks have a fixed length, so that compilers can
// vectorise the loop.
template <unsigned char A, unsigned char B, unsigned char C>
std::size_t flowing_run(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t kBlock = 16;
  const std::size_t begin = at;
  for (; at + kBlock < text.size(); at += kBlock) {
    const char* block = text.data() + at;
    unsigned char stop = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      const auto byte = static_cast<unsigned char>(block[i]);
      const auto next = static_cast<unsigned char>(block[i + 1]);
      const auto other = static_cast<unsigned char>(byte == A) | static_cast<unsigned char>(byte == B) |
                         static_cast<unsigned char>(byte == C);
      const auto space = static_cast<unsigned char>(byte <= 0x20) & static_cast<unsigned char>(next <= 0x20);
      stop |= static_cast<unsigned char>(other | space | static_cast<unsigned char>(byte < 0x20));
    }
    const auto behind = static_cast<unsigned char>(block[kBlock]);
    if (stop != 0 || behind == A || behind == B || behind == C) break;
  }
  return at - begin;
}

}  // namespace bfa
