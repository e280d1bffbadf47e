// SPDX-License-Identifier: Apache-2.0
// Crawls of a sample blog into memory: which pages are found, stored, retried and ignored.
#include "bfa/crawl/crawl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "bfa/crawl/memory.h"
#include "sample_blog.h"

namespace bfa {
namespace {

using test::SampleBlog;
using test::SampleFetcher;

CrawlOptions quick_options() {
  CrawlOptions options;
  options.step.retry_backoff = std::chrono::milliseconds(1);
  options.threads = 2;
  return options;
}

std::map<std::string, DataObject> posts_of(const MemoryCrawl& memory) {
  std::map<std::string, DataObject> posts;
  for (const auto& [key, version] : memory.objects()) {
    if (version.object.kind == ObjectKind::kPost) posts[version.object.url] = version.object;
  }
  return posts;
}

CrawlReport crawl(MemoryCrawl& memory, SampleFetcher& fetcher, const std::string& home,
                  const CrawlOptions& options = quick_options()) {
  auto reports = crawl_into(memory, memory.view(), memory, fetcher, {home}, options);
  EXPECT_TRUE(reports) << to_string(reports.error());
  return reports ? reports->at(0) : CrawlReport{};
}

// A crawl of a whole sample blog.
struct Crawled {
  explicit Crawled(const SampleBlog& blog) : home(blog.home()) {
    fetcher.serve(blog);
    report = crawl(memory, fetcher, home);
  }
  BlogState state() const {
    const auto found = memory.view().blog(home);
    EXPECT_TRUE(found && *found);
    return found && *found ? **found : BlogState{};
  }

