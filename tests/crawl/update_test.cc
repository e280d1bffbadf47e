// SPDX-License-Identifier: Apache-2.0
// Crawls of a blog that is known already, over an archive on the disk: what is fetched again, what becomes a
// version and what only a sighting.
#include <set>

#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

class Update : public testing::Test {
 protected:
  void SetUp() override {
    bench.fetcher.serve(blog);
    const CrawlReport first = bench.crawl(blog.home(), quick_options());
    EXPECT_EQ(first.posts, 8u);
    first_requests = first.requests;
    first_objects = first.created;
  }

  std::string key_of(int post) const { return object_key(ObjectKind::kPost, blog.post_url(post)); }

  SampleBlog blog;
  Bench bench;
  std::uint64_t first_requests = 0, first_objects = 0;
};

TEST_F(Update, AnUnchangedBlogCostsFewRequestsAndMakesNoVersion) {
  const CrawlReport again = bench.crawl(blog.home(), quick_options());
  EXPECT_FALSE(again.error);
  EXPECT_EQ(again.created, 0u);
  EXPECT_EQ(again.changed, 0u);
  // Home page, feed and the five entries of the feed; robots.txt is fresh still.
  EXPECT_EQ(again.requests, 7u) << testing::PrintToString(bench.fetcher.requested());
  EXPECT_EQ(again.not_modified, 7u);
  EXPECT_LT(again.requests, first_requests);
  EXPECT_EQ(count_versions(*bench.read()), first_objects);
}

TEST_F(Update, WithoutRechecksOnlyWhatTheFeedLinksToIsAskedFor) {
  const CrawlReport again = bench.crawl(blog.home(), quick_options(Recheck::kNone), hours(24 * 30));
  EXPECT_EQ(again.requests, 8u) << testing::PrintToString(bench.fetcher.requested());  // robots.txt is stale
  EXPECT_EQ(again.changed, 0u);
}

TEST_F(Update, PagesThatWereNotVisitedForALongTimeAreLookedAtAgain) {
  const CrawlReport again = bench.crawl(blog.home(), quick_options(Recheck::kDue), hours(24 * 30));
  const auto requested = bench.fetcher.requested();
  for (int i = 0; i < blog.posts; ++i)
    EXPECT_EQ(std::count(requested.begin(), requested.end(), blog.post_url(i)), 1) << i;
  EXPECT_EQ(again.created + again.changed, 0u);
}

TEST_F(Update, SidebarFooterAndThemeOfEveryPageAreSightingsAndNoVersions) {
  blog.sidebar = "Visitors: 2044";
  blog.footer = "Footer of 2027, with another imprint";
  blog.theme = "winter";
  const CrawlReport again = bench.crawl(blog.home(), quick_options(Recheck::kAll));
  EXPECT_EQ(again.created, 0u);
  EXPECT_EQ(again.changed, 0u);
  EXPECT_EQ(again.not_modified, 0u) << "--recheck all asks without conditions";
  const auto requested = bench.fetcher.requested();
  for (int i = 0; i < blog.posts; ++i)
    EXPECT_EQ(std::count(requested.begin(), requested.end(), blog.post_url(i)), 1) << i;
  const auto archive = bench.read();
  EXPECT_EQ(count_versions(*archive), first_objects);
  for (const auto& [url, post] : posts_of(*archive)) {
    EXPECT_EQ(post.versions, 1u) << url;
    EXPECT_GE(post.sightings, 1u) << url;
    EXPECT_GT(post.last_seen, post.first_seen) << url;
    EXPECT_EQ(post.last_changed, post.first_seen) << url;
  }
}

TEST_F(Update, CommentsBelowAPostAreObjectsOfTheirOwnAndNoVersionsOfThePost) {
  blog.comments[1] = 2;
  const CrawlReport second = bench.crawl(blog.home(), quick_options(Recheck::kAll));
  EXPECT_EQ(second.created, 2u);
  EXPECT_EQ(second.changed, 0u);
  blog.comments[1] = 3;
  const CrawlReport third = bench.crawl(blog.home(), quick_options(Recheck::kAll));
  EXPECT_EQ(third.created, 1u);
  EXPECT_EQ(third.changed, 0u);
  const auto archive = bench.read();
  EXPECT_EQ(posts_of(*archive).at(blog.post_url(1)).versions, 1u);
  EXPECT_EQ(posts_of(*archive).at(blog.post_url(1)).comment_count, 3u);
  std::map<std::string, DataObject> by_id;
  for (DataObject& comment : got(archive->comments_of(blog.post_url(1)))) by_id[comment.id] = comment;
  ASSERT_EQ(by_id.size(), 3u);
  const std::string base = blog.post_url(1) + "#comment-10";
  EXPECT_EQ(by_id.at(base + "3").parent, base + "2");
  EXPECT_EQ(by_id.at(base + "2").parent, base + "1");
  EXPECT_EQ(by_id.at(base + "1").authors, std::vector<std::string>{"Reader 1"});
  EXPECT_EQ(format_timestamp(by_id.at(base + "1").published.value()), "2026-04-01");
}

