// SPDX-License-Identifier: Apache-2.0
#include "support/fault_file_system.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "support/fixtures.h"

namespace {

using bfa::test::FaultFileSystem;
using bfa::test::FileOperation;
using bfa::test::ForgettingFileSystem;
using bfa::test::Loss;
using Names = std::vector<std::string>;

class House_FaultFileSystem : public testing::Test {
 protected:
  bfa::test::TemporaryDirectory folder;
  FaultFileSystem fs{bfa::posix_file_system()};
};

TEST_F(House_FaultFileSystem, EveryOperationOfAnAtomicWriteFailsCleanly) {
  ASSERT_TRUE(bfa::write_file_atomically(fs, folder / "a", "old").ok());
  fs.set_plan({});
  ASSERT_TRUE(bfa::write_file_atomically(fs, folder / "a", "old").ok());
  const std::uint64_t operations = fs.operations();
  ASSERT_EQ(operations, 5U);  // create, write, sync, rename, sync of the folder
  for (std::uint64_t n = 0; n < operations; ++n) {
    fs.set_plan({.first = n, .count = 1});
    const auto status = bfa::write_file_atomically(fs, folder / "a", "new");
    ASSERT_FALSE(status.ok()) << n;
    EXPECT_EQ(status.error().code, bfa::Code::kIo);
    EXPECT_EQ(fs.failures(), 1U);
    const bool renamed = n == operations - 1;
    EXPECT_EQ(*bfa::read_file(fs, folder / "a", 10), renamed ? "new" : "old") << n;
    EXPECT_EQ(*fs.list(folder.path()), Names{"a"}) << n;
  }
}

TEST_F(House_FaultFileSystem, ShortWriteLeavesHalf) {
  const auto file = *fs.create(folder / "a");
  fs.set_plan({.first = 0, .count = 1, .only_set = true, .only = FileOperation::kWrite});
  EXPECT_FALSE(file->append("0123456789").ok());
  EXPECT_EQ(file->size(), 5U);
  EXPECT_TRUE(file->truncate(0).ok());
  EXPECT_TRUE(file->append("x").ok());
  EXPECT_EQ(*bfa::read_file(fs, folder / "a", 10), "x");
}

class House_ForgettingFileSystem : public testing::Test {
 protected:
  bfa::test::TemporaryDirectory folder;
  ForgettingFileSystem fs{bfa::posix_file_system(), folder / "shadow"};
  std::string dir = folder / "disk";

  void SetUp() override { ASSERT_TRUE(fs.create_directories(dir).ok()); }
  std::string path(const std::string& name) const { return dir + "/" + name; }
  std::string content(const std::string& name) {
    const auto bytes = bfa::read_file(bfa::posix_file_system(), path(name), 1 << 20);
    return bytes ? *bytes : "<absent>";
  }
  void put(const std::string& name, std::string_view bytes, bool sync) {
    const auto file = fs.create(path(name));
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->append(bytes).ok());
    if (sync) {
      ASSERT_TRUE((*file)->sync().ok());
    }
    ASSERT_TRUE((*file)->close().ok());
  }
  void sync_dir() { ASSERT_TRUE(fs.sync_directory(dir + "/").ok()); }
};

TEST_F(House_ForgettingFileSystem, SyncedBytesStayAndTheRestGoes) {
  put("a", "kept", true);
  sync_dir();
  const auto file = *fs.append(path("a"));
  ASSERT_TRUE(file->append(" lost").ok());
  EXPECT_EQ(content("a"), "kept lost");
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "kept");
  EXPECT_FALSE(file->append("x").ok()) << "a file from before the crash is dead";
}

TEST_F(House_ForgettingFileSystem, HalfOfWhatWasNotSyncedIsATornWrite) {
  put("a", "kept", true);
  sync_dir();
  ASSERT_TRUE((*fs.append(path("a")))->append("12345678").ok());
  ASSERT_TRUE(fs.crash(Loss::kHalf).ok());
  EXPECT_EQ(content("a"), "kept1234");
}

TEST_F(House_ForgettingFileSystem, NothingIsLostWhenOnlyTheProcessDies) {
  put("a", "bytes", false);
  ASSERT_TRUE(fs.rename(path("a"), path("b")).ok());
  ASSERT_TRUE(fs.crash(Loss::kNothing).ok());
  EXPECT_EQ(content("b"), "bytes");
}