  std::string home;
  SampleFetcher fetcher;
  MemoryCrawl memory;
  CrawlReport report;
};

TEST(NewCrawl, StoresEveryPostOfTheBlogNotOnlyThoseInTheFeed) {
  SampleBlog blog;
  const Crawled crawled(blog);
  EXPECT_FALSE(crawled.report.error) << to_string(*crawled.report.error);
  const auto posts = posts_of(crawled.memory);
  ASSERT_EQ(posts.size(), 8u);
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(posts.contains(blog.post_url(i))) << i;
    const DataObject& post = posts.at(blog.post_url(i));
    EXPECT_EQ(post.title, "Note on shelf " + std::to_string(i));
    EXPECT_NE(post.text.find("item " + std::to_string(i * 31 * 7) + "."), std::string::npos) << post.text;
    EXPECT_EQ(post.text.find("Visitors"), std::string::npos);
    EXPECT_EQ(post.text.find("Share this"), std::string::npos);
  }
  EXPECT_EQ(crawled.report.posts, 8u);
}

TEST(NewCrawl, ObeysRobotsAndFetchesNothingTwice) {
  SampleBlog blog;
  const Crawled crawled(blog);
  const auto requested = crawled.fetcher.requested();
  const std::set<std::string> once(requested.begin(), requested.end());
  EXPECT_EQ(once.size(), requested.size()) << testing::PrintToString(requested);
  EXPECT_FALSE(once.contains(blog.origin() + "/private/x/"));
  EXPECT_EQ(crawled.report.denied, 1u);
  EXPECT_EQ(requested.front(), blog.origin() + "/robots.txt");
}

TEST(NewCrawl, FindsAFeedThatNoPageNamesAtAUsualPath) {
  SampleBlog blog;
  blog.has_feed_link = false;
  const Crawled crawled(blog);
  const BlogState state = crawled.state();
  EXPECT_EQ(state.feed, blog.origin() + "/feed.xml");
  EXPECT_EQ(posts_of(crawled.memory).size(), 8u);
}

TEST(NewCrawl, TakesFurtherFeedsAtUsualPathsThatHaveOtherEntries) {
  SampleBlog blog;
  blog.has_feed_link = false;
  blog.in_feed = 3;
  const auto feed_with = [](const std::string& link) {
    return "<rss version=\"2.0\"><channel><title>Shelf Notes</title><item><title>Kept apart</title><link>" +
           link + "</link></item></channel></rss>";
  };
  blog.files["/index.rdf"] = feed_with(blog.post_url(1));
  blog.files["/rss"] = blog.at("/feed.xml").body;             // the same entries once more
  blog.files["/blog/rss.xml"] = feed_with(blog.post_url(2));  // too far down the list of paths
  const Crawled crawled(blog);
  const BlogState state = crawled.state();
  EXPECT_EQ(state.feeds,
            (std::vector<std::string>{blog.origin() + "/feed.xml", blog.origin() + "/index.rdf"}));
  EXPECT_EQ(state.feed, blog.origin() + "/feed.xml");
}

TEST(NewCrawl, WithoutAnyFeedThePagesThemselvesTeach) {
  SampleBlog blog;
  blog.has_feed_link = false;
  blog.has_feed = false;
  const Crawled crawled(blog);
  EXPECT_FALSE(crawled.report.error);
  const auto objects = crawled.memory.objects();
  const auto at = std::find_if(objects.begin(), objects.end(), [&](const auto& entry) {
    return entry.second.object.url == blog.post_url(2);
  });
  ASSERT_NE(at, objects.end());
  EXPECT_EQ(at->second.object.provenance.methods.at("article"), "site");
  EXPECT_NE(at->second.object.text.find("item " + std::to_string(2 * 31 * 7) + "."), std::string::npos);
}

TEST(PlanFetch, AsksForTheCrawlDelayOfRobotsUnlessToldNotTo) {
  SampleBlog blog;
  blog.robots = "User-agent: *\nCrawl-delay: 3\n";
  const Crawled crawled(blog);
  CrawlTask task;
  task.blog = blog.home();
  task.url = *Url::parse(blog.post_url(1));
  StepOptions options;
  const auto polite = plan_fetch(task, crawled.memory.view(), options);
  ASSERT_TRUE(polite && *polite);
  EXPECT_EQ((*polite)->delay, std::chrono::seconds(3));
  options.obey_crawl_delay = false;
  const auto quick = plan_fetch(task, crawled.memory.view(), options);
  ASSERT_TRUE(quick && *quick);
  EXPECT_EQ((*quick)->delay, std::chrono::milliseconds(0));
}

TEST(Retry, ATransientFailureIsTriedThreeTimesMore) {
  SampleBlog blog;
  SampleFetcher fetcher;
  fetcher.serve(blog);
  fetcher.fail(blog.post_url(1), 3, 503, {{"Retry-After", "0"}});
  MemoryCrawl memory;
  const CrawlReport report = crawl(memory, fetcher, blog.home());
  EXPECT_EQ(report.failed, 0u);
  EXPECT_TRUE(posts_of(memory).contains(blog.post_url(1)));
}

TEST(Retry, AFailureThatStaysIsListed) {
  SampleBlog blog;
  SampleFetcher fetcher;
  fetcher.serve(blog);
  fetcher.fail(blog.post_url(1), 1000, 500);
  MemoryCrawl memory;
  const CrawlReport report = crawl(memory, fetcher, blog.home());
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].where, blog.post_url(1));
  EXPECT_EQ(report.failures[0].code, Code::kUnavailable);
  const auto requested = fetcher.requested();
  EXPECT_EQ(std::count(requested.begin(), requested.end(), blog.post_url(1)), 4);
  EXPECT_EQ(posts_of(memory).size(), 7u);
}

TEST(Failure, RobotsThatStaysUnavailableDefersTheBlog) {
  SampleBlog blog;
  SampleFetcher fetcher;
  fetcher.serve(blog);
  fetcher.fail(blog.origin() + "/robots.txt", 1000, 503);
  MemoryCrawl memory;
  const CrawlReport report = crawl(memory, fetcher, blog.home());
  EXPECT_TRUE(report.deferred);
  ASSERT_TRUE(report.error);
  EXPECT_NE(report.error->message.find("robots.txt"), std::string::npos);
  EXPECT_TRUE(memory.objects().empty());
}

