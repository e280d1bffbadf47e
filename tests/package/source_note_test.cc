// SPDX-License-Identifier: Apache-2.0
#include "package/aip/source_note.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace bfa {
namespace {

Result<SourceNote> read(std::string_view text) {
  const auto source = make_memory_source(text);
  return read_source_note(*source);
}

TEST(SourceNote, IsReadAsItWasWritten) {
  SourceNote note;
  note.package = "blog.example";
  note.blog = "https://blog.example/";
  note.base = "https://blog.example/b/";
  note.object = "https://blog.example/a";
  note.kind = "post";
  note.before = "blog.example-before";
  note.since = *parse_rfc3339("2026-11-01T00:00:00Z");
  note.all_versions = false;
  note.steps = {{2, 5}, {9, 9}};
  note.last_step = 12;
  note.records = 7;
  const std::string text = format_source_note(note);
  EXPECT_NE(text.find("\"steps_left_out\": [[1,1],[6,8],[10,12]]"), std::string::npos) << text;
  const auto again = read(text);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(format_source_note(*again), text);
}

// Two blogs whose steps alternate: 10^6 ranges.
TEST(SourceNote, ManyRangesStayCompact) {
  SourceNote note;
  for (std::uint64_t step = 1; step < 2'000'000; step += 2) note.steps.emplace_back(step, step);
  note.last_step = 1'999'999;
  const std::string text = format_source_note(note);
  EXPECT_LT(text.size(), std::size_t{40'000'000});
  const auto again = read(text);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->steps, note.steps);
}

TEST(SourceNote, AnOlderVersionWroteEachNumberOnALine) {
  const auto note = read(
      "{\n \"v\": 1,\n \"format\": \"bfa-package\",\n \"steps\": [\n  [\n   1,\n   3\n  ]\n ],\n"
      " \"more\": {\"steps\": [\"x\", {\"a\": [1, 2]}]},\n \"last_step\": 4\n}\n");
  ASSERT_TRUE(note) << note.error().message;
  EXPECT_EQ(note->steps, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 3}}));
  EXPECT_EQ(note->last_step, 4U);
  EXPECT_TRUE(note->all_versions);
}

constexpr std::uint64_t kMostBytes = 64u << 20;
constexpr std::size_t kMostWord = 64u << 10;  // of a text

// Packed, they take next to no room in a file.
TEST(SourceNote, TextsOfAnyLengthAreNotKept) {
  const std::string begin = R"({"v": 1, "format": "bfa-package", "package": ")";
  const std::string url = "https://blog.example/\\\\\\\"" + std::string(60'000, 'a');
  const auto whole = read(begin + url + "\"}");
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->package.size(), url.size() - 2);
  for (const std::string& end : {std::string("\"}"), std::string("\", \"last_step\": 4}")}) {
    const auto note = read(begin + std::string(kMostWord + 1, 'a') + end);
    ASSERT_FALSE(note);
    EXPECT_EQ(note.error().code, Code::kCorrupt);
  }
}

// A note with spaces before its end.
class WideSource final : public Source {
 public:
  explicit WideSource(std::uint64_t spaces) : spaces_(spaces) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    std::string_view part = "}";
    if (read_ < begin_.size() + spaces_) part = blank_;
    if (read_ < begin_.size()) part = begin_;
    if (ended_) return 0;
    ended_ = part == "}";
    const std::size_t count = std::min(part.size(), dst.size());
    std::memcpy(dst.data(), part.data(), count);
    read_ += count;
    return count;
  }
  std::uint64_t given() const { return read_; }

 private:
  const std::string begin_ = R"({"v": 1, "format": "bfa-package")", blank_ = std::string(1024, ' ');
  std::uint64_t spaces_, read_ = 0;
  bool ended_ = false;
};

TEST(SourceNote, IsReadUpToALimit) {
  WideSource small(1u << 20);
  EXPECT_TRUE(read_source_note(small));
  WideSource large(kMostBytes + (8u << 20));
  const auto note = read_source_note(large);
  ASSERT_FALSE(note);
  EXPECT_EQ(note.error().code, Code::kCorrupt);
  EXPECT_LT(large.given(), kMostBytes + (1u << 20));
}

struct BadRow {
  const char* name;
  const char* text;
  Code code;
};
class BadSourceNote : public testing::TestWithParam<BadRow> {};
TEST_P(BadSourceNote, IsAnError) {
  const auto note = read(GetParam().text);
  ASSERT_FALSE(note);
  EXPECT_EQ(note.error().code, GetParam().code);
}
INSTANTIATE_TEST_SUITE_P(
    Malformed, BadSourceNote,
    testing::Values(
        BadRow{"Empty", "", Code::kCorrupt}, BadRow{"NoObject", "[1]", Code::kCorrupt},
        BadRow{"OtherFormat", R"({"v": 1, "format": "x"})", Code::kCorrupt},
        BadRow{"Cut", R"({"v": 1, "format": "bfa-package", "steps": [[1,2])", Code::kCorrupt},
        BadRow{"Newer", R"({"v": 2, "format": "bfa-package"})", Code::kUnsupported},
        BadRow{"OneNumber", R"({"v": 1, "format": "bfa-package", "steps": [[1]]})", Code::kCorrupt},
        BadRow{"Negative", R"({"v": 1, "format": "bfa-package", "steps": [[-1,2]]})", Code::kCorrupt},
        BadRow{"Flat", R"({"v": 1, "format": "bfa-package", "steps": [1,2]})", Code::kCorrupt},
        BadRow{"Words", R"({"v": 1, "format": "bfa-package", "steps": [["1",2]]})", Code::kCorrupt},
        BadRow{"NoTime", R"({"v": 1, "format": "bfa-package", "since": "x"})", Code::kCorrupt}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
