// SPDX-License-Identifier: Apache-2.0
// What a document of a feed says of when to ask again, and which of its entries are news.
#include "crawl/step_feed_poll.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

FeedEntry entry(const std::string& id, const std::string& link, const std::string& text, int day) {
  FeedEntry out;
  out.id = id;
  out.link = link;
  out.title = "Title of " + text;
  out.content = text;
  if (day > 0) out.published = Timestamp{UtcTime(std::chrono::hours(24 * (20'000 + day)))};
  return out;
}

Feed feed_of(std::vector<FeedEntry> entries) {
  Feed feed;
  feed.entries = std::move(entries);
  return feed;
}

FeedPoll polled() {
  FeedPoll poll;
  poll.time = UtcTime(std::chrono::hours(24 * 20'100));
  return poll;
}

struct Row {
  const char* name;
  Feed before, now;
  std::vector<bool> news;
  std::size_t dates;
  bool all_new;
};

class Documents : public testing::TestWithParam<Row> {};

TEST_P(Documents, TellWhatIsNew) {
  const Row& row = GetParam();
  FeedPoll poll = polled();
  EXPECT_EQ(take_document(row.now, &row.before, poll), row.news);
  EXPECT_EQ(poll.new_dates.size(), row.dates);
  EXPECT_EQ(poll.all_new, row.all_new);
  EXPECT_EQ(poll.entries, row.now.entries.size());
  EXPECT_TRUE(poll.read);
}

const Feed kThree =
    feed_of({entry("c", "http://b.example/c", "c", 3), entry("b", "http://b.example/b", "b", 2),
             entry("a", "http://b.example/a", "a", 1)});

INSTANTIATE_TEST_SUITE_P(
    Feed, Documents,
    testing::Values(
        Row{"Same", kThree, kThree, {false, false, false}, 0, false},
        Row{"OneMore",
            kThree,
            feed_of({entry("d", "http://b.example/d", "d", 4), kThree.entries[0], kThree.entries[1]}),
            {true, false, false},
            1,
            false},
        Row{"OtherIds",
            kThree,
            feed_of({entry("1", "http://b.example/c", "c", 3), entry("2", "http://b.example/b", "b", 2)}),
            {false, false},
            0,
            false},
        Row{"OtherIdsAndAddresses",
            kThree,
            feed_of({entry("1", "http://b.example/c?n=1", "c", 3),
                     entry("2", "http://b.example/b?n=2", "b", 2)}),
            {false, false},
            0,
            false},
        Row{"Edited",
            kThree,
            feed_of({entry("c", "http://b.example/c", "c, corrected", 3), kThree.entries[1]}),
            {true, false},
            0,
            false},
        Row{"AllNew",
            kThree,
            feed_of({entry("f", "http://b.example/f", "f", 6), entry("e", "http://b.example/e", "e", 5)}),
            {true, true},
            2,
            true},
        Row{"AllNewButOneThatStaysOnTop",
            feed_of({entry("s", "http://b.example/s", "s", 1), entry("e", "http://b.example/e", "e", 5),
                     entry("d", "http://b.example/d", "d", 4), entry("c", "http://b.example/c", "c", 3)}),
            feed_of({entry("s", "http://b.example/s", "s", 1), entry("h", "http://b.example/h", "h", 8),
                     entry("g", "http://b.example/g", "g", 7)}),
            {false, true, true},
            2,
            true},
        Row{"TheNewestWasTakenBack",
            kThree,
            feed_of({kThree.entries[1], kThree.entries[2]}),
            {false, false},
            0,
            false},
        Row{"Empty", kThree, feed_of({}), {}, 0, false},
        Row{"WasEmpty", feed_of({}), kThree, {true, true, true}, 3, false}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(FeedPolls, TheFirstDocumentIsNoOverflow) {
  FeedPoll poll = polled();
  take_document(kThree, nullptr, poll);
  EXPECT_FALSE(poll.all_new);
  EXPECT_EQ(poll.new_dates.size(), 3U);
}

TEST(FeedPolls, ADayWithoutAnHourCountsAsTheTimeOfThePoll) {
  Feed feed = kThree;
  feed.entries.insert(feed.entries.begin(), entry("d", "http://b.example/d", "d", 4));
  feed.entries[0].published->precision = TimePrecision::kDay;
  FeedPoll poll = polled();
  take_document(feed, &kThree, poll);
  EXPECT_EQ(poll.new_dates, std::vector<UtcTime>{poll.time});
}

TEST(FeedPolls, ThousandDatesAreEnough) {
  Feed feed;
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = std::to_string(i);
    feed.entries.push_back(entry(name, "http://b.example/" + name, name, 1));
  }
  FeedPoll poll = polled();
  const auto news = take_document(feed, &kThree, poll);
  EXPECT_EQ(poll.new_dates.size(), 1000U);
  EXPECT_EQ(news.size(), 10'000U);
}

TEST(FeedPolls, WhatIsKnownOtherwiseIsNoNewsAndNoOverflow) {
  const Feed old =
      feed_of({entry("x", "http://b.example/x", "x", 1), entry("y", "http://b.example/y", "y", 2)});
  FeedPoll poll = polled();
  const auto all = [](const FeedEntry&) { return true; };
  EXPECT_EQ(take_document(old, &kThree, poll, all), std::vector<bool>(2, false));
  EXPECT_FALSE(poll.all_new) << "the feed has jumped back";
  EXPECT_TRUE(poll.new_dates.empty());
  FeedPoll other = polled();
  const auto one = [](const FeedEntry& entry) { return entry.id == "x"; };
  EXPECT_EQ(take_document(old, &kThree, other, one), (std::vector<bool>{false, true}));
  EXPECT_TRUE(other.all_new) << "others may have come and gone";
  EXPECT_EQ(other.new_dates.size(), 1U);
}

TEST(FeedPolls, WishesOfTheDocumentAreBounded) {
  Feed feed = kThree;
  feed.ttl = std::chrono::hours(24 * 10'000);
  feed.skip_hours = {0, 23, 99};
  feed.skip_days = {"Monday", "sunday", "Caturday"};
  feed.fields = {{"sy:updateperiod", "Hourly", {}}, {"sy:updatefrequency", "2", {}}};
  feed.hubs = {"https://hub.example/"};
  FeedPoll poll = polled();
  take_document(feed, nullptr, poll);
  EXPECT_EQ(poll.least_interval, std::chrono::hours(24 * 366));
  EXPECT_EQ(poll.skip_hours, (1U << 0) | (1U << 23));
  EXPECT_EQ(poll.skip_days, (1U << 0) | (1U << 6));
  EXPECT_EQ(poll.hubs, feed.hubs);
  feed.ttl.reset();
  poll = polled();
  take_document(feed, nullptr, poll);
  EXPECT_EQ(poll.least_interval, std::chrono::minutes(30));
}

}  // namespace
}  // namespace bfa
