// SPDX-License-Identifier: Apache-2.0
#include "bfa/subscribe/discover.h"

#include "bfa/subscribe/subscriptions.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::string link(const std::string& url) {
  return "<a href=\"" + url + "\">a link</a>";
}

TEST(Discover, RanksSitesByTheBlogsThatLinkToThem) {
  SampleBlog one{"http://one.example", 4, 4}, two{"http://two.example", 4, 4};
  const std::string dated = link("https://friend.example/2024/05/a-post/");
  one.extra_paragraph[0] = dated + link("https://friend.example/2024/06/b/") + link("https://shop.example/x");
  one.extra_paragraph[1] = dated + link("http://people.example/~ann/log.html") + link("http://two.example/");
  one.extra_paragraph[2] = link("http://one.example/about/") + link("https://wanted.example/2024/01/c/");
  two.extra_paragraph[0] = link("https://friend.example/about") + link("https://shop.example/y");
  two.extra_paragraph[1] = link("http://people.example/~ann/") + link("https://news.example/rss.xml");
  two.extra_paragraph[2] = link("https://news.example/rss.xml") + link("https://wanted.example/");
  one.extra_paragraph[3] = link("https://news.example/rss.xml") + link("mailto:a@b.example");
  Bench bench;
  bench.fetcher.serve(one);
  bench.fetcher.serve(two);
  bench.crawl({one.home(), two.home()}, quick_options());
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite);
    ASSERT_TRUE(add_subscriptions(*archive, {{"https://wanted.example/", {}, {}, {}}}, bench.clock.now()));
    ASSERT_TRUE(archive->close());
  }
  const auto archive = bench.read();
  const auto report = got(discover_blogs(*archive, {}));
  ASSERT_EQ(report.proposals.size(), 4U);
  std::map<std::string, Proposal> by_url;
  for (const Proposal& each : report.proposals) by_url[each.url] = each;
  ASSERT_TRUE(by_url.contains("https://friend.example/"));
  ASSERT_TRUE(by_url.contains("https://news.example/rss.xml"));
  ASSERT_TRUE(by_url.contains("http://people.example/~ann/"));
  ASSERT_TRUE(by_url.contains("https://shop.example/"));
  const Proposal& friendly = by_url["https://friend.example/"];
  EXPECT_EQ(friendly.blogs, 2U);
  EXPECT_EQ(friendly.posts, 3U) << "a post counts once";
  EXPECT_EQ(friendly.dated, 2U);
  EXPECT_EQ(friendly.by, (std::vector<std::string>{"one.example", "two.example"}));
  EXPECT_GT(friendly.score, by_url["https://shop.example/"].score);
  EXPECT_TRUE(by_url["https://news.example/rss.xml"].is_feed);
  EXPECT_FALSE(by_url.contains("https://wanted.example/")) << "it is subscribed to";
  EXPECT_FALSE(by_url.contains("http://two.example/")) << "it is known";
  for (std::size_t i = 1; i < report.proposals.size(); ++i)
    EXPECT_GE(report.proposals[i - 1].score, report.proposals[i].score);

  DiscoverQuery wanted;
  wanted.most = 1;
  EXPECT_EQ(got(discover_blogs(*archive, wanted)).proposals.size(), 1U);
  wanted.most_candidates = 2;
  EXPECT_TRUE(got(discover_blogs(*archive, wanted)).forgot);
  wanted.least_blogs = 3;
  EXPECT_TRUE(got(discover_blogs(*archive, wanted)).proposals.empty());
}

TEST(AutoAdd, KeepsItsLimits) {
  SampleBlog one{"http://one.example", 5, 5}, two{"http://two.example", 5, 5};
  Bench bench;
  for (SampleBlog* blog : {&one, &two}) {
    blog->extra_paragraph[0] = link("https://news.example/rss.xml");
    blog->extra_paragraph[1] = link("https://friend.example/2024/05/a/") + link("https://shop.example/x");
    blog->extra_paragraph[2] = link("https://third.example/2024/05/a/");
    bench.fetcher.serve(*blog);
  }
  two.extra_paragraph[3] = link("https://friend.example/2024/05/b/");
  bench.crawl({one.home(), two.home()}, quick_options());
  const UtcTime now = bench.clock.now();
  const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  AutoAdd limits;
  limits.least_blogs = 2;
  EXPECT_TRUE(got(auto_add(*archive, limits, now, {})).empty()) << "it is off";
  limits.a_day = 1;
  limits.least_blogs = 3;
  EXPECT_TRUE(got(auto_add(*archive, limits, now, {})).empty()) << "too few blogs link";
  limits.least_blogs = 2;
  EXPECT_TRUE(got(auto_add(*archive, limits, now + std::chrono::hours(1), {})).empty()) << "once a day";
  const auto later = [&](int days) { return now + std::chrono::hours(25 * days); };
  auto added = got(auto_add(*archive, limits, later(1), {}));
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(added[0].url, "https://friend.example/");
  EXPECT_EQ(got(subscriptions(*archive)).size(), 1U);
  const auto reasons = got(archive->decisions("auto-add"));
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_NE(reasons[0].reason.find("3 posts of 2 blogs link to it"), std::string::npos) << reasons[0].reason;
  // What a person ended does not come back.
  ASSERT_TRUE(end_subscription(*archive, "https://friend.example/", "no blog", later(1)));
  limits.a_day = 5;
  limits.in_all = 2;
  added = got(auto_add(*archive, limits, later(2), {}));
  ASSERT_EQ(added.size(), 1U) << "two in all";
  EXPECT_EQ(added[0].url, "https://news.example/rss.xml");
  limits.in_all = 100;
  added = got(auto_add(*archive, limits, later(3), {}));
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(added[0].url, "https://third.example/") << "the shop has no posts";
  EXPECT_TRUE(got(auto_add(*archive, limits, later(4), {})).empty());
}

TEST(AutoAdd, AStopAddsNothing) {
  Bench bench;
  SampleBlog one{"http://one.example", 5, 5};
  one.extra_paragraph[0] = link("https://news.example/rss.xml");
  bench.fetcher.serve(one);
  bench.crawl(one.home(), quick_options());
  const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(got(auto_add(*archive, {5, 100, 1}, bench.clock.now(), stop.get_token())).empty());
  EXPECT_TRUE(got(subscriptions(*archive)).empty());
  EXPECT_EQ(got(auto_add(*archive, {5, 100, 1}, bench.clock.now(), {})).size(), 1U);
}

}  // namespace
}  // namespace bfa
