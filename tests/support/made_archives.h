// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "io/crc32.h"
#include "support/made_containers.h"

// Archives with uncompressed members as wanted, of kinds for which no program of the system writes them.
namespace bfa::test {

struct CpioMember {
  std::string name, content;
  unsigned mode = 0100644;
  unsigned inode = 0, links = 1;
};

inline std::string hex8(std::uint64_t value) {
  std::string out(8, '0');
  for (std::size_t i = 8; i-- > 0; value >>= 4U) out[i] = "0123456789abcdef"[value & 15U];
  return out;
}

// One member by the "new" portable format.
inline std::string cpio_member(const CpioMember& member) {
  std::string out = "070701" + hex8(member.inode) + hex8(member.mode) + hex8(0) + hex8(0) +
                    hex8(member.links) + hex8(1'200'000'000) + hex8(member.content.size()) + hex8(0) +
                    hex8(0) + hex8(0) + hex8(0) + hex8(member.name.size() + 1) + hex8(0) + member.name + '\0';
  out.resize((out.size() + 3) / 4 * 4, '\0');
  out += member.content;
  out.resize((out.size() + 3) / 4 * 4, '\0');
  return out;
}

inline std::string cpio_of(const std::vector<CpioMember>& members) {
  std::string out;
  for (const auto& member : members) out += cpio_member(member);
  return out + cpio_member({"TRAILER!!!", "", 0});
}

inline std::string rar4_block(const std::string& rest) {
  return little(crc32_of(rest, 0) & 0xffffU, 2) + rest;
}

// One stored member. `flags`: 4 says that it is encrypted.
inline std::string rar4_of(const std::string& name, const std::string& content, unsigned flags = 0) {
  const std::string main = rar4_block("\x73" + little(0, 2) + little(13, 2) + little(0, 6));
  const std::string file = rar4_block("\x74" + little(0x8000U | flags, 2) + little(32 + name.size(), 2) +
                                      little(content.size(), 4) + little(content.size(), 4) + "\x03" +
                                      little(crc32_of(content, 0), 4) + little(0x3A215000, 4) + "\x14\x30" +
                                      little(name.size(), 2) + little(0100644, 4) + name);
  return std::string("Rar!\x1a\x07\0", 7) + main + file + content +
         rar4_block("\x7b" + little(0x4000, 2) + little(7, 2));
}

inline std::string vint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7U) out.push_back(static_cast<char>((value & 0x7fU) | 0x80U));
  out.push_back(static_cast<char>(value));
  return out;
}

inline std::string rar5_block(const std::string& body) {
  const std::string sized = vint(body.size()) + body;
  return little(crc32_of(sized, 0), 4) + sized;
}

inline std::string rar5_of(const std::string& name, const std::string& content) {
  const std::string file = vint(2) + vint(2) + vint(content.size()) + vint(6) + vint(content.size()) +
                           vint(0100644) + little(1'200'000'000, 4) + little(crc32_of(content, 0), 4) +
                           vint(0) + vint(1) + vint(name.size()) + name;
  return std::string("Rar!\x1a\x07\x01\0", 8) + rar5_block(vint(1) + vint(0) + vint(0)) + rar5_block(file) +
         content + rar5_block(vint(5) + vint(0) + vint(0));
}

inline unsigned crc16_of(const std::string& bytes) {
  unsigned crc = 0;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xa001U : 0U);
  }
  return crc;
}

// One stored member with a header of level 0.
inline std::string lha_of(const std::string& name, const std::string& content) {
  const std::string head = "-lh0-" + little(content.size(), 4) + little(content.size(), 4) +
                           little(0x3A215000, 4) + std::string("\x20\0", 2) + little(name.size(), 1) + name +
                           little(crc16_of(content), 2);
  unsigned sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  return little(head.size(), 1) + little(sum & 0xffU, 1) + head + content + std::string(1, '\0');
}

}  // namespace bfa::test
