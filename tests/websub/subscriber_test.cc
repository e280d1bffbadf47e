// SPDX-License-Identifier: Apache-2.0
// The state machine with times that the test makes.
#include "bfa/websub/subscriber.h"

#include <gtest/gtest.h>

#include <set>

#include "fixtures.h"

namespace bfa::test {
namespace {

TEST(WebSubSubscriber, AsksForWhatTheW3CSays) {
  Desk desk;
  ASSERT_TRUE(desk.poll(0, true).ok());
  const auto requests = desk.ask(1);
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].url, kHub);
  EXPECT_EQ(field(desk.form, "hub.mode"), "subscribe");
  EXPECT_EQ(field(desk.form, "hub.topic"), kFeed);
  EXPECT_EQ(field(desk.form, "hub.lease_seconds"), "864000");
  EXPECT_EQ(field(desk.form, "hub.secret").size(), 64U);
  const std::string callback = field(desk.form, "hub.callback");
  EXPECT_TRUE(callback.starts_with("https://me.example/websub/"));
  EXPECT_EQ(callback.size(), std::string("https://me.example/websub/").size() + 48);
  EXPECT_TRUE(desk.ask(2).empty());  // once
  // Another feed at the same hub has another name and secret.
  const std::string first = desk.form;
  ASSERT_TRUE(desk.subscriber.note_feed(notice_of("https://b.blog.example/feed/"), time_at(3)).ok());
  ASSERT_EQ(desk.ask(4).size(), 1U);
  EXPECT_NE(field(desk.form, "hub.callback"), callback);
  EXPECT_NE(field(desk.form, "hub.secret"), field(first, "hub.secret"));
}

TEST(WebSubSubscriber, AsksNobodyWithoutAnAddressToCall) {
  auto made = Subscriber::make({});
  ASSERT_TRUE(made.has_value());
  ASSERT_TRUE(made->note_feed(notice_of(), time_at(0)).ok());
  EXPECT_TRUE(made->tick(time_at(1)).value_or(std::vector<HubRequest>(1)).empty());
  made->set_callback_base("http://me/", time_at(2));
  EXPECT_EQ(made->tick(time_at(3)).value_or(std::vector<HubRequest>()).size(), 1U);
}

TEST(WebSubSubscriber, TrustIsEarned) {
  Desk desk;
  ASSERT_TRUE(desk.poll(0, true).ok());
  (void)desk.ask(1);
  EXPECT_FALSE(desk.pushed(1));
  EXPECT_EQ(desk.verify(2).status, 200);
  EXPECT_FALSE(desk.pushed(3));  // it has shown nothing yet
  EXPECT_EQ(desk.push(10).status, 200);
  EXPECT_EQ(desk.news(10), 1U);
  EXPECT_FALSE(desk.pushed(11));
  ASSERT_TRUE(desk.poll(20, true).ok());
  EXPECT_TRUE(desk.pushed(21));
  EXPECT_EQ(desk.report(21).reason, "");
}

struct VerifyCase {
  std::string what;
  websub::FormFields fields;
  int status;
  bool lie;
};

