// SPDX-License-Identifier: Apache-2.0
// Each number has one meaning: bfa status, the pages and the interface for programs agree on one archive.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bfa/html/content.h"
#include "bfa/subscribe/status.h"
#include "serve/data/blog_overview.h"
#include "serve/data/query_string.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

constexpr std::chrono::hours kLater{48};

// Two posts that are edited, one that goes, one that goes and comes back, a new one, one that answers 404
// from the beginning, an image that answers 404, and one that does not answer.
class Numbers : public testing::Test {
 protected:
  void SetUp() override {
    SampleBlog& blog = served.blog;
    blog.comments[1] = 4;
    blog.extra_paragraph[0] = "<a href=\"/2026/03/never-there/\">a dead link</a> <img src=\"/img/none.png\">";
    served.bench.fetcher.fail(blog.origin() + "/img/none.png", 9, 404);
    served.bench.crawl(blog.home(), quick_options());
    blog.extra_paragraph[2] = "A sentence of the second visit.";
    blog.extra_paragraph[3] = "Another sentence of the second visit.";
    served.bench.fetcher.fail(blog.post_url(4), 1, 404);
    served.bench.fetcher.fail(blog.post_url(5), 99, 404);
    served.bench.crawl(blog.home(), quick_options(Recheck::kAll), kLater);
    blog.posts = 9;
    served.bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(24 * 9));
    served.open();
  }

  Json asked(const std::string& target) const { return Json::parse(served.ask(target).body); }

  ServedBlog served;
};

TEST_F(Numbers, StatusPagesAndInterfaceAgree) {
  const StatusOptions now{served.bench.clock.now()};
  const auto states = got(archive_status(*served.bench.read(), now));
  ASSERT_EQ(states.size(), 1U);
  const BlogStatus& status = states[0];
  EXPECT_EQ(status.posts, 9U);
  EXPECT_EQ(status.edited, 2U) << "that a page went or came back is no edit";
  EXPECT_EQ(status.gone, 1U);
  EXPECT_EQ(status.new_posts, 1U);
  EXPECT_EQ(status.comments, 4U);
  EXPECT_GE(status.absent, 2U) << "the dead link, and the post that is gone";

  const Json blog = asked("/api/v1/blogs")["blogs"][0];
  const Json& counts = blog["counts"];
  const Json row = asked("/api/v1/status")["blogs"][0];
  EXPECT_EQ(row["absent"], status.absent);
  EXPECT_EQ(row["new"], status.new_posts);
  EXPECT_EQ(counts["posts"], status.posts);
  EXPECT_EQ(counts["edited"], status.edited);
  EXPECT_EQ(counts["gone"], status.gone);
  EXPECT_EQ(counts["new"], status.new_posts);
  EXPECT_EQ(counts["comments"], status.comments);
  EXPECT_EQ(blog["failed"], status.failed);
  EXPECT_EQ(blog["media_missing"], status.media_missing);
  EXPECT_EQ(blog["absent"], status.absent);
  EXPECT_EQ(blog["trouble"], Json(status.trouble));
  EXPECT_EQ(blog["last_visit"], format_rfc3339(*status.last_crawl));
  const auto figures = asked("/api/v1/stats?full=1");
  EXPECT_EQ(figures["totals"]["changed"], status.edited);
  EXPECT_EQ(figures["totals"]["gone"], status.gone);

  // The lists behind the numbers.
  const std::string page = "/blog?url=" + query_escaped(served.blog.home());
  const auto listed = [&](const std::string& show) {
    return asked("/api/v1/objects?kind=post&" + show + "=1")["objects"].size();
  };
  EXPECT_EQ(listed("edited"), status.edited);
  EXPECT_EQ(listed("gone"), status.gone);
  const std::string html = served.ask("/", {{"Accept", "text/html"}}).body;
  const auto cell = [&html](const std::string& head) {
    const std::string mark = "data-head=\"" + head + "\">";
    const std::size_t at = html.find(mark);
    return at == std::string::npos ? std::string()
                                   : html.substr(at + mark.size(), html.find("</td>", at) - at - mark.size());
  };
  EXPECT_EQ(cell("Posts"), "9");
  EXPECT_EQ(cell("New"), "1");
  EXPECT_EQ(cell("Edited"), "2");
  EXPECT_EQ(cell("Gone"), "1");
  // What answered 404 or 410 is no trouble: the column says what the number of blogs with trouble counts.
  EXPECT_GT(status.absent, 0U);
  EXPECT_EQ(cell("Trouble").find("404"), std::string::npos) << cell("Trouble");
  EXPECT_EQ(cell("Trouble").find("none") == std::string::npos, !status.trouble.empty()) << cell("Trouble");
  const std::string facts = html_to_text(served.ask(page, {{"Accept", "text/html"}}).body);
  EXPECT_NE(facts.find("Answered 404 or 410"), std::string::npos) << facts;
}

