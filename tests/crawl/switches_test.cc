// SPDX-License-Identifier: Apache-2.0
// The steps that a crawl can leave out: what is then not there, and what a later crawl fills in.
#include <gtest/gtest.h>

#include "archive_crawl.h"
#include "archive_dump.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

struct Off {
  const char* name;
  bool StepOptions::* part;
};
const Off kOff[] = {
    {"media", &StepOptions::media}, {"comments", &StepOptions::comments}, {"extract", &StepOptions::extract}};

CrawlOptions without(const Off& off, Recheck recheck = Recheck::kDue) {
  CrawlOptions options = quick_options(recheck);
  options.step.*off.part = false;
  return options;
}

void fill(SampleBlog& blog) {
  blog.comments = {{1, 2}, {6, 3}};
  blog.extra_paragraph[2] = "<img src=\"/harbour.png\" alt=\"The harbour\">";
}

std::size_t captures_of(const Archive& archive, TaskKind kind) {
  std::size_t count = 0;
  EXPECT_TRUE(archive.for_each_capture([&](const Capture& capture) {
    count += capture.kind == kind ? 1 : 0;
    return true;
  }));
  return count;
}

// Texts of all objects, comments too.
std::map<std::string, std::string> all_texts(const Bench& bench) {
  return texts_of(*bench.read());
}

std::map<std::string, std::string> texts_of_whole_crawl() {
  SampleBlog blog;
  fill(blog);
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  return all_texts(bench);
}

std::vector<std::string> keys_of(const std::map<std::string, std::string>& texts) {
  std::vector<std::string> keys;
  for (const auto& [key, text] : texts) keys.push_back(key);
  return keys;
}

TEST(Switches, WithoutMediaNoImageIsAskedFor) {
  SampleBlog blog;
  fill(blog);
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), without(kOff[0]));
  EXPECT_EQ(captures_of(*bench.read(), TaskKind::kMedia), 0U);
  EXPECT_TRUE(all_texts(bench) == texts_of_whole_crawl());
}

TEST(Switches, WithoutCommentsNoneIsStoredAndAllElseIs) {
  SampleBlog blog;
  fill(blog);
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), without(kOff[1]));
  const auto archive = bench.read();
  EXPECT_TRUE(objects_of(*archive, ObjectKind::kComment).empty());
  EXPECT_EQ(captures_of(*archive, TaskKind::kCommentFeed), 0U);
  EXPECT_EQ(posts_of(*archive).size(), 8U);
  for (const auto& [url, post] : posts_of(*archive)) EXPECT_FALSE(post.latest.text.empty()) << url;
}

TEST(Switches, WithoutExtractionOnlyCapturesAreStored) {
  SampleBlog blog;
  fill(blog);
  Bench bench;
  bench.fetcher.serve(blog);
  const CrawlReport report = bench.crawl(blog.home(), without(kOff[2]));
  const auto archive = bench.read();
  EXPECT_TRUE(texts_of(*archive).empty());
  EXPECT_EQ(report.created, 0U);
  Bench whole;
  whole.fetcher.serve(blog);
  whole.crawl(blog.home(), quick_options());
  const auto other = whole.read();
  for (const TaskKind kind : {TaskKind::kPage, TaskKind::kMedia, TaskKind::kFeed, TaskKind::kCommentFeed})
    EXPECT_EQ(captures_of(*archive, kind), captures_of(*other, kind)) << task_kind_name(kind);
}

// A later crawl reads the stored pages again, without asking for them: nothing is a change.
TEST(Switches, ALaterCrawlFillsInWhatWasLeftOutAndNothingIsAChange) {
  const auto expected = texts_of_whole_crawl();
  for (const Off& off : kOff) {
    SCOPED_TRACE(off.name);
    SampleBlog blog;
    fill(blog);
    Bench bench;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), without(off));
    const CrawlReport later = bench.crawl(blog.home(), quick_options(Recheck::kNone));
    EXPECT_EQ(later.changed, 0U);
    EXPECT_TRUE(all_texts(bench) == expected);
    const auto archive = bench.read();
    EXPECT_EQ(count_versions(*archive), expected.size()) << "one version of each";
    EXPECT_GT(captures_of(*archive, TaskKind::kMedia), 0U);
    const auto asked = bench.fetcher.requested();
    EXPECT_EQ(std::count(asked.begin(), asked.end(), blog.post_url(0)), 0) << "it is in no feed";
    // It is done once.
    const CrawlReport again = bench.crawl(blog.home(), quick_options(Recheck::kNone));
    EXPECT_EQ(again.created + again.changed, 0U);
  }
}

