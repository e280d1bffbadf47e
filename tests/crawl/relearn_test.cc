// SPDX-License-Identifier: Apache-2.0
// A template that no longer fits is learned again by the crawl itself: redesigns, and layouts of old posts.
#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"
#include "crawl/run_report.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

std::string title_of(int post) {
  return "Note on shelf " + std::to_string(post);
}

std::string day_of(int post) {
  return "March " + std::to_string(1 + post % 27) + ", 2026";
}

// Which pages a template is learned again from does not depend on the order in which they came.
TEST(PagesToLearnAgainFrom, AreChosenByTheirAddresses) {
  constexpr int kPosts = 200;
  const auto chosen = [](const std::vector<int>& order) {
    BlogRun blog;
    for (std::size_t i = 0; i < order.size(); ++i) {
      CrawlTask late;
      late.url = Url::parse("http://blog.example/" + std::to_string(order[i]) + "/").value();
      late.capture = i + 1;
      blog.unlike.push_back(unlike_post(late));
    }
    CrawlTask task;
    task.stage = Stage::kRelearn;
    name_unlike(blog, task);
    std::vector<int> posts;
    for (const std::uint64_t capture : task.captures) posts.push_back(order[capture - 1]);
    return posts;
  };
  std::vector<int> order(kPosts);
  for (int i = 0; i < kPosts; ++i) order[static_cast<std::size_t>(i)] = i;
  const std::vector<int> forward = chosen(order);
  std::reverse(order.begin(), order.end());
  EXPECT_EQ(chosen(order), forward);
  EXPECT_EQ(forward.size(), 64u);
}

// The theme that the blog gets: other elements, other names, other places.
std::string new_page(const SampleBlog& blog, const std::string& title, const std::string& main) {
  std::string side;
  for (int i = 0; i < 3; ++i) side += "<p><a href=\"" + blog.post_url(i) + "\">" + title_of(i) + "</a></p>";
  return "<!DOCTYPE html><html lang=\"en\"><head><title>" + title +
         " | Shelf Notes</title><link rel=\"alternate\" type=\"application/rss+xml\" "
         "href=\"/feed.xml\"></head>"
         "<body><header class=\"banner\"><a href=\"/\">Shelf Notes</a></header><aside class=\"rail\"><p>All "
         "the "
         "notes that this reading room ever wrote, and some more.</p>" +
         side + "</aside><section class=\"sheet\">" + main +
         "</section><footer class=\"last\">Made with paper</footer></body></html>";
}

std::string new_post(const SampleBlog& blog, int post) {
  return new_page(blog, title_of(post),
                  "<p class=\"kicker\">" + day_of(post) +
                      ", <b class=\"who\">The reading room</b></p><h2 "
                      "class=\"headline\">" +
                      title_of(post) + "</h2><section class=\"copy\">" + blog.article(post) +
                      "</section><p class=\"also\">You may like what others liked.</p>");
}

// The theme of long ago.
std::string old_post(const SampleBlog& blog, int post) {
  return "<html><head><title>Shelf Notes : " + title_of(post) +
         "</title></head><body bgcolor=white><table class=frame><tr><td class=menu><a "
         "href=/>Home</a><br>Notes of "
         "a reading room since the flood</td><td class=text><h3 class=head>" +
         title_of(post) + "</h3><div class=when>" + day_of(post) + "</div><div class=words>" +
         blog.article(post) +
         "</div></td></tr></table><div class=counter>You are visitor 4711 of this page</div></body></html>";
}

class Relearn : public testing::Test {
 protected:
  void SetUp() override { bench.fetcher.serve(blog); }

  void redesign(int from, int to) {
    for (int i = from; i < to; ++i) blog.pages[blog.post_path(i)] = new_post(blog, i);
  }
  void redesign_home() {
    std::string list;
    for (int i = blog.posts - 1; i >= 0; --i)
      list +=
          "<div class=\"item\"><h2><a href=\"" + blog.post_url(i) + "\">" + title_of(i) + "</a></h2></div>";
    blog.pages["/"] = new_page(blog, "Home", list);
  }

  std::vector<Template> templates() { return got(bench.read()->templates(blog.home())); }

  std::map<std::string, std::string> texts() {
    std::map<std::string, std::string> out;
    for (const auto& [url, summary] : posts_of(*bench.read()))
      out[url] = summary.latest.title + "\n" + summary.latest.text;
    return out;
  }

