// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <numeric>
#include <random>
#include <string>

#include "bfa/extract/extract.h"
#include "bfa/object/version.h"
#include "extract/comments/matching.h"

namespace bfa {
namespace {

double best_by_trial(const std::vector<std::vector<double>>& weights) {
  const std::size_t columns = weights.front().size();
  std::vector<std::size_t> order(std::max(columns, weights.size()));
  std::iota(order.begin(), order.end(), 0u);
  double best = 0;
  do {
    double sum = 0;
    for (std::size_t r = 0; r < weights.size(); ++r) {
      if (order[r] < columns) sum += std::max(0.0, weights[r][order[r]]);
    }
    best = std::max(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(BlogForever_Comments, MatchingIsTheHeaviest) {
  std::mt19937 random(20240601);
  for (int round = 0; round < 200; ++round) {
    const std::size_t rows = 1 + random() % 6, columns = 1 + random() % 6;
    std::vector<std::vector<double>> weights(rows, std::vector<double>(columns));
    for (auto& row : weights) {
      for (double& one : row) one = random() % 4 == 0 ? 0 : static_cast<double>(random() % 100) / 50 - 0.3;
    }
    const std::vector<std::int32_t> match = max_weight_matching(weights);
    std::vector<bool> used(columns, false);
    double weight = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      if (match[r] < 0) continue;
      const auto column = static_cast<std::size_t>(match[r]);
      ASSERT_FALSE(used[column]);
      used[column] = true;
      weight += weights[r][column];
    }
    ASSERT_NEAR(weight, best_by_trial(weights), 1e-9) << "round " << round;
  }
}

// Greedy choice takes the best pair first and loses: the paper asks for the sum.
TEST(BlogForever_Comments, MatchingIsNotGreedy) {
  EXPECT_EQ(max_weight_matching({{1.0, 0.9}, {0.9, 0.1}}), (std::vector<std::int32_t>{1, 0}));
  EXPECT_TRUE(max_weight_matching({}).empty());
  EXPECT_EQ(max_weight_matching({{}, {}}), (std::vector<std::int32_t>{-1, -1}));
}

DataObject comment(const std::string& author, const std::string& text, const std::string& day,
                   const std::string& fragment = {}) {
  DataObject out;
  out.kind = ObjectKind::kComment;
  out.post = "http://blog.example/talk/";
  out.url = fragment.empty() ? out.post : out.post + "#" + fragment;
  out.id = "page:" + author + ":" + text.substr(0, 5);
  out.authors = {author};
  out.text = text;
  out.published = parse_timestamp(day).value();
  out.provenance.method = "page";
  return out;
}

DataObject of_feed(DataObject made, const std::string& id) {
  made.id = id;
  made.feed = "http://blog.example/talk/feed/";
  made.provenance.method = "feed";
  return made;
}

TEST(MergedComments, FeedThatOverflowsGivesIdsToItsOwn) {
  std::vector<DataObject> page{comment("Ann", "The very first of many words.", "2024-05-03"),
                               comment("Bo", "An answer to these words.", "2024-05-04"),
                               comment("Cy", "Something else was said here.", "2024-05-05")};
  page[1].parent = page[0].id;
  page[2].parent = page[1].id;
  const std::vector<DataObject> feed{
      of_feed(comment("Cy", "Something else was said here.", "2024-05-05T10:00:00Z"), "tag:3"),
      of_feed(comment("Bo", "An answer to these words.", "2024-05-04T10:00:00Z"), "tag:2")};
  const std::vector<DataObject> merged = merge_comments(page, feed);
  ASSERT_EQ(merged.size(), 3U);
  EXPECT_EQ(merged[0].id, page[0].id);
  EXPECT_EQ(merged[1].id, "tag:2");
  EXPECT_EQ(merged[1].parent, page[0].id);
  EXPECT_EQ(merged[2].id, "tag:3");
  EXPECT_EQ(merged[2].parent, "tag:2");
  EXPECT_EQ(merged[2].feed, "http://blog.example/talk/feed/");
  EXPECT_EQ(format_timestamp(*merged[2].published), "2024-05-05T10:00:00Z");
}

TEST(MergedComments, AddressTellsMoreThanWords) {
  const std::vector<DataObject> page{comment("Ann", "+1", "2024-05-03", "c1"),
                                     comment("Bo", "+1", "2024-05-03", "c2")};
  const std::vector<DataObject> feed{of_feed(comment("Bo", "+1 (edited)", "2024-05-03", "c2"), "tag:2"),
                                     of_feed(comment("Di", "Only here.", "2024-05-06", "c4"), "tag:4")};
  const std::vector<DataObject> merged = merge_comments(page, feed);
  ASSERT_EQ(merged.size(), 3U);
  EXPECT_EQ(merged[0].id, page[0].id);
  EXPECT_EQ(merged[1].id, "tag:2");
  EXPECT_EQ(merged[1].text, "+1");
  EXPECT_EQ(merged[2].id, "tag:4");
}

// A feed has an answer, but not the answered comment any more: then only the address of the latter is known.
TEST(MergedComments, ParentsOfTheFeedAreNamedByTheirAddress) {
  const std::vector<DataObject> page{comment("Ann", "What do you bake it in?", "2024-05-03", "c1"),
                                     comment("Bo", "In a clay pot, as ever.", "2024-05-04", "c2"),
                                     comment("Cy", "Mine went to pieces.", "2024-05-05", "c3")};
  std::vector<DataObject> feed{of_feed(page[1], "tag:2"), of_feed(page[2], "tag:3")};
  feed[0].parent = page[0].url;
  feed[1].parent = page[1].url;
  const std::vector<DataObject> merged = merge_comments(page, feed);
  ASSERT_EQ(merged.size(), 3U);
  EXPECT_EQ(merged[1].parent, page[0].id);
  EXPECT_EQ(merged[2].parent, "tag:2");
}

TEST(MergedComments, NoAddressIsNoParent) {
  std::vector<DataObject> feed{of_feed(comment("Ann", "What do you bake it in?", "2024-05-03"), "tag:1")};
  feed[0].url.clear();
  const std::vector<DataObject> page{comment("Bo", "In a clay pot, as ever.", "2024-05-04", "c2")};
  for (const DataObject& each : merge_comments(page, feed)) EXPECT_EQ(each.parent, "") << each.id;
}

TEST(MergedComments, ExcerptsOfTheFeedAreTheSameComment) {
  const std::vector<DataObject> page{
      comment("Ann", "A long comment that goes on and on, well beyond what any feed would give of it.",
              "2024-05-03")};
  const std::vector<DataObject> feed{
      of_feed(comment("Ann", "A long comment that goes on", "2024-05-03"), "tag:1")};
  const std::vector<DataObject> merged = merge_comments(page, feed);
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].text, page[0].text);
  EXPECT_EQ(merged[0].id, "tag:1");
  EXPECT_TRUE(merge_comments({}, {}).empty());
  EXPECT_EQ(merge_comments({}, feed), feed);
}

// Page and feed write one comment in two ways: they must not take turns as versions.
TEST(MergedComments, TwoSourcesMakeNoVersions) {
  const DataObject page = comment("Ann", "The words, as the page has them", "2024-05-03");
  const DataObject feed = of_feed(comment("Ann R.", "The words", "2024-05-03T10:00:00Z"), "tag:1");
  EXPECT_FALSE(object_changed(page, feed));
  EXPECT_EQ(compare_objects(page, feed).verdict, Verdict::kNone);
  DataObject edited = page;
  edited.text += ", edited";
  EXPECT_TRUE(object_changed(page, edited));
  DataObject later = page;
  later.published = parse_timestamp("2024-05-09").value();
  EXPECT_TRUE(object_changed(page, later));
  later.attributes["relative_date"] = "yes";
  EXPECT_FALSE(object_changed(page, later));
  EXPECT_EQ(compare_objects(page, later).verdict, Verdict::kNone);
}

}  // namespace
}  // namespace bfa