TEST_F(Update, OneChangedPostIsOneNewVersion) {
  const UtcTime before = bench.clock.now() + hours(1);
  blog.extra_paragraph[2] = "A correction: the crate was empty.";
  blog.sidebar = "Visitors: 2044";
  std::vector<std::string> changed;
  CrawlOptions options = quick_options(Recheck::kAll);
  options.on_event = [&](const CrawlEvent& event) {
    const auto* const change = std::get_if<ChangeEvent>(&event);
    if (change == nullptr) return;
    changed.push_back(change->item.url);
    ASSERT_TRUE(change->item.change);
    ASSERT_EQ(change->item.change->reasons.size(), 1u);
    EXPECT_EQ(change->item.change->reasons[0].field, "text");
  };
  const CrawlReport again = bench.crawl(blog.home(), options, hours(2));
  EXPECT_EQ(changed, std::vector<std::string>{blog.post_url(2)});
  EXPECT_EQ(again.changed, 1u);
  EXPECT_EQ(again.created, 0u);

  const auto archive = bench.read();
  EXPECT_EQ(count_versions(*archive), first_objects + 1);
  const auto versions = archive->versions(key_of(2));
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 2u);
  EXPECT_EQ(versions->at(0).object.text.find("the crate was empty"), std::string::npos);
  EXPECT_NE(versions->at(1).object.text.find("the crate was empty"), std::string::npos);
  const auto changes = archive->changes(key_of(2));
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 1u);
  EXPECT_EQ(changes->at(0).verdict, Verdict::kContent);
  EXPECT_EQ(changes->at(0).from, versions->at(0).observed);
  EXPECT_EQ(changes->at(0).to, versions->at(1).observed);
  const auto old = archive->version_at(key_of(2), before);
  ASSERT_TRUE(old && *old);
  EXPECT_EQ((*old)->object.text, versions->at(0).object.text);
  const auto now = archive->version_at(key_of(2), bench.clock.now() + hours(1));
  ASSERT_TRUE(now && *now);
  EXPECT_EQ((*now)->object.text, versions->at(1).object.text);
}

TEST_F(Update, ANewPostInTheFeedIsFoundAndExtracted) {
  ++blog.posts;
  const CrawlReport again = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(again.posts, 1u);
  EXPECT_EQ(again.created, 1u);
  EXPECT_EQ(again.changed, 0u);
  const auto posts = posts_of(*bench.read());
  ASSERT_TRUE(posts.contains(blog.post_url(8)));
  const DataObject& post = posts.at(blog.post_url(8)).latest;
  EXPECT_EQ(post.title, "Note on shelf 8");
  EXPECT_EQ(post.authors, std::vector<std::string>{"The reading room"});
  EXPECT_NE(post.text.find("item " + std::to_string(8 * 31 * 7) + "."), std::string::npos) << post.text;
}

TEST_F(Update, AnEntryThatLeftTheFeedKeepsItsAuthorAndDate) {
  const auto before = posts_of(*bench.read()).at(blog.post_url(4)).latest;  // in the feed
  ASSERT_FALSE(before.authors.empty());
  ASSERT_TRUE(before.published);
  blog.posts += 5;  // the feed names five newer ones now
  const CrawlReport again = bench.crawl(blog.home(), quick_options(Recheck::kAll));
  EXPECT_EQ(again.posts, 5u);
  EXPECT_EQ(again.changed, 0u);
  blog.extra_paragraph[4] = "Now with a postscript.";
  EXPECT_EQ(bench.crawl(blog.home(), quick_options(Recheck::kAll)).changed, 1u);
  const auto after = posts_of(*bench.read()).at(blog.post_url(4)).latest;
  EXPECT_NE(after.text, before.text);
  EXPECT_EQ(after.authors, before.authors);
  EXPECT_EQ(after.published, before.published);
  EXPECT_EQ(after.provenance.feed_sequence, before.provenance.feed_sequence);
  EXPECT_EQ(after.provenance.feed_entry, before.provenance.feed_entry);
}