// What was edited while the step was off is an edit, and nothing else is.
TEST(Switches, AnEditBetweenIsTheOnlyChange) {
  SampleBlog blog;
  fill(blog);
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  blog.extra_paragraph[6] = "A paragraph that came later, about the harbour and its maps.";
  const CrawlReport silent =
      bench.crawl(blog.home(), without(kOff[2], Recheck::kAll), std::chrono::hours(48));
  EXPECT_EQ(silent.changed, 0U);
  const CrawlReport later = bench.crawl(blog.home(), quick_options(Recheck::kNone));
  EXPECT_EQ(later.changed, 1U);
  EXPECT_EQ(later.created, 0U);
}

TEST(Switches, TheNoteStaysUntilACrawlHasTheStep) {
  SampleBlog blog;
  fill(blog);
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), without(kOff[2]));
  bench.crawl(blog.home(), without(kOff[2], Recheck::kNone));
  EXPECT_TRUE(all_texts(bench).empty());
  bench.crawl(blog.home(), without(kOff[1], Recheck::kNone));
  EXPECT_EQ(posts_of(*bench.read()).size(), 8U);
  EXPECT_TRUE(objects_of(*bench.read(), ObjectKind::kComment).empty());
  bench.crawl(blog.home(), quick_options(Recheck::kNone));
  EXPECT_EQ(keys_of(all_texts(bench)), keys_of(texts_of_whole_crawl()));
  EXPECT_TRUE(all_texts(bench) == texts_of_whole_crawl());
}

TEST(Switches, ARebuildExtractsWhatTheCrawlDidNot) {
  SampleBlog blog;
  fill(blog);
  for (const Off* const off : {&kOff[1], &kOff[2]}) {
    SCOPED_TRACE(off->name);
    Bench bench;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), without(*off));
    ArchiveOptions options;
    options.clock = &bench.clock;
    const auto rebuilt = rebuild_archive(bench.path(), options, quick_options(), std::nullopt);
    ASSERT_TRUE(rebuilt) << to_string(rebuilt.error());
    EXPECT_EQ(all_texts(bench).size(), texts_of_whole_crawl().size());
    EXPECT_EQ(posts_of(*bench.read()).size(), 8U);
    const CrawlReport later = bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
    EXPECT_EQ(later.changed, 0U);
  }
}

// Each order gives the same objects.
TEST(Order, EachOrderStoresTheSame) {
  const auto expected = texts_of_whole_crawl();
  for (const FetchOrder order : {FetchOrder::kNearest, FetchOrder::kStage, FetchOrder::kBreadth}) {
    SCOPED_TRACE(fetch_order_name(order));
    SampleBlog blog;
    fill(blog);
    Bench bench;
    bench.fetcher.serve(blog);
    CrawlOptions options = quick_options();
    options.order = order;
    bench.crawl(blog.home(), options);
    EXPECT_TRUE(all_texts(bench) == expected);
  }
}

// A blog with many pages that lead nowhere, and older posts behind "/page/2/" and on.
TEST(Order, NearestFindsOlderPostsBeforeThePagesThatLeadNowhere) {
  SampleBlog blog("http://long.example", 8, 5);
  std::string links;
  for (int i = 0; i < 60; ++i) {
    const std::string path = "/member/person-" + std::to_string(i) + "/";
    links += "<a href=\"" + path + "\">Member</a> ";
    blog.pages[path] =
        "<html><title>Member</title><body><p>Joined in " + std::to_string(1950 + i) + "</p></body></html>";
  }
  for (int page = 2; page <= 12; ++page) {
    std::string list = "<html><title>Older</title><body>" + (page == 2 ? links : std::string());
    for (int i = 0; i < 3; ++i)
      list += "<a href=\"/2019/0" + std::to_string(1 + page % 9) + "/older-note-on-shelf-" +
              std::to_string(page) + std::string(1, static_cast<char>('a' + i)) + "/\">Older note</a>";
    if (page < 12) list += "<a href=\"/page/" + std::to_string(page + 1) + "/\">Older posts</a>";
    blog.pages["/page/" + std::to_string(page) + "/"] = list + "</body></html>";
  }
  std::map<FetchOrder, std::size_t> until;
  for (const FetchOrder order : {FetchOrder::kNearest, FetchOrder::kBreadth}) {
    Bench bench;
    bench.fetcher.serve(blog);
    CrawlOptions options = quick_options();
    options.order = order;
    options.ordered = true;
    bench.crawl(blog.home(), options);
    const auto asked = bench.fetcher.requested();
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (asked[i].find("/2019/") != std::string::npos) until[order] = i;
    }
  }
  EXPECT_LT(until[FetchOrder::kNearest] + 30, until[FetchOrder::kBreadth]);
}

}  // namespace
}  // namespace bfa
