// SPDX-License-Identifier: Apache-2.0
// Crawls that start at a feed, and feeds that the user gives.
#include <algorithm>
#include <set>

#include "bfa/crawl/memory.h"
#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::set<std::string> post_urls(const Archive& archive) {
  std::set<std::string> urls;
  for (const auto& [url, summary] : posts_of(archive)) urls.insert(url);
  return urls;
}

TEST(StartAddress, AFeedsAddressGivesThePostsOfItsSite) {
  const SampleBlog blog;
  Bench by_home, by_feed;
  by_home.fetcher.serve(blog);
  by_feed.fetcher.serve(blog);
  by_home.crawl(blog.home(), quick_options());
  const std::string feed = blog.origin() + "/feed.xml";
  EXPECT_EQ(by_feed.crawl(feed, quick_options()).posts, 8u);
  EXPECT_EQ(post_urls(*by_feed.read()), post_urls(*by_home.read()));
}

// A feed in a folder: the folder is not the blog's, and its link is on the site's https twin.
TEST(StartAddress, AFeedInAFolderDoesNotNarrowTheBlog) {
  const SampleBlog source;
  SampleBlog blog;
  std::string feed = source.at("/feed.xml").body;
  const std::string link = "<link>http://blog.example/</link>";
  ASSERT_NE(feed.find(link), std::string::npos) << feed;
  feed.replace(feed.find(link), link.size(), "<link>https://www.blog.example/</link>");
  blog.files["/rss/news/index.rss"] = feed;
  Bench bench;
  bench.fetcher.serve(blog);
  EXPECT_EQ(bench.crawl(blog.origin() + "/rss/news/index.rss", quick_options()).posts, 8u);
  const auto requested = bench.fetcher.requested();
  EXPECT_TRUE(std::none_of(requested.begin(), requested.end(),
                           [](const std::string& url) { return url.starts_with("https:"); }));
}