TEST(WebSubSubscriber, AnswersOnlyWhatItAskedFor) {
  const std::string feed(kFeed);
  const auto get = [&](std::string mode, std::string topic, std::string challenge, std::string lease) {
    return websub::FormFields{{"hub.mode", std::move(mode)},
                              {"hub.topic", std::move(topic)},
                              {"hub.challenge", std::move(challenge)},
                              {"hub.lease_seconds", std::move(lease)}};
  };
  const std::vector<VerifyCase> cases = {
      {"good", get("subscribe", feed, "c", "864000"), 200, false},
      {"no lease", {{"hub.mode", "subscribe"}, {"hub.topic", feed}, {"hub.challenge", "c"}}, 200, false},
      {"another topic", get("subscribe", "https://b.example/", "c", "864000"), 404, true},
      {"the end, which nobody asked for", get("unsubscribe", feed, "c", "864000"), 404, true},
      {"an unknown mode", get("publish", feed, "c", "864000"), 404, true},
      {"no challenge", get("subscribe", feed, "", "864000"), 404, true},
      {"a line end", get("subscribe", feed, "c\r\nSet-Cookie: x", "864000"), 404, true},
      {"a NUL", get("subscribe", feed, std::string("c\0d", 3), "864000"), 404, true},
      {"other characters", get("subscribe", feed, "\xC3\xA4", "864000"), 404, true},
      {"a long challenge", get("subscribe", feed, std::string(1024, 'c'), "864000"), 200, false},
      {"a huge challenge", get("subscribe", feed, std::string(1025, 'c'), "864000"), 404, true},
      {"a lease of nothing", get("subscribe", feed, "c", "0"), 404, true},
      {"a lease before now", get("subscribe", feed, "c", "-5"), 404, true},
      {"a lease that is no number", get("subscribe", feed, "c", "soon"), 404, true},
      {"nothing at all", {}, 404, true},
      {"two topics",
       {{"hub.mode", "subscribe"}, {"hub.topic", feed}, {"hub.topic", feed}, {"hub.challenge", "c"}},
       404,
       true},
  };
  for (const VerifyCase& one : cases) {
    Desk desk;
    ASSERT_TRUE(desk.poll(0, true).ok());
    (void)desk.ask(1);
    const CallbackReply reply = desk.get(2, one.fields);
    EXPECT_EQ(reply.status, one.status) << one.what;
    EXPECT_EQ(reply.body.empty(), one.status != 200) << one.what;
    EXPECT_EQ(desk.report(2).lies.sum() != 0, one.lie) << one.what;
    EXPECT_EQ(desk.report(2).phase, one.status == 200 ? HubPhase::kVerified : HubPhase::kAsked) << one.what;
  }
}

struct LeaseCase {
  std::string lease;
  std::int64_t seconds;
  std::uint64_t lies;
};

TEST(WebSubSubscriber, CutsLeases) {
  const std::vector<LeaseCase> cases = {
      {"864000", 10 * kDay, 0},  {"1296000", 15 * kDay, 0},
      {"1296001", 15 * kDay, 1}, {"99999999999999999999999999", 15 * kDay, 1},
      {"3600", kHour, 0},        {"60", kMinute, 1}};
  for (const LeaseCase& one : cases) {
    Desk desk;
    ASSERT_TRUE(desk.poll(0, true).ok());
    (void)desk.ask(1);
    EXPECT_EQ(desk.verify(2, one.lease).status, 200) << one.lease;
    EXPECT_EQ(desk.report(2).lease_end, time_at(2 + one.seconds)) << one.lease;
    EXPECT_EQ(desk.report(2).lies.bad_leases, one.lies) << one.lease;
    // It is renewed before its end, but not more often than once an hour.
    const auto due = desk.report(2).due;
    EXPECT_GE(due, time_at(2 + kHour)) << one.lease;
    if (one.seconds > 2 * kHour) {
      EXPECT_GT(due, time_at(2 + one.seconds * 69 / 100)) << one.lease;
      EXPECT_LE(due, time_at(2 + one.seconds * 90 / 100)) << one.lease;
    }
  }
}

TEST(WebSubSubscriber, RenewsBeforeTheEnd) {
  Desk desk;
  desk.prove();
  const std::string first = desk.form;
  EXPECT_TRUE(desk.ask(6 * kDay).empty());
  ASSERT_EQ(desk.ask(9 * kDay + kHour).size(), 1U);
  EXPECT_EQ(field(desk.form, "hub.callback"), field(first, "hub.callback"));
  EXPECT_EQ(field(desk.form, "hub.secret"), field(first, "hub.secret"));
  EXPECT_TRUE(desk.pushed(9 * kDay + kHour));  // the old lease still runs
  EXPECT_EQ(desk.verify(9 * kDay + kHour + 1).status, 200);
  EXPECT_TRUE(desk.pushed(18 * kDay));
}

// Renewals of many feeds, which began at one time, do not come at one time.
TEST(WebSubSubscriber, SpreadsRenewals) {
  Desk desk;
  for (int i = 0; i < 16; ++i) {
    const std::string feed = "https://a.example/" + std::to_string(i);
    ASSERT_TRUE(desk.subscriber.note_feed(notice_of(feed), time_at(0)).ok());
    ASSERT_EQ(desk.ask(1).size(), 1U);
    ASSERT_EQ(desk.verify(2).status, 200);
  }
  UtcTime first = UtcTime::max();
  UtcTime last = UtcTime::min();
  for (const HubReport& report : desk.subscriber.reports(time_at(3))) {
    first = std::min(first, report.due);
    last = std::max(last, report.due);
  }
  EXPECT_GT(last - first, std::chrono::hours(6));
}

