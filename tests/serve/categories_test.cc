// SPDX-License-Identifier: Apache-2.0
// The rule of tags and categories, in each list, feed, stream and search: `tag` finds a value that an object
// has as a tag or as a category, `category` only as a category. And the filter by what happened in a version.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "search/made_index.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

class TagsAndCategories : public testing::Test {
 public:
  TagsAndCategories() {
    blogs_.steps(120);
    ArchiveSiteOptions options;
    options.archive = blogs_.path();
    auto made = make_archive_site(options);
    EXPECT_TRUE(made) << to_string(made.error());
    if (made) site_ = std::move(*made);
  }

  std::string ask(const std::string& target) const {
    ServeRequest request;
    request.target = target;
    request.origin = "http://127.0.0.1:8080";
    ServeReply reply = site_->answer(request);
    EXPECT_EQ(reply.status, 200) << target << reply.body;
    std::string body = reply.body;
    while (reply.stream) {
      const auto piece = reply.stream->next();
      EXPECT_TRUE(piece) << to_string(piece.error());
      if (!piece) break;
      body += piece->bytes;
      if (piece->end || piece->bytes.empty()) break;
    }
    return body;
  }

  std::multiset<std::string> items(const std::string& target, const char* list, const char* member) const {
    std::multiset<std::string> out;
    const auto json = Json::parse(ask(target), nullptr, false);
    EXPECT_TRUE(json.is_object()) << target;
    for (const Json& item : json.value(list, Json::array())) out.insert(item.value(member, ""));
    return out;
  }

  // What a filter finds in each interface; without the parts of an interface that has several forms.
  std::multiset<std::string> feed(const std::string& filter) const {
    return items("/feeds/changes.json?limit=200&pages=1&" + filter, "items", "id");
  }
  std::multiset<std::string> changes(const std::string& filter) const {
    return items("/api/v1/changes?limit=1000&pages=1&" + filter, "changes", "id");
  }
  std::multiset<std::string> events(const std::string& filter) const {
    std::multiset<std::string> out;
    const std::string text = ask("/events?after=0&pages=1&" + filter);
    for (auto at = text.find("\nid: "); at != std::string::npos; at = text.find("\nid: ", at + 1))
      out.insert(text.substr(at + 5, text.find('\n', at + 5) - at - 5));
    return out;
  }
  std::multiset<std::string> objects(const std::string& filter) const {
    return items("/api/v1/objects?limit=1000&" + filter, "objects", "url");
  }
  std::multiset<std::string> found(const std::string& rest) const {
    return items("/api/v1/search?limit=100&newest=1&" + rest, "hits", "url");
  }

  MadeBlogs blogs_{7};
  std::unique_ptr<ServeHandler> site_;
};

// News is only ever a category, red only a tag, Music both.
TEST_F(TagsAndCategories, AreFoundByOneRule) {
  for (const auto list : {&TagsAndCategories::feed, &TagsAndCategories::changes, &TagsAndCategories::events,
                          &TagsAndCategories::objects}) {
    const auto find = [&](const char* filter) { return (this->*list)(filter); };
    EXPECT_FALSE(find("category=News").empty());
    EXPECT_EQ(find("tag=News"), find("category=News"));
    EXPECT_FALSE(find("tag=red").empty());
    EXPECT_TRUE(find("category=red").empty());
    const auto as_either = find("tag=Music"), as_category = find("category=Music");
    EXPECT_GT(as_either.size(), as_category.size());
    EXPECT_TRUE(std::includes(as_either.begin(), as_either.end(), as_category.begin(), as_category.end()));
    const auto both = find("tag=red&category=News");
    EXPECT_FALSE(both.empty());
    EXPECT_LT(both.size(), find("category=News").size());
  }
}

TEST_F(TagsAndCategories, AreSearchedByTheSameRule) {
  EXPECT_FALSE(found("q=category:news").empty());
  EXPECT_EQ(found("q=tag:news"), found("q=category:news"));
  EXPECT_EQ(found("tag=news"), found("category=news"));
  EXPECT_EQ(found("q=category:news"), found("category=news"));
  EXPECT_FALSE(found("q=tag:red").empty());
  EXPECT_TRUE(found("q=category:red").empty());
  EXPECT_GT(found("q=tag:music").size(), found("q=category:music").size());
  EXPECT_EQ(found("q=news"), found("q=category:news")) << "words alone look into categories too";
  // A search as a feed.
  EXPECT_FALSE(feed("q=category:news").empty());
  EXPECT_EQ(feed("q=tag:news"), feed("q=category:news"));
}

// Eight posts, of which one was edited, and one is gone.
class VerdictSite : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    served = std::make_unique<ServedBlog>();
    SampleBlog& blog = served->blog;
    blog.extra_paragraph[2] = "A quokka sat here.";
    blog.extra_paragraph[3] = "A quokka sat here.";
    blog.extra_paragraph[4] = "A quokka sat here.";
    served->bench.crawl(blog.home(), quick_options());
    blog.extra_paragraph[3] = "A quokka and an axolotl sat here.";
    served->bench.fetcher.fail(blog.post_url(4), 9, 404);
    served->bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
    served->open();
  }
  static void TearDownTestSuite() { served.reset(); }

  static std::string page(const std::string& target, int status = 200) {
    const ServeReply reply = served->ask(target, {{"Accept", "text/html"}});
    EXPECT_EQ(reply.status, status) << target;
    return reply.body;
  }
  static std::string post(int number) { return query_text(served->blog.post_url(number)); }
  static std::vector<std::string> urls_of(const std::string& target, const char* list) {
    ServeReply reply = served->ask(target);
    EXPECT_EQ(reply.status, 200) << target << reply.body;
    std::vector<std::string> urls;
    const Json json = Json::parse(body_of(reply), nullptr, false);
    for (const Json& item : json[list]) urls.push_back(item.value("url", ""));
    return urls;
  }
  static std::string query_text(std::string url) {
    for (std::size_t at = 0; (at = url.find_first_of(":/", at)) != std::string::npos; at += 3)
      url.replace(at, 1, url[at] == ':' ? "%3A" : "%2F");
    return url;
  }
  static bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

  static std::unique_ptr<ServedBlog> served;
};
std::unique_ptr<ServedBlog> VerdictSite::served;

