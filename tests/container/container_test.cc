// SPDX-License-Identifier: Apache-2.0
#include "bfa/container/container.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "support/fixtures.h"

namespace {

using bfa::ContainerMethod;
using Names = std::vector<std::string>;

std::string little(std::uint64_t value, unsigned size) {
  std::string out;
  for (unsigned i = 0; i < size; ++i, value >>= 8U) out.push_back(static_cast<char>(value & 0xffU));
  return out;
}

// Raw deflate out of a gzip member: ten bytes of header before it, eight of trailer behind.
std::string deflated(const std::string& bytes) {
  const std::string member = *bfa::gzip_member(bytes);
  return member.substr(10, member.size() - 18);
}

struct Member {
  std::string name, content;
  bool deflate = false;
  bool zip64 = false;
};

std::string local_of(const Member& member, const std::string& data) {
  return "PK\x03\x04" + little(20, 2) + little(0, 2) + little(member.deflate ? 8 : 0, 2) + little(0, 8) +
         little(data.size(), 4) + little(member.content.size(), 4) + little(member.name.size(), 2) +
         little(0, 2) + member.name + data;
}

std::string zip_of(const std::vector<Member>& members, bool with_directory = true) {
  std::string out;
  std::string directory;
  for (const auto& member : members) {
    const std::string data = member.deflate ? deflated(member.content) : member.content;
    const std::uint64_t big = 0xffffffff;
    const std::string extra = member.zip64 ? little(1, 2) + little(24, 2) + little(member.content.size(), 8) +
                                                 little(data.size(), 8) + little(out.size(), 8)
                                           : "";
    directory += "PK\x01\x02" + little(45, 2) + little(20, 2) + little(0, 2) +
                 little(member.deflate ? 8 : 0, 2) + little(0, 8) +
                 little(member.zip64 ? big : data.size(), 4) +
                 little(member.zip64 ? big : member.content.size(), 4) + little(member.name.size(), 2) +
                 little(extra.size(), 2) + little(0, 10) + little(member.zip64 ? big : out.size(), 4) +
                 member.name + extra;
    out += local_of(member, data);
  }
  if (!with_directory) return out;
  const std::uint64_t offset = out.size();
  out += directory;
  return out + "PK\x05\x06" + little(0, 4) + little(members.size(), 2) + little(members.size(), 2) +
         little(directory.size(), 4) + little(offset, 4) + little(0, 2);
}

std::string octal(std::uint64_t value, std::size_t width) {
  std::string digits;
  for (; value != 0; value /= 8) digits.insert(digits.begin(), static_cast<char>('0' + value % 8));
  return std::string(width - 1 - digits.size(), '0') + digits + '\0';
}

std::string tar_member(const std::string& name, const std::string& content, char type = '0') {
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

class Containers : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& bytes) {
    const std::string path = folder.path() + "/" + name;
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    return path;
  }
  std::string content(const std::string& path) {
    auto bytes = bfa::read_file(*fs, path, 1u << 24);
    return bytes ? *bytes : "<" + std::string(bfa::code_name(bytes.error().code)) + ">";
  }

  bfa::test::TemporaryDirectory folder;
  std::unique_ptr<bfa::FileSystem> fs = bfa::make_container_file_system(bfa::posix_file_system());
};