TEST(WebSubSubscriber, AnEndedLeaseMeansPolling) {
  Desk desk;
  desk.prove();
  EXPECT_TRUE(desk.pushed(10 * kDay));
  // The hub answers renewals and never verifies.
  for (std::int64_t at = kDay; at < 11 * kDay; at += kHour) (void)desk.ask(at);
  EXPECT_FALSE(desk.pushed(10 * kDay + 3));
  EXPECT_NE(desk.report(11 * kDay).reason.find("did not verify"), std::string::npos);
  // It comes back.
  std::int64_t at = 11 * kDay;
  while (desk.ask(at).empty()) at += kHour;
  EXPECT_EQ(desk.verify(at + 1).status, 200);
  EXPECT_TRUE(desk.pushed(at + 2));
}

TEST(WebSubSubscriber, WaitsLongerAfterEachFailure) {
  Desk desk;
  ASSERT_TRUE(desk.poll(0, true).ok());
  std::size_t asked = 0;
  for (std::int64_t at = 0; at < 30 * kDay; at += 15 * kMinute) asked += desk.ask(at, 503).size();
  EXPECT_GE(asked, 8U);
  EXPECT_LE(asked, 20U);
}

TEST(WebSubSubscriber, HeedsRetryAfterForADay) {
  Desk desk;
  ASSERT_TRUE(desk.poll(0, true).ok());
  const auto requests = desk.subscriber.tick(time_at(1)).value_or(std::vector<HubRequest>());
  ASSERT_EQ(requests.size(), 1U);
  HubAnswer answer;
  answer.id = requests[0].id;
  answer.status = 429;
  answer.retry_after = std::chrono::hours(24 * 365);
  ASSERT_TRUE(desk.subscriber.answered(answer, time_at(2)).ok());
  EXPECT_EQ(desk.report(2).due, time_at(2 + kDay));
}

TEST(WebSubSubscriber, AsksTheNextHubWhenOneRefuses) {
  Desk desk;
  const FeedNotice notice = notice_of(kFeed, true, {std::string(kHub), "https://two.example/"});
  ASSERT_TRUE(desk.subscriber.note_feed(notice, time_at(0)).ok());
  EXPECT_EQ(desk.ask(1, 403).at(0).url, kHub);
  ASSERT_EQ(desk.report(2).phase, HubPhase::kWanted);
  EXPECT_EQ(desk.ask(2 + kMinute, 202).at(0).url, "https://two.example/");
  // A denial comes as a request.
  EXPECT_EQ(
      desk.get(3 + kMinute,
               {{"hub.mode", "denied"}, {"hub.topic", std::string(kFeed)}, {"hub.reason", "no\r\nroom"}})
          .status,
      200);
  EXPECT_EQ(desk.report(4 + kMinute).phase, HubPhase::kRefused);
  EXPECT_EQ(desk.report(4 + kMinute).reason, "refused: the hub denied it: no??room");
  EXPECT_TRUE(desk.ask(6 * kDay).empty());
  EXPECT_EQ(desk.ask(8 * kDay).at(0).url, kHub);
}

TEST(WebSubSubscriber, ADenialOfAnotherTopicIsNone) {
  Desk desk;
  desk.prove();
  EXPECT_EQ(desk.get(30, {{"hub.mode", "denied"}, {"hub.topic", "https://b.example/"}}).status, 404);
  EXPECT_TRUE(desk.pushed(31));
  EXPECT_EQ(desk.get(32, {{"hub.mode", "denied"}, {"hub.topic", std::string(kFeed)}}).status, 200);
  EXPECT_FALSE(desk.pushed(33));
}

TEST(WebSubSubscriber, FollowsRedirectsButNotForEver) {
  Desk desk;
  ASSERT_TRUE(desk.poll(0, true).ok());
  std::size_t asked = 0;
  for (std::int64_t at = 1; at < 30; ++at) {
    const auto requests = desk.subscriber.tick(time_at(at)).value_or(std::vector<HubRequest>());
    for (const HubRequest& request : requests) {
      HubAnswer answer;
      answer.id = request.id;
      answer.status = 307;
      answer.location = "https://hub.example/" + std::to_string(++asked);
      ASSERT_TRUE(desk.subscriber.answered(answer, time_at(at)).ok());
    }
  }
  EXPECT_EQ(asked, 4U);
}