TEST_F(House_ForgettingFileSystem, ACreateLastsWhenItsFolderIsSynced) {
  put("a", "synced bytes, unsynced name", true);
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "<absent>");
  put("b", "unsynced bytes, synced name", false);
  sync_dir();
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("b"), "");
}

TEST_F(House_ForgettingFileSystem, ARenameOverAFileComesUndone) {
  put("a", "old", true);
  sync_dir();
  put("b", "new", true);
  ASSERT_TRUE(fs.rename(path("b"), path("a")).ok());
  EXPECT_EQ(content("a"), "new");
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "old");
  EXPECT_EQ(content("b"), "<absent>");
}

TEST_F(House_ForgettingFileSystem, ARenameLastsWhenTheFolderIsSynced) {
  put("a", "old", true);
  put("b", "new", true);
  ASSERT_TRUE(fs.rename(path("b"), path("a")).ok());
  sync_dir();
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "new");
  EXPECT_EQ(*bfa::posix_file_system().list(dir), Names{"a"});
}

TEST_F(House_ForgettingFileSystem, ARenameBetweenFoldersNeedsBothSynced) {
  const std::string other = folder / "other";
  ASSERT_TRUE(fs.create_directories(other).ok());
  put("a", "bytes", true);
  sync_dir();
  ASSERT_TRUE(fs.rename(path("a"), other + "/a").ok());
  ASSERT_TRUE(fs.sync_directory(other).ok());
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "bytes");
}

TEST_F(House_ForgettingFileSystem, ARemovedFileComesBack) {
  put("a", "bytes", true);
  sync_dir();
  ASSERT_TRUE(fs.remove(path("a")).ok());
  EXPECT_FALSE(*fs.exists(path("a")));
  put("a", "again", true);
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "bytes");
  ASSERT_TRUE(fs.remove(path("a")).ok());
  sync_dir();
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "<absent>");
}

TEST_F(House_ForgettingFileSystem, ACutBelowSyncedBytesComesUndone) {
  put("a", "0123456789", true);
  sync_dir();
  const auto file = *fs.append(path("a"));
  ASSERT_TRUE(file->truncate(6).ok());
  ASSERT_TRUE(file->truncate(4).ok());
  ASSERT_TRUE(file->append("xx").ok());
  EXPECT_EQ(content("a"), "0123xx");
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "0123456789");
}

TEST_F(House_ForgettingFileSystem, AFolderIsRenamedWithItsFiles) {
  ASSERT_TRUE(fs.create_directories(path("store.new")).ok());
  put("store.new/a", "synced", true);
  ASSERT_TRUE(fs.sync_directory(path("store.new")).ok());
  ASSERT_TRUE((*fs.append(path("store.new/a")))->append(" lost").ok());
  ASSERT_TRUE(fs.rename(path("store.new"), path("store")).ok());
  sync_dir();
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("store/a"), "synced");
}

TEST_F(House_ForgettingFileSystem, APowerCutRefusesEverythingFromThatOperationOn) {
  for (std::uint64_t n = 0; n < 5; ++n) {
    put("a", "old", true);
    sync_dir();
    fs.cut_power_at(n);
    EXPECT_FALSE(bfa::write_file_atomically(fs, path("a"), "new").ok()) << n;
    EXPECT_TRUE(fs.power_is_off());
    EXPECT_FALSE(fs.exists(path("a")).has_value());
    EXPECT_FALSE(fs.open(path("a")).has_value());
    ASSERT_TRUE(fs.crash().ok()) << n;
    EXPECT_FALSE(fs.power_is_off());
    EXPECT_EQ(content("a"), "old") << n;  // the rename is not synced at any of the five
    EXPECT_EQ(*bfa::posix_file_system().list(dir), Names{"a"}) << n;
  }
  fs.cut_power_at(100);
  EXPECT_TRUE(bfa::write_file_atomically(fs, path("a"), "new").ok());
  EXPECT_EQ(fs.operations(), 5U);
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(content("a"), "new");
}

TEST_F(House_ForgettingFileSystem, ThreadsMayShareIt) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < 20; ++i) {
        const std::string name = std::to_string(t) + "-" + std::to_string(i);
        EXPECT_TRUE(bfa::write_file_atomically(fs, path(name), name).ok());
        if (i % 2 != 0) {
          EXPECT_TRUE(fs.remove(path(name)).ok());
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  sync_dir();
  ASSERT_TRUE(fs.crash().ok());
  EXPECT_EQ(bfa::posix_file_system().list(dir)->size(), 40U);
  EXPECT_EQ(content("3-18"), "3-18");
}

}  // namespace
