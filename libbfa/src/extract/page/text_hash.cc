// SPDX-License-Identifier: Apache-2.0
#include "extract/page/text_hash.h"

#include <algorithm>
#include <cstring>

#include "base/ascii.h"

namespace bfa {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kChunk = 256;

std::uint64_t mix(std::uint64_t state, std::uint64_t word) noexcept {
  state = (state ^ word) * 0xD6E8FEB86659FD93u;
  return state ^ state >> 32;
}

}  // namespace

std::uint32_t TextHash::add(std::string_view piece) noexcept {
  std::array<char, kChunk + kWord> kept;
  std::memcpy(kept.data(), rest_.data(), kWord);
  std::size_t size = held_;
  std::uint32_t bytes = 0;
  bool digit = false;
  while (!piece.empty()) {
    const std::string_view chunk = piece.substr(0, kChunk);
    piece.remove_prefix(chunk.size());
    for (const char c : chunk) {  // no branches: whether a byte is kept is hard to foresee
      const auto byte = static_cast<unsigned char>(c);
      const bool graphic = byte > 0x20;
      const bool is_digit = byte >= '0' && byte <= '9';
      kept[size] = is_digit ? '0' : c;
      size += static_cast<std::size_t>(graphic & !(is_digit & digit));
      bytes += static_cast<std::uint32_t>(graphic);
      digit = graphic ? is_digit : digit;
    }
    std::size_t at = 0;
    for (; at + kWord <= size; at += kWord) {
      std::uint64_t word = 0;
      std::memcpy(&word, kept.data() + at, kWord);
      state_ = mix(state_, word);
    }
    std::memmove(kept.data(), kept.data() + at, size - at);
    size -= at;
  }
  std::copy_n(kept.begin(), size, rest_.begin());
  held_ = size;
  return bytes;
}

std::uint64_t TextHash::value() const noexcept {
  std::array<char, kWord> padded{};
  std::copy_n(rest_.begin(), held_, padded.begin());
  std::uint64_t word = 0;
  std::memcpy(&word, padded.data(), kWord);
  return mix(mix(state_, word), held_);
}

}  // namespace bfa
