// SPDX-License-Identifier: Apache-2.0
#include "bfa/schedule/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

#include "fixtures.h"

namespace bfa {
namespace {

// Feeds of 0.05 to 40 items a day that publish by day and by chance.
std::vector<FeedTrace> made_traces(std::size_t count) {
  std::mt19937_64 random(7);
  std::vector<FeedTrace> traces;
  for (std::size_t i = 0; i < count; ++i) {
    FeedTrace trace;
    trace.name = std::to_string(i);
    trace.kind = i % 8 == 0 ? "news" : "blog";
    trace.window = 15;
    const double per_day = i % 8 == 0 ? 40 : 0.05 * static_cast<double>(1 + i % 8 * i % 40);
    for (std::int64_t hour = -20 * 24; hour < 98 * 24; ++hour) {
      const double rate = per_day / 24 * (hour % 24 >= 8 && hour % 24 < 20 ? 1.8 : 0.2);
      const auto items = std::poisson_distribution<int>(rate)(random);
      for (int n = 0; n < items; ++n)
        trace.times.push_back(hour * 3600 + static_cast<std::int64_t>(random() % 3600));
    }
    std::sort(trace.times.begin(), trace.times.end());
    traces.push_back(std::move(trace));
  }
  return traces;
}

SimulationResult play(const std::vector<FeedTrace>& traces, double budget, double alpha) {
  SimulationOptions options;
  options.polls_per_feed_day = budget;
  options.alpha = alpha;
  const auto result = simulate_schedule(traces, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result.value_or(SimulationResult());
}

TEST(Simulate, SpendsItsBudgetAndNoMore) {
  const auto traces = made_traces(16);
  for (const double budget : {1.0, 2.0, 6.0, 24.0, 100.0}) {
    for (const double alpha : {0.0, 0.25, 1.0}) {
      const auto result = play(traces, budget, alpha);
      EXPECT_LE(result.polls, 1.01 * budget) << alpha;
      EXPECT_GE(result.polls, 0.95 * budget) << alpha;
    }
  }
}

TEST(Simulate, AlphaGivesPollsToQuietFeeds) {
  const auto traces = made_traces(40);
  const auto items = play(traces, 2, 0), feeds = play(traces, 2, 1);
  EXPECT_LT(items.all.mean, feeds.all.mean);
  EXPECT_GT(items.macro, feeds.macro);
}

TEST(Simulate, IsDeterministic) {
  const auto traces = made_traces(20);
  const auto a = play(traces, 2, 0.25), b = play(traces, 2, 0.25);
  EXPECT_EQ(a.all.mean, b.all.mean);
  EXPECT_EQ(a.polls, b.polls);
}

TEST(Simulate, CountsEachItemOnceFoundOrLost) {
  auto traces = made_traces(20);
  for (auto& trace : traces) trace.window = 1;
  std::uint64_t items = 0;
  for (const auto& trace : traces) {
    for (const auto time : trace.times) items += time >= 21 * 86400 && time < 98 * 86400 ? 1 : 0;
  }
  const auto result = play(traces, 2, 0);
  EXPECT_EQ(result.all.items, items);
  EXPECT_GT(result.all.lost, items / 10);
  EXPECT_GT(result.macro, result.all.mean);
}

TEST(Simulate, RefusesWhatIsNoBudget) {
  SimulationOptions options;
  options.polls_per_feed_day = 0;
  EXPECT_EQ(simulate_schedule(made_traces(1), options).error().code, Code::kInvalidArgument);
  EXPECT_EQ(simulate_schedule({}, SimulationOptions()).error().code, Code::kInvalidArgument);
}

// The figures to beat are those of a prototype of the same policy without look-ahead, minutes and bursts.
struct Bar {
  double budget, alpha, mean, non_news_mean;
  std::uint64_t lost;
};
class OpenTraces : public testing::TestWithParam<Bar> {};

TEST_P(OpenTraces, AreFoundEarlierThanByThePrototype) {
  const auto shared = test::shared_directory();
  if (!shared) GTEST_SKIP() << "../shared/traces is not there";
  std::ifstream file(*shared + "/traces/feeds.txt");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  if (text.empty()) GTEST_SKIP() << "../shared/traces/feeds.txt is not there";
  const auto traces = parse_traces(text, "feeds.txt");
  ASSERT_TRUE(traces) << to_string(traces.error());
  const auto result = play(*traces, GetParam().budget, GetParam().alpha);
  EXPECT_LE(result.polls, 1.01 * GetParam().budget);
  EXPECT_LT(result.all.mean, GetParam().mean);
  EXPECT_LT(result.non_news.mean, GetParam().non_news_mean);
  EXPECT_LE(result.all.lost, GetParam().lost);
}

INSTANTIATE_TEST_SUITE_P(House, OpenTraces,
                         testing::Values(Bar{2, 0, 1.12, 4.88, 32}, Bar{6, 0, 0.37, 1.53, 0},
                                         Bar{2, 0.25, 1.16, 3.5, 31}, Bar{6, 0.25, 0.38, 1.16, 3}));

// Two blogs over 400 days: posts of the first one are edited in their first days, those of the second never
// but for one.
std::vector<EditHistory> edited_blogs() {
  constexpr std::int64_t kSecondsOfDay = 86'400;
  std::vector<EditHistory> posts;
  for (std::int64_t i = 0; i < 40; ++i) {
    EditHistory post;
    post.blog = i % 2 == 0 ? "lively.example" : "quiet.example";
    post.published = post.first = i * 8 * kSecondsOfDay;
    post.last = 400 * kSecondsOfDay;
    if (i % 2 == 0 || i == 7) {
      for (const std::int64_t day : {2, 5, 9})
        post.edits.push_back({post.first + day * kSecondsOfDay, post.first + (day + 1) * kSecondsOfDay});
    }
    posts.push_back(std::move(post));
  }
  return posts;
}

TEST(PageSimulation, CostsTheSameAndTheRatesWaitLeast) {
  for (const bool synthetic : {false, true}) {
    PageSimulationOptions options;
    options.due = {0.25, 1};
    options.draws = 3;
    options.resamples = 200;
    options.synthetic = synthetic;
    const auto played = simulate_pages(edited_blogs(), options);
    ASSERT_TRUE(played) << to_string(played.error());
    EXPECT_EQ(played->blogs, (std::vector<std::string>{"lively.example", "quiet.example"}));
    ASSERT_EQ(played->figures.size(), 6U);
    for (std::size_t cost = 0; cost < 2; ++cost) {
      const RecheckFigures* const figures = &played->figures[3 * cost];
      EXPECT_EQ(figures[0].rule, RecheckRule::kDue);
      EXPECT_EQ(figures[0].level, options.due[cost]);
      EXPECT_EQ(figures[1].rule, RecheckRule::kUniform);
      EXPECT_EQ(figures[2].rule, RecheckRule::kRates);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(figures[i].requests / figures[0].requests, 1, 0.05) << i;
        EXPECT_GT(figures[i].found, 0.5);
        EXPECT_LE(figures[i].found, 1);
        EXPECT_TRUE(synthetic || figures[i].edits == 63) << figures[i].edits;
      }
      EXPECT_LT(figures[2].delay, figures[1].delay) << synthetic << cost;
      EXPECT_FALSE(figures[0].against_due);
      ASSERT_TRUE(figures[2].against_uniform);
      EXPECT_LE(figures[2].against_uniform->low, figures[2].delay - figures[1].delay);
      EXPECT_GE(figures[2].against_uniform->high, figures[2].delay - figures[1].delay);
    }
    EXPECT_LT(played->figures[3].requests, played->figures[0].requests);
    const auto again = simulate_pages(edited_blogs(), options);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->figures[5].delay, played->figures[5].delay) << "the same seed";
  }
}

TEST(PageSimulation, RefusesWhatCannotBePlayed) {
  const auto code = [](const std::vector<EditHistory>& posts, const PageSimulationOptions& options) {
    const auto played = simulate_pages(posts, options);
    return played ? Code::kInternal : played.error().code;
  };
  EXPECT_EQ(code({}, {}), Code::kInvalidArgument);
  EXPECT_EQ(code({edited_blogs()[0], edited_blogs()[2]}, {}), Code::kInvalidArgument) << "one blog";
  for (const double due : {0.0, -1.0, std::nan("")}) {
    PageSimulationOptions options;
    options.due = {due};
    EXPECT_EQ(code(edited_blogs(), options), Code::kInvalidArgument) << due;
  }
  PageSimulationOptions options;
  options.draws = 0;
  EXPECT_EQ(code(edited_blogs(), options), Code::kInvalidArgument);
}

}  // namespace
}  // namespace bfa