TEST_F(VerdictSite, ListsOnlyWhatHappenedSo) {
  const std::string changes = "/api/v1/changes?kind=post&verdict=";
  const std::vector<std::string> edited = {served->blog.post_url(3)}, gone = {served->blog.post_url(4)};
  EXPECT_EQ(urls_of(changes + "content", "changes"), edited);
  EXPECT_EQ(urls_of(changes + "gone", "changes"), gone);
  EXPECT_EQ(urls_of(changes + "new", "changes").size(), 8U);
  EXPECT_TRUE(urls_of(changes + "moved", "changes").empty());
  EXPECT_EQ(urls_of("/api/v1/search?q=quokka&verdict=content", "hits"), edited);
  EXPECT_EQ(urls_of("/api/v1/search?q=quokka&verdict=gone", "hits"), gone);
  EXPECT_EQ(served->ask("/api/v1/changes?verdict=edited").status, 400);
  EXPECT_EQ(served->ask("/api/v1/search?q=quokka&verdict=none").status, 400);
  const std::string feed = "/feeds/changes.json?kind=post&verdict=gone";
  EXPECT_EQ(urls_of(feed, "items").size(), 1U);
  EXPECT_EQ(urls_of(feed + "&q=quokka", "items").size(), 1U);
  ServeReply events = served->ask("/events?after=0&kind=post&verdict=gone");
  ASSERT_TRUE(events.stream);
  EXPECT_EQ(events.stream->next()->bytes, "retry: 2000\n\n");
  const std::string text = events.stream->next()->bytes;
  EXPECT_TRUE(has(text, served->blog.post_url(4))) << text;
  EXPECT_FALSE(has(text, served->blog.post_url(3))) << text;
}

TEST_F(VerdictSite, HasFieldsInTheForms) {
  const std::string changes = page("/changes?verdict=gone&category=Shelves&kind=post");
  EXPECT_TRUE(has(changes, "name=\"category\" value=\"Shelves\"")) << changes;
  EXPECT_TRUE(has(changes, "<option value=\"gone\" selected>"));
  EXPECT_TRUE(has(changes, "/feeds/changes.atom?category=Shelves&amp;kind=post&amp;verdict=gone"));
  EXPECT_TRUE(has(changes, "/live?category=Shelves&amp;kind=post&amp;verdict=gone"));
  const std::string search = page("/search?q=quokka&verdict=content&category=None");
  EXPECT_TRUE(has(search, "name=\"category\" value=\"None\""));
  EXPECT_TRUE(has(search, "<option value=\"content\" selected>"));
  EXPECT_TRUE(has(search, "<details class=\"more\" open>")) << "what is set is shown";
  EXPECT_TRUE(has(search, "Nothing was found"));
}

TEST_F(VerdictSite, FiltersThePages) {
  const std::string gone = page("/changes?verdict=gone"), live = page("/live?verdict=content");
  EXPECT_TRUE(has(gone, post(4)));
  EXPECT_FALSE(has(gone, post(3)));
  EXPECT_TRUE(has(live, post(3)));
  EXPECT_FALSE(has(live, post(4)));
  const std::string found = page("/search?q=quokka&verdict=content");
  EXPECT_TRUE(has(found, post(3)));
  EXPECT_FALSE(has(found, post(2)));
  EXPECT_TRUE(has(page("/changes?verdict=edited", 400), "verdict: there are new, content"));
  EXPECT_TRUE(has(page("/search?q=quokka&verdict=edited", 400), "verdict: there are new, content"));
}

// Filters that need words do not show an empty form as if nothing had been asked for.
TEST_F(VerdictSite, AFilterWithoutWordsIsSaid) {
  for (const char* filter : {"verdict=gone", "changed=1", "since=2026-01-01"})
    EXPECT_TRUE(has(page(std::string("/search?q=&") + filter, 400), "the query has no word")) << filter;
  EXPECT_FALSE(has(page("/search?q=&kind=post"), "the query has no word"));
}

// The address of a search's feed has the filters of the search. With filters that feeds lack, none is
// offered.
TEST_F(VerdictSite, TheFeedOfASearchHasItsFilters) {
  const std::string searched = page("/search?q=quokka&category=News&author=An%22n&verdict=content");
  EXPECT_TRUE(has(searched, "q=quokka%20author%3A%22An%20n%22%20category%3A%22News%22&amp;verdict=content"))
      << searched.substr(0, 3000);
  EXPECT_FALSE(has(page("/search?q=quokka&since=2026-01-01"), "/feeds/changes.atom"));
}

}  // namespace
}  // namespace bfa
