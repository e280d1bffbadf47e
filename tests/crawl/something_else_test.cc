// SPDX-License-Identifier: Apache-2.0
// Something else is not a version: parked domains, checks for bots, walls, maintenance and soft 404s in place
// of posts, of the home page, of all pages. The pages are in tests/data/something_else: `dev` was read while
// the rules were written, `held` was not; `posts` are about these things and must stay posts.
#include <filesystem>
#include <fstream>
#include <set>

#include "bfa/crawl/reextract.h"
#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

struct Sample {
  std::string name, kind, html;
};

std::vector<Sample> samples(const std::string& folder) {
  std::vector<Sample> out;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(BFA_TEST_DATA) + "/something_else/" + folder)) {
    const std::string name = file.path().stem().string();
    out.push_back({folder + "/" + name, name.substr(0, name.find('.')),
                   read_fixture("something_else/" + folder + "/" + file.path().filename().string())});
  }
  std::sort(out.begin(), out.end(), [](const Sample& a, const Sample& b) { return a.name < b.name; });
  EXPECT_FALSE(out.empty());
  return out;
}

// The kinds that the captures of an address were judged as; "" for a page.
std::vector<std::string> judged(const Archive& archive, const std::string& url) {
  std::vector<std::string> kinds;
  EXPECT_TRUE(archive.for_each_capture([&](const Capture& capture) {
    if (capture.url == url && capture.status == 200) kinds.push_back(capture.not_page);
    return true;
  }));
  return kinds;
}

std::string recall_line(const std::map<std::string, std::pair<int, int>>& found) {
  std::string line;
  for (const auto& [kind, counts] : found)
    line += kind + " " + std::to_string(counts.first) + "/" + std::to_string(counts.second) + " ";
  return line;
}

class SomethingElse : public testing::Test {
 protected:
  void SetUp() override {
    blog.posts = 8;
    bench.fetcher.serve(blog);
  }
  CrawlReport crawl(Recheck recheck = Recheck::kAll, int later = 48) {
    return bench.crawl(blog.home(), quick_options(recheck), hours(later));
  }
  std::string key_of(int post) const { return object_key(ObjectKind::kPost, blog.post_url(post)); }

  SampleBlog blog;
  Bench bench;
};

// No words of any kind: only the sameness tells.
constexpr const char* kShell =
    "<!DOCTYPE html><html><head><title>Shelf Notes</title></head><body><div id=top><a href=/>Shelf "
    "Notes</a></div>"
    "<div id=main><p>Seventeen owls of the reading room counted the stacks, and a map of every shelf hangs "
    "in the "
    "hall beside the stairs to the cellar.</p></div></body></html>";

class InPlace : public testing::TestWithParam<const char*> {};

// Each sample stands in place of a known post of its own blog, then the post is back.
TEST_P(InPlace, OfAKnownPostItIsNoVersion) {
  std::map<std::string, std::pair<int, int>> found;
  for (const Sample& sample : samples(GetParam())) {
    SampleBlog blog;
    Bench bench;
    bench.fetcher.serve(blog);
    ASSERT_EQ(bench.crawl(blog.home(), quick_options()).posts, 8u);
    blog.pages[blog.post_path(2)] = sample.html;
    const CrawlReport report = bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(48));
    const auto archive = bench.read();
    const auto kinds = judged(*archive, blog.post_url(2));
    ASSERT_EQ(kinds.size(), 2u) << sample.name;
    auto& [right, all] = found[sample.kind];
    ++all;
    right += kinds[1] == sample.kind ? 1 : 0;
    EXPECT_EQ(kinds[1], sample.kind) << sample.name;
    const auto versions = got(archive->versions(object_key(ObjectKind::kPost, blog.post_url(2))));
    EXPECT_EQ(versions.size(), 1u) << sample.name;
    EXPECT_EQ(posts_of(*archive).at(blog.post_url(2)).latest.status, "active") << sample.name;
    EXPECT_EQ(report.changed, 0u) << sample.name;
    EXPECT_EQ(report.failed, 1u) << sample.name;
    EXPECT_TRUE(report.became.empty()) << sample.name << ": one page says nothing about the blog";
    blog.pages.clear();
    EXPECT_EQ(bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(48)).changed, 0u) << sample.name;
  }
  RecordProperty("recall", recall_line(found));
  std::printf("known post, %s: %s\n", GetParam(), recall_line(found).c_str());
}

