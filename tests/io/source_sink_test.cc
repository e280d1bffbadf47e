// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "bfa/io/sink.h"
#include "bfa/io/source.h"

namespace {

// Gives one byte a read, then fails after `good` bytes.
class DrippingSource final : public bfa::Source {
 public:
  DrippingSource(std::string bytes, std::size_t good) : bytes_(std::move(bytes)), good_(good) {}
  bfa::Result<std::size_t> read(std::span<std::byte> dst) override {
    if (at_ >= good_) return bfa::Error{bfa::Code::kIo, "worn out", {}, -1};
    if (at_ == bytes_.size() || dst.empty()) return std::size_t{0};
    dst[0] = static_cast<std::byte>(bytes_[at_++]);
    return std::size_t{1};
  }

 private:
  std::string bytes_;
  std::size_t good_;
  std::size_t at_ = 0;
};

TEST(House_Source, MemoryAndStringGiveTheirBytes) {
  const std::string bytes(100'000, 'x');
  EXPECT_EQ(*bfa::read_all(*bfa::make_memory_source(bytes), 1 << 20), bytes);
  EXPECT_EQ(*bfa::read_all(*bfa::make_string_source(bytes), 1 << 20), bytes);
  EXPECT_EQ(*bfa::read_all(*bfa::make_string_source(""), 0), "");
}

TEST(House_Source, LimitCutsAtItsLimit) {
  const auto inner = bfa::make_string_source("hello world");
  EXPECT_EQ(*bfa::read_all(*bfa::make_limit_source(*inner, 5), 100), "hello");
  EXPECT_EQ(*bfa::read_all(*inner, 100), " world");
}

TEST(House_Source, ReadAllTakesExactlyItsLimitAndRefusesMore) {
  EXPECT_EQ(bfa::read_all(*bfa::make_string_source(std::string(5000, 'a')), 5000)->size(), 5000U);
  const auto more = bfa::read_all(*bfa::make_string_source(std::string(5001, 'a')), 5000);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, bfa::Code::kLimit);
}

TEST(House_Source, ShortReadsAreNotTheEnd) {
  DrippingSource source("dripping", 100);
  EXPECT_EQ(*bfa::read_all(source, 100), "dripping");
}

TEST(House_Source, ErrorsComeThrough) {
  for (std::size_t good = 0; good < 8; ++good) {
    DrippingSource source("dripping", good);
    const auto all = bfa::read_all(source, 100);
    ASSERT_FALSE(all) << good;
    EXPECT_EQ(all.error().code, bfa::Code::kIo);
  }
}

TEST(House_Sink, StringSinkAppends) {
  std::string out = "<";
  const auto sink = bfa::make_string_sink(out);
  EXPECT_TRUE(bfa::write_text(*sink, "abc").ok());
  EXPECT_TRUE(bfa::write_text(*sink, "").ok());
  EXPECT_TRUE(sink->finish().ok());
  EXPECT_EQ(out, "<abc");
}

}  // namespace