// Themes and old exports leave wrong links in feeds: no entry is below them.
TEST(StartAddress, AWrongLinkOfAFeedIsNotFollowed) {
  const SampleBlog source;
  for (const char* wrong : {"http://localhost:4000/", "http://old.example/", "http://[::1]/",
                            "http://blog.example/other/folder/", "not a URL"}) {
    SampleBlog blog;
    std::string feed = source.at("/feed.xml").body;
    const std::string link = "<link>http://blog.example/</link>";
    feed.replace(feed.find(link), link.size(), std::string("<link>") + wrong + "</link>");
    blog.files["/rss/index.rss"] = feed;
    Bench bench;
    bench.fetcher.serve(blog);
    EXPECT_EQ(bench.crawl(blog.origin() + "/rss/index.rss", quick_options()).posts, 8u) << wrong;
    for (const auto& url : bench.fetcher.requested())
      EXPECT_TRUE(url.starts_with("http://blog.example/")) << wrong << " " << url;
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// A feed that names the host of a demo or of a draft in all its links.
struct FeedHost {
  const char* name;
  const char* there;  // in place of the blog's origin
  const char* fifth;  // of the last entry
  bool is_taken;
};
void PrintTo(const FeedHost& row, std::ostream* out) {
  *out << row.name;
}

class FeedOfAnotherHost : public testing::TestWithParam<FeedHost> {};

TEST_P(FeedOfAnotherHost, IsTakenWhereThePagesAreHere) {
  SampleBlog blog;
  std::string feed = replaced(blog.at("/feed.xml").body, blog.origin(), GetParam().there);
  feed =
      replaced(feed, std::string(GetParam().there) + blog.post_path(3), GetParam().fifth + blog.post_path(3));
  blog.files["/feed.xml"] = feed;
  blog.has_feed = false;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  std::size_t foreign = 0, own = 0;
  for (const std::string& url : bench.fetcher.requested()) foreign += !url.starts_with(blog.origin());
  for (const auto& [url, summary] : posts_of(*bench.read())) own += url.starts_with(blog.origin());
  EXPECT_EQ(own, 8u);
  EXPECT_EQ(foreign == 0, GetParam().is_taken);
  const auto versions = bench.read()->versions(object_key(ObjectKind::kPost, blog.post_url(7)));
  ASSERT_TRUE(versions && !versions->empty());
  EXPECT_EQ(versions->back().object.provenance.feed_sequence != 0, GetParam().is_taken);
}

INSTANTIATE_TEST_SUITE_P(
    House, FeedOfAnotherHost,
    testing::Values(FeedHost{"ADraft", "http://localhost:4000", "http://localhost:4000", true},
                    FeedHost{"ADemo", "https://demo.example/", "https://demo.example/", true},
                    FeedHost{"OneOfThisBlog", "http://demo.example", "http://blog.example", false},
                    FeedHost{"Several", "http://demo.example", "http://other.example", false},
                    FeedHost{"OtherPaths", "http://demo.example/else", "http://demo.example/else", false}),
    [](const auto& row) { return std::string(row.param.name); });

// Entries that all link to the home page of another site are no posts of this one.
TEST(StartAddress, AFeedOfLinksToAnotherSitesHomeSaysNothingOfThisOne) {
  SampleBlog blog;
  std::string feed = blog.at("/feed.xml").body;
  for (int i = 3; i < 8; ++i)
    feed = replaced(feed, "<link>" + blog.post_url(i) + "</link>", "<link>http://product.example/</link>");
  blog.files["/feed.xml"] = feed;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  EXPECT_FALSE(posts_of(*bench.read()).contains(blog.home()));
  EXPECT_TRUE(bench.read()->summary(object_key(ObjectKind::kPage, blog.home())));
}

TEST(StartAddress, TheSitesPageIsExtractedAndFollowed) {
  SampleBlog blog;
  blog.files["/hidden.xml"] = blog.at("/feed.xml").body;
  blog.has_feed = blog.has_feed_link = false;
  std::string home = blog.at("/").body;
  home.insert(home.find("</body>"), "<a href=\"/only-here/\">Only here</a>");
  blog.pages["/"] = home;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.origin() + "/hidden.xml", quick_options());
  const auto requested = bench.fetcher.requested();
  EXPECT_NE(std::find(requested.begin(), requested.end(), "http://blog.example/only-here/"), requested.end());
  EXPECT_TRUE(bench.read()->summary(object_key(ObjectKind::kPage, blog.home())));
}

class GivenFeed : public testing::Test {
 protected:
  GivenFeed() {
    const SampleBlog source;
    blog.has_feed = blog.has_feed_link = false;
    blog.files["/hidden/n.xml"] = source.at("/feed.xml").body;
    bench.fetcher.serve(blog);
    options.feeds[blog.home()] = {feed};
  }
  BlogState state() const {
    const auto archive = bench.read();
    return got(archive->view().blog(blog.home())).value_or(BlogState());
  }
  bool was_requested() const {
    const auto requested = bench.fetcher.requested();
    return std::find(requested.begin(), requested.end(), feed) != requested.end();
  }

  SampleBlog blog;
  Bench bench;
  const std::string feed = "http://blog.example/hidden/n.xml";
  CrawlOptions options = quick_options();
};

TEST_F(GivenFeed, IsLearnedFromThoughNoPageLinksToIt) {
  EXPECT_FALSE(bench.crawl(blog.home(), options).no_feed);
  EXPECT_EQ(state().feed, feed);
  EXPECT_EQ(posts_of(*bench.read()).size(), 8u);
}

TEST_F(GivenFeed, IsKeptForLaterCrawlsAndByARebuild) {
  bench.crawl(blog.home(), options);
  bench.crawl(blog.home(), quick_options(), std::chrono::hours(48));
  EXPECT_TRUE(was_requested());
  const auto before = post_urls(*bench.read());
  ArchiveOptions rebuild;
  rebuild.clock = &bench.clock;
  ASSERT_TRUE(rebuild_archive(bench.path(), rebuild, quick_options()));
  EXPECT_EQ(state().given_feeds, std::vector<std::string>{feed});
  EXPECT_EQ(state().feed, feed);
  EXPECT_EQ(post_urls(*bench.read()), before);
}

TEST_F(GivenFeed, AllOfManyAreRequested) {
  for (int i = 0; i < 7; ++i) {
    const std::string path = "/hidden/" + std::to_string(i) + ".xml";
    blog.files[path] = blog.files["/hidden/n.xml"];
    options.feeds[blog.home()].push_back(blog.origin() + path);
  }
  bench.crawl(blog.home(), options);
  const auto requested = bench.fetcher.requested();
  for (const auto& each : options.feeds[blog.home()])
    EXPECT_NE(std::find(requested.begin(), requested.end(), each), requested.end()) << each;
}

TEST_F(GivenFeed, IsAddedToAKnownBlog) {
  bench.crawl(blog.home(), quick_options());
  EXPECT_FALSE(was_requested());
  bench.crawl(blog.home(), options, std::chrono::hours(48));
  EXPECT_TRUE(was_requested());
  EXPECT_EQ(state().given_feeds, std::vector<std::string>{feed});
}

struct Start {
  const char* text;
  const char* home;  // "" when it is refused
};

TEST(StartAddress, IsReadAsUsersWriteIt) {
  const SampleBlog blog;
  for (const Start& row :
       {Start{"blog.example", "http://blog.example/"}, Start{"http:/blog.example/", "http://blog.example/"},
        Start{"HTTP://blog.example", "http://blog.example/"},
        Start{"http:blog.example", "http://blog.example/"}, Start{"blog.example:80/", "http://blog.example/"},
        Start{"ftp://blog.example/", ""}}) {
    MemoryCrawl crawl;
    SampleFetcher fetcher;
    fetcher.serve(blog);
    const auto reports = crawl_into(crawl, crawl.view(), crawl, fetcher, {row.text}, quick_options());
    EXPECT_EQ(reports ? reports->at(0).blog : "", row.home) << row.text;
  }
}

// A section with a theme and a feed of its own, which only its own pages name.
TEST(FeedsOfParts, AreAskedForAndTeach) {
  const auto path = [](int n) { return std::string("/ann/tale-") + static_cast<char>('a' + n) + ".html"; };
  const auto text = [](int n) {
    const std::string word(1, static_cast<char>('a' + n));
    std::string out;
    for (int i = 0; i < 6; ++i)
      out += "Tale " + word + " goes on in its own way, line " + std::to_string(i) + word + ". ";
    return "<p>" + out + "</p>";
  };
  constexpr int kTales = 5;
  SampleBlog blog;
  std::string feed = "<rss version='2.0'><channel><title>Ann</title>";
  std::string list =
      "<html><head><title>Ann</title><link rel=alternate type='application/rss+xml' href='/ann/feed.xml'>"
      "</head><body>";
  for (int n = 0; n < kTales; ++n) {
    const std::string title = std::string("Tale ") + static_cast<char>('A' + n);
    blog.pages[path(n)] = "<html><head><title>" + title + "</title></head><body><center><b>" + title +
                          "</b></center><div class=tale>" + text(n) + "</div><i>May " +
                          std::to_string(n + 1) + ", 2024</i></body></html>";
    list += "<a href='" + path(n) + "'>" + title + "</a> ";
    if (n + 1 < kTales)
      feed += "<item><title>" + title + "</title><link>" + blog.origin() + path(n) +
              "</link><description><![CDATA[" + text(n) + "]]></description></item>";
  }
  blog.pages["/ann/"] = list + "</body></html>";
  blog.files["/ann/feed.xml"] = feed + "</channel></rss>";
  std::string home = blog.at("/").body;
  home.insert(home.find("</body>"), "<a href='/ann/'>Ann</a>");
  blog.pages["/"] = home;
  Bench bench;
  bench.fetcher.serve(blog);
  EXPECT_EQ(bench.crawl(blog.home(), quick_options()).posts, 8u + kTales);
  const std::set<std::string> posts = post_urls(*bench.read());
  for (int n = 0; n < kTales; ++n) EXPECT_TRUE(posts.contains(blog.origin() + path(n))) << n;
}

// A list of posts whose feed is all that leads to an old post. Of `lists` such lists the learning step asks
// for some.
class FeedsOfLists : public testing::TestWithParam<int> {};

TEST_P(FeedsOfLists, LeadToOldPosts) {
  SampleBlog blog;
  std::string menu;
  std::set<std::string> old;
  for (int i = 0; i < GetParam(); ++i) {
    const std::string name = "/category/soup" + std::to_string(i) + "/";
    const std::string path = "/2019/01/old-" + std::to_string(i) + "/";
    blog.pages[path] = blog.at(blog.post_url(1).substr(blog.origin().size())).body;
    blog.pages[name] =
        "<html><head><title>Soup</title><link rel=alternate type='application/rss+xml' href='" + name +
        "feed/'></head><body>Nothing is linked here.</body></html>";
    blog.files[name + "feed/"] =
        "<rss version='2.0'><channel><title>Soup</title><item><title>Old</title><link>" + blog.origin() +
        path + "</link></item></channel></rss>";
    menu += "<a href='" + name + "'>Soup</a> ";
    old.insert(blog.origin() + path);
  }
  std::string home = blog.at("/").body;
  home.insert(home.find("</body>"), menu);
  blog.pages["/"] = home;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const std::vector<std::string> requested = bench.fetcher.requested();
  for (const std::string& url : old) EXPECT_NE(std::ranges::find(requested, url), requested.end()) << url;
  const auto archive = bench.read();
  const std::optional<BlogState> state = got(archive->view().blog(blog.home()));
  ASSERT_TRUE(state);
  for (const std::string& feed : state->feeds) EXPECT_EQ(feed.find("/category/"), std::string::npos) << feed;
}

INSTANTIATE_TEST_SUITE_P(Numbers, FeedsOfLists, testing::Values(1, 40));

// The feed that the home page names is gone. That of a category is there, with posts of several folders.
TEST(FeedOfAList, TeachesABlogWhoseOwnFeedIsGone) {
  SampleBlog source;
  source.paths[6] = "/notes/six/";
  SampleBlog blog;
  blog.paths = source.paths;
  blog.has_feed = false;
  const std::string name = "/category/soup/";
  blog.pages[name] = "<html><head><title>Soup</title><link rel=alternate type='application/rss+xml' href='" +
                     name + "feed/'></head><body>Nothing is linked here.</body></html>";
  blog.files[name + "feed/"] = source.at(source.feed_path).body;
  std::string home = blog.at("/").body;
  home.insert(home.find("</body>"), "<a href='" + name + "'>Soup</a>");
  blog.pages["/"] = home;
  Bench bench;
  bench.fetcher.serve(blog);
  EXPECT_EQ(bench.crawl(blog.home(), quick_options()).posts, 8u);
  const auto archive = bench.read();
  const std::optional<BlogState> state = got(archive->view().blog(blog.home()));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->feed, blog.origin() + name + "feed/");
  const auto version = got(archive->view().last_version(object_key(ObjectKind::kPost, blog.post_url(0))));
  ASSERT_TRUE(version);
  EXPECT_NE(version->object.provenance.method, "generic");
}