TEST(WebSubSubscriber, LeavesAHubThatTheFeedNoLongerNames) {
  Desk desk;
  desk.prove();
  FeedNotice bare = notice_of(kFeed, false, {});
  bare.whole = false;  // 304: it says nothing
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(desk.subscriber.note_feed(bare, time_at(100 + i)).ok());
  bare.whole = true;
  bare.failed = true;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(desk.subscriber.note_feed(bare, time_at(110 + i)).ok());
  bare.failed = false;
  ASSERT_TRUE(desk.subscriber.note_feed(bare, time_at(120)).ok());
  EXPECT_TRUE(desk.pushed(121));  // once may be a mistake
  ASSERT_TRUE(desk.subscriber.note_feed(bare, time_at(130)).ok());
  EXPECT_FALSE(desk.pushed(131));
  const std::string old = desk.form;
  ASSERT_EQ(desk.ask(132).size(), 1U);
  EXPECT_EQ(field(desk.form, "hub.mode"), "unsubscribe");
  EXPECT_EQ(field(desk.form, "hub.callback"), field(old, "hub.callback"));
  EXPECT_EQ(field(desk.form, "hub.secret"), "");
  EXPECT_EQ(desk.verify(133).body, "abc");
  EXPECT_EQ(desk.subscriber.size(), 0U);
  EXPECT_EQ(desk.push(134).status, 404);
}

TEST(WebSubSubscriber, SaysGoodbyeThreeTimesAtMost) {
  Desk desk;
  desk.prove();
  ASSERT_TRUE(desk.subscriber.forget_feed(kFeed, time_at(100)).ok());
  std::size_t asked = 0;
  for (std::int64_t at = 100; at < 10 * kDay; at += kHour) asked += desk.ask(at, 500).size();
  EXPECT_EQ(asked, 3U);
  EXPECT_EQ(desk.subscriber.size(), 0U);
}

TEST(WebSubSubscriber, AHubOfAnotherNameEachPollIsOneSubscriptionADay) {
  Desk desk;
  std::set<std::string> callbacks;
  for (std::int64_t hour = 0; hour < 72; ++hour) {
    const std::string hub = "https://h" + std::to_string(hour) + ".example/";
    ASSERT_TRUE(desk.subscriber.note_feed(notice_of(kFeed, false, {hub}), time_at(hour * kHour)).ok());
    for (const HubRequest& request : desk.ask(hour * kHour + 1, 202))
      callbacks.insert(field(request.form, "hub.callback"));
    (void)desk.verify(hour * kHour + 2);
  }
  EXPECT_EQ(callbacks.size(), 3U);
}

TEST(WebSubSubscriber, IsBoundedInWhatItKeepsAndAsks) {
  SubscriberOptions options;
  options.max_feeds = 100;
  options.max_at_once = 5;
  Desk desk(options);
  for (int i = 0; i < 100; ++i) {
    const std::string feed = "https://a.example/" + std::to_string(i);
    ASSERT_TRUE(desk.subscriber.note_feed(notice_of(feed), time_at(0)).ok());
  }
  const Status full = desk.subscriber.note_feed(notice_of("https://a.example/x"), time_at(0));
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().code, Code::kLimit);
  EXPECT_EQ(desk.subscriber.tick(time_at(1)).value_or(std::vector<HubRequest>()).size(), 5U);
  EXPECT_EQ(desk.subscriber.tick(time_at(2)).value_or(std::vector<HubRequest>()).size(), 0U);
  FeedNotice nowhere = notice_of();
  nowhere.feed_url = "no address";
  const Status none = desk.subscriber.note_feed(nowhere, time_at(0));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, Code::kInvalidArgument);
}

TEST(WebSubSubscriber, RefusesOptionsWithoutMeaning) {
  std::vector<SubscriberOptions> cases(5);
  cases[0].lease = std::chrono::seconds(0);
  cases[1].most_lease = std::chrono::hours(1);
  cases[2].max_at_once = 0;
  cases[3].pushes_a_minute = 0;
  cases[4].most_news_interval = std::chrono::seconds(1);
  for (const SubscriberOptions& one : cases) EXPECT_FALSE(Subscriber::make(one).has_value());
}

}  // namespace
}  // namespace bfa::test