TEST_P(InPlace, OfAPostSeenForTheFirstTimeItIsNotItsFirstVersion) {
  std::map<std::string, std::pair<int, int>> found;
  for (const Sample& sample : samples(GetParam())) {
    SampleBlog blog;
    Bench bench;
    bench.fetcher.serve(blog);
    blog.pages[blog.post_path(6)] = sample.html;  // the feed has it
    (void)bench.crawl(blog.home(), quick_options());
    const auto archive = bench.read();
    const auto kinds = judged(*archive, blog.post_url(6));
    ASSERT_EQ(kinds.size(), 1u) << sample.name;
    auto& [right, all] = found[sample.kind];
    ++all;
    right += kinds[0] == sample.kind ? 1 : 0;
    EXPECT_EQ(kinds[0], sample.kind) << sample.name;
    EXPECT_EQ(posts_of(*archive).size(), 7u) << sample.name;
    EXPECT_FALSE(posts_of(*archive).contains(blog.post_url(6))) << sample.name;
  }
  std::printf("new post, %s: %s\n", GetParam(), recall_line(found).c_str());
}

TEST_P(InPlace, OfTheHomePageTheBlogBecameIt) {
  std::map<std::string, std::pair<int, int>> found;
  std::vector<std::string> missed;  // a home page has no known text that could be missing on it
  for (const Sample& sample : samples(GetParam())) {
    if (sample.kind == "soft_404") continue;  // an empty blog says the same
    SampleBlog blog;
    Bench bench;
    bench.fetcher.serve(blog);
    ASSERT_EQ(bench.crawl(blog.home(), quick_options()).posts, 8u);
    blog.pages["/"] = sample.html;
    const CrawlReport report = bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(48));
    auto& [right, all] = found[sample.kind];
    ++all;
    const bool recognised = report.became == sample.kind;
    right += recognised ? 1 : 0;
    if (!recognised) missed.push_back(sample.name);
    if (!recognised) continue;
    EXPECT_FALSE(report.became_evidence.empty()) << sample.name;
    EXPECT_EQ(bench.fetcher.requested().size(), 2u) << sample.name << ": nothing else is asked for";
  }
  EXPECT_LE(missed.size(), 1u) << testing::PrintToString(missed);
  std::printf("home page, %s: %s\n", GetParam(), recall_line(found).c_str());
}

INSTANTIATE_TEST_SUITE_P(Samples, InPlace, testing::Values("dev", "held"));

TEST_F(SomethingElse, PostsAboutTheseThingsStayPosts) {
  for (const Sample& sample : samples("posts")) {
    SampleBlog own;
    Bench first;
    first.fetcher.serve(own);
    own.pages[own.post_path(1)] = sample.html;  // at first sight; the feed does not have it
    EXPECT_EQ(first.crawl(own.home(), quick_options()).posts, 8u) << sample.name;
    EXPECT_EQ(judged(*first.read(), own.post_url(1)), std::vector<std::string>{""}) << sample.name;
    own.pages[own.post_path(5)] = sample.html;  // in place of another: rewritten
    const CrawlReport again = first.crawl(own.home(), quick_options(Recheck::kAll), hours(48));
    EXPECT_EQ(again.not_pages, 0u) << sample.name;
    EXPECT_EQ(again.changed, 1u) << sample.name;
  }
}

TEST_F(SomethingElse, ARewrittenPostIsAVersion) {
  (void)crawl();
  blog.pages[blog.post_path(2)] = read_fixture("something_else/posts/about-captcha.html");
  const CrawlReport report = crawl();
  EXPECT_EQ(report.changed, 1u);
  EXPECT_EQ(report.not_pages, 0u);
  const auto requested = bench.fetcher.requested();
  EXPECT_EQ(
      std::count_if(requested.begin(), requested.end(),
                    [](const std::string& url) { return url.find("no-such-page-") != std::string::npos; }),
      1)
      << "an address that cannot exist is asked for, once";
  EXPECT_EQ(report.failed, 0u) << "its absence is no failure";
}

TEST_F(SomethingElse, TheSameContentUnderSeveralAddressesIsNone) {
  (void)crawl();
  blog.pages[blog.post_path(2)] = blog.pages[blog.post_path(4)] = kShell;
  const CrawlReport report = crawl();
  EXPECT_EQ(report.not_pages, 2u);
  EXPECT_EQ(report.changed, 0u);
  const auto archive = bench.read();
  EXPECT_EQ(judged(*archive, blog.post_url(2)), (std::vector<std::string>{"", "soft_404"}));
  EXPECT_EQ(got(archive->view().last_capture(blog.post_url(2)))->not_page, "") << "the last good one";
}

