// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bfa::test {

// Makes small files in the MaxMind DB format 2.0: one IPv4 address with a record, all others without.
class MadePlaces {
 public:
  using Members = std::vector<std::pair<std::string, std::string>>;  // names to encoded values

  static std::string text(const std::string& value) { return head(2, value.size()) + value; }
  static std::string number16(std::uint16_t value) { return "\xa2" + big_endian(value, 2); }
  static std::string number32(std::uint32_t value) { return "\xc4" + big_endian(value, 4); }
  static std::string map(const Members& members) {
    std::string out = head(7, members.size());
    for (const auto& [name, value] : members) out += text(name) + value;
    return out;
  }
  static std::string names(const std::string& english) {
    return map({{"names", map({{"de", text("x")}, {"en", text(english)}})}});
  }

  // `address`: 32 bits; `record`: encoded.
  static std::string file(std::uint32_t address, const std::string& record) {
    constexpr std::uint32_t kNodes = 32;
    std::string tree;
    for (std::uint32_t bit = 0; bit < kNodes; ++bit) {
      const bool one = ((address >> (31 - bit)) & 1) != 0;
      const std::uint32_t next = bit + 1 < kNodes ? bit + 1 : kNodes + 16;
      tree += big_endian(one ? kNodes : next, 3) + big_endian(one ? next : kNodes, 3);
    }
    const std::string meta = map({{"node_count", number32(kNodes)},
                                  {"record_size", number16(24)},
                                  {"ip_version", number16(4)},
                                  {"database_type", text("Made-City")},
                                  {"languages", std::string("\x01\x04") + text("en")},
                                  {"binary_format_major_version", number16(2)},
                                  {"binary_format_minor_version", number16(0)},
                                  {"build_epoch", std::string("\x04\x02") + big_endian(1700000000, 4)},
                                  {"description", map({{"en", text("made by a test")}})}});
    return tree + std::string(16, '\0') + record + "\xab\xcd\xefMaxMind.com" + meta;
  }

 private:
  static std::string head(int type, std::size_t size) {  // sizes below 29 only
    return std::string(1, static_cast<char>(type << 5 | static_cast<int>(size)));
  }
  static std::string big_endian(std::uint32_t value, int bytes) {
    std::string out;
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
  }
};

}  // namespace bfa::test
