// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// Fixed-width numbers whose bytes sort as the numbers do, and lists of byte strings, as in keys and values
// of the store (docs/formats/store.md).
void append_u32(std::string& out, std::uint32_t value);
void append_u64(std::string& out, std::uint64_t value);       // big endian
void append_time(std::string& out, UtcTime time);             // microseconds with the sign bit flipped
void append_bytes(std::string& out, std::string_view bytes);  // u32 length, bytes
void append_varint(std::string& out, std::uint64_t value);    // 7 bits a byte, low ones first; not in keys
void append_short(std::string& out, std::string_view bytes);  // varint length, bytes

// Reads values from the start. When the bytes end too early, ok() becomes false and stays false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  std::uint8_t u8();
  std::uint32_t u32();
  std::uint64_t u64();
  UtcTime time();
  std::string_view bytes();
  std::uint64_t varint();
  std::string_view short_bytes();
  std::string_view take(std::size_t size);  // exactly so many bytes
  std::string_view rest();
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

// The first key that is not below `prefix` and does not start with it; empty when no key is.
std::string prefix_end(std::string prefix);

}  // namespace bfa
