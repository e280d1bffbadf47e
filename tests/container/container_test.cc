// SPDX-License-Identifier: Apache-2.0
#include "bfa/container/container.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "io/zstd_encoder.h"
#include "support/fixtures.h"
#include "support/made_containers.h"

namespace {

using bfa::ContainerMethod;
using bfa::test::tar_member;
using bfa::test::zip_of;
using Member = bfa::test::ZipMember;
using Names = std::vector<std::string>;

bfa::Result<Names> archives_of(bfa::FileSystem& fs, const std::string& path) {
  bfa::Findings ignored;
  return bfa::archives_within(fs, path, ignored);
}

class House_Container : public testing::Test {
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

TEST_F(House_Container, ZipMembersAreFiles) {
  const std::string path = put("x.wacz", zip_of(kMembers));
  const auto zip = bfa::Container::open(*fs, path);
  ASSERT_TRUE(zip) << zip.error().message;
  ASSERT_EQ((*zip)->entries().size(), 3U);
  EXPECT_EQ((*zip)->entries()[1].method, ContainerMethod::kDeflate);
  EXPECT_TRUE((*zip)->findings().empty());
  for (const auto& member : kMembers) EXPECT_EQ(content(path + "!/" + member.name), member.content);
  EXPECT_EQ(content(path + "!/none"), "<not_found>");
  EXPECT_EQ(*archives_of(*fs, path), (Names{path + "!/archive/data.warc.gz", path + "!/archive/large.warc"}));
}

TEST_F(House_Container, StoredMembersAreRangesOfTheFile) {
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

TEST_F(House_Container, DeflatedMembersAreReadBackwardsToo) {
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

TEST_F(House_Container, ZipWithoutDirectoryIsReadByLocalHeaders) {
  const std::string path = put("x.zip", zip_of({kMembers[0], kMembers[1]}, false));
  const auto zip = bfa::Container::open(*fs, path);
  ASSERT_TRUE(zip);
  EXPECT_EQ((*zip)->entries().size(), 2U);
  ASSERT_FALSE((*zip)->findings().empty());
  EXPECT_EQ((*zip)->findings()[0].id, "zip_directory_missing");
  EXPECT_EQ(content(path + "!/pages/pages.jsonl"), kMembers[1].content);
}

TEST_F(House_Container, TarMembersAreFiles) {
  const std::string long_name = std::string(150, 'd') + "/y.arc.gz";
  const std::string bytes = tar_member("a/x.warc", "one") + tar_member("d/", "", '5') +
                            tar_member("././@LongLink", long_name + '\0', 'L') + tar_member("cut", "two") +
                            tar_member("PaxHeader", "22 path=p/q/r.warc.zst\n", 'x') +
                            tar_member("r", std::string(1000, 'r')) + std::string(1024, '\0');
  const std::string path = put("x.tar", bytes);
  EXPECT_EQ(*fs->list(path + "!/"), (Names{"a/x.warc", long_name, "p/q/r.warc.zst"}));
  EXPECT_EQ(content(path + "!/a/x.warc"), "one");
  EXPECT_EQ(content(path + "!/" + long_name), "two");
  EXPECT_EQ(archives_of(*fs, path)->size(), 3U);
  const auto tar = *bfa::Container::open(*fs, path);
  EXPECT_EQ(bytes.substr(*tar->data_offset(tar->entries()[0]), 3), "one");
}

TEST_F(House_Container, NestAsDeepAsWanted) {
  const std::string path = put("x.tar", tar_member("in.zip", zip_of({{"a.warc", "deep", true}})));
  EXPECT_EQ(content(path + "!/in.zip!/a.warc"), "deep");
}

TEST_F(House_Container, FoldersMayEndInTheMark) {
  std::filesystem::create_directories(folder.path() + "/wow!");
  const std::string plain = put("wow!/a.warc", "plain");
  EXPECT_EQ(content(plain), "plain");
  EXPECT_EQ(*archives_of(*fs, plain), Names{plain});
  EXPECT_EQ(*fs->list(folder.path() + "/wow!/"), Names{"a.warc"});
  EXPECT_TRUE(bfa::write_file_atomically(*fs, folder.path() + "/wow!/b.warc", "written").ok());
  const std::string path =
      put("wow!/x.zip", zip_of({{"oh!/deep.warc", "deep"}, {"my!/y.zip", zip_of({{"in", "inner"}})}}));
  EXPECT_EQ(content(path + "!/oh!/deep.warc"), "deep");
  EXPECT_EQ(content(path + "!/my!/y.zip!/in"), "inner");
  EXPECT_EQ(content(path + "!/oh!/none"), "<not_found>");
}

TEST_F(House_Container, EveryPrefixEndsInDataOrAnError) {
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

TEST_F(House_Container, OtherFilesAndWritesGoTheirWay) {
  const std::string path = put("plain.txt", "text");
  EXPECT_EQ(content(path), "text");
  EXPECT_EQ(bfa::Container::open(*fs, path).error().code, bfa::Code::kUnsupported);
  EXPECT_EQ(*archives_of(*fs, path), Names{path});
  EXPECT_EQ(fs->create(path + "!/x").error().code, bfa::Code::kUnsupported);
  EXPECT_FALSE(*bfa::is_container(*fs, path));
}

std::string packed_by_zstd(const std::string& bytes) {
  std::string out;
  const auto encoder = bfa::ZstdEncoder::make(3, {});
  EXPECT_TRUE((*encoder)->member(bytes, out));
  return out;
}

TEST_F(House_Container, PackedTarFilesAreReadAsPlainOnes) {
  const std::string bytes = tar_member("a/x.warc", "one") + tar_member("big", std::string(3'000'000, 'b')) +
                            tar_member("in.zip", zip_of({{"y.warc", "deep", true}})) +
                            std::string(1024, '\0');
  for (const std::string& packed : {*bfa::gzip_member(bytes), packed_by_zstd(bytes)}) {
    const std::string path = put("x.tgz", packed);
    EXPECT_TRUE(*bfa::is_container(*fs, path));
    EXPECT_EQ(*fs->list(path + "!/"), (Names{"a/x.warc", "big", "in.zip"}));
    EXPECT_EQ(content(path + "!/big"), std::string(3'000'000, 'b'));
    EXPECT_EQ(content(path + "!/a/x.warc"), "one");
    EXPECT_EQ(content(path + "!/in.zip!/y.warc"), "deep");
    EXPECT_EQ(*archives_of(*fs, path), Names{path + "!/a/x.warc"});
    const auto tar = *bfa::Container::open(*fs, path);
    EXPECT_TRUE(tar->findings().empty());
    EXPECT_EQ(tar->data_offset(tar->entries()[0]).error().code, bfa::Code::kUnsupported);
    std::filesystem::remove(path);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "something was left behind";
    fs = bfa::make_container_file_system(bfa::posix_file_system());
  }
  EXPECT_FALSE(*bfa::is_container(*fs, put("x.warc.gz", *bfa::gzip_member("WARC/1.1\r\n"))));
}

TEST_F(House_Container, CutPackedTarGivesWhatIsThereAndSaysWhere) {
  std::string noise;
  for (unsigned i = 0, x = 1; i < 200'000; ++i)
    noise.push_back(static_cast<char>((x = x * 1664525 + 1013904223) >> 24));
  const std::string packed = *bfa::gzip_member(tar_member("first", "one") + tar_member("second", noise));
  const std::string path = put("cut.tgz", packed.substr(0, packed.size() / 2));
  const auto tar = bfa::Container::open(*fs, path);
  ASSERT_TRUE(tar);
  ASSERT_EQ((*tar)->entries().size(), 2U);
  ASSERT_EQ((*tar)->findings().size(), 2U);
  EXPECT_EQ((*tar)->findings()[0].id, "tar_packing_broken");
  EXPECT_EQ((*tar)->findings()[0].where, path);
  EXPECT_GT((*tar)->findings()[0].offset, 90'000);
  EXPECT_EQ((*tar)->findings()[1].id, "tar_member_truncated");
  EXPECT_EQ(content(path + "!/first"), "one");
}

TEST_F(House_Container, PackedTarOfNothingButZerosIsABomb) {
  const std::string path =
      put("bomb.tgz", *bfa::gzip_member(tar_member("zeros", std::string(8'000'000, '\0'))));
  bfa::ContainerLimits limits;
  limits.max_free_bytes = 1'000'000;
  limits.max_ratio = 20;
  const auto tar = bfa::Container::open(*fs, path, limits);
  ASSERT_FALSE(tar);
  EXPECT_EQ(tar.error().code, bfa::Code::kLimit);
  EXPECT_EQ(tar.error().where, path);
  EXPECT_GE(tar.error().offset, 0);
}

TEST_F(House_Container, LinksAndDevicesAreToldAndNotOpened) {
  const std::string tar =
      put("x.tar", tar_member("soft.warc", "", '2') + tar_member("hard.warc", "", '1') +
                       tar_member("disk.warc", "", '4') + tar_member("pipe.warc", "", '6') +
                       tar_member("real.warc", "w") + std::string(1024, '\0'));
  const std::string zip = put("x.zip", zip_of({{"soft.warc", "/etc/passwd", false, false, 0120777},
                                               {"disk.warc", "", false, false, 0060644},
                                               {"real.warc", "w", false, false, 0100644}}));
  for (const auto& path : {tar, zip}) {
    bfa::Findings findings;
    EXPECT_EQ(*bfa::archives_within(*fs, path, findings), Names{path + "!/real.warc"});
    EXPECT_EQ(findings.size(), path == tar ? 4U : 2U);
    EXPECT_EQ(*fs->list(path + "!/"), Names{"real.warc"});
    EXPECT_EQ(findings[0].id, "member_link");
    EXPECT_EQ(findings[0].where, path + "!/soft.warc");
    EXPECT_GE(findings[0].offset, 0);
    const auto link = fs->open(path + "!/soft.warc");
    ASSERT_FALSE(link);
    EXPECT_EQ(link.error().code, bfa::Code::kUnsupported);
    EXPECT_EQ(link.error().where, path + "!/soft.warc");
    EXPECT_EQ(fs->open(path + "!/disk.warc").error().message, "no regular file");
  }
}

TEST_F(House_Container, NamesThatLeadOutAreNamesOnly) {
  put("secret.warc", "secret");
  const std::string nul = std::string("nul\0.warc", 9);
  const std::string path = put("sub.zip", zip_of({{"../secret.warc", "1"},
                                                  {"/etc/secret.warc", "2"},
                                                  {"C:\\x.warc", "3"},
                                                  {nul, "4"},
                                                  {"a/../../b.warc", "5"}}));
  EXPECT_EQ(content(path + "!/../secret.warc"), "1");
  EXPECT_EQ(content(path + "!/" + nul), "4");
  EXPECT_EQ(content(path + "!/secret.warc"), "<not_found>");
  EXPECT_EQ(archives_of(*fs, path)->size(), 5U);
  EXPECT_EQ(bfa::printable_name(nul + "\x1b[2J\\"), "nul\\x00.warc\\x1b[2J\\x5c");
}

TEST_F(House_Container, OfMembersOfOneNameTheLastCountsAndTheOthersAreTold) {
  const std::string path =
      put("x.tar", tar_member("a.warc", "old") + tar_member("a.warc", "new") + std::string(1024, '\0'));
  bfa::Findings findings;
  EXPECT_EQ(*bfa::archives_within(*fs, path, findings), Names{path + "!/a.warc"});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].id, "member_twice");
  EXPECT_EQ(content(path + "!/a.warc"), "new");
}

TEST_F(House_Container, ATarFileThatIsCutBetweenMembersIsTruncated) {
  const std::string first = tar_member("a.warc", "a"), both = first + tar_member("b.warc", "b");
  for (const std::size_t size : {first.size(), first.size() - 100, both.size()}) {
    const auto container = bfa::Container::open(*fs, put("x.tar", both.substr(0, size)));
    ASSERT_TRUE(container);
    ASSERT_EQ((*container)->findings().size(), 1U) << size;
    EXPECT_EQ((*container)->findings()[0].code, bfa::Code::kTruncated);
  }
  const auto whole = bfa::Container::open(*fs, put("y.tar", both + std::string(512, '\0')));
  EXPECT_TRUE((*whole)->findings().empty());
}

TEST_F(House_Container, MembersThatLieOverOthersAreMarked) {
  std::string bytes = zip_of({{"a", std::string(100, 'a')}, {"b", "b"}, {"c", "c"}});
  const std::size_t second = bytes.find("PK\x01\x02", bytes.find("PK\x01\x02") + 4);
  bytes[second + 42] = 5;  // within the first one
  const auto zip = *bfa::Container::open(*fs, put("x.zip", bytes));
  EXPECT_FALSE(zip->entries()[0].overlaps);
  EXPECT_TRUE(zip->entries()[1].overlaps);
  EXPECT_FALSE(zip->entries()[2].overlaps);
  ASSERT_EQ(zip->findings().size(), 1U);
  EXPECT_EQ(zip->findings()[0].id, "zip_members_overlap");
  EXPECT_EQ(zip->findings()[0].offset, 5);
}

TEST_F(House_Container, ManyMembersEndInAnErrorAtTheLimit) {
  std::vector<Member> members(500);
  std::string tar;
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i].name = "member " + std::to_string(i) + std::string(300, 'n');
    tar += tar_member("member " + std::to_string(i), "");
  }
  for (const auto& path :
       {put("x.zip", zip_of(members)), put("y.zip", zip_of(members, false)), put("x.tar", tar)}) {
    EXPECT_EQ((*bfa::Container::open(*fs, path))->entries().size(), 500U);
    bfa::ContainerLimits few;
    few.max_entries = 499;
    bfa::ContainerLimits small;
    small.max_directory_bytes = 10'000;
    for (const auto& limits : {few, small}) {
      const auto container = bfa::Container::open(*fs, path, limits);
      ASSERT_FALSE(container) << path;
      EXPECT_EQ(container.error().code, bfa::Code::kLimit);
      EXPECT_EQ(container.error().where, path);
      EXPECT_GE(container.error().offset, 0);
    }
  }
}

}  // namespace
