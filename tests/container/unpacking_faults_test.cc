// SPDX-License-Identifier: Apache-2.0
// Faults while containers are unpacked: of the disk that is read, of the one that is written, and cut files.
#include <sys/resource.h>

#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "io/forwarding_file_system.h"
#include "support/made_archives.h"
#include "unpacked_testing.h"

namespace {

using bfa::test::cpio_of;
using bfa::test::noise;
using bfa::test::seven_zip_of;

class House_Unpacking : public bfa::test::UnpackedTest {};

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

TEST_F(House_Unpacking, ReadErrorsAreNoDamage) {
  std::vector<std::string> containers = {cpio_of({{"a", noise(200'000)}, {"b", noise(300'000)}}),
                                         seven_zip_of({{"a", noise(200'000)}, {"b", noise(300'000)}})};
  put("x.tar", bfa::test::tar_member("a", noise(500'000)));
  for (const char* program : {"xz", "bzip2", "lz4"}) {
    if (!bfa::test::has_program(program)) continue;
    run(std::string(program) + " -c x.tar > packed");
    containers.push_back(content(folder / "packed"));
  }
  for (const std::string& bytes : containers) {
    for (std::uint64_t broken = 0; broken < bytes.size(); broken += 64'000) {
      BrokenFiles files(bytes, broken);
      const auto container = bfa::Container::open(files, "x");
      ASSERT_FALSE(container) << broken;
      EXPECT_EQ(container.error().code, bfa::Code::kIo) << broken << bfa::to_string(container.error());
      const auto probed = bfa::is_container(files, "x");
      EXPECT_TRUE(probed || probed.error().code == bfa::Code::kIo) << broken;
    }
  }
}

TEST_F(House_Unpacking, AFullDiskOfTheSpoolIsAnErrorAndLeavesNothing) {
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

TEST_F(House_Unpacking, TheProgramsLocaleStaysAsItIs) {
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

TEST_F(House_Unpacking, EveryPrefixEndsInDataOrAnError) {
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
