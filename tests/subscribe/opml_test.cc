// SPDX-License-Identifier: Apache-2.0
// The subscriptions as OPML, and back.
#include <gtest/gtest.h>

#include "bfa/subscribe/subscriptions.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

// What a reader of the document subscribes to.
std::vector<Subscription> read_back(const Opml& opml) {
  Findings findings;
  const auto text = write_opml(opml);
  EXPECT_TRUE(text);
  const auto again = parse_opml(*text, {}, findings);
  EXPECT_TRUE(again);
  EXPECT_TRUE(findings.empty());
  std::vector<Subscription> out;
  for (const OpmlFeed& feed : feeds_of(*again)) {
    const std::string& url = feed.html_url.empty() ? feed.xml_url : feed.html_url;
    out.push_back({url, {}, feed.title == url ? std::string() : feed.title, {}});
    if (!feed.html_url.empty()) out.back().feeds.push_back(feed.xml_url);
  }
  return out;
}

std::vector<std::string> lines_of(const std::vector<Subscription>& list) {
  std::vector<std::string> out;
  for (const Subscription& each : list) {
    std::string line = each.url + " [" + each.title + "]";
    for (const auto& feed : each.feeds) line += " " + feed;
    out.push_back(line);
  }
  return out;
}

TEST(SubscriptionsAsOpml, ComeBackTheSame) {
  const std::vector<Subscription> wanted = {{"http://a.example/",
                                             {"http://a.example/feed.xml", "http://feeds.example/a?x=1&y=2"},
                                             "A & <B> \"C\"",
                                             {}},
                                            {"http://b.example/feed/", {}, "A feed alone", {}},
                                            {"http://c.example/blog/", {}, "", {}},
                                            {"http://d.example/",
                                             {"http://d.example/atom"},
                                             "\xc3\x9c"
                                             "ber",
                                             {}}};
  Bench first, second;
  const auto archive = open_archive(first.path(), ArchiveOptions::Mode::kWrite, &first.clock);
  ASSERT_EQ(got(add_subscriptions(*archive, wanted, first.clock.now())).added, 4U);
  const Opml opml = got(opml_of_subscriptions(*archive, first.clock.now()));
  EXPECT_EQ(opml.outlines.size(), 5U) << "one for each feed";
  const auto other = open_archive(second.path(), ArchiveOptions::Mode::kWrite, &second.clock);
  const AddReport report = got(add_subscriptions(*other, read_back(opml), second.clock.now()));
  EXPECT_TRUE(report.refused.empty());
  const auto before = lines_of(got(subscriptions(*archive)));
  EXPECT_EQ(before.size(), 4U);
  EXPECT_EQ(lines_of(got(subscriptions(*other))), before);
  EXPECT_TRUE(archive->close());
  EXPECT_TRUE(other->close());
}

// Two blogs with one feed: the second one stays, under its own address.
TEST(SubscriptionsAsOpml, NoBlogIsLostToASharedFeed) {
  Bench bench;
  const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  ASSERT_TRUE(add_subscriptions(*archive,
                                {{"http://a.example/", {"http://planet.example/feed"}, "A", {}},
                                 {"http://b.example/", {"http://planet.example/feed"}, "B", {}}},
                                bench.clock.now()));
  const auto again = read_back(got(opml_of_subscriptions(*archive, bench.clock.now())));
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0].url, "http://a.example/");
  EXPECT_EQ(again[1].url, "http://b.example/");
  EXPECT_TRUE(archive->close());
}

TEST(SubscriptionsAsOpml, ACrawledBlogHasItsFeedAndTitle) {
  SampleBlog blog{"http://blog.example", 6, 4};
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    EXPECT_TRUE(got(opml_of_subscriptions(*archive, bench.clock.now())).outlines.empty());
    const Opml all = got(opml_of_subscriptions(*archive, bench.clock.now(), true));
    ASSERT_EQ(all.outlines.size(), 1U);
    EXPECT_EQ(all.outlines[0].html_url, blog.home());
    ASSERT_TRUE(add_subscriptions(*archive, {{blog.home(), {}, {}, {}}}, bench.clock.now()));
    EXPECT_TRUE(archive->close());
  }
  const Opml opml = got(opml_of_subscriptions(*bench.read(), bench.clock.now()));
  ASSERT_EQ(opml.outlines.size(), 1U);
  EXPECT_EQ(opml.outlines[0].xml_url, blog.origin() + "/feed.xml");
  EXPECT_EQ(opml.outlines[0].html_url, blog.home());
  EXPECT_EQ(opml.outlines[0].title, "Shelf Notes");
}

}  // namespace
}  // namespace bfa
