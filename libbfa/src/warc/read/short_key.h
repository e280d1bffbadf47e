// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bfa/io/digest.h"

namespace bfa {

// 128 bits of a text's SHA-256, as a key instead of the text: collisions are negligible.
struct ShortKey {
  std::uint64_t high = 0, low = 0;
  bool operator==(const ShortKey&) const = default;
};

struct ShortKeyHash {
  std::size_t operator()(const ShortKey& key) const noexcept { return static_cast<std::size_t>(key.low); }
};

inline ShortKey short_key(std::string_view text) {
  const std::string raw = digest(DigestAlgorithm::kSha256, text);
  ShortKey key;
  for (std::size_t i = 0; i < 8; ++i) {
    key.high = (key.high << 8U) | static_cast<unsigned char>(raw[i]);
    key.low = (key.low << 8U) | static_cast<unsigned char>(raw[i + 8]);
  }
  return key;
}

}  // namespace bfa
