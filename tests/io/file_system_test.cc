// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/file_system.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "support/fixtures.h"

namespace {

using bfa::Code;
using Names = std::vector<std::string>;

class House_PosixFileSystem : public testing::Test {
 protected:
  bfa::FileSystem& fs = bfa::posix_file_system();
  bfa::test::TemporaryDirectory folder;

  std::string content(const std::string& name) {
    const auto bytes = bfa::read_file(fs, folder / name, 1 << 20);
    return bytes ? *bytes : "<" + bytes.error().message + ">";
  }
  void put(const std::string& name, std::string_view bytes) {
    const auto file = fs.create(folder / name);
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->append(bytes).ok());
    ASSERT_TRUE((*file)->close().ok());
  }
};

TEST_F(House_PosixFileSystem, CreateEmptiesAndAppendContinues) {
  put("a", "first");
  put("a", "one");
  const auto file = *fs.append(folder / "a");
  EXPECT_EQ(file->size(), 3U);
  EXPECT_TRUE(file->append(" two").ok());
  EXPECT_TRUE(file->sync().ok());
  EXPECT_EQ(file->size(), 7U);
  EXPECT_TRUE(file->close().ok());
  EXPECT_EQ(content("a"), "one two");
  EXPECT_TRUE((*fs.append(folder / "made"))->close().ok());
  EXPECT_EQ(content("made"), "");
}

TEST_F(House_PosixFileSystem, TruncateCutsAndTheNextAppendGoesThere) {
  const auto file = *fs.create(folder / "a");
  EXPECT_TRUE(file->append("0123456789").ok());
  EXPECT_TRUE(file->truncate(4).ok());
  EXPECT_EQ(file->size(), 4U);
  EXPECT_TRUE(file->append("x").ok());
  EXPECT_TRUE(file->close().ok());
  EXPECT_EQ(content("a"), "0123x");
}

TEST_F(House_PosixFileSystem, ReadAtGivesPartsAndFewerOnlyAtTheEnd) {
  put("a", "0123456789");
  const auto file = *fs.open(folder / "a");
  std::array<char, 4> part{};
  const auto bytes = std::as_writable_bytes(std::span(part));
  EXPECT_EQ(file->size(), 10U);
  EXPECT_EQ(*file->read_at(3, bytes), 4U);
  EXPECT_EQ(std::string(part.data(), 4), "3456");
  EXPECT_EQ(*file->read_at(8, bytes), 2U);
  EXPECT_EQ(*file->read_at(10, bytes), 0U);
  EXPECT_EQ(*file->read_at(99, bytes), 0U);
}

TEST_F(House_PosixFileSystem, APipeIsRefusedAndNotWaitedFor) {
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const auto file = fs.open(folder / "pipe");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, Code::kUnsupported);
  EXPECT_EQ(file.error().where, folder / "pipe");
}

TEST_F(House_PosixFileSystem, ADeviceWithoutAnEndIsRefused) {
  if (!*fs.exists("/dev/zero")) GTEST_SKIP() << "no /dev/zero here";
  const auto file = fs.open("/dev/zero");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, Code::kUnsupported);
}

TEST_F(House_PosixFileSystem, AFileDoesNotReplaceAPipe) {
  put("a", "A");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("pipe", folder / "link");
  for (const char* const name : {"pipe", "link"}) {
    const auto moved = fs.rename(folder / "a", folder / name);
    ASSERT_FALSE(moved) << name;
    EXPECT_EQ(moved.error().code, Code::kInvalidArgument);
    EXPECT_EQ(moved.error().where, folder / name);
    EXPECT_FALSE(bfa::write_file_atomically(fs, folder / name, "text"));
  }
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_EQ(*fs.list(folder.path()), (Names{"a", "link", "pipe"}));
}