TEST(FeedsOfListsWithNofollow, AreNotAskedFor) {
  for (const bool obeyed : {true, false}) {
    SampleBlog blog;
    // So many lists that learning does not ask for the feed of the last one.
    std::string menu;
    for (int i = 0; i < 40; ++i) {
      const std::string name = "/category/soup" + std::to_string(i) + "/";
      blog.pages[name] =
          "<html><head><title>Soup</title><meta name=robots content=nofollow><link rel=alternate "
          "type='application/rss+xml' href='" +
          name + "feed/'></head><body>Nothing is linked here.</body></html>";
      blog.files[name + "feed/"] = "<rss version='2.0'><channel><title>Soup</title></channel></rss>";
      menu += "<a href='" + name + "'>Soup</a> ";
    }
    std::string home = blog.at("/").body;
    home.insert(home.find("</body>"), menu);
    blog.pages["/"] = home;
    CrawlOptions options = quick_options();
    options.step.robots_tags = obeyed ? RobotsTagPolicy::kObey : RobotsTagPolicy::kIgnore;
    Bench bench;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), options);
    const std::vector<std::string> requested = bench.fetcher.requested();
    const std::string feed = blog.origin() + "/category/soup39/feed/";
    EXPECT_EQ(std::ranges::find(requested, feed) == requested.end(), obeyed);
  }
}

}  // namespace
}  // namespace bfa
