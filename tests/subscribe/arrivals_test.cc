// SPDX-License-Identifier: Apache-2.0
// What came into an archive, in the order in which it came.
#include "bfa/subscribe/arrivals.h"

#include <filesystem>
#include <set>

#include "crawl/archive_crawl.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::vector<Arrival> arrivals_of(const Archive& archive, const ArrivalQuery& query = {}) {
  std::vector<Arrival> out;
  const Status status = for_each_arrival(archive, query, [&](const Arrival& arrival) {
    out.push_back(arrival);
    return true;
  });
  EXPECT_TRUE(status) << to_string(status.error());
  return out;
}

std::vector<std::string> warcs_of(const std::string& archive) {
  return test::warc_paths(archive + "/warc");
}

class Arrivals : public testing::Test {
 protected:
  Arrivals() {
    blog.comments[2] = 3;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
};

TEST_F(Arrivals, EachVersionComesOnceInItsOrder) {
  const auto archive = bench.read();
  const auto all = arrivals_of(*archive);
  std::map<ObjectKind, int> kinds;
  for (const auto& arrival : all) {
    ++kinds[arrival.kind];
    EXPECT_EQ(arrival.change.verdict, Verdict::kNew);
    EXPECT_EQ(arrival.version, 1U);
    EXPECT_EQ(arrival.arrived, arrival.captured);
  }
  EXPECT_EQ(kinds[ObjectKind::kPost], 8);
  EXPECT_EQ(kinds[ObjectKind::kComment], 3);
  EXPECT_EQ(kinds[ObjectKind::kPage], 0) << "lists are no news";
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return a.sequence < b.sequence; }));
  ArrivalQuery query;
  query.pages = true;
  EXPECT_GT(arrivals_of(*archive, query).size(), all.size());
  query.blog_host = "other.example";
  EXPECT_TRUE(arrivals_of(*archive, query).empty());
}

// Two blogs on one host: the address of one means that one, the host both.
TEST(ArrivalsOfSharedHost, AnAddressMeansOneBlog) {
  SampleBlog blog{"http://blog.example", 6, 5};
  std::set<std::string> of_anna;
  for (const int number : {1, 3}) {
    blog.paths[number] = "/anna/post-" + std::to_string(number) + "/";
    of_anna.insert(blog.post_url(number));
  }
  blog.comments[1] = 2;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  BlogState anna;
  anna.home = anna.base = blog.origin() + "/anna/";
  const auto writing = open_archive(bench.path(), ArchiveOptions::Mode::kWrite);
  ASSERT_TRUE(writing->put_blog(anna));
  ASSERT_TRUE(writing->close());
  const auto archive = bench.read();
  const auto posts = [&](const std::string& name) {
    ArrivalQuery query;
    query.blog_host = name;
    std::set<std::string> urls;
    for (const auto& arrival : arrivals_of(*archive, query)) {
      if (arrival.kind == ObjectKind::kPost) urls.insert(arrival.change.url);
      // Its comments are those of a post of the other blog.
      EXPECT_FALSE(arrival.kind == ObjectKind::kComment && name == blog.home()) << arrival.key;
    }
    return urls;
  };
  EXPECT_EQ(posts(anna.home), of_anna);
  EXPECT_EQ(posts(blog.home()).size(), 4U);
  for (const auto& url : posts(blog.home())) EXPECT_FALSE(of_anna.contains(url)) << url;
  EXPECT_EQ(posts("Blog.example").size(), 6U);
  EXPECT_EQ(posts("http://blog.example/none/").size(), 0U);
}

// Whoever stops behind any line and goes on with its cursor leaves nothing out.
TEST_F(Arrivals, EveryCursorGoesOnWithoutALoss) {
  const auto archive = bench.read();
  const auto all = arrivals_of(*archive);
  ASSERT_GT(all.size(), 8U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ArrivalQuery query;
    query.after = all[i].cursor;
    std::set<std::string> seen;
    for (std::size_t k = 0; k <= i; ++k) seen.insert(all[k].key);
    for (const auto& arrival : arrivals_of(*archive, query)) seen.insert(arrival.key);
    EXPECT_EQ(seen.size(), all.size()) << "behind line " << i;
  }
  ArrivalQuery end;
  end.after = all.back().cursor;
  EXPECT_TRUE(arrivals_of(*archive, end).empty());
}

