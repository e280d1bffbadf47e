// SPDX-License-Identifier: Apache-2.0
#include "package/files/folder_lock.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "support/fixtures.h"

namespace bfa {
namespace {

TEST(FolderLock, OneAtATime) {
  const test::TemporaryDirectory folder;
  const std::string& path = folder.path();
  auto first = FolderLock::take(path);
  ASSERT_TRUE(first);
  const auto second = FolderLock::take(path);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  EXPECT_EQ(second.error().where, path);
  {
    const FolderLock moved = std::move(*first);
  }
  EXPECT_TRUE(FolderLock::take(path));
  EXPECT_TRUE(std::filesystem::is_empty(path)) << "it leaves nothing there";
  EXPECT_EQ(FolderLock::take(path + "/none").error().code, Code::kIo);
}

}  // namespace
}  // namespace bfa