  void rebuild_and_compare() {
    const auto before = dump(*bench.read());
    ArchiveOptions options;
    options.clock = &bench.clock;
    const auto report = rebuild_archive(bench.path(), options, quick_options());
    ASSERT_TRUE(report) << to_string(report.error());
    expect_same(before, dump(*bench.read()));
  }

  SampleBlog blog{"http://blog.example", 12, 5};
  Bench bench;
};

TEST_F(Relearn, ARedesignMakesANewTemplateAndNoNewVersions) {
  bench.crawl(blog.home(), quick_options());
  ASSERT_EQ(templates().size(), 1u);
  const auto before = texts();
  redesign_home();
  redesign(0, blog.posts);
  const CrawlReport report = bench.crawl(blog.home(), quick_options(), hours(24 * 30));
  EXPECT_EQ(report.changed, 0u);
  const auto learned = templates();
  ASSERT_EQ(learned.size(), 2u);
  EXPECT_NE(learned[0].rule("article")->xpath, learned[1].rule("article")->xpath);
  EXPECT_EQ(texts(), before);
  rebuild_and_compare();
}

TEST_F(Relearn, AfterARedesignNewPostsAreReadByTheNewRules) {
  bench.crawl(blog.home(), quick_options());
  redesign_home();
  redesign(0, blog.posts);
  bench.crawl(blog.home(), quick_options(), hours(24 * 30));
  blog.posts += 1;
  redesign(0, blog.posts);
  bench.crawl(blog.home(), quick_options(), hours(24));
  EXPECT_EQ(templates().size(), 2u);
  const auto posts = posts_of(*bench.read());
  const auto at = posts.find(blog.post_url(blog.posts - 1));
  ASSERT_TRUE(at != posts.end());
  EXPECT_EQ(at->second.latest.provenance.template_sequence, templates()[1].sequence);
  EXPECT_EQ(at->second.latest.text.find("You may like"), std::string::npos);
}

// Comments for which too little on their pages speaks: feeds of comments, which are there by then, show their
// place, and pages in no such feed are read by it too.
TEST_F(Relearn, FeedsOfCommentsShowWhereCommentsStand) {
  bench.crawl(blog.home(), quick_options());
  redesign_home();
  redesign(0, blog.posts);
  blog.pages["/"].insert(blog.pages["/"].find("</head>"),
                         "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"Shelf Notes: "
                         "Comments\" href=\"/comments/feed/\">");
  const auto said = [](int post, int number) {
    return "Reader " + std::to_string(number) + " looked at shelf " + std::to_string(post) + " in the rain.";
  };
  std::string feed = "<rss version=\"2.0\"><channel><title>Comments for Shelf Notes</title>";
  for (int i = 0; i < blog.posts; ++i) {
    std::string list = "<div>";
    for (int n = 1; n <= 3; ++n) {
      list += "<div><a rel=\"external nofollow\" href=\"http://reader.example/\">Reader</a> <i>April " +
              std::to_string(n) + ", 2026</i><p>" + said(i, n) + "</p></div>";
      const std::string address = blog.post_url(i) + "#say-" + std::to_string(n);
      if (i >= 7)
        feed += "<item><title>By: Reader</title><link>" + address + "</link><guid>" + address +
                "</guid><description>" + said(i, n) + "</description></item>";
    }
    std::string& page = blog.pages[blog.post_path(i)];
    page.insert(page.find("</section><footer"), list + "</div>");
  }
  blog.files["/comments/feed/"] = feed + "</channel></rss>";
  bench.crawl(blog.home(), quick_options(), hours(24 * 30));
  ASSERT_EQ(templates().size(), 2u);
  EXPECT_EQ(templates()[0].rule("comment"), nullptr);
  ASSERT_NE(templates()[1].rule("comment"), nullptr);
  EXPECT_EQ(templates()[1].rule("comment")->method, "feed");
  EXPECT_EQ(got(bench.read()->comments_of(blog.post_url(2))).size(), 3u);
  EXPECT_EQ(got(bench.read()->comments_of(blog.post_url(8))).size(), 3u);
  rebuild_and_compare();
}

