// SPDX-License-Identifier: Apache-2.0
#include "io/stoppable_file_system.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <stop_token>
#include <string>

#include "support/fixtures.h"

namespace bfa {
namespace {

TEST(StoppableFileSystem, WorksUntilTheStop) {
  const test::TemporaryDirectory folder;
  std::stop_source stop;
  StoppableFileSystem fs(posix_file_system(), stop.get_token());
  const auto file = fs.create(folder / "a");
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->append("bytes").ok());
  ASSERT_TRUE((*file)->sync().ok());
  const auto open = fs.open(folder / "a");
  ASSERT_TRUE(open);
  std::array<std::byte, 5> bytes{};
  EXPECT_EQ(*(*open)->read_at(0, bytes), 5U);

  stop.request_stop();
  const auto refused = [](const Error& error) {
    return error.code == Code::kUnavailable && error.message == "stopped";
  };
  EXPECT_TRUE(refused((*file)->append("more").error()));
  EXPECT_TRUE(refused((*file)->sync().error()));
  EXPECT_TRUE(refused((*open)->read_at(0, bytes).error()));
  EXPECT_TRUE(refused(fs.create(folder / "b").error()));
  EXPECT_TRUE(refused(fs.append(folder / "a").error()));
  EXPECT_TRUE(refused(fs.open(folder / "a").error()));
  EXPECT_TRUE(refused(fs.rename(folder / "a", folder / "b").error()));
  // What was written can be removed.
  EXPECT_TRUE((*file)->close().ok());
  EXPECT_EQ(*fs.file_size(folder / "a"), 5U);
  EXPECT_TRUE(fs.remove(folder / "a").ok());
  EXPECT_FALSE(*fs.exists(folder / "a"));
}

}  // namespace
}  // namespace bfa