TEST_F(Arrivals, ARebuildKeepsTheTimesOfArrival) {
  blog.extra_paragraph[1] = "An afterthought that is long enough to count as an edit of the post.";
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  ArrivalQuery since;
  since.since = bench.clock.now() - std::chrono::hours(1);
  const auto before = arrivals_of(*bench.read());
  const auto late_before = arrivals_of(*bench.read(), since);
  ASSERT_FALSE(late_before.empty());
  ASSERT_LT(late_before.size(), before.size());
  ArchiveOptions options;
  options.clock = &bench.clock;
  ASSERT_TRUE(rebuild_archive(bench.path(), options, quick_options()));
  const auto after = arrivals_of(*bench.read());
  const auto late_after = arrivals_of(*bench.read(), since);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(after[i].arrived, before[i].arrived) << after[i].key;
  EXPECT_EQ(late_after.size(), late_before.size());
}

TEST_F(Arrivals, OnlyWhatChangedComesAgain) {
  const std::uint64_t before = got(bench.read()->last_step());
  blog.extra_paragraph[3] = "Nobody had seen this sentence before today.";
  bench.crawl(blog.home(), quick_options(Recheck::kAll));
  const auto archive = bench.read();
  EXPECT_GT(got(archive->last_step()), before);
  ArrivalQuery query;
  query.after = before;
  const auto later = arrivals_of(*archive, query);
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(later[0].change.url, blog.post_url(3));
  EXPECT_EQ(later[0].change.verdict, Verdict::kContent);
  EXPECT_EQ(later[0].version, 2U);
  EXPECT_EQ(later[0].change.reasons.at(0).field, "text");
  ArrivalQuery since;
  since.since = later[0].arrived;
  EXPECT_EQ(arrivals_of(*archive, since).size(), 1U);
  since.since = later[0].arrived + std::chrono::hours(1);
  EXPECT_TRUE(arrivals_of(*archive, since).empty());
}

// An older capture that is imported arrives now, as the version that it is.
TEST_F(Arrivals, ImportsArriveWhenTheyAreMade) {
  const auto files = warcs_of(bench.path());
  ASSERT_EQ(files.size(), 1U);
  blog.extra_paragraph[3] = "Nobody had seen this sentence before today.";
  Bench other;
  other.clock.advance(std::chrono::hours(24 * 30));
  other.fetcher.serve(blog);
  other.crawl(blog.home(), quick_options());
  const std::uint64_t before = got(other.read()->last_step());
  other.clock.advance(std::chrono::hours(24));
  const UtcTime import = other.clock.now();
  {
    const auto archive = open_archive(other.path(), ArchiveOptions::Mode::kWrite, &other.clock);
    auto options = quick_options();
    options.clock = &other.clock;
    ASSERT_TRUE(import_warcs(*archive, posix_file_system(), files, {blog.home()}, options));
    ASSERT_TRUE(archive->close());
  }
  const auto archive = other.read();
  ArrivalQuery query;
  query.after = before;
  bool found = false;
  for (const auto& arrival : arrivals_of(*archive, query)) {
    EXPECT_EQ(arrival.arrived, import);
    EXPECT_LT(arrival.captured, import - std::chrono::hours(24 * 20)) << arrival.change.url;
    found = found || (arrival.change.url == blog.post_url(3) && arrival.version == 1);
  }
  EXPECT_TRUE(found) << "the older text of the post";
  query.after = 0;
  query.since = import;
  EXPECT_FALSE(arrivals_of(*archive, query).empty());
}

}  // namespace
}  // namespace bfa