TEST_F(Relearn, OneOddPageChangesNothing) {
  bench.crawl(blog.home(), quick_options());
  redesign(11, 12);
  bench.crawl(blog.home(), quick_options(), hours(24 * 30));
  EXPECT_EQ(templates().size(), 1u);
  EXPECT_EQ(posts_of(*bench.read()).size(), 12u);
  rebuild_and_compare();
}

TEST_F(Relearn, OldPostsOfAnotherThemeGetTheirLayoutInTheFirstCrawl) {
  blog.posts = 40;  // more than the pages that a first learning looks at
  for (int i = 0; i < 6; ++i) blog.pages[blog.post_path(i)] = old_post(blog, i);
  const CrawlReport report = bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(report.posts, 40u);
  EXPECT_EQ(report.changed, 0u);
  ASSERT_EQ(templates().size(), 2u);
  EXPECT_TRUE(templates()[0].layouts.empty());
  ASSERT_EQ(templates()[1].layouts.size(), 1u);
  EXPECT_EQ(templates()[0].rule("article")->xpath, templates()[1].rule("article")->xpath);
  const auto posts = posts_of(*bench.read());
  const DataObject& old = posts.at(blog.post_url(2)).latest;
  EXPECT_EQ(old.title, title_of(2));
  EXPECT_EQ(old.text.find("visitor"), std::string::npos);
  EXPECT_EQ(old.text.find("March"), std::string::npos);
  EXPECT_EQ(old.provenance.template_sequence, templates()[1].sequence);
  rebuild_and_compare();
}

// Stops the crawl after a few pages, again and again.
TEST_F(Relearn, AnInterruptedCrawlGoesOnWithWhatWaited) {
  blog.posts = 40;
  for (int i = 0; i < 6; ++i) blog.pages[blog.post_path(i)] = old_post(blog, i);
  bench.crawl(blog.home(), quick_options());
  const auto whole = texts();
  const std::size_t versions = templates().size();
  for (const std::size_t every : {3u, 8u}) {
    Bench broken;
    broken.fetcher.serve(blog);
    bool done = false;
    for (int run = 0; run < 200 && !done; ++run) {
      std::stop_source stop;
      std::size_t fetched = 0;
      CrawlOptions options = quick_options();
      options.stop = stop.get_token();
      options.in_flight = 2;
      options.on_event = [&](const CrawlEvent& event) {
        if (std::holds_alternative<FetchedEvent>(event) && ++fetched == every) stop.request_stop();
      };
      done = !broken.crawl(blog.home(), options, std::chrono::hours(0)).interrupted;
    }
    EXPECT_TRUE(done);
    std::map<std::string, std::string> out;
    for (const auto& [url, summary] : posts_of(*broken.read())) {
      out[url] = summary.latest.title + "\n" + summary.latest.text;
      EXPECT_EQ(summary.versions, 1u) << url;
    }
    EXPECT_EQ(out, whole) << every;
    EXPECT_EQ(got(broken.read()->templates(blog.home())).size(), versions) << every;
  }
}

TEST_F(Relearn, ALimitOfPagesLeavesNoPostWaiting) {
  blog.posts = 40;
  for (int i = 0; i < 6; ++i) blog.pages[blog.post_path(i)] = old_post(blog, i);
  CrawlOptions options = quick_options();
  options.in_flight = 1;
  options.max_pages = 30;
  const CrawlReport report = bench.crawl(blog.home(), options);
  EXPECT_GT(report.queued, 0u);
  const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite);
  ASSERT_TRUE(archive);
  for (const Stage stage : {Stage::kRelearn, Stage::kLate})
    EXPECT_TRUE(got(archive->frontier().tasks(blog.home(), stage)).empty()) << stage_name(stage);
  EXPECT_FALSE(got(archive->frontier().tasks(blog.home(), Stage::kPost)).empty());
}

TEST_F(Relearn, LayoutsOutliveARedesign) {
  blog.posts = 40;
  for (int i = 0; i < 4; ++i) blog.pages[blog.post_path(i)] = old_post(blog, i);
  bench.crawl(blog.home(), quick_options());
  ASSERT_EQ(templates().size(), 2u);
  const auto before = texts();
  redesign_home();
  redesign(4, blog.posts);
  bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(24 * 30));
  ASSERT_EQ(templates().size(), 3u);
  EXPECT_EQ(templates()[2].layouts.size(), 2u);  // that of long ago, and the one that the feed showed before
  EXPECT_EQ(texts(), before);
}

}  // namespace
}  // namespace bfa
