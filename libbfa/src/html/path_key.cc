// SPDX-License-Identifier: Apache-2.0
#include "html/path_key.h"

#include <cstddef>
#include <cstring>

namespace bfa {
namespace {

constexpr std::uint64_t kFactor = 0xD6E8FEB86659FD93u;

std::uint64_t mix(std::uint64_t seed, std::uint64_t word) noexcept {
  seed = (seed ^ word) * kFactor;
  return seed ^ (seed >> 32);
}

// The top bit of each byte that is a digit.
std::uint64_t digits_of(std::uint64_t word) noexcept {
  constexpr std::uint64_t kEach = 0x0101010101010101u;
  const std::uint64_t digit = word ^ (kEach * '0');  // 0 to 9 at the place of a digit
  return ~(((digit & (kEach * 0x7F)) + kEach * 0x76) | digit) & (kEach * 0x80);
}

}  // namespace

NameHash hash_of_name(std::string_view value) noexcept {
  std::uint64_t seed = value.size();
  std::uint64_t digits = 0;
  const char* at = value.data();
  std::size_t left = value.size();
  for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t), at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    digits |= digits_of(word);
    seed = mix(seed, word);
  }
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < left; ++i) rest = rest << 8 | static_cast<unsigned char>(at[i]);
  digits |= digits_of(rest);
  return {mix(seed, rest), !value.empty() && digits == 0};
}

std::uint64_t hash_of_tag(std::string_view tag) noexcept {
  return hash_of_name(tag).hash;
}

std::uint64_t key_of_id(std::uint64_t id) noexcept {
  return mix(11, id);
}

std::uint64_t key_of_class(std::uint64_t tag, std::uint64_t name) noexcept {
  return mix(mix(22, tag), name);
}

std::uint64_t key_of_child(std::uint64_t parent, std::uint64_t tag) noexcept {
  return mix(parent * 31 + 7, tag);
}

}  // namespace bfa