TEST_F(Update, APostThatAnswers404IsMarkedGoneAndKeepsItsText) {
  bench.fetcher.fail(blog.post_url(1), 1000, 404);
  const CrawlReport again = bench.crawl(blog.home(), quick_options(Recheck::kAll));
  EXPECT_EQ(again.changed, 1u);
  const auto archive = bench.read();
  const auto post = posts_of(*archive).at(blog.post_url(1));
  EXPECT_EQ(post.latest.status, "gone");
  EXPECT_FALSE(post.latest.text.empty());
  EXPECT_EQ(post.versions, 2u);
  // "Gone" is reported once.
  EXPECT_EQ(bench.crawl(blog.home(), quick_options(Recheck::kAll)).changed, 0u);
  // And it may come back.
  bench.fetcher.fail(blog.post_url(1), 0, 404);
  EXPECT_EQ(bench.crawl(blog.home(), quick_options(Recheck::kAll)).changed, 1u);
  EXPECT_EQ(posts_of(*bench.read()).at(blog.post_url(1)).latest.status, "active");
}

TEST(Failures, AFailedPageIsListedAndFetchedByTheNextRun) {
  SampleBlog blog;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.fetcher.fail(blog.post_url(1), 1000, 503);
  bench.fetcher.fail(blog.post_url(6), 1000, 503);  // in the feed: it was to train the template
  const CrawlReport first = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(first.failed, 2u);
  EXPECT_EQ(first.posts, 6u);
  {
    const auto archive = bench.read();
    const auto failures = archive->failures(blog.home());
    ASSERT_TRUE(failures);
    ASSERT_EQ(failures->size(), 2u);
    EXPECT_EQ(std::set({failures->at(0).task.url.href(), failures->at(1).task.url.href()}),
              std::set({blog.post_url(1), blog.post_url(6)}));
    EXPECT_EQ(failures->at(0).error.code, Code::kUnavailable);
    EXPECT_NE(failures->at(0).error.message.find("503"), std::string::npos);
  }
  bench.fetcher.fail(blog.post_url(1), 0, 503);
  bench.fetcher.fail(blog.post_url(6), 0, 503);
  const CrawlReport second = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(second.posts, 2u);
  const auto archive = bench.read();
  EXPECT_TRUE(posts_of(*archive).contains(blog.post_url(1)));
  EXPECT_TRUE(posts_of(*archive).contains(blog.post_url(6)));
  EXPECT_TRUE(archive->failures(blog.home())->empty());
}

// Stops a crawl after `k` committed fetches.
class Interrupt : public testing::TestWithParam<std::size_t> {};

TEST_P(Interrupt, TheNextRunsGoOnAndFetchNothingTwice) {
  SampleBlog blog;
  Bench whole;
  whole.fetcher.serve(blog);
  whole.crawl(blog.home(), quick_options());

  Bench parts;
  parts.fetcher.serve(blog);
  std::map<std::string, int> committed;
  std::size_t runs = 0;
  for (bool more = true; more && runs < 40; ++runs) {
    std::stop_source stop;
    std::size_t seen = 0;
    CrawlOptions options = quick_options();
    options.in_flight = 3;
    options.group = 1;
    options.stop = stop.get_token();
    options.on_event = [&](const CrawlEvent& event) {
      const auto* const fetched = std::get_if<FetchedEvent>(&event);
      if (fetched == nullptr || fetched->status == 0) return;
      ++committed[fetched->url + " " + std::string(task_kind_name(fetched->task))];
      if (++seen == GetParam()) stop.request_stop();
    };
    const CrawlReport report = parts.crawl(blog.home(), options);
    EXPECT_FALSE(report.error);
    more = report.interrupted;
    EXPECT_EQ(more, report.queued > 0);
  }
  EXPECT_GT(runs, 1u);
  for (const auto& [what, times] : committed) EXPECT_EQ(times, 1) << what;
  EXPECT_EQ(texts_of(*parts.read()), texts_of(*whole.read()));
}

INSTANTIATE_TEST_SUITE_P(AfterFetches, Interrupt, testing::Values(1, 2, 4, 7, 11),
                         [](const auto& row) { return "K" + std::to_string(row.param); });

}  // namespace
}  // namespace bfa
