// SPDX-License-Identifier: Apache-2.0
// A run with hubs, and its counters.
#include <thread>

#include "bfa/subscribe/metrics.h"
#include "subscribe/run_bench.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;
using std::chrono::minutes;

// A hub that takes every request and answers 202.
class AcceptingHub final : public HubPoster {
 public:
  explicit AcceptingHub(std::vector<std::string>& asked) : asked_(asked) {}
  Status send(const HubRequest& request) override {
    asked_.push_back(request.url + " " + request.form);
    waiting_.push_back({request.id, 202, {}, {}, {}});
    return {};
  }
  std::optional<HubAnswer> next() override {
    if (waiting_.empty()) return std::nullopt;
    HubAnswer answer = waiting_.back();
    waiting_.pop_back();
    return answer;
  }

 private:
  std::vector<std::string>& asked_;
  std::vector<HubAnswer> waiting_;
};

class HubRun : public RunBench {
 protected:
  HubRun() {
    fetcher.add_header(feed_url(), "Link", "<https://hub.example/>; rel=\"hub\"");
    options.look_again = minutes(1);
    options.on_visit = [this](const CrawlReport& report) {
      for (const FeedPoll& poll : report.polls) polled.push_back(poll.time);
    };
  }

  std::unique_ptr<WebSub> hubs(std::vector<std::string>& asked) {
    WebSubOptions websub;
    websub.public_url = "https://archive.example/hooks";
    websub.clock = &clock;
    websub.on_news = [this](const std::string& feed) { news.add(feed); };
    auto made = got(WebSub::make(std::move(websub), std::make_unique<AcceptingHub>(asked)));
    EXPECT_TRUE(made->start("127.0.0.1:0"));
    return made;
  }

  FeedNews news;
  std::vector<UtcTime> polled;
};

TEST_F(HubRun, AsksTheHubOfAFeedAndKeepsTheRecord) {
  std::vector<std::string> asked;
  const auto first = hubs(asked);
  options.websub = first.get();
  options.news = &news;
  options.duration = hours(2);
  // The hub is asked when a second of the real clock has passed: the ticks of a run are real ones.
  at_each_wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  ASSERT_TRUE(run_archive(path, archive_options, fetcher, options));
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_TRUE(asked[0].starts_with("https://hub.example/ "));
  EXPECT_NE(asked[0].find("hub.mode=subscribe"), std::string::npos);
  first->stop();

  // Another process knows the subscription, and does not ask again.
  std::vector<std::string> asked_again;
  const auto second = hubs(asked_again);
  options.websub = second.get();
  options.duration = minutes(10);
  ASSERT_TRUE(run_archive(path, archive_options, fetcher, options));
  EXPECT_EQ(second->reports(clock.now()).size(), 1U);
}

TEST_F(HubRun, NewsOfAFeedHasItPolledSoon) {
  options.news = &news;
  options.schedule.polls_per_feed_day = 0.5;
  options.duration = hours(3);
  int waits = 0;
  UtcTime told{};
  at_each_wait = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (++waits != 60) return;
    blog.posts = ++blog.in_feed;
    news.add(feed_url());
    news.add("http://stranger.example/feed");
    told = clock.now();
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  };
  const auto report = run_archive(path, archive_options, fetcher, options);
  ASSERT_TRUE(report);
  ASSERT_GT(told, UtcTime{});
  ASSERT_GE(polled.size(), 2U);
  EXPECT_LT(polled.back() - told, minutes(10));
  EXPECT_EQ(report->hub_news, 2U);
  EXPECT_EQ(posts(), 7U);
}

TEST(Metrics, AreTextOfPrometheus) {
  RunState state;
  state.visits = 7;
  state.counts.posts = 3;
  state.polls_per_day_of_late = 2.5;
  const std::string text = metrics_text(state);
  EXPECT_NE(text.find("# TYPE bfa_visits_total counter\nbfa_visits_total 7\n"), std::string::npos);
  EXPECT_NE(text.find("# TYPE bfa_blogs gauge\nbfa_blogs 0\n"), std::string::npos);
  EXPECT_NE(text.find("bfa_new_posts_total 3\n"), std::string::npos);
  EXPECT_NE(text.find("bfa_polls_per_day 2.5"), std::string::npos);
  const auto server = serve_metrics("127.0.0.1:0");
  ASSERT_TRUE(server);
  EXPECT_GT((*server)->port(), 0);
  EXPECT_EQ(serve_metrics("no address").error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace bfa
