// SPDX-License-Identifier: Apache-2.0
// A hub, a publisher and a subscriber on loopback, with real sockets.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "bfa/feed/feed.h"
#include "bfa/websub/websub.h"
#include "fixtures.h"
#include "hub.h"
#include "support/http_server.h"

namespace bfa::test {
namespace {

using std::chrono::milliseconds;

std::unique_ptr<HubPoster> loopback_poster() {
  NetworkOptions options;
  options.allow_private = true;
  options.delay = milliseconds(0);
  auto fetcher = make_network_fetcher(options);
  return std::move(make_fetch_poster(std::move(fetcher).value())).value();
}

// What on_news told.
struct Told {
  void add(const std::string& feed_url) {
    const std::lock_guard lock(mutex);
    feeds.push_back(feed_url);
  }
  std::size_t count() {
    const std::lock_guard lock(mutex);
    return feeds.size();
  }
  std::mutex mutex;
  std::vector<std::string> feeds;
};

template <class Done>
bool soon(WebSub& websub, const Done& done) {
  for (int i = 0; i < 500; ++i) {
    if (!websub.tick(system_clock().now()).ok()) return false;
    if (done()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

std::unique_ptr<WebSub> listening(Told& told) {
  WebSubOptions options;
  options.on_news = [&told](const std::string& feed_url) { told.add(feed_url); };
  auto made = WebSub::make(std::move(options), loopback_poster());
  if (!made || !(*made)->start("127.0.0.1:0").ok()) return nullptr;
  return std::move(*made);
}

// What a poll of the publisher's feed says.
FeedNotice polled(const std::string& url, const std::string& hub, bool news) {
  const std::string bytes =
      "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel><title>t</title>"
      "<atom:link rel=\"hub\" href=\"" +
      hub + "\"/><atom:link rel=\"self\" href=\"" + url + "\"/></channel></rss>";
  Findings findings;
  const auto feed = parse_feed(bytes, "application/rss+xml", url, findings);
  FeedNotice out;
  out.feed_url = url;
  if (feed) out.links = find_hubs(url, {}, &*feed);
  out.news = news;
  return out;
}

TEST(WebSubLoopback, SubscribesAndHearsOfNews) {
  Told told;
  const auto websub = listening(told);
  ASSERT_NE(websub, nullptr);
  Hub hub;
  const std::string feed = "http://127.0.0.1:9/feed";
  ASSERT_TRUE(websub->note_feed(polled(feed, hub.url(), true), system_clock().now()).ok());
  ASSERT_TRUE(soon(*websub, [&] { return hub.verified() == 1; }));
  EXPECT_FALSE(websub->is_pushed(feed, system_clock().now()));  // no push came yet
  EXPECT_EQ(hub.publish(feed, "<rss/>"), 200);
  ASSERT_EQ(told.count(), 1U);
  EXPECT_EQ(told.feeds[0], feed);
  ASSERT_TRUE(websub->note_feed(polled(feed, hub.url(), true), system_clock().now()).ok());
  EXPECT_TRUE(websub->is_pushed(feed, system_clock().now()));
  // The end is verified as well.
  ASSERT_TRUE(websub->forget_feed(feed, system_clock().now()).ok());
  ASSERT_TRUE(soon(*websub, [&] { return hub.left() == 1; }));
  EXPECT_TRUE(websub->reports(system_clock().now()).empty());
}

TEST(WebSubLoopback, TwoTopicsShareOneHost) {
  Told told;
  const auto websub = listening(told);
  ASSERT_NE(websub, nullptr);
  Hub hub;
  const std::string one = "http://127.0.0.1:9/one";
  const std::string two = "http://127.0.0.1:9/two";
  ASSERT_TRUE(websub->note_feed(polled(one, hub.url(), true), system_clock().now()).ok());
  ASSERT_TRUE(websub->note_feed(polled(two, hub.url(), true), system_clock().now()).ok());
  ASSERT_TRUE(soon(*websub, [&] { return hub.verified() == 2; }));
  EXPECT_EQ(hub.publish(two, "<rss/>"), 200);
  ASSERT_EQ(told.count(), 1U);
  EXPECT_EQ(told.feeds[0], two);
  // The secret of one topic signs nothing of the other.
  EXPECT_EQ(hub.publish_signed(one, "<rss/>", hub.secret(two)), 200);
  EXPECT_EQ(told.count(), 1U);
  EXPECT_EQ(websub->report(one, system_clock().now()).value_or(HubReport{}).lies.bad_signatures, 1U);
}

TEST(WebSubLoopback, AnOldHubVerifiesBeforeItAnswers) {
  Told told;
  const auto websub = listening(told);
  ASSERT_NE(websub, nullptr);
  Hub hub(HubKind::kOld);
  const std::string feed = "http://127.0.0.1:9/feed";
  ASSERT_TRUE(websub->note_feed(polled(feed, hub.url(), true), system_clock().now()).ok());
  ASSERT_TRUE(soon(*websub, [&] { return hub.verified() == 1; }));
  std::this_thread::sleep_for(milliseconds(50));
  ASSERT_TRUE(websub->tick(system_clock().now()).ok());  // takes the answer
  EXPECT_EQ(websub->report(feed, system_clock().now()).value_or(HubReport{}).phase, HubPhase::kVerified);
  EXPECT_EQ(hub.publish(feed, "<rss/>"), 200);
  EXPECT_EQ(told.count(), 1U);
}

TEST(WebSubLoopback, FollowsAHubThatMoved) {
  Told told;
  const auto websub = listening(told);
  ASSERT_NE(websub, nullptr);
  Hub hub;
  HttpServer old;
  old.on("/", simple_answer(308, "Location: " + hub.url() + "\r\n", ""));
  const std::string feed = "http://127.0.0.1:9/feed";
  ASSERT_TRUE(websub->note_feed(polled(feed, old.url("/"), true), system_clock().now()).ok());
  EXPECT_TRUE(soon(*websub, [&] { return hub.verified() == 1; }));
}

TEST(WebSubLoopback, AnAddressOfTheMachineIsRefusedAsHub) {
  Hub hub;
  NetworkOptions network;  // without allow_private
  network.delay = milliseconds(0);
  auto poster = make_fetch_poster(std::move(make_network_fetcher(network)).value());
  ASSERT_TRUE(poster.has_value());
  auto websub = WebSub::make({}, std::move(*poster));
  ASSERT_TRUE(websub.has_value());
  ASSERT_TRUE((*websub)->start("127.0.0.1:0").ok());
  const std::string feed = "http://127.0.0.1:9/feed";
  ASSERT_TRUE((*websub)->note_feed(polled(feed, hub.url(), true), system_clock().now()).ok());
  const auto failed = [&] {
    const auto report = (*websub)->report(feed, system_clock().now());
    return report && report->reason.find("did not answer") != std::string::npos;
  };
  EXPECT_TRUE(soon(**websub, failed));
  EXPECT_EQ(hub.asked(), 0);
}

TEST(WebSubLoopback, StopsAtOnceAndStartsAgain) {
  Told told;
  const auto websub = listening(told);
  ASSERT_NE(websub, nullptr);
  EXPECT_FALSE(websub->start("127.0.0.1:0").ok());  // it runs
  const auto before = std::chrono::steady_clock::now();
  websub->stop();
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(2));
  EXPECT_EQ(websub->port(), 0);
  EXPECT_TRUE(websub->start("127.0.0.1:0").ok());
}

struct BadSetting {
  std::string public_url, address;
  Code code;
};

TEST(WebSubLoopback, RefusesSettingsThatCannotWork) {
  const std::vector<BadSetting> cases = {
      {"ftp://a.example/", "127.0.0.1:0", Code::kInvalidArgument},
      {"a.example", "127.0.0.1:0", Code::kInvalidArgument},
      {"https://a.example/?x", "127.0.0.1:0", Code::kInvalidArgument},
      {"https://u@a.example/", "127.0.0.1:0", Code::kInvalidArgument},
      {"", "0.0.0.0:0", Code::kInvalidArgument},
      {"", "localhost:0", Code::kInvalidArgument},
      {"", "127.0.0.1:65536", Code::kInvalidArgument},
      {"", "127.0.0.1:", Code::kInvalidArgument},
      {"", "203.0.113.7:0", Code::kUnavailable},
  };
  for (const BadSetting& bad : cases) {
    WebSubOptions options;
    options.public_url = bad.public_url;
    auto made = WebSub::make(std::move(options), loopback_poster());
    const Status status = made ? (*made)->start(bad.address) : Status(made.error());
    ASSERT_FALSE(status.ok()) << bad.public_url << " " << bad.address;
    EXPECT_EQ(status.error().code, bad.code) << bad.public_url << " " << bad.address;
  }
}

}  // namespace
}  // namespace bfa::test
