// SPDX-License-Identifier: Apache-2.0
#include "schedule/state_bytes.h"

#include <bit>
#include <cmath>

namespace bfa {

void append_number(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(0x80 | (value & 0x7F));
  out += static_cast<char>(value);
}

void append_time(std::string& out, std::int64_t seconds) {
  append_number(out, (static_cast<std::uint64_t>(seconds) << 1) ^ static_cast<std::uint64_t>(seconds >> 63));
}

void append_float(std::string& out, float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(bits >> shift & 0xFF);
}

void append_fixed64(std::string& out, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(value >> shift & 0xFF);
}

std::uint8_t StateReader::byte() {
  if (!ok_ || bytes_.empty()) {
    ok_ = false;
    return 0;
  }
  const auto value = static_cast<std::uint8_t>(bytes_.front());
  bytes_.remove_prefix(1);
  return value;
}

std::uint64_t StateReader::number(std::uint64_t most) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const std::uint8_t next = byte();
    value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
    if ((next & 0x80) == 0) {
      ok_ = ok_ && value <= most;
      return ok_ ? value : 0;
    }
  }
  ok_ = false;
  return 0;
}

std::int64_t StateReader::time() {
  const std::uint64_t value = number(2 * static_cast<std::uint64_t>(kFurthestTime));
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

float StateReader::count(float most) {
  std::uint32_t bits = 0;
  for (int shift = 0; shift < 32; shift += 8) bits |= static_cast<std::uint32_t>(byte()) << shift;
  const auto value = std::bit_cast<float>(bits);
  ok_ = ok_ && std::isfinite(value) && value >= 0 && value <= most;
  return ok_ ? value : 0;
}

std::uint64_t StateReader::u64() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 8) value |= static_cast<std::uint64_t>(byte()) << shift;
  return ok_ ? value : 0;
}

}  // namespace bfa
