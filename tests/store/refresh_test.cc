// SPDX-License-Identifier: Apache-2.0
// A reader that stays open beside a writer: Archive::refresh.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "store_fixture.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::unique_ptr<Archive> open_reader(const std::string& path) {
  return open_or_fail(path, ArchiveOptions());
}

TEST(Refresh, ShowsWhatTheWriterFlushedSince) {
  const TemporaryDirectory folder;
  const std::string path = folder / "archive";
  const auto writer = open_or_fail(path, write_options());
  take(*writer, page_step(page_url(1), at(1), "first"));
  ASSERT_TRUE(writer->sink().flush());
  const auto reader = open_reader(path);
  const auto before = *reader->last_step();

  take(*writer, page_step(page_url(2), at(2), "second"));
  take(*writer, page_step(page_url(1), at(3), "first, edited"));
  ASSERT_TRUE(writer->sink().flush());
  EXPECT_EQ(*reader->last_step(), before) << "a reader keeps its view until it is refreshed";
  EXPECT_FALSE(reader->find_object(page_url(2)));

  ASSERT_TRUE(reader->refresh());
  EXPECT_EQ(*reader->last_step(), before + 2);
  ASSERT_TRUE(reader->find_object(page_url(2)));
  const auto key = reader->find_object(page_url(1));
  ASSERT_TRUE(key);
  EXPECT_EQ(reader->versions(*key)->size(), 2U);
  const auto capture = reader->view().last_capture(page_url(2));
  ASSERT_TRUE(capture && *capture);
  const auto exchange = reader->view().load((*capture)->sequence);
  ASSERT_TRUE(exchange) << to_string(exchange.error()) << " the WARC file is still written to";
  ASSERT_TRUE(writer->close());
  ASSERT_TRUE(reader->refresh());
  EXPECT_TRUE(reader->view().load((*capture)->sequence)) << "the WARC file has its final name now";
}

TEST(Refresh, IsNothingForAWriter) {
  const TemporaryDirectory folder;
  const auto writer = open_or_fail(folder / "archive", write_options());
  take(*writer, page_step(page_url(1), at(1), "first"));
  EXPECT_TRUE(writer->refresh());
  EXPECT_TRUE(writer->close());
}

// Other threads read while one refreshes: each answer is a whole state of before or after.
TEST(Refresh, GoesOnBesideReadingThreads) {
  const TemporaryDirectory folder;
  const std::string path = folder / "archive";
  const auto writer = open_or_fail(path, write_options());
  take(*writer, page_step(page_url(1), at(1), "version 1"));
  ASSERT_TRUE(writer->sink().flush());
  const auto reader = open_reader(path);
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::atomic<std::size_t> answers{0};
  const auto read = [&] {
    std::size_t seen = 0;
    while (!done || answers == 0) {
      const auto key = reader->find_object(page_url(1));
      const auto versions = key ? reader->versions(*key) : Result<std::vector<Version>>(key.error());
      if (!versions || versions->size() < seen) {
        ++wrong;
        return;
      }
      seen = versions->size();
      ++answers;
    }
  };
  std::thread one(read), two(read);
  constexpr int kVersions = 60;
  for (int i = 2; i <= kVersions; ++i) {
    take(*writer, page_step(page_url(1), at(i), "version " + std::to_string(i)));
    EXPECT_TRUE(writer->sink().flush());
    EXPECT_TRUE(reader->refresh());
  }
  done = true;
  one.join();
  two.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(reader->versions(*reader->find_object(page_url(1)))->size(), static_cast<std::size_t>(kVersions));
  EXPECT_TRUE(writer->close());
}

}  // namespace
}  // namespace bfa
