// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/simulate.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

TEST(Traces, ReadsOneFeedALine) {
  const auto traces = parse_traces("a/b news open 25 3 -5 0 7\r\n\nc blog other 1 0\n", "feeds.txt");
  ASSERT_TRUE(traces) << to_string(traces.error());
  ASSERT_EQ(traces->size(), 2U);
  EXPECT_EQ(traces->front().name, "a/b");
  EXPECT_EQ(traces->front().kind, "news");
  EXPECT_EQ(traces->front().window, 25U);
  EXPECT_EQ(traces->front().times, (std::vector<std::int64_t>{-5, 0, 7}));
  EXPECT_TRUE(traces->back().times.empty());
}

struct Row {
  const char* name;
  const char* text;
  const char* where;
  const char* message;
};
class MalformedTraces : public testing::TestWithParam<Row> {};

TEST_P(MalformedTraces, AreRefusedWithTheirLine) {
  const auto traces = parse_traces(GetParam().text, "feeds.txt");
  ASSERT_FALSE(traces);
  EXPECT_EQ(traces.error().code, Code::kCorrupt);
  EXPECT_EQ(traces.error().where, GetParam().where);
  EXPECT_NE(traces.error().message.find(GetParam().message), std::string::npos) << traces.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    House, MalformedTraces,
    testing::Values(Row{"Empty", "", "feeds.txt", "no trace"},
                    Row{"OnlyBlankLines", "\n\n", "feeds.txt", "no trace"},
                    Row{"NoWindow", "a news open\n", "feeds.txt:1", "window expected"},
                    Row{"WindowOfZero", "a news open 0 0\n", "feeds.txt:1", "window 0"},
                    Row{"FewerTimes", "a news open 5 1 3\nb news open 5 2 3\n", "feeds.txt:2", "found 1"},
                    Row{"MoreTimes", "a news open 5 1 3 4\n", "feeds.txt:1", "found 2"},
                    Row{"NoNumber", "a news open 5 1 3x\n", "feeds.txt:1", "found '3x'"},
                    Row{"TooLong", "a news open 5 1 99999999999999999999\n", "feeds.txt:1", "time expected"},
                    Row{"FarAway", "a news open 5 1 99999999999\n", "feeds.txt:1", "not within"},
                    Row{"Descending", "a news open 5 2 9 8\n", "feeds.txt:1", "before the one in front"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(EditHistories, ReadOnePostALine) {
  const auto posts =
      parse_edit_histories("a.example\t100\t200\t900\t200-300,400-900\r\nb 0 0 0\n", "posts.tsv");
  ASSERT_TRUE(posts);
  ASSERT_EQ(posts->size(), 2U);
  const EditHistory& post = posts->front();
  EXPECT_EQ(post.blog, "a.example");
  EXPECT_EQ(post.published, 100);
  EXPECT_EQ(post.first, 200);
  EXPECT_EQ(post.last, 900);
  ASSERT_EQ(post.edits.size(), 2U);
  EXPECT_EQ(post.edits[1].after, 400);
  EXPECT_EQ(post.edits[1].before, 900);
  EXPECT_TRUE(posts->back().edits.empty());
}

TEST(EditHistories, AreRefusedWithTheirLine) {
  for (const char* const bad :
       {"b", "b 1", "b 1 2", "b 1 x 3", "b 3 2 4", "b 1 4 3", "b -1 2 3", "b 1 2 99999999999999", "b 1 2 9 3",
        "b 1 2 9 3-", "b 1 2 9 -3", "b 1 2 9 5-4", "b 1 2 9 3-10", "b 1 2 9 1-3", "b 1 2 9 5-6,4-7",
        "b 1 2 9 3-4 5-6", "b 1 2 9 3-4,,5-6"}) {
    const auto posts = parse_edit_histories("a 1 2 3\n" + std::string(bad) + "\n", "posts.tsv");
    ASSERT_FALSE(posts) << bad;
    EXPECT_EQ(posts.error().code, Code::kCorrupt) << bad;
    EXPECT_EQ(posts.error().where, "posts.tsv:2") << bad;
  }
  EXPECT_EQ(parse_edit_histories("\n\n", "posts.tsv").error().message, "no post");
}

}  // namespace
}  // namespace bfa
