// SPDX-License-Identifier: Apache-2.0
// Containers that are unpacked member by member: damage, limits, and what a hostile one may try.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "container/zip_writer.h"
#include "io/crc32.h"
#include "io/zstd_encoder.h"
#include "support/made_archives.h"
#include "unpacked_testing.h"

namespace {

using bfa::ContainerKind;
using bfa::test::cpio_of;
using bfa::test::CpioMember;
using bfa::test::has_program;
using bfa::test::Names;
using bfa::test::noise;
using bfa::test::seven_zip_of;

class House_Unpacked : public bfa::test::UnpackedTest {};

TEST_F(House_Unpacked, KindsThatAreMadeByHand) {
  const std::string name = "pr\xc3\xa9/x.warc";
  const struct {
    const char* file;
    std::string bytes;
    ContainerKind kind;
  } rows[] = {{"x.rar", bfa::test::rar4_of(name, "four"), ContainerKind::kRar},
              {"y.rar", bfa::test::rar5_of(name, "five"), ContainerKind::kRar},
              {"x.lzh", bfa::test::lha_of(name, "lha."), ContainerKind::kLha},
              {"x.cpio", cpio_of({{name, "cpio"}}), ContainerKind::kCpio},
              {"x.7z", seven_zip_of({{name, "7zip"}}), ContainerKind::k7z}};
  for (const auto& row : rows) {
    const std::string path = put(row.file, row.bytes);
    EXPECT_TRUE(*bfa::is_container(*fs, path)) << path;
    const auto container = open(path);
    ASSERT_TRUE(container);
    EXPECT_EQ(container->kind(), row.kind);
    EXPECT_EQ(ids_of(container->findings()), Names{}) << path;
    ASSERT_EQ(container->entries().size(), 1U) << path;
    EXPECT_EQ(container->entries()[0].name, name) << path;
    EXPECT_EQ(container->data_offset(container->entries()[0]).error().code, bfa::Code::kUnsupported);
    EXPECT_EQ(content(path + "!/" + name).size(), 4U) << path;
    bfa::Findings findings;
    EXPECT_EQ(*bfa::archives_within(*fs, path, findings), Names{path + "!/" + name});
  }
  EXPECT_EQ(content(folder / ("y.rar!/" + name)), "five");
}

// APPNOTE 4.3.6 and 4.3.16; POSIX.1-2017, pax; 7zFormat.txt.
TEST_F(House_Unpacked, BytesBehindTheEndAreFound) {
  const std::string zip = bfa::test::zip_of({{"a", "a"}}),
                    tar = bfa::test::tar_member("a", "a") + std::string(1024, '\0');
  const std::string seven = seven_zip_of({{"a", "a"}}), zeros(3000, '\0');
  struct Row {
    const char* name;
    std::string bytes;
    const char* id;  // "": none
    std::size_t offset;
  };
  for (const Row& row :
       {Row{"zip", zip, "", 0}, Row{"zip and more", zip + "more", "zip_trailing_bytes", zip.size()},
        Row{"zip and zeros", zip + zeros, "zip_trailing_bytes", zip.size()},
        Row{"two zip files", zip + zip, "zip_foreign_bytes", zip.size() - 22}, Row{"tar", tar, "", 0},
        Row{"tar and zeros", tar + zeros, "", 0},
        Row{"tar and more", tar + "more", "tar_trailing_bytes", tar.size()},
        Row{"zeros and more", tar + zeros + "m", "tar_trailing_bytes", tar.size() + 3000},
        Row{"two tar files", tar + tar, "tar_trailing_bytes", tar.size()}, Row{"7z", seven, "", 0},
        Row{"7z and more", seven + "more", "container_trailing_bytes", seven.size()},
        Row{"7z and zeros", seven + zeros, "container_trailing_bytes", seven.size()}}) {
    const auto container = open(put("x", row.bytes));
    ASSERT_TRUE(container) << row.name;
    EXPECT_NE(container->find("a"), nullptr) << row.name;
    ASSERT_EQ(container->findings().size(), *row.id == '\0' ? 0U : 1U) << row.name;
    if (*row.id == '\0') continue;
    EXPECT_EQ(container->findings()[0].id, row.id) << row.name;
    EXPECT_EQ(container->findings()[0].offset, static_cast<std::int64_t>(row.offset)) << row.name;
  }
}

// What a zip file says twice, damaged in one place. APPNOTE 4.3.7, 4.3.9, 4.3.16.
TEST_F(House_Unpacked, WhatAZipFileSaysTwiceIsCompared) {
  std::string zip;
  const auto sink = bfa::make_string_sink(zip);
  bfa::ZipWriter writer(*sink);
  const std::string text = std::string(500, 'x');
  ASSERT_TRUE(writer.add("one.txt", text, bfa::ZipWriter::Method::kDeflate, {}).ok());
  ASSERT_TRUE(writer.add("two.txt", text, bfa::ZipWriter::Method::kStored, {}).ok());
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_EQ(ids_of(open(put("x.zip", zip))->findings()), Names{});
  EXPECT_EQ(ids_of(*open(put("x.zip", zip))->compare_headers()), Names{});
  const std::size_t second = zip.find("PK\x03\x04", 1), directory = zip.find("PK\x01\x02"),
                    end = zip.find("PK\x05\x06");
  std::vector<std::pair<std::string, std::size_t>> rows;
  for (const std::size_t at : {8, 9, 30, 31, 36}) rows.emplace_back("zip_headers_differ", at);
  for (std::size_t at = 1; at <= 16; ++at) rows.emplace_back("zip_headers_differ", directory - at);
  for (const std::size_t at : {second + 8, second + 30, directory + 10, directory + 46})
    rows.emplace_back("zip_headers_differ", at);
  for (const std::size_t at : {4, 5, 6, 7, 8, 9}) rows.emplace_back("zip_end_differs", end + at);
  for (const auto& [id, at] : rows) {
    std::string damaged = zip;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    const auto container = open(put("x.zip", damaged));
    ASSERT_TRUE(container) << at;
    Names found = ids_of(container->findings());
    const auto compared = container->compare_headers();
    ASSERT_TRUE(compared);
    for (const auto& name : ids_of(*compared)) found.push_back(name);
    EXPECT_TRUE(std::ranges::count(found, id) == 1) << id << " " << at;
  }
}

TEST_F(House_Unpacked, NamesInOtherCharsetsStayBytes) {
  const std::string name = "\x83\x65\x83\x58\x83\x67.warc";  // Shift JIS
  for (const auto& path :
       {put("x.lzh", bfa::test::lha_of(name, "1")), put("x.cpio", cpio_of({{name, "1"}}))}) {
    const auto container = open(path);
    ASSERT_TRUE(container);
    ASSERT_EQ(container->entries().size(), 1U);
    EXPECT_EQ(container->entries()[0].name, name) << path;
  }
}

TEST_F(House_Unpacked, LocalTimesAreReadAsWrittenInAnyZone) {
  for (const char* zone : {"UTC", "America/New_York", "Asia/Tokyo"}) {
    ::setenv("TZ", zone, 1);
    ::tzset();
    for (const auto& path :
         {put("x.rar", bfa::test::rar4_of("a", "1")), put("x.lzh", bfa::test::lha_of("a", "1"))}) {
      const auto container = open(path);
      ASSERT_TRUE(container);
      EXPECT_TRUE(container->entries()[0].modified_zone_unknown);
      EXPECT_EQ(container->entries()[0].modified, bfa::UtcTime(std::chrono::seconds(1'230'804'000)))
          << path << zone;
    }
    const auto utc = open(put("y.rar", bfa::test::rar5_of("a", "1")));
    EXPECT_FALSE(utc->entries()[0].modified_zone_unknown);
    EXPECT_EQ(utc->entries()[0].modified, bfa::UtcTime(std::chrono::seconds(1'200'000'000)));
  }
  ::unsetenv("TZ");
  ::tzset();
}

TEST_F(House_Unpacked, DamagedMembersAreToldAndWhatCouldBeReadIsKept) {
  std::string lha = bfa::test::lha_of("x.warc", "content");
  lha[lha.find("content")] = 'C';
  const std::string cpio = cpio_of({{"first", "whole"}, {"x.warc", noise(100'000)}});
  for (const auto& path : {put("x.lzh", lha), put("x.cpio", cpio.substr(0, 50'000))}) {
    const auto container = open(path);
    ASSERT_TRUE(container);
    ASSERT_FALSE(container->findings().empty()) << path;
    const auto& finding = container->findings()[0];
    EXPECT_EQ(finding.id, "member_broken") << path;
    EXPECT_EQ(finding.where, path + "!/x.warc");
    EXPECT_GE(finding.offset, 0);
    ASSERT_NE(container->find("x.warc"), nullptr);
  }
  EXPECT_EQ(content(folder / "x.cpio!/first"), "whole");
  EXPECT_GT(content(folder / "x.cpio!/x.warc").size(), 40'000U);
}

TEST_F(House_Unpacked, EncryptedIsAFindingOfItsOwn) {
  const std::string rar = put("x.rar", bfa::test::rar4_of("x.warc", "secretss", 4));
  const auto container = open(rar);
  ASSERT_TRUE(container);
  EXPECT_TRUE(container->entries()[0].encrypted);
  EXPECT_EQ(ids_of(container->findings())[0], "member_encrypted");
  const auto opened = container->open_entry(container->entries()[0]);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, bfa::Code::kUnsupported);
  EXPECT_EQ(opened.error().where, rar + "!/x.warc");
  EXPECT_NE(opened.error().message.find("encrypted"), std::string::npos);
}

TEST_F(House_Unpacked, EncryptedBySevenZip) {
  if (!has_program("7z")) GTEST_SKIP() << "7z is not installed";
  put("a.warc", "WARC/1.1\r\n" + noise(1000));
  put("b.warc", "plain");
  run("7z a -psecret x.7z a.warc && 7z a -psecret -mhe=on y.7z a.warc && 7z a -tzip -psecret x.zip a.warc");
  run("7z a -psecret z.7z a.warc && 7z a z.7z b.warc");
  for (const char* name : {"x.7z", "x.zip"}) {
    const auto container = open(folder / name);
    ASSERT_TRUE(container);
    ASSERT_EQ(container->entries().size(), 1U);
    EXPECT_TRUE(container->entries()[0].encrypted);
    bfa::Findings findings;
    EXPECT_EQ(*bfa::archives_within(*fs, folder / name, findings), Names{});
    EXPECT_EQ(findings.back().id, "member_encrypted");
  }
  const auto hidden = error_of(folder / "y.7z");
  EXPECT_EQ(hidden.code, bfa::Code::kUnsupported);
  EXPECT_EQ(hidden.message, "its list of members is encrypted");
  EXPECT_EQ(hidden.where, folder / "y.7z");
  EXPECT_EQ(content(folder / "z.7z!/b.warc"), "plain");
}

TEST_F(House_Unpacked, BombsEndAtTheLimitWhileTheyAreUnpacked) {
  bfa::ContainerLimits limits;
  limits.max_free_bytes = 1'000'000;
  limits.max_ratio = 20;
  const std::string zeros(8'000'000, '\0');
  const auto error = error_of(put("x.7z", seven_zip_of({{"small", "s"}, {"zeros", zeros}})), limits);
  EXPECT_EQ(error.code, bfa::Code::kLimit);
  EXPECT_EQ(error.where, folder / "x.7z!/zeros");
  EXPECT_NE(error.message.find("as bombs do"), std::string::npos);
  if (!has_program("xz")) GTEST_SKIP() << "xz is not installed";
  put("x.warc", "WARC/1.1\r\n" + zeros);
  put("x.tar", bfa::test::tar_member("zeros", zeros));
  run("xz x.warc x.tar");
  for (const char* name : {"x.warc.xz", "x.tar.xz"}) {
    EXPECT_EQ(error_of(folder / name, limits).code, bfa::Code::kLimit) << name;
    EXPECT_EQ(error_of(folder / name, limits).where, folder / name);
  }
}

// 1,000 names of one file of 1 MB: each counts as if it had bytes of its own.
TEST_F(House_Unpacked, HardLinksCountForTheLimit) {
  std::vector<CpioMember> members;
  for (int i = 0; i < 1000; ++i) members.push_back({"name " + std::to_string(i), "", 0100644, 7, 1001});
  members.push_back({"last", std::string(1'000'000, 'x'), 0100644, 7, 1001});
  bfa::ContainerLimits limits;
  limits.max_free_bytes = 1'000'000;
  limits.max_ratio = 10;
  const auto container = open(put("x.cpio", cpio_of(members)), limits);
  ASSERT_TRUE(container);
  std::uint64_t total = 0;
  std::size_t links = 0;
  for (const auto& entry : container->entries()) {
    total += entry.link ? 0 : entry.size;
    links += entry.link ? 1 : 0;
  }
  EXPECT_LE(total, limits.max_unpacked(std::filesystem::file_size(folder / "x.cpio")));
  EXPECT_GT(links, 900U);
  EXPECT_EQ(container->find("name 0")->size, 1'000'000U);
}

TEST_F(House_Unpacked, ManyMembersEndInAnErrorAtTheLimit) {
  std::vector<CpioMember> members;
  for (int i = 0; i < 500; ++i) members.push_back({std::to_string(i) + std::string(300, 'n'), ""});
  const std::string path = put("x.cpio", cpio_of(members));
  EXPECT_EQ(open(path)->entries().size(), 500U);
  bfa::ContainerLimits few;
  few.max_entries = 499;
  bfa::ContainerLimits small;
  small.max_directory_bytes = 10'000;
  for (const auto& limits : {few, small}) {
    EXPECT_EQ(error_of(path, limits).code, bfa::Code::kLimit);
    EXPECT_EQ(error_of(path, limits).where, path);
  }
}

TEST_F(House_Unpacked, NamesLinksAndSpecialFiles) {
  put("secret.warc", "secret");
  const std::string path = put("x.cpio", cpio_of({{"../secret.warc", "1"},
                                                  {"/etc/secret.warc", "2"},
                                                  {"a.warc", "old"},
                                                  {"soft.warc", "/etc/passwd", 0120777},
                                                  {"pipe.warc", "", 0010644},
                                                  {"disk.warc", "", 0060644},
                                                  {"folder.warc", "", 0040755},
                                                  {"a.warc", "new"}}));
  EXPECT_EQ(content(path + "!/../secret.warc"), "1");
  EXPECT_EQ(content(path + "!/secret.warc"), "<not_found>");
  EXPECT_EQ(content(path + "!/a.warc"), "new");
  EXPECT_EQ(content(path + "!/soft.warc"), "<unsupported>");
  EXPECT_EQ(content(path + "!/pipe.warc"), "<unsupported>");
  bfa::Findings findings;
  EXPECT_EQ(*bfa::archives_within(*fs, path, findings),
            (Names{path + "!/../secret.warc", path + "!//etc/secret.warc", path + "!/a.warc"}));
  EXPECT_EQ(ids_of(findings), (Names{"member_twice", "member_link", "member_special", "member_special"}));
  EXPECT_TRUE(open(path)->find("folder.warc")->folder);
}

TEST_F(House_Unpacked, PackedWarcFilesAreContainersOfOneMember) {
  const std::string warc = "WARC/1.1\r\n" + noise(1'200'000);
  for (const char* program : {"xz", "bzip2", "lzip", "compress"}) {
    if (!has_program(program)) GTEST_SKIP() << program << " is not installed";
  }
  put("a.warc", warc);
  put("old.arc", "filedesc://x " + warc);
  put("note.txt", "text " + warc);
  run("xz -k a.warc old.arc note.txt; bzip2 -k a.warc; lzip -k a.warc; xz -k --format=lzma a.warc;"
      "compress -c a.warc > a.warc.Z; cp a.warc.xz plain.xz; tar -cf t.tar a.warc.xz a.warc.bz2 note.txt.xz;"
      "printf 'WARX' | xz > bad.warc.xz; tar -cf bad.tar bad.warc.xz");
  for (const char* name : {"a.warc.xz", "a.warc.bz2", "a.warc.lz", "a.warc.lzma", "a.warc.Z"}) {
    bfa::Findings findings;
    EXPECT_EQ(*bfa::archives_within(*fs, folder / name, findings), Names{folder / name + "!/a.warc"});
    EXPECT_TRUE(content(folder / name + "!/a.warc") == warc) << name;
    EXPECT_EQ(open(folder / name)->kind(), ContainerKind::kPackedFile);
  }
  bfa::Findings findings;
  EXPECT_EQ(*bfa::archives_within(*fs, folder / "old.arc.xz", findings),
            Names{folder / "old.arc.xz!/old.arc"});
  EXPECT_EQ(*bfa::archives_within(*fs, folder / "plain.xz", findings),
            Names{folder / "plain.xz!/plain.warc"});
  EXPECT_FALSE(*bfa::is_container(*fs, folder / "note.txt.xz"));
  EXPECT_EQ(*bfa::archives_within(*fs, folder / "t.tar", findings),
            (Names{folder / "t.tar!/a.warc.bz2!/a.warc", folder / "t.tar!/a.warc.xz!/a.warc"}));
  EXPECT_TRUE(content(folder / "t.tar!/a.warc.xz!/a.warc") == warc);
  EXPECT_TRUE(findings.empty());
  EXPECT_EQ(*bfa::archives_within(*fs, folder / "bad.tar", findings), Names{});
  EXPECT_EQ(ids_of(findings), Names{"member_broken"});
}

TEST_F(House_Unpacked, CutPackedFilesGiveWhatIsThere) {
  if (!has_program("xz")) GTEST_SKIP() << "xz is not installed";
  put("a.warc", "WARC/1.1\r\n" + noise(1'000'000));
  run("xz --block-size=100000 a.warc && truncate -s 500000 a.warc.xz");
  const auto container = open(folder / "a.warc.xz");
  ASSERT_TRUE(container);
  ASSERT_EQ(ids_of(container->findings()), Names{"packing_broken"});
  EXPECT_EQ(container->findings()[0].code, bfa::Code::kTruncated);
  EXPECT_EQ(container->findings()[0].where, folder / "a.warc.xz");
  EXPECT_EQ(container->findings()[0].offset, 500'000);
  EXPECT_GE(container->entries()[0].size, 400'000U);
}

TEST_F(House_Unpacked, ZipMembersByZstd) {
  const std::string text = noise(100'000) + std::string(100'000, 't');
  std::string packed;
  ASSERT_TRUE((*bfa::ZstdEncoder::make(3, {}))->member(text, packed).ok());
  const auto zip = [&](std::uint32_t crc) {
    // Stored with the packed bytes, then method, sizes and checksum put right in the directory alone.
    std::string bytes = bfa::test::zip_of({{"z.txt", packed}});
    bytes.replace(8, 2, bfa::test::little(93, 2));
    const std::size_t central = bytes.rfind("PK\x01\x02");
    bytes.replace(central + 10, 2, bfa::test::little(93, 2));
    bytes.replace(central + 16, 4, bfa::test::little(crc, 4));
    bytes.replace(central + 24, 4, bfa::test::little(text.size(), 4));
    return bytes;
  };
  const std::string path = put("x.zip", zip(bfa::crc32_of(text, 0)));
  EXPECT_TRUE(content(path + "!/z.txt") == text);
  const auto container = open(path);
  EXPECT_EQ(container->entries()[0].method, bfa::ContainerMethod::kPacked);
  const auto file = *container->open_entry(container->entries()[0]);
  std::string part(10, '\0');
  for (const std::size_t at : {150'000U, 3U, 199'990U, 0U}) {
    ASSERT_EQ(*file->read_at(at, std::as_writable_bytes(std::span(part))), 10U);
    EXPECT_EQ(part, text.substr(at, 10)) << at;
  }
  const std::string wrong = put("y.zip", zip(1));
  const auto source = *bfa::open_file_source(*fs, wrong + "!/z.txt");
  const auto bytes = bfa::read_all(*source, 1U << 24U);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, bfa::Code::kCorrupt);
  EXPECT_EQ(bytes.error().where, wrong + "!/z.txt");
}

}  // namespace
