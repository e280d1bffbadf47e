// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bfa {

// Times of states lie within 3,000 years of 1970: sums of these do not overflow.
inline constexpr std::int64_t kFurthestTime = 100'000'000'000;

// The bytes of states: docs/schedule.md.
void append_number(std::string& out, std::uint64_t value);   // 7 bits a byte, low ones first
void append_time(std::string& out, std::int64_t seconds);    // zigzag, then as a number
void append_float(std::string& out, float value);            // IEEE 754, 4 bytes, low ones first
void append_fixed64(std::string& out, std::uint64_t value);  // 8 bytes, low ones first

// Reads these. After the first value that is not there, or out of its range, all are 0 and ok() is false.
class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number(std::uint64_t most);
  std::int64_t time();      // within kFurthestTime
  float count(float most);  // 0 or more, finite
  std::uint64_t u64();

  bool ok() const { return ok_; }
  std::string_view rest() const { return bytes_; }

 private:
  std::uint8_t byte();

  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace bfa
