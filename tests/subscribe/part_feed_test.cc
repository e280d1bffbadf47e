// SPDX-License-Identifier: Apache-2.0
// Feeds of parts of a blog, which are polled beside the main feed.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "subscribe/part_feeds.h"
#include "subscribe/run_bench.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

struct Item {
  std::string path, date;  // date: of RFC 822; empty: none
};

std::string feed_of(const std::string& origin, const std::vector<Item>& items) {
  std::string xml = "<rss version=\"2.0\"><channel><title>Music</title><link>" + origin + "/</link>";
  for (const auto& [path, date] : items) {
    xml += "<item><title>Of " + path + "</title><link>" + origin + path + "</link>";
    if (!date.empty()) xml += "<pubDate>" + date + "</pubDate>";
    xml += "</item>";
  }
  return xml + "</channel></rss>";
}

std::string linked(const std::string& feeds, const std::string& page) {
  return "<html><head>" + feeds + page.substr(page.find("<head>") + 6);
}

class PartFeeds : public RunBench {
 protected:
  PartFeeds() {
    options.schedule.polls_per_feed_day = 6;
    for (int i = 0; i < 4; ++i) add_song(i);
    set_feeds();
    // All else that the home page has stays.
    blog.pages["/"] = linked(
        "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed.xml\">"
        "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/twin.xml\">"
        "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/music/feed.xml\">",
        blog.at("/").body);
  }

  static std::string song_path(int number) { return "/music/song-" + std::to_string(number) + "/"; }
  void add_song(int number) {
    const std::string name = "song " + std::to_string(number);
    blog.pages[song_path(number)] = "<html><head><title>A " + name + "</title></head><body><h1>A " + name +
                                    "</h1><div class=\"entry\">" + blog.article(100 + number) +
                                    "</div></body></html>";
    songs.insert(songs.begin(),
                 {song_path(number), "Fri, 1" + std::to_string(number) + " May 2026 08:00:00 GMT"});
  }
  void set_feeds() {
    blog.files["/music/feed.xml"] = feed_of(blog.origin(), songs);
    std::vector<Item> twin;
    for (int i = blog.posts - 1; i >= 0; --i) twin.push_back({blog.post_path(i), {}});
    blog.files["/twin.xml"] = feed_of(blog.origin(), twin);
  }
  std::size_t requests(const std::string& at) const {
    const auto asked = fetcher.requested();
    return static_cast<std::size_t>(std::count(asked.begin(), asked.end(), blog.origin() + at));
  }

  std::vector<Item> songs;  // newest first
};

TEST_F(PartFeeds, ThoseThatBringOtherPostsArePolledBetweenWholeVisits) {
  run(hours(1));
  ASSERT_EQ(got(read()->view().blog(blog.home()))->feed, feed_url());
  const std::size_t before = posts();
  fetcher.forget_requests();
  add_song(4);
  set_feeds();
  run(hours(22));
  EXPECT_EQ(requests("/"), 0U) << "no whole visit";
  EXPECT_EQ(posts(), before + 1);
  EXPECT_EQ(requests(song_path(4)), 1U);
  EXPECT_GT(requests("/music/feed.xml"), 0U);
  EXPECT_EQ(requests("/twin.xml"), 0U) << "it has what the main feed has";
  const std::size_t all = requests("/music/feed.xml") + requests("/feed.xml");
  EXPECT_LE(all, 24U) << "the budget of two feeds";
}

TEST_F(PartFeeds, OneThatBringsTheSameIsNoLongerPolled) {
  run(hours(1));
  songs.clear();
  for (int i = blog.posts - 1; i >= 0; --i) songs.push_back({blog.post_path(i), {}});
  set_feeds();
  run(hours(26));  // a whole visit, and an hour
  fetcher.forget_requests();
  run(hours(20));
  EXPECT_EQ(requests("/music/feed.xml"), 0U);
  EXPECT_GT(requests("/feed.xml"), 0U);
}

struct Case {
  const char* name;
  std::vector<Item> main, part;
  bool before;  // it was polled
  bool wanted;
};

class Judged : public testing::TestWithParam<Case> {};

// By the documents alone. They were read on 28 May 2026.
TEST_P(Judged, ByTheEntriesThatTheMainFeedLacks) {
  const Case& each = GetParam();
  SampleBlog blog{"http://blog.example", 3, 3};
  blog.files["/feed.xml"] = feed_of(blog.origin(), each.main);
  blog.files["/part.xml"] = feed_of(blog.origin(), each.part);
  blog.pages["/"] = linked(
      "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed.xml\">"
      "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/part.xml\">",
      blog.at("/").body);
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const auto archive = bench.read();
  auto state = *got(archive->view().blog(blog.home()));
  state.feed = blog.origin() + "/feed.xml";
  state.feeds = {state.feed, blog.origin() + "/part.xml", blog.origin() + "/none.xml"};
  std::vector<std::string> before;
  if (each.before) before.push_back(state.feeds[1]);
  const auto chosen = got(feeds_beside_main(*archive, state, {}, before));
  EXPECT_EQ(chosen, each.wanted ? std::vector<std::string>{state.feeds[1]} : std::vector<std::string>());
}

const std::vector<Item> kMain = {{"/a/", "Tue, 26 May 2026 08:00:00 GMT"},
                                 {"/b/", "Mon, 25 May 2026 08:00:00 GMT"},
                                 {"/c/", "Sun, 24 May 2026 08:00:00 GMT"},
                                 {"/old/", "Thu, 01 Jan 2015 08:00:00 GMT"}};

INSTANTIATE_TEST_SUITE_P(
    Feeds, Judged,
    testing::Values(
        Case{"SamePosts", kMain, kMain, false, false}, Case{"SamePostsNow", kMain, kMain, true, false},
        Case{"Older", kMain, {kMain[0], {"/d/", "Fri, 01 May 2026 08:00:00 GMT"}}, false, false},
        Case{"OlderThanItsWindow", kMain, {{"/d/", "Fri, 01 May 2026 08:00:00 GMT"}}, false, false},
        Case{"OlderNow", kMain, {{"/d/", "Fri, 01 May 2026 08:00:00 GMT"}}, true, true},
        Case{"Lacking", kMain, {{"/d/", "Tue, 26 May 2026 07:00:00 GMT"}, kMain[1]}, false, true},
        Case{"JustPublished", kMain, {{"/d/", "Thu, 28 May 2026 21:10:00 GMT"}, kMain[0]}, false, false},
        Case{"InTheFuture", kMain, {{"/d/", "Thu, 28 May 2099 20:20:00 GMT"}, kMain[0]}, false, false},
        Case{"WithoutDates", kMain, {{"/d/", ""}, {"/e/", ""}}, false, true},
        Case{"WithoutDatesInPart", kMain, {{"/a/", ""}, {"/e/", ""}}, false, false},
        Case{"EmptyMain", {}, {{"/d/", "Fri, 01 May 2026 08:00:00 GMT"}}, false, true}),
    [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace bfa
