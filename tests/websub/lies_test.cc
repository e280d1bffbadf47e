// SPDX-License-Identifier: Apache-2.0
// Hubs that lie, and what it costs them and us.
#include <gtest/gtest.h>

#include "fixtures.h"

namespace bfa::test {
namespace {

struct PushCase {
  std::string what, signature, body;
  bool good;
};

TEST(WebSubLies, PushesWithoutTheSecretAreIgnored) {
  const std::string body = "<rss/>";
  Desk first;
  first.prove();
  const std::string secret = field(first.form, "hub.secret");
  const std::vector<PushCase> cases = {
      {"signed", signature_of(secret, body), body, true},
      {"unsigned", "", body, false},
      {"of another secret", signature_of("x", body), body, false},
      {"of another body", signature_of(secret, body), body + " ", false},
      {"an empty body, signed", signature_of(secret, ""), "", true},
      {"an unknown method", "md5=00", body, false},
  };
  std::int64_t at = kDay;
  for (const PushCase& one : cases) {
    at += kDay;
    const auto before = first.report(at).lies.bad_signatures;
    EXPECT_EQ(first.push_as(at, one.signature, one.body).status, 200) << one.what;
    EXPECT_EQ(first.news(at), one.good ? 1U : 0U) << one.what;
    EXPECT_EQ(first.report(at).lies.bad_signatures - before, one.good ? 0U : 1U) << one.what;
  }
}

TEST(WebSubLies, AHubThatIsSilentIsNotReliedOn) {
  Desk desk;
  desk.prove();
  EXPECT_TRUE(desk.pushed(kDay));
  ASSERT_TRUE(desk.poll(kDay, false).ok());
  EXPECT_TRUE(desk.pushed(kDay + 1));
  // A poll finds a post that no push told of: the push may still come.
  ASSERT_TRUE(desk.poll(2 * kDay, true).ok());
  EXPECT_TRUE(desk.pushed(2 * kDay + kMinute));
  EXPECT_FALSE(desk.pushed(2 * kDay + 2 * kHour));
  EXPECT_NE(desk.report(2 * kDay + 2 * kHour).reason, "");
  EXPECT_EQ(desk.report(2 * kDay + 2 * kHour).lies.silences, 1U);
  // It has to prove itself again.
  (void)desk.push(3 * kDay);
  EXPECT_EQ(desk.news(3 * kDay), 1U);
  EXPECT_FALSE(desk.pushed(3 * kDay + 1));
  ASSERT_TRUE(desk.poll(3 * kDay + 5, true).ok());
  EXPECT_TRUE(desk.pushed(3 * kDay + 6));
}

TEST(WebSubLies, ALatePushIsNoSilence) {
  Desk desk;
  desk.prove();
  ASSERT_TRUE(desk.poll(2 * kDay, true).ok());
  (void)desk.push(2 * kDay + 30);
  EXPECT_TRUE(desk.pushed(2 * kDay + 5 * kHour));
}

TEST(WebSubLies, AFloodIsOnePollAndThenFewer) {
  Desk desk;
  desk.prove();
  std::size_t news = 0, refused = 0;
  // Ten pushes a second for six hours; every poll that they cause finds nothing.
  for (std::int64_t at = kDay; at < kDay + 6 * kHour; ++at) {
    for (int i = 0; i < 10; ++i) refused += desk.push(at).status == 429 ? 1 : 0;
    const std::size_t now = desk.news(at);
    news += now;
    if (now > 0) {
      ASSERT_TRUE(desk.poll(at, false).ok());
    }
  }
  EXPECT_LE(news, 10U);
  EXPECT_GE(news, 5U);
  EXPECT_GE(refused, 6U * 3600 * 10 - 361 * 60);  // 60 a minute are read
  EXPECT_GT(desk.report(2 * kDay).lies.floods, 0U);
  EXPECT_EQ(desk.report(2 * kDay).lies.empty_news, news);
}

TEST(WebSubLies, NewsWithinTheIntervalComeLaterAndOnce) {
  Desk desk;
  desk.prove();
  (void)desk.push(kDay);
  EXPECT_EQ(desk.news(kDay), 1U);
  (void)desk.push(kDay + 5);
  (void)desk.push(kDay + 6);
  EXPECT_EQ(desk.news(kDay + 10), 0U);
  EXPECT_EQ(desk.news(kDay + 60), 1U);
  EXPECT_EQ(desk.news(kDay + 600), 0U);
}

TEST(WebSubLies, FloodsAreNotRead) {
  Desk desk;
  desk.prove();
  const std::string to = desk.target(desk.form);
  EXPECT_EQ(desk.subscriber.max_body(to, time_at(kDay)), 4u << 20);
  for (int i = 0; i < 60; ++i) (void)desk.push(kDay);
  EXPECT_EQ(desk.subscriber.max_body(to, time_at(kDay)), 0U);
  EXPECT_EQ(desk.subscriber.max_body(to, time_at(kDay + 60)), 4u << 20);
  EXPECT_EQ(desk.subscriber.max_body("/websub/unknown", time_at(kDay)), 0U);
}

TEST(WebSubLies, HugeBodiesAreNoNews) {
  Desk desk;
  desk.prove();
  const std::string to = desk.target(desk.form);
  EXPECT_EQ(desk.subscriber.callback({"POST", to, "", "", true}, time_at(kDay)).status, 413);
  EXPECT_EQ(desk.push(kDay + 1, std::string((4u << 20) + 1, 'x')).status, 413);
  EXPECT_EQ(desk.news(kDay + 2), 0U);
  EXPECT_EQ(desk.report(kDay + 2).lies.too_large, 2U);
}

TEST(WebSubLies, UnknownTopicsLeaveNothingBehind) {
  Desk desk;
  desk.prove();
  const std::size_t size = desk.subscriber.size();
  for (int i = 0; i < 1000; ++i) {
    const std::string to = "/websub/" + std::to_string(i);
    EXPECT_EQ(desk.subscriber.callback({"POST", to, "", "x", false}, time_at(kDay)).status, 404);
  }
  for (const std::string_view to : {"/", "", "/websub/", "/websub/?x", "?", "/websub//"})
    EXPECT_EQ(desk.subscriber.callback({"GET", to, "", "", false}, time_at(kDay)).status, 404);
  EXPECT_EQ(desk.subscriber.size(), size);
  EXPECT_EQ(desk.subscriber.unknown_callbacks(), 1006U);
  EXPECT_EQ(desk.subscriber.callback({"PUT", desk.target(desk.form), "", "", false}, time_at(kDay)).status,
            405);
}

TEST(WebSubLies, AClockThatGoesBackBreaksNothing) {
  Desk desk;
  desk.prove();
  ASSERT_TRUE(desk.poll(300 * kDay, false).ok());  // the clock was wrong, and is set
  (void)desk.ask(300 * kDay);
  (void)desk.verify(300 * kDay + 1);
  (void)desk.push(300 * kDay + 2);
  (void)desk.news(300 * kDay + 2);
  (void)desk.ask(kDay);
  std::size_t asked = 0;
  for (std::int64_t at = kDay; at < 17 * kDay; at += kHour) asked += desk.ask(at).size();
  EXPECT_GE(asked, 1U);
  (void)desk.verify(17 * kDay);
  (void)desk.push(17 * kDay + 1);
  EXPECT_EQ(desk.news(17 * kDay + 1), 1U);
}

}  // namespace
}  // namespace bfa::test
