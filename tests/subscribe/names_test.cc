// SPDX-License-Identifier: Apache-2.0
// A blog has one name: its home page, its feed and its twins are one subscription and one visit.
#include "bfa/subscribe/status.h"
#include "subscribe/run_bench.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class BlogNames : public RunBench {
 protected:
  void SetUp() override {}

  AddReport add(const std::vector<Subscription>& wanted) {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock);
    const auto report = got(add_subscriptions(*archive, wanted, clock.now()));
    EXPECT_TRUE(archive->close());
    return report;
  }
  RunReport run_once() {
    options.once = true;
    return got(run_archive(path, archive_options, fetcher, options));
  }
  std::vector<std::string> homes() const {
    std::vector<std::string> out;
    for (const BlogState& each : got(read()->blogs())) out.push_back(each.home);
    return out;
  }
  std::vector<std::string> rows() const {
    std::vector<std::string> out;
    for (const BlogStatus& each : got(archive_status(*read()))) out.push_back(each.home);
    return out;
  }
  std::vector<std::string> crawl(const std::string& address) {
    const auto archive = open_archive(path, ArchiveOptions::Mode::kWrite, &clock);
    std::vector<std::string> out;
    for (const auto& each : got(crawl_blogs(*archive, fetcher, {address}, options.crawl)))
      out.push_back(each.blog);
    EXPECT_TRUE(archive->close());
    return out;
  }
  const std::vector<std::string> home{blog.home()};
};

TEST_F(BlogNames, HomeAndFeedInOneRunAreOneBlog) {
  EXPECT_EQ(add({{blog.home(), {}, {}, {}}, {feed_url(), {}, {}, {}}}).added, 2U);  // nothing is asked here
  run_once();
  ASSERT_EQ(homes().size(), 1U);
  EXPECT_EQ(rows(), homes());
  EXPECT_EQ(posts(), 6U);
  fetcher.forget_requests();
  clock.advance(std::chrono::hours(25));
  run_once();
  EXPECT_EQ(homes().size(), 1U) << "the second start made a blog of its other name";
  EXPECT_TRUE(got(blogs_to_visit(*read(), clock.now(), false)).empty());
}

TEST_F(BlogNames, AFeedOfAListIsNoBlogOfItsOwn) {
  const auto report = add({{feed_url(), {}, {}, {}}, {blog.home(), {feed_url()}, {}, {}}});
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(report.known, 1U);
  EXPECT_EQ(add({{feed_url(), {}, {}, {}}}).known, 1U);
  const auto all = got(subscriptions(*read()));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].url, blog.home());
  EXPECT_EQ(all[0].feeds, std::vector<std::string>{feed_url()});
}

TEST_F(BlogNames, AFeedOfAKnownBlogIsThatBlog) {
  EXPECT_EQ(crawl(blog.home()), home);
  EXPECT_EQ(crawl(feed_url()), home);
  EXPECT_EQ(homes(), home);
  EXPECT_EQ(add({{feed_url(), {}, {}, {}}}).added, 1U);  // the known blog is subscribed to
  EXPECT_EQ(rows(), home);
}

TEST_F(BlogNames, TheSiteOfABlogThatIsNamedByItsFeedIsThatBlog) {
  const std::vector<std::string> feed{feed_url()};
  EXPECT_EQ(crawl(feed_url()), feed);
  EXPECT_EQ(posts(), 6U);
  EXPECT_EQ(crawl(blog.home()), feed);
  EXPECT_EQ(homes(), feed);
}

// Two blogs of one host are two, and are visited side by side.
TEST_F(BlogNames, FoldersOfAHostAreBlogsOfTheirOwn) {
  EXPECT_EQ(add({{"http://blog.example/~a/", {}, {}, {}}, {"http://blog.example/~b/", {}, {}, {}}}).added,
            2U);
  run_once();
  EXPECT_EQ(rows().size(), 2U);
}

// A home page without a last slash is below the home page of the host.
TEST_F(BlogNames, ABlogBelowAnotherKeepsItsTitle) {
  blog.pages["/~ann"] =
      "<html><head><title>Notes of Ann</title><link rel=\"alternate\" type=\"application/rss+xml\" "
      "href=\"/~ann/feed.xml\"></head><body><h1>Notes of Ann</h1><p>Boats.</p></body></html>";
  blog.files["/~ann/feed.xml"] =
      "<rss version=\"2.0\"><channel><title>Notes of Ann</title><link>http://blog.example/~ann</link>"
      "<item><title>Boats</title><link>http://blog.example/~ann/boats</link></item></channel></rss>";
  fetcher.serve(blog);
  crawl(blog.home());
  crawl("http://blog.example/~ann");
  std::map<std::string, std::string> titles;
  for (const BlogStatus& each : got(archive_status(*read()))) titles[each.home] = each.title;
  ASSERT_EQ(titles.size(), 2U);
  EXPECT_EQ(titles["http://blog.example/~ann"], "Notes of Ann");
  EXPECT_NE(titles[blog.home()], "Notes of Ann");
  EXPECT_FALSE(titles[blog.home()].empty());
}

}  // namespace
}  // namespace bfa