TEST_F(House_PosixFileSystem, RenameReplacesAndRemoveRemoves) {
  put("a", "A");
  put("b", "B");
  EXPECT_TRUE(fs.rename(folder / "a", folder / "b").ok());
  EXPECT_TRUE(fs.sync_directory(folder.path()).ok());
  EXPECT_EQ(content("b"), "A");
  EXPECT_FALSE(*fs.exists(folder / "a"));
  EXPECT_TRUE(*fs.exists(folder / "b"));
  EXPECT_EQ(*fs.file_size(folder / "b"), 1U);
  EXPECT_TRUE(fs.remove(folder / "b").ok());
  EXPECT_FALSE(*fs.exists(folder / "b"));
}

TEST_F(House_PosixFileSystem, DirectoriesAreMadeWithTheirParentsAndListedInOrder) {
  EXPECT_TRUE(fs.create_directories(folder / "x/y/z").ok());
  EXPECT_TRUE(fs.create_directories(folder / "x/y/z").ok());
  put("x/b", "");
  put("x/a", "");
  put("x/C", "");
  EXPECT_EQ(*fs.list(folder / "x"), (Names{"C", "a", "b", "y"}));
  EXPECT_EQ(*fs.list(folder / "x/y/z"), Names{});
  const auto status = fs.create_directories(folder / "x/a");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kIo);
}

TEST_F(House_PosixFileSystem, AbsentThingsAreNotFoundAndNameThePath) {
  const std::string absent = folder / "absent";
  const auto check = [&](const auto& result) {
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Code::kNotFound);
    EXPECT_EQ(result.error().where, absent);
  };
  check(fs.open(absent));
  check(fs.rename(absent, folder / "to"));
  check(fs.remove(absent));
  check(fs.list(absent));
  check(fs.file_size(absent));
  check(fs.sync_directory(absent));
  check(bfa::open_file_source(fs, absent));
  check(bfa::read_file(fs, absent, 10));
  EXPECT_FALSE(*fs.exists(absent));
}

TEST_F(House_PosixFileSystem, AFolderIsNoFile) {
  EXPECT_EQ(fs.open(folder.path()).error().code, Code::kIo);
  EXPECT_EQ(fs.create(folder.path()).error().code, Code::kIo);
}

TEST_F(House_PosixFileSystem, FullDiskIsSaid) {
  if (!*fs.exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto file = fs.append("/dev/full");
  ASSERT_TRUE(file);
  const auto status = (*file)->append("x");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kIo);
  EXPECT_EQ(status.error().where, "/dev/full");
  EXPECT_EQ((*file)->size(), 0U);
}

TEST_F(House_PosixFileSystem, FileSourceStartsAtItsOffset) {
  put("a", "0123456789");
  EXPECT_EQ(*bfa::read_all(**bfa::open_file_source(fs, folder / "a"), 100), "0123456789");
  EXPECT_EQ(*bfa::read_all(**bfa::open_file_source(fs, folder / "a", 7), 100), "789");
  EXPECT_EQ(*bfa::read_all(**bfa::open_file_source(fs, folder / "a", 70), 100), "");
}

TEST_F(House_PosixFileSystem, ReadFileRefusesMoreThanItsLimit) {
  put("a", "0123456789");
  EXPECT_EQ(*bfa::read_file(fs, folder / "a", 10), "0123456789");
  EXPECT_EQ(bfa::read_file(fs, folder / "a", 9).error().code, Code::kLimit);
}

TEST_F(House_PosixFileSystem, AtomicWriteReplacesAndLeavesNothingBeside) {
  ASSERT_TRUE(bfa::write_file_atomically(fs, folder / "a", "one").ok());
  ASSERT_TRUE(bfa::write_file_atomically(fs, folder / "a", "two").ok());
  EXPECT_EQ(content("a"), "two");
  EXPECT_EQ(*fs.list(folder.path()), Names{"a"});
  EXPECT_EQ(bfa::write_file_atomically(fs, folder / "no/a", "x").error().code, Code::kNotFound);
}

}  // namespace