TEST(Failure, AHostThatDoesNotResolveIsNamed) {
  SampleFetcher fetcher;
  fetcher.break_host("nowhere.example", Error{Code::kNotFound, "the host nowhere.example has no address",
                                              "http://nowhere.example/"});
  MemoryCrawl memory;
  const CrawlReport report = crawl(memory, fetcher, "http://nowhere.example/");
  ASSERT_TRUE(report.error);
  EXPECT_NE(report.error->message.find("nowhere.example"), std::string::npos);
  EXPECT_LE(fetcher.requested().size(), 2u);
}

TEST(Failure, ABlogThatIsNotThereSaysWhatItAnswered) {
  SampleFetcher fetcher;
  MemoryCrawl memory;
  const CrawlReport report = crawl(memory, fetcher, "http://gone.example/");
  ASSERT_TRUE(report.error);
  EXPECT_NE(report.error->message.find("404"), std::string::npos);
}

TEST(Limits, MaxPagesEndsTheRunAndLeavesTheRestInTheFrontier) {
  SampleBlog blog;
  SampleFetcher fetcher;
  fetcher.serve(blog);
  MemoryCrawl memory;
  CrawlOptions options = quick_options();
  options.max_pages = 3;
  options.in_flight = 1;
  const CrawlReport report = crawl(memory, fetcher, blog.home(), options);
  EXPECT_GT(report.queued, 0u);
  EXPECT_FALSE(report.error);
}

TEST(Stop, EndsAfterTheTransfersInFlightAndSaysWhatIsLeft) {
  SampleBlog blog;
  SampleFetcher fetcher;
  fetcher.serve(blog);
  MemoryCrawl memory;
  std::stop_source stop;
  CrawlOptions options = quick_options();
  options.in_flight = 1;
  options.stop = stop.get_token();
  options.on_event = [&](const CrawlEvent& event) {
    const auto* const fetched = std::get_if<FetchedEvent>(&event);
    if (fetched != nullptr && fetched->task == TaskKind::kFeed) stop.request_stop();
  };
  const CrawlReport report = crawl(memory, fetcher, blog.home(), options);
  EXPECT_TRUE(report.interrupted);
  EXPECT_GT(report.queued, 0u);
}

TEST(Determinism, ManyInFlightGiveTheSameObjectsAsOneAtATime) {
  SampleBlog blog("http://blog.example", 20, 10);
  std::vector<std::map<std::string, DataObject>> results;
  for (const std::size_t in_flight : {1u, 32u}) {
    SampleFetcher fetcher;
    fetcher.serve(blog);
    MemoryCrawl memory;
    CrawlOptions options = quick_options();
    options.in_flight = in_flight;
    options.per_host = in_flight;
    crawl(memory, fetcher, blog.home(), options);
    auto posts = posts_of(memory);
    for (auto& [url, post] : posts) post.provenance = {};
    results.push_back(std::move(posts));
  }
  EXPECT_EQ(results[0].size(), 20u);
  EXPECT_TRUE(results[0] == results[1]);
}

TEST(SeveralBlogs, OneReportEachInTheOrderAskedFor) {
  SampleBlog first("http://one.example"), second("http://two.example", 4, 4);
  SampleFetcher fetcher;
  fetcher.serve(first);
  fetcher.serve(second);
  MemoryCrawl memory;
  const auto reports =
      crawl_into(memory, memory.view(), memory, fetcher, {second.home(), first.home()}, quick_options());
  ASSERT_TRUE(reports);
  ASSERT_EQ(reports->size(), 2u);
  EXPECT_EQ(reports->at(0).posts, 4u);
  EXPECT_EQ(reports->at(1).posts, 8u);
}

}  // namespace
}  // namespace bfa