// Two folders of a host as two blogs: their numbers are those of the host together.
TEST(SharedHost, EachBlogHasItsOwnNumbers) {
  ServedBlog served;
  SampleBlog& blog = served.blog;
  for (const int number : {1, 3, 5}) blog.paths[number] = "/anna/post-" + std::to_string(number) + "/";
  blog.comments[1] = 3;
  served.bench.crawl(blog.home(), quick_options());
  blog.extra_paragraph[3] = "A sentence of the second visit.";
  blog.extra_paragraph[4] = "Another sentence of the second visit.";
  served.bench.fetcher.fail(blog.post_url(5), 9, 404);
  served.bench.crawl(blog.home(), quick_options(Recheck::kAll), kLater);
  const auto archive = served.bench.read();
  const auto index = got(SearchIndex::open(*archive));
  BlogOwners owners;
  owners.add(blog.home(), 0);
  owners.add(blog.origin() + "/anna/", 1);
  const UtcTime long_ago{};
  auto numbers = got(count_shared_host(*index, "blog.example", owners, long_ago));
  const BlogNumbers &root = numbers[0], &anna = numbers[1];
  EXPECT_EQ(anna.counts.posts, 3U);
  EXPECT_EQ(anna.counts.comments, 3U);
  EXPECT_EQ(anna.counts.edited, 1U);
  EXPECT_EQ(anna.counts.gone, 1U);
  EXPECT_EQ(root.counts.posts, 5U);
  EXPECT_EQ(root.counts.edited, 1U);
  EXPECT_EQ(root.counts.gone, 0U);

  const BlogCounts whole = got(index->count_blogs(long_ago)).at(0);
  EXPECT_EQ(root.counts.posts + anna.counts.posts, whole.posts);
  EXPECT_EQ(root.counts.pages + anna.counts.pages, whole.pages);
  EXPECT_EQ(root.counts.comments + anna.counts.comments, whole.comments);
  EXPECT_EQ(root.counts.versions + anna.counts.versions, whole.versions);
  EXPECT_EQ(root.counts.new_posts + anna.counts.new_posts, whole.new_posts);
  EXPECT_EQ(std::max(root.counts.last_changed, anna.counts.last_changed), whole.last_changed);
  // Captures are counted by their type here, and by what they were made for there: nearly the same.
  std::map<std::string, std::array<std::uint64_t, 2>> sums, wanted;
  std::uint64_t captures = 0;
  for (const BlogNumbers* part : {&root, &anna}) {
    for (const DayCounts& day : part->days) {
      auto& sum = sums[day.day];
      sum = {sum[0] + day.posts, sum[1] + day.edits};
      captures += day.captures;
    }
  }
  for (const DayCounts& day : got(index->count_days("blog.example")))
    wanted[day.day] = {day.posts, day.edits};
  EXPECT_EQ(sums, wanted);
  EXPECT_GT(captures, 16U) << "eight posts, twice";
  std::map<std::string, std::uint64_t> authors;
  for (const BlogNumbers* part : {&root, &anna}) {
    const auto at = part->values.find(ValueField::kAuthor);
    ASSERT_NE(at, part->values.end());
    for (const auto& [name, posts] : at->second) authors[name] += posts;
  }
  for (const auto& [name, posts] : got(index->count_values("blog.example", ValueField::kAuthor, 100)))
    EXPECT_EQ(authors[name], posts) << name;
}

}  // namespace
}  // namespace bfa
