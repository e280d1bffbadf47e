// SPDX-License-Identifier: Apache-2.0
#include "store/bytes.h"

namespace bfa {

namespace {
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63U;
}

void append_u32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xFFU);
}

void append_u64(std::string& out, std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8)
    out += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xFFU);
}

void append_time(std::string& out, UtcTime time) {
  append_u64(out, static_cast<std::uint64_t>(time.time_since_epoch().count()) ^ kSignBit);
}

void append_bytes(std::string& out, std::string_view bytes) {
  append_u32(out, static_cast<std::uint32_t>(bytes.size()));
  out += bytes;
}

void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80U; value >>= 7U) out += static_cast<char>(0x80U | (value & 0x7FU));
  out += static_cast<char>(value);
}

void append_short(std::string& out, std::string_view bytes) {
  append_varint(out, bytes.size());
  out += bytes;
}

std::string_view ByteReader::take(std::size_t size) {
  if (!ok_ || bytes_.size() < size) {
    ok_ = false;
    bytes_ = {};
    return {};
  }
  const std::string_view taken = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  return taken;
}

std::uint8_t ByteReader::u8() {
  const auto taken = take(1);
  return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken[0]);
}

std::uint32_t ByteReader::u32() {
  std::uint32_t value = 0;
  for (const char c : take(4)) value = value << 8U | static_cast<unsigned char>(c);
  return value;
}

std::uint64_t ByteReader::u64() {
  std::uint64_t value = 0;
  for (const char c : take(8)) value = value << 8U | static_cast<unsigned char>(c);
  return value;
}

UtcTime ByteReader::time() {
  return UtcTime(std::chrono::microseconds(static_cast<std::int64_t>(u64() ^ kSignBit)));
}

std::string_view ByteReader::bytes() {
  return take(u32());
}

std::uint64_t ByteReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t byte = u8();
    value |= (byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) return value;
  }
  ok_ = false;
  return 0;
}

std::string_view ByteReader::short_bytes() {
  return take(static_cast<std::size_t>(varint()));
}

std::string_view ByteReader::rest() {
  const std::string_view all = bytes_;
  bytes_ = {};
  return all;
}

std::string prefix_end(std::string prefix) {
  while (!prefix.empty()) {
    if (static_cast<unsigned char>(prefix.back()) != 0xFFU) {
      prefix.back() = static_cast<char>(static_cast<unsigned char>(prefix.back()) + 1U);
      return prefix;
    }
    prefix.pop_back();
  }
  return prefix;
}

}  // namespace bfa
