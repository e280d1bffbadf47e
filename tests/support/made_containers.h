// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "io/crc32.h"

// Zip and tar files as wanted, also such as no tool makes.
namespace bfa::test {

inline std::string little(std::uint64_t value, unsigned size) {
  std::string out;
  for (unsigned i = 0; i < size; ++i, value >>= 8U) out.push_back(static_cast<char>(value & 0xffU));
  return out;
}

// Raw deflate from a gzip member: without ten bytes of header and eight of trailer.
inline std::string deflated(const std::string& bytes) {
  const std::string member = *gzip_member(bytes);
  return member.substr(10, member.size() - 18);
}

struct ZipMember {
  std::string name, content;
  bool deflate = false;
  bool zip64 = false;
  unsigned unix_mode = 0;  // file type and permissions
};

inline std::string local_of(const ZipMember& member, const std::string& data) {
  return "PK\x03\x04" + little(20, 2) + little(0, 2) + little(member.deflate ? 8 : 0, 2) + little(0, 4) +
         little(crc32_of(member.content), 4) + little(data.size(), 4) + little(member.content.size(), 4) +
         little(member.name.size(), 2) + little(0, 2) + member.name + data;
}

inline std::string zip_of(const std::vector<ZipMember>& members, bool with_directory = true) {
  std::string out;
  std::string directory;
  for (const auto& member : members) {
    const std::string data = member.deflate ? deflated(member.content) : member.content;
    const std::uint64_t big = 0xffffffff;
    const std::string extra = member.zip64 ? little(1, 2) + little(24, 2) + little(member.content.size(), 8) +
                                                 little(data.size(), 8) + little(out.size(), 8)
                                           : "";
    directory += "PK\x01\x02" + little(member.unix_mode != 0 ? 0x32d : 45, 2) + little(20, 2) + little(0, 2) +
                 little(member.deflate ? 8 : 0, 2) + little(0, 4) + little(crc32_of(member.content), 4) +
                 little(member.zip64 ? big : data.size(), 4) +
                 little(member.zip64 ? big : member.content.size(), 4) + little(member.name.size(), 2) +
                 little(extra.size(), 2) + little(0, 6) + little(std::uint64_t{member.unix_mode} << 16U, 4) +
                 little(member.zip64 ? big : out.size(), 4) + member.name + extra;
    out += local_of(member, data);
  }
  if (!with_directory) return out;
  const std::uint64_t offset = out.size();
  out += directory;
  return out + "PK\x05\x06" + little(0, 4) + little(members.size(), 2) + little(members.size(), 2) +
         little(directory.size(), 4) + little(offset, 4) + little(0, 2);
}

inline std::string octal(std::uint64_t value, std::size_t width) {
  std::string digits;
  for (; value != 0; value /= 8) digits.insert(digits.begin(), static_cast<char>('0' + value % 8));
  return std::string(width - 1 - digits.size(), '0') + digits + '\0';
}

inline std::string tar_member(const std::string& name, const std::string& content, char type = '0') {
  std::string block(512, '\0');
  block.replace(0, name.size(), name);
  block.replace(100, 8, octal(0644, 8));
  block.replace(124, 12, octal(content.size(), 12));
  block.replace(148, 8, "        ");
  block[156] = type;
  block.replace(257, 8, std::string("ustar\00000", 8));
  std::uint64_t sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  block.replace(148, 8, octal(sum, 7) + ' ');
  return block + content + std::string((512 - content.size() % 512) % 512, '\0');
}

}  // namespace bfa::test
