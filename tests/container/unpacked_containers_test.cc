// SPDX-License-Identifier: Apache-2.0
// Containers that are unpacked member by member: damage, limits, and what a hostile one may try.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "bfa/container/container.h"
#include "container/container_writer.h"
#include "io/forwarding_file_system.h"
#include "io/zstd_encoder.h"
#include "support/fixtures.h"
#include "support/made_archives.h"

namespace {

using bfa::ContainerKind;
using bfa::test::cpio_of;
using bfa::test::CpioMember;
using Names = std::vector<std::string>;

std::string seven_zip_of(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  const auto writer = *bfa::make_container_writer(bfa::ContainerFormat::k7z, *sink);
  for (const auto& [name, content] : members) {
    const auto source = bfa::make_memory_source(content);
    EXPECT_TRUE(writer->add(name, *source, content.size(), {}).ok());
  }
  EXPECT_TRUE(writer->finish().ok());
  return out;
}

// Bytes that do not pack.
std::string noise(std::size_t size) {
  std::string out;
  for (std::uint32_t x = 1; out.size() < size;)
    out.push_back(static_cast<char>((x = x * 1664525 + 1013904223) >> 24U));
  return out;
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

class House_Unpacked : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& bytes) {
    const std::string path = folder.path() + "/" + name;
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    return path;
  }
  void run(const std::string& command) const {
    const std::string line = "cd '" + folder.path() + "' && (" + command + ") >/dev/null 2>&1 </dev/null";
    ASSERT_EQ(std::system(line.c_str()), 0) << command;
  }
  std::string content(const std::string& path) {
    auto bytes = bfa::read_file(*fs, path, 1U << 24U);
    return bytes ? *bytes : "<" + std::string(bfa::code_name(bytes.error().code)) + ">";
  }
  std::unique_ptr<bfa::Container> open(const std::string& path, const bfa::ContainerLimits& limits = {}) {
    auto container = bfa::Container::open(bfa::posix_file_system(), path, limits);
    if (container) return std::move(*container);
    ADD_FAILURE() << bfa::to_string(container.error());
    return nullptr;
  }
  bfa::Error error_of(const std::string& path, const bfa::ContainerLimits& limits = {}) {
    const auto container = bfa::Container::open(bfa::posix_file_system(), path, limits);
    EXPECT_FALSE(container);
    return container ? bfa::Error() : container.error();
  }
  static Names ids_of(const bfa::Findings& findings) {
    Names ids;
    for (const auto& finding : findings) ids.push_back(finding.id);
    return ids;
  }

  bfa::test::TemporaryDirectory folder;
  std::unique_ptr<bfa::FileSystem> fs = bfa::make_container_file_system(bfa::posix_file_system());
};

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

// Fails once a byte from `broken` on is read.
class BrokenFile final : public bfa::ReadableFile {
 public:
  BrokenFile(std::string bytes, std::uint64_t broken) : bytes_(std::move(bytes)), broken_(broken) {}
  bfa::Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> dst) const override {
    const std::size_t n =
        offset >= bytes_.size() ? 0 : std::min<std::size_t>(dst.size(), bytes_.size() - offset);
    if (n != 0 && offset + n > broken_) return bfa::Error{bfa::Code::kIo, "input/output error", "x", -1};
    if (n != 0) std::memcpy(dst.data(), bytes_.data() + offset, n);
    return n;
  }
  std::uint64_t size() const override { return bytes_.size(); }

 private:
  std::string bytes_;
  std::uint64_t broken_;
};

class BrokenFiles final : public bfa::ForwardingFileSystem {
 public:
  BrokenFiles(std::string bytes, std::uint64_t broken)
      : ForwardingFileSystem(bfa::posix_file_system()), bytes_(std::move(bytes)), broken_(broken) {}
  bfa::Result<std::unique_ptr<bfa::ReadableFile>> open(const std::string& /*path*/) override {
    std::unique_ptr<bfa::ReadableFile> file = std::make_unique<BrokenFile>(bytes_, broken_);
    return file;
  }

 private:
  std::string bytes_;
  std::uint64_t broken_;
};

TEST_F(House_Unpacked, ReadErrorsAreNoDamage) {
  for (const std::string& bytes : {cpio_of({{"a", noise(200'000)}, {"b", noise(300'000)}}),
                                   seven_zip_of({{"a", noise(200'000)}, {"b", noise(300'000)}})}) {
    for (std::uint64_t broken = 0; broken < bytes.size(); broken += 64'000) {
      BrokenFiles files(bytes, broken);
      const auto container = bfa::Container::open(files, "x");
      ASSERT_FALSE(container) << broken;
      EXPECT_EQ(container.error().code, bfa::Code::kIo) << broken << bfa::to_string(container.error());
    }
  }
}

TEST_F(House_Unpacked, AFullDiskOfTheSpoolIsAnErrorAndLeavesNothing) {
  const std::string path = put("x.cpio", cpio_of({{"a", noise(500'000)}, {"b", noise(3'000'000)}}));
  bfa::test::TemporaryDirectory spool;
  ::setenv("TMPDIR", spool.path().c_str(), 1);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1'500'000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto full = bfa::Container::open(bfa::posix_file_system(), path);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ::setenv("TMPDIR", (spool / "absent").c_str(), 1);
  const auto absent = bfa::Container::open(bfa::posix_file_system(), path);
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  const auto writer = *bfa::make_container_writer(bfa::ContainerFormat::k7z, *sink);
  const auto source = bfa::make_memory_source("content");
  auto added = writer->add("a", *source, 7, {});
  if (added) added = writer->finish();
  ::unsetenv("TMPDIR");
  for (const auto* const opened : {&full, &absent}) {
    ASSERT_FALSE(*opened);
    EXPECT_EQ(opened->error().code, bfa::Code::kIo);
    EXPECT_EQ(opened->error().where, path + "!/b");
    EXPECT_NE(opened->error().message.find("spool file"), std::string::npos);
  }
  ASSERT_FALSE(added.ok());
  EXPECT_EQ(added.error().code, bfa::Code::kIo) << bfa::to_string(added.error());
  EXPECT_TRUE(std::filesystem::is_empty(spool.path()));
}

TEST_F(House_Unpacked, TheProgramsLocaleStaysAsItIs) {
  const std::string path = put("x.7z", seven_zip_of({{"pr\xc3\xa9", "1"}}));
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  const auto* const of_thread = ::uselocale(nullptr);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&path] {
      for (int j = 0; j < 20; ++j) {
        const auto container = bfa::Container::open(bfa::posix_file_system(), path);
        EXPECT_TRUE(container && (*container)->find("pr\xc3\xa9") != nullptr);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(std::setlocale(LC_ALL, nullptr), locale);
  EXPECT_EQ(::uselocale(nullptr), of_thread);
}

TEST_F(House_Unpacked, EveryPrefixEndsInDataOrAnError) {
  for (const std::string& bytes :
       {bfa::test::rar4_of("a", "one"), bfa::test::rar5_of("a", "one"), bfa::test::lha_of("a", "one"),
        cpio_of({{"a", "one"}}), seven_zip_of({{"a", "one"}, {"b", "two"}})}) {
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      BrokenFiles files(bytes.substr(0, n), bytes.size());
      const std::string path = "prefix";
      const auto container = bfa::Container::open(files, path);
      if (!container) {
        EXPECT_TRUE(container.error().where.starts_with(path)) << bfa::to_string(container.error());
        EXPECT_NE(container.error().code, bfa::Code::kIo);
      }
    }
  }
}

}  // namespace
