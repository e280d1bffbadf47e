// SPDX-License-Identifier: Apache-2.0
// A theme begins or ceases to name something on each page of a blog: a reading of the posts, not an edit.
#include <functional>
#include <string>

#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/archive_dump.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

// What the theme shows of a post, beside title and text.
struct Theme {
  bool author = false, tags = false, categories = false, date = true;
};

constexpr int kPosts = 14;
constexpr int kAFewTags = 3;  // that post has a tag of its own in a test

std::string date_of(int post) {
  return std::string("2026-03-") + (post < 9 ? "0" : "") + std::to_string(1 + post);  // as the feed says
}

std::string page_of(const SampleBlog& blog, const Theme& theme, int post, const std::string& more) {
  const std::string title = "Note on shelf " + std::to_string(post);
  const std::string guest = post == 3 ? "Bea Guest" : "The reading room";
  std::string html = "<!DOCTYPE html><html lang=en><head><title>" + title + " - Shelf Notes</title>";
  html += "<link rel=alternate type='application/rss+xml' href='/feed.xml'></head><body>";
  html += "<div id=top><a href='/'>Shelf Notes</a></div><article class=post><h1 class=headline>" + title +
          "</h1>";
  if (theme.date) html += "<time class=day datetime='" + date_of(post) + "'>" + date_of(post) + "</time>";
  if (theme.author) html += "<p class=byline>By <a rel=author href='/people/x/'>" + guest + "</a></p>";
  html += "<div class=copy>" + blog.article(post) + "</div>";
  if (theme.tags) html += "<p class=tags>Tags: <a rel=tag href='/tag/maps/'>maps</a></p>";
  if (theme.categories)
    html += "<p class=cats>Category: <a rel='category tag' href='/category/news/'>News</a></p>";
  return html + more + "</article><div id=foot>Footer</div></body></html>";
}

class Redesign : public testing::Test {
 protected:
  void SetUp() override { bench.fetcher.serve(blog); }

  void show(const Theme& theme) {
    for (int i = 0; i < kPosts; ++i) blog.pages[blog.post_path(i)] = page_of(blog, theme, i, "");
  }
  CrawlReport crawl() { return bench.crawl(blog.home(), quick_options(Recheck::kAll), hours(24 * 30)); }
  // Crawls `before`, and then `after`.
  CrawlReport change(const Theme& before, const Theme& after) {
    show(before);
    crawl();
    show(after);
    return crawl();
  }
  DataObject post(int number) { return posts_of(*bench.read())[blog.post_url(number)].latest; }

  void rebuild_and_compare() {
    const auto before = dump(*bench.read());
    ArchiveOptions options;
    options.clock = &bench.clock;
    const auto report = rebuild_archive(bench.path(), options, quick_options());
    ASSERT_TRUE(report) << to_string(report.error());
    expect_same(before, dump(*bench.read()));
  }

  SampleBlog blog{"http://blog.example", kPosts, 6};
  Bench bench;
};

struct Case {
  const char* name;
  Theme before, after;
  std::function<bool(const DataObject&)> known;  // what the posts say after that
};

class RedesignOf : public Redesign, public testing::WithParamInterface<Case> {};

TEST_P(RedesignOf, MakesNoVersions) {
  const CrawlReport report = change(GetParam().before, GetParam().after);
  EXPECT_EQ(report.changed, 0u);
  for (int i = 0; i < kPosts; ++i) {
    EXPECT_EQ(posts_of(*bench.read())[blog.post_url(i)].versions, 1u) << i;
    EXPECT_TRUE(GetParam().known(post(i))) << i;
  }
  rebuild_and_compare();
}

// The same once more changes nothing either, and back again.
TEST_P(RedesignOf, StaysQuiet) {
  change(GetParam().before, GetParam().after);
  EXPECT_EQ(crawl().changed, 0u);
  EXPECT_EQ(change(GetParam().before, GetParam().after).changed, 0u);
}

bool has_author(const DataObject& object) {
  return object.authors.size() == 1;
}
bool has_tag(const DataObject& object) {
  return object.tags == std::vector<std::string>{"maps"};
}
bool has_category(const DataObject& object) {
  return object.attributes.contains("categories");
}
bool has_date(const DataObject& object) {
  return object.published.has_value();
}
INSTANTIATE_TEST_SUITE_P(
    House, RedesignOf,
    testing::Values(Case{"BeginsToNameAuthors", {}, {.author = true}, has_author},
                    Case{"CeasesToNameAuthors", {.author = true}, {}, has_author},
                    Case{"BeginsToNameTags", {}, {.tags = true}, has_tag},
                    Case{"CeasesToNameTags", {.tags = true}, {}, has_tag},
                    Case{"BeginsToNameCategories", {}, {.categories = true}, has_category},
                    Case{"CeasesToNameCategories", {.categories = true}, {}, has_category},
                    Case{"BeginsToShowDates", {.date = false}, {}, has_date},
                    Case{"CeasesToShowDates", {}, {.date = false}, has_date}),
    [](const auto& row) { return std::string(row.param.name); });

// What differs beside the field is an edit, and the field is not among its reasons.
TEST_F(Redesign, EditsAreStillFound) {
  show({});
  crawl();
  blog.extra_paragraph[2] = "One more paragraph, of the author's own words.";
  show({.author = true});
  const CrawlReport report = crawl();
  EXPECT_EQ(report.changed, 1u);
  const auto changes = got(bench.read()->changes(object_key(ObjectKind::kPost, blog.post_url(2))));
  const auto edit = std::find_if(changes.begin(), changes.end(),
                                 [](const Change& change) { return change.verdict == Verdict::kContent; });
  ASSERT_TRUE(edit != changes.end());
  ASSERT_EQ(edit->reasons.size(), 1u);
  EXPECT_EQ(edit->reasons[0].field, "text");
}

// Where the theme shows tags, a post that had none and gets one was edited.
TEST_F(Redesign, ATagThatIsAddedIsAnEdit) {
  show({.tags = true});
  blog.pages[blog.post_path(kAFewTags)] = page_of(blog, {}, kAFewTags, "");
  crawl();
  EXPECT_TRUE(post(kAFewTags).tags.empty());
  show({.tags = true});
  EXPECT_EQ(crawl().changed, 1u);
  EXPECT_TRUE(has_tag(post(kAFewTags)));
}

// And where it names authors, another name is one.
TEST_F(Redesign, AnotherAuthorIsAnEdit) {
  show({.author = true});
  crawl();
  std::string& page = blog.pages[blog.post_path(4)];
  const std::string name = "The reading room";
  page.replace(page.find(name, page.find("byline")), name.size(), "Carla Cutter");
  EXPECT_EQ(crawl().changed, 1u);
  EXPECT_EQ(post(4).authors, std::vector<std::string>{"Carla Cutter"});
}

}  // namespace
}  // namespace bfa
