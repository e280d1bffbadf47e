// SPDX-License-Identifier: Apache-2.0
// What is kept, and a restart.
#include <gtest/gtest.h>

#include <map>

#include "fixtures.h"
#include "websub/subscription.h"

namespace bfa::test {
namespace {

TEST(WebSubState, ARestartNeedsNoNewVerification) {
  Desk desk;
  desk.prove();
  const auto bytes = desk.subscriber.encode();
  ASSERT_TRUE(bytes.has_value());
  Desk again;
  again.form = desk.form;
  ASSERT_TRUE(again.subscriber.decode(*bytes, time_at(kDay)).ok());
  EXPECT_TRUE(again.ask(kDay).empty());
  // What was pushed while nobody listened is unknown: the first poll finds it, and is no silence of the hub.
  EXPECT_FALSE(again.pushed(kDay));
  ASSERT_TRUE(again.poll(kDay + 1, true).ok());
  EXPECT_TRUE(again.pushed(kDay + 2));
  EXPECT_EQ(again.report(kDay + 2).lies.silences, 0U);
  (void)again.push(kDay + 3);
  EXPECT_EQ(again.news(kDay + 3), 1U);
  EXPECT_EQ(again.ask(9 * kDay + kHour).size(), 1U);  // the renewal
}

TEST(WebSubState, ChangesAreWhatEncodeHas) {
  Desk desk;
  std::map<std::string, std::string> kept;
  const auto keep = [&] {
    for (const auto& change : desk.subscriber.take_changes().value_or(std::vector<SubscriptionChange>())) {
      if (change.bytes.empty())
        kept.erase(change.key);
      else
        kept[change.key] = change.bytes;
    }
  };
  const auto same = [&](std::int64_t at) {
    Desk other;
    for (const auto& [key, bytes] : kept) {
      const Status status = other.subscriber.restore(bytes, time_at(at));
      if (!status.ok()) return false;
    }
    return other.subscriber.encode().value_or("a") == desk.subscriber.encode().value_or("b");
  };
  ASSERT_TRUE(desk.poll(0, true).ok());
  keep();
  EXPECT_TRUE(same(0));
  (void)desk.ask(1);
  keep();
  EXPECT_TRUE(same(1));
  (void)desk.verify(2);
  keep();
  EXPECT_TRUE(same(2));
  (void)desk.push(10);
  (void)desk.news(10);
  (void)desk.poll(20, true).ok();
  keep();
  EXPECT_TRUE(same(20));
  keep();
  EXPECT_TRUE(desk.subscriber.take_changes().value_or(std::vector<SubscriptionChange>(1)).empty());
  // Polls and pushes that teach nothing cost nothing in the store.
  (void)desk.poll(kDay, false).ok();
  EXPECT_TRUE(desk.subscriber.take_changes().value_or(std::vector<SubscriptionChange>(1)).empty());
  ASSERT_TRUE(desk.subscriber.forget_feed(kFeed, time_at(kDay)).ok());
  (void)desk.ask(kDay + 1);
  keep();
  EXPECT_EQ(kept.size(), 1U);
  (void)desk.verify(kDay + 2);
  keep();
  EXPECT_TRUE(kept.empty());
}

TEST(WebSubState, AnotherCallbackAddressIsToldToTheHub) {
  Desk desk;
  desk.prove();
  const auto bytes = desk.subscriber.encode();
  SubscriberOptions options;
  options.callback_base = "https://new.example/websub/";
  Desk moved(options);
  ASSERT_TRUE(moved.subscriber.decode(bytes.value_or(""), time_at(kDay)).ok());
  EXPECT_FALSE(moved.pushed(kDay));
  ASSERT_EQ(moved.ask(kDay).size(), 1U);
  EXPECT_TRUE(field(moved.form, "hub.callback").starts_with("https://new.example/websub/"));
}

TEST(WebSubState, ALeaseFromTheFutureIsCut) {
  Desk desk;
  desk.prove();
  Desk early;
  ASSERT_TRUE(early.subscriber.decode(desk.subscriber.encode().value_or(""), time_at(-300 * kDay)).ok());
  EXPECT_LE(early.report(-300 * kDay).lease_end, time_at(-285 * kDay));
  EXPECT_LE(early.report(-300 * kDay).due, time_at(-285 * kDay));
}

// Each cut and each changed byte is an error or another valid record; nothing is half read.
TEST(WebSubState, BadBytesAreErrors) {
  Desk desk;
  desk.prove();
  const auto changes = desk.subscriber.take_changes().value_or(std::vector<SubscriptionChange>());
  ASSERT_EQ(changes.size(), 1U);
  const std::string& good = changes[0].bytes;
  for (std::size_t size = 0; size < good.size(); ++size) {
    const auto cut = websub::decode_subscription(good.substr(0, size));
    ASSERT_FALSE(cut.has_value()) << size;
    EXPECT_EQ(cut.error().code, Code::kCorrupt) << size;
  }
  EXPECT_FALSE(websub::decode_subscription(good + "x").has_value());
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 0x81);
    const auto read = websub::decode_subscription(changed);
    if (!read) continue;
    EXPECT_EQ(websub::encode_subscription(*read), changed) << at;
  }
  const auto list = desk.subscriber.encode().value_or("");
  for (std::size_t size = 0; size < list.size(); ++size) {
    if (size == std::string_view("bfa-websub-1\n").size()) continue;  // the empty list
    Desk other;
    EXPECT_FALSE(other.subscriber.decode(list.substr(0, size), time_at(0)).ok()) << size;
    EXPECT_EQ(other.subscriber.size(), 0U);
  }
  // The same twice.
  Desk twice;
  EXPECT_TRUE(twice.subscriber.restore(good, time_at(0)).ok());
  EXPECT_FALSE(twice.subscriber.restore(good, time_at(0)).ok());
}

}  // namespace
}  // namespace bfa::test
