// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/blob.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "support/fixtures.h"

namespace {

using bfa::Blob;
using bfa::BlobWriter;

std::string pattern(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
  return bytes;
}

TEST(House_Blob, EmptyOneReadsAsNothing) {
  const Blob blob;
  EXPECT_EQ(blob.size(), 0U);
  EXPECT_TRUE(blob.in_memory());
  EXPECT_EQ(*blob.read(0), "");
  EXPECT_EQ(*bfa::read_all(**blob.open(), 10), "");
}

TEST(House_Blob, MemoryIsSharedByCopies) {
  const Blob blob("some bytes");
  const Blob copy = blob;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(copy.memory().data(), blob.memory().data());
  EXPECT_EQ(*copy.read(100), "some bytes");
}

struct SpoolRow {
  const char* name;
  std::size_t limit, size;
  bool in_memory;
};

class BlobSpool : public testing::TestWithParam<SpoolRow> {};

TEST_P(BlobSpool, GivesBackWhatWasWritten) {
  const auto& row = GetParam();
  const bfa::test::TemporaryDirectory folder;
  const std::string bytes = pattern(row.size);
  BlobWriter writer(row.limit, folder.path());
  for (std::size_t at = 0; at < bytes.size(); at += 1000) {
    ASSERT_TRUE(writer.write(std::string_view(bytes).substr(at, 1000)).ok());
  }
  EXPECT_EQ(writer.size(), row.size);
  auto blob = writer.finish();
  ASSERT_TRUE(blob);
  EXPECT_EQ(blob->in_memory(), row.in_memory);
  EXPECT_EQ(blob->size(), row.size);
  EXPECT_EQ(*blob->read(row.size), bytes);
  EXPECT_EQ(*bfa::read_all(**blob->open(), row.size), bytes);
  EXPECT_EQ(blob->memory(), row.in_memory ? bytes : "");
  // A spool file has no name, so that no file remains after a crash.
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  if (row.size == 0) return;
  const auto less = blob->read(row.size - 1);
  ASSERT_FALSE(less);
  EXPECT_EQ(less.error().code, bfa::Code::kLimit);
}

INSTANTIATE_TEST_SUITE_P(House_BlobWriter, BlobSpool,
                         testing::Values(SpoolRow{"Nothing", 10, 0, true},
                                         SpoolRow{"AtTheLimit", 3500, 3500, true},
                                         SpoolRow{"OnePastTheLimit", 3499, 3500, false},
                                         SpoolRow{"NoMemoryAtAll", 0, 1, false},
                                         SpoolRow{"Large", 5000, 3'000'000, false}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(House_Blob, SpoolOutlivesTheWriterAndIsReadByManyThreads) {
  const std::string bytes = pattern(400'000);
  Blob blob;
  {
    BlobWriter writer(1000);
    ASSERT_TRUE(writer.write(bytes).ok());
    blob = *writer.finish();
  }
  auto source = *blob.open();
  std::vector<int> right(4, 0);
  std::vector<std::thread> threads;
  for (auto& flag : right) {
    threads.emplace_back([&flag, &bytes, copy = blob] { flag = *copy.read(bytes.size()) == bytes ? 1 : 0; });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 1));
  blob = Blob();
  EXPECT_EQ(*bfa::read_all(*source, bytes.size()), bytes);  // the source keeps the file
}

TEST(House_BlobWriter, SaysWhenTheSpoolFolderIsNotThere) {
  BlobWriter writer(10, "/nonexistent/folder");
  EXPECT_TRUE(writer.write("0123456789").ok());
  const auto status = writer.write("x");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, bfa::Code::kIo);
  EXPECT_EQ(status.error().where, "/nonexistent/folder");
}

TEST(House_BlobWriter, RefusesUseAfterFinish) {
  BlobWriter writer;
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(writer.write("x").error().code, bfa::Code::kInvalidArgument);
  EXPECT_EQ(writer.finish().error().code, bfa::Code::kInvalidArgument);
}

}  // namespace