const std::vector<Member> kMembers = {{"archive/data.warc.gz", "stored bytes"},
                                      {"pages/pages.jsonl", std::string(5000, 'p'), true},
                                      {"archive/large.warc", std::string(100'000, 'l'), false, true}};

TEST_F(Containers, ZipMembersAreFiles) {
  const std::string path = put("x.wacz", zip_of(kMembers));
  const auto zip = bfa::Container::open(*fs, path);
  ASSERT_TRUE(zip) << zip.error().message;
  ASSERT_EQ((*zip)->entries().size(), 3U);
  EXPECT_EQ((*zip)->entries()[1].method, ContainerMethod::kDeflate);
  EXPECT_TRUE((*zip)->findings().empty());
  for (const auto& member : kMembers) EXPECT_EQ(content(path + "!/" + member.name), member.content);
  EXPECT_EQ(content(path + "!/none"), "<not_found>");
  EXPECT_EQ(*bfa::archives_within(*fs, path),
            (Names{path + "!/archive/data.warc.gz", path + "!/archive/large.warc"}));
}

TEST_F(Containers, StoredMembersAreRangesOfTheFile) {
  const std::string bytes = zip_of(kMembers);
  const std::string path = put("x.zip", bytes);
  const auto zip = *bfa::Container::open(*fs, path);
  const auto offset = zip->data_offset(zip->entries()[0]);
  ASSERT_TRUE(offset);
  EXPECT_EQ(bytes.substr(*offset, 12), "stored bytes");
  const auto file = *zip->open_entry(zip->entries()[0]);
  std::array<std::byte, 5> part{};
  EXPECT_EQ(*file->read_at(7, part), 5U);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(part.data()), 5), "bytes");
  EXPECT_EQ(*file->read_at(12, part), 0U);
}

TEST_F(Containers, DeflatedMembersAreReadBackwardsToo) {
  std::string body;
  for (int i = 0; i < 5000; ++i) body += std::to_string(i) + ",";
  const std::string path = put("x.zip", zip_of({{"a", body, true}}));
  const auto file = *fs->open(path + "!/a");
  std::array<std::byte, 4> part{};
  for (const std::size_t at : {20'000UL, 3UL, 12'000UL}) {
    ASSERT_EQ(*file->read_at(at, part), 4U);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(part.data()), 4), body.substr(at, 4));
  }
}

TEST_F(Containers, ZipWithoutDirectoryIsReadByLocalHeaders) {
  const std::string path = put("x.zip", zip_of({kMembers[0], kMembers[1]}, false));
  const auto zip = bfa::Container::open(*fs, path);
  ASSERT_TRUE(zip);
  EXPECT_EQ((*zip)->entries().size(), 2U);
  ASSERT_FALSE((*zip)->findings().empty());
  EXPECT_EQ((*zip)->findings()[0].id, "zip_directory_missing");
  EXPECT_EQ(content(path + "!/pages/pages.jsonl"), kMembers[1].content);
}

TEST_F(Containers, TarMembersAreFiles) {
  const std::string long_name = std::string(150, 'd') + "/y.arc.gz";
  const std::string bytes = tar_member("a/x.warc", "one") + tar_member("d/", "", '5') +
                            tar_member("././@LongLink", long_name + '\0', 'L') + tar_member("cut", "two") +
                            tar_member("PaxHeader", "22 path=p/q/r.warc.zst\n", 'x') +
                            tar_member("r", std::string(1000, 'r')) + std::string(1024, '\0');
  const std::string path = put("x.tar", bytes);
  EXPECT_EQ(*fs->list(path + "!/"), (Names{"a/x.warc", long_name, "p/q/r.warc.zst"}));
  EXPECT_EQ(content(path + "!/a/x.warc"), "one");
  EXPECT_EQ(content(path + "!/" + long_name), "two");
  EXPECT_EQ(bfa::archives_within(*fs, path)->size(), 3U);
  const auto tar = *bfa::Container::open(*fs, path);
  EXPECT_EQ(bytes.substr(*tar->data_offset(tar->entries()[0]), 3), "one");
}

TEST_F(Containers, NestAsDeepAsWanted) {
  const std::string path = put("x.tar", tar_member("in.zip", zip_of({{"a.warc", "deep", true}})));
  EXPECT_EQ(content(path + "!/in.zip!/a.warc"), "deep");
}

TEST_F(Containers, EveryPrefixEndsInDataOrAnError) {
  for (const std::string& bytes :
       {zip_of({kMembers[0], kMembers[1]}), tar_member("a", "one") + tar_member("b", "two")}) {
    for (std::size_t n = 0; n < bytes.size(); n += 7) {
      const std::string path = put("prefix", bytes.substr(0, n));
      const auto container = bfa::Container::open(*fs, path);
      if (!container) {
        EXPECT_EQ(container.error().where, path);
        continue;
      }
      for (const auto& entry : (*container)->entries()) {
        if (!entry.folder) content(path + "!/" + entry.name);
      }
    }
  }
}

TEST_F(Containers, OtherFilesAndWritesGoTheirWay) {
  const std::string path = put("plain.txt", "text");
  EXPECT_EQ(content(path), "text");
  EXPECT_EQ(bfa::Container::open(*fs, path).error().code, bfa::Code::kUnsupported);
  EXPECT_EQ(*bfa::archives_within(*fs, path), Names{path});
  EXPECT_EQ(fs->create(path + "!/x").error().code, bfa::Code::kUnsupported);
  EXPECT_FALSE(*bfa::is_container(*fs, path));
}

}  // namespace