TEST_F(SomethingElse, TheHomePageInPlaceOfAPostIsNone) {
  (void)crawl();
  blog.pages[blog.post_path(2)] = blog.at("/").body;
  EXPECT_EQ(crawl().not_pages, 1u);
  EXPECT_EQ(judged(*bench.read(), blog.post_url(2)).back(), "redirect_to_home");
}

TEST_F(SomethingElse, MostPagesTellWhatTheBlogBecameAndLaterThatItIsBack) {
  (void)crawl();
  const std::string wall = read_fixture("something_else/dev/login_wall.en.html");
  for (int i = 0; i < 8; ++i) blog.pages[blog.post_path(i)] = wall;
  const CrawlReport lost = crawl();
  EXPECT_EQ(lost.became, "login_wall");
  EXPECT_EQ(lost.not_pages, 8u);
  EXPECT_TRUE(lost.error) << "not a success";
  {
    const auto archive = bench.read();
    const BlogState state = got(archive->blogs()).at(0);
    EXPECT_EQ(state.became, "login_wall");
    EXPECT_NE(state.became_evidence.find(" of "), std::string::npos) << state.became_evidence;
    EXPECT_NE(state.became_since, UtcTime{});
    for (const auto& [url, post] : posts_of(*archive)) EXPECT_EQ(post.versions, 1u) << url;
  }
  blog.pages.clear();
  const CrawlReport back = crawl();
  EXPECT_TRUE(back.is_back);
  EXPECT_EQ(back.changed, 0u);
  EXPECT_EQ(got(bench.read()->blogs()).at(0).became, "");
}

TEST_F(SomethingElse, AParkedDomainAtFirstSightIsNoBlog) {
  blog.pages["/"] = read_fixture("something_else/dev/parked_domain.en-offer.html");
  const CrawlReport report = crawl();
  EXPECT_EQ(report.became, "parked_domain");
  EXPECT_TRUE(report.error);
  const auto archive = bench.read();
  EXPECT_EQ(count_versions(*archive), 0u);
  blog.pages.clear();
  EXPECT_EQ(crawl().posts, 8u) << "crawled whole when it is a blog";
}

TEST_F(SomethingElse, AUserOverrulesAndARebuildReadsWhatWasJudged) {
  (void)crawl();
  blog.pages[blog.post_path(2)] = read_fixture("something_else/dev/maintenance.de.html");
  EXPECT_EQ(crawl().not_pages, 1u);
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    BlogState state = got(archive->blogs()).at(0);
    state.became_overruled = true;
    EXPECT_TRUE(archive->put_blog(state));
    EXPECT_TRUE(archive->close());
  }
  ArchiveOptions options;
  options.clock = &bench.clock;
  const auto report = rebuild_archive(bench.path(), options, quick_options());
  ASSERT_TRUE(report) << to_string(report.error());
  const auto archive = bench.read();
  EXPECT_TRUE(got(archive->blogs()).at(0).became_overruled);
  EXPECT_EQ(judged(*archive, blog.post_url(2)), (std::vector<std::string>{"", ""}));
}

TEST_F(SomethingElse, ARebuildDecidesTheSame) {
  (void)crawl();
  blog.pages[blog.post_path(1)] = read_fixture("something_else/dev/bot_challenge.es.html");
  blog.pages[blog.post_path(2)] = blog.pages[blog.post_path(4)] = kShell;
  EXPECT_EQ(crawl().not_pages, 3u);
  const auto states = [&] {
    const auto archive = bench.read();
    std::map<std::uint64_t, std::string> all;
    EXPECT_TRUE(archive->for_each_capture([&](const Capture& capture) {
      all[capture.sequence] = capture.url + " " + capture.not_page;
      return true;
    }));
    auto texts = texts_of(*archive);
    const auto last = got(archive->view().last_capture(blog.post_url(2)));
    texts["last"] = last ? std::to_string(last->sequence) : "";
    texts["versions"] = std::to_string(count_versions(*archive));
    return std::make_pair(all, texts);
  };
  const auto before = states();
  ArchiveOptions options;
  options.clock = &bench.clock;
  ASSERT_TRUE(rebuild_archive(bench.path(), options, quick_options()));
  EXPECT_EQ(states(), before);
}

}  // namespace
}  // namespace bfa
