// SPDX-License-Identifier: Apache-2.0
#include "io/line_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/fixtures.h"
#include "support/peak_memory.h"

namespace {

using Lines = std::vector<std::string>;

struct Sorted {
  Lines lines;
  std::size_t runs = 0;
};

Sorted sorted(const Lines& lines, const bfa::LineSortOptions& options) {
  bfa::LineSorter sorter(bfa::posix_file_system(), options);
  for (const auto& line : lines) EXPECT_TRUE(sorter.add(line).ok());
  EXPECT_TRUE(sorter.finish().ok());
  EXPECT_EQ(sorter.lines(), lines.size());
  Sorted out;
  out.runs = sorter.runs();
  for (;;) {
    const auto line = sorter.next();
    EXPECT_TRUE(line);
    if (!line || !*line) return out;
    out.lines.emplace_back(**line);
  }
}

// Any bytes but LF, many of them alike.
Lines random_lines(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Lines lines;
  for (std::size_t i = 0; i < count; ++i) {
    std::string line = i % 7 == 0 ? "com,example)/" : "";
    for (std::size_t n = random() % 60; n > 0; --n) line.push_back(static_cast<char>(random() % 250 + 11));
    lines.push_back(std::move(line));
  }
  return lines;
}

struct Row {
  const char* name;
  std::size_t count;
  std::uint64_t memory;
  std::size_t open_runs;
  bool several_passes;
};

class SortedLines : public testing::TestWithParam<Row> {};

TEST_P(SortedLines, AreAllThereInOrderAndLeaveNoFiles) {
  const Row& row = GetParam();
  const bfa::test::TemporaryDirectory folder;
  bfa::LineSortOptions options;
  options.directory = folder.path();
  options.max_memory_bytes = row.memory;
  options.max_open_runs = row.open_runs;
  Lines lines = random_lines(row.count, 7);
  const Sorted got = sorted(lines, options);
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(got.lines, lines);
  if (row.several_passes) {
    EXPECT_LE(got.runs, row.open_runs);
  }
  EXPECT_TRUE(bfa::posix_file_system().list(folder.path())->empty());
}

INSTANTIATE_TEST_SUITE_P(House, SortedLines,
                         testing::Values(Row{"None", 0, 4096, 4, false},
                                         Row{"InMemory", 500, 1u << 20, 4, false},
                                         Row{"OneRun", 90, 4096, 4, false},
                                         Row{"ManyRunsInPasses", 20000, 4096, 3, true},
                                         Row{"ManyRunsAtOnce", 20000, 16384, 1000, false}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(House_LineSorter, DropsRepeatedLinesWhenAsked) {
  bfa::LineSortOptions options;
  options.max_memory_bytes = 4096;
  options.drop_repeated = true;
  Lines lines;
  for (int i = 0; i < 3000; ++i) lines.push_back("line " + std::to_string(i % 10));
  EXPECT_EQ(sorted(lines, options).lines.size(), 10U);
}

TEST(House_LineSorter, RefusesALineThatItsMemoryDoesNotHold) {
  bfa::LineSortOptions options;
  options.max_memory_bytes = 4096;
  bfa::LineSorter sorter(bfa::posix_file_system(), options);
  const auto status = sorter.add(std::string(3000, 'x'));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, bfa::Code::kLimit);
}

TEST(House_LineSorter, TakesMoreMemoryForManyRunsAndLongLines) {
  const bfa::test::TemporaryDirectory folder;
  bfa::LineSortOptions options;
  options.directory = folder.path();
  options.max_memory_bytes = 16u << 20;
  bfa::LineSorter sorter(bfa::posix_file_system(), options);
  std::mt19937 random(5);
  Lines lines;  // their beginnings; each has the length in its number
  const auto add = [&](std::size_t size) {
    std::string line = std::to_string(random()) + " " + std::to_string(size);
    lines.push_back(line);
    line.resize(size, 'x');
    ASSERT_TRUE(sorter.add(line));
  };
  for (int i = 0; i < 2400; ++i) add(40'000);
  EXPECT_LT(sorter.runs(), 96'000'000U / (3U << 20)) << "as many as with the memory of the beginning";
  add(7u << 20);
  EXPECT_FALSE(sorter.add(std::string(9u << 20, 'x')));
  ASSERT_TRUE(sorter.finish());
  std::sort(lines.begin(), lines.end());
  for (const auto& wanted : lines) {
    const auto line = *sorter.next();
    ASSERT_TRUE(line);
    ASSERT_EQ(line->substr(0, wanted.size()), wanted);
  }
  EXPECT_FALSE(*sorter.next());
}

TEST(House_LineSorter, SaysThatItsFolderIsNotThere) {
  bfa::LineSortOptions options;
  options.directory = "/nonexistent/folder";
  options.max_memory_bytes = 4096;
  bfa::LineSorter sorter(bfa::posix_file_system(), options);
  bfa::Status status;
  for (int i = 0; i < 1000 && status; ++i) status = sorter.add("a line of some bytes");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, bfa::Code::kNotFound);
}

TEST(House_LineSorter, KeepsToItsMemory) {
  const bfa::test::TemporaryDirectory folder;
  bfa::LineSortOptions options;
  options.directory = folder.path();
  options.max_memory_bytes = 2u << 20;
  bfa::LineSorter sorter(bfa::posix_file_system(), options);
  const bfa::test::PeakMemory memory;
  std::mt19937 random(3);
  for (int i = 0; i < 200000; ++i) {
    ASSERT_TRUE(
        sorter.add("com,example)/" + std::to_string(random()) + " and some more of it to be sorted").ok());
  }
  ASSERT_TRUE(sorter.finish().ok());
  std::size_t count = 0;
  while (const auto line = *sorter.next()) ++count;
  EXPECT_EQ(count, 200000U);
  if (const auto grown = memory.grown()) {
    EXPECT_LT(*grown, 6u << 20);
  }
}

}  // namespace
