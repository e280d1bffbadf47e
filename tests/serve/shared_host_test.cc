// SPDX-License-Identifier: Apache-2.0
// Two blogs on one host: a filter by blog means one of them, and a host means both.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "bfa/html/content.h"
#include "bfa/subscribe/blog_filter.h"
#include "serve/data/query_string.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

class SharedHostSite : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    served = std::make_unique<ServedBlog>();
    SampleBlog& blog = served->blog;
    for (const int number : {1, 3, 5}) {
      blog.paths[number] = "/anna/post-" + std::to_string(number) + "/";
      of_anna.insert(blog.post_url(number));
    }
    blog.comments[1] = 2;
    for (int i = 0; i < blog.posts; ++i) blog.extra_paragraph[i] = "A quokka sat here.";
    served->bench.crawl(blog.home(), quick_options());
    blog.extra_paragraph[3] = "A quokka and an axolotl sat here.";
    blog.extra_paragraph[4] = "A quokka and an axolotl sat here.";
    served->bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
    BlogState anna;
    anna.home = anna.base = home();
    const auto archive = open_archive(served->bench.path(), ArchiveOptions::Mode::kWrite);
    ASSERT_TRUE(archive->put_blog(anna));
    ASSERT_TRUE(archive->close());
    served->open();
  }
  static void TearDownTestSuite() {
    served.reset();
    of_anna.clear();
  }

  static std::string home() { return served->blog.origin() + "/anna/"; }
  static std::string filter(const std::string& blog) { return "blog=" + query_escaped(blog); }
  static Json json(const std::string& target) {
    ServeReply reply = served->ask(target);
    EXPECT_EQ(reply.status, 200) << target << reply.body;
    return Json::parse(body_of(reply), nullptr, false);
  }
  static std::string page(const std::string& target) {
    return served->ask(target, {{"Accept", "text/html"}}).body;
  }
  // The URLs in a list that is read page by page.
  static std::multiset<std::string> urls_of(const std::string& target, const char* list) {
    std::multiset<std::string> urls;
    std::string after;
    for (int pages = 0; pages < 100; ++pages) {
      const Json answer = json(target + (after.empty() ? "" : "&after=" + query_escaped(after)));
      if (!answer.contains(list)) break;
      for (const Json& item : answer[list]) urls.insert(item.value("url", item.value("post", "")));
      const std::string next = answer.value("next", "");
      if (next.empty() || next == after || answer[list].empty()) break;
      after = next;
    }
    return urls;
  }
  static std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  }

  static std::unique_ptr<ServedBlog> served;
  static std::set<std::string> of_anna;
};
std::unique_ptr<ServedBlog> SharedHostSite::served;
std::set<std::string> SharedHostSite::of_anna;

TEST_F(SharedHostSite, ASearchFindsTheBlogsOwn) {
  const std::string query = "/api/v1/search?kind=post&limit=2&q=quokka&";
  for (const char* order : {"", "&newest=1"}) {
    const auto anna = urls_of(query + filter(home()) + order, "hits");
    EXPECT_EQ(anna, (std::multiset<std::string>(of_anna.begin(), of_anna.end()))) << order;
    const auto root = urls_of(query + filter(served->blog.home()) + order, "hits");
    EXPECT_EQ(root.size(), 5U) << order;
    for (const auto& url : root) EXPECT_FALSE(of_anna.contains(url)) << url;
    EXPECT_EQ(urls_of(query + filter("blog.example") + order, "hits").size(), 8U) << order;
  }
  EXPECT_EQ(json(query + filter(home()))["versions"], 4) << "three posts, one of them with two versions";
  EXPECT_EQ(urls_of("/api/v1/search?kind=post&q=axolotl&" + filter(home()), "hits").size(), 1U);
}

// The operator of the query language means what the parameter means.
TEST_F(SharedHostSite, AnOperatorMeansTheBlogsOwn) {
  const auto found = [](const std::string& text) {
    return urls_of("/api/v1/search?kind=post&limit=2&q=" + query_escaped(text), "hits");
  };
  const std::multiset<std::string> anna(of_anna.begin(), of_anna.end());
  for (const std::string& text : {"quokka blog:" + home(), "blog:\"" + home() + "\" quokka"})
    EXPECT_EQ(found(text), anna) << text;
  EXPECT_EQ(found("quokka blog:" + served->blog.home()).size(), 5U);
  EXPECT_EQ(found("quokka blog:blog.example").size(), 8U);
  EXPECT_EQ(found("quokka -blog:" + home()).size(), 5U);
  EXPECT_EQ(found("quokka -blog:" + served->blog.home()), anna);
  EXPECT_TRUE(found("quokka -blog:blog.example").empty());
  EXPECT_TRUE(found("quokka blog:" + home() + " blog:" + served->blog.home()).empty());
  EXPECT_EQ(count_of(page("/search?q=" + query_escaped("axolotl blog:" + home())), "<li><p class=\"title\">"),
            1U);
  ServeReply feed = served->ask("/feeds/changes.atom?q=" + query_escaped("axolotl blog:" + home()));
  EXPECT_EQ(count_of(body_of(feed), "<entry>"), 1U);
}

TEST_F(SharedHostSite, AnUnknownBlogOfAnOperatorIsAnError) {
  const std::string query = query_escaped("\u00e4 quokka blog:nope.example");
  const ServeReply reply = served->ask("/api/v1/search?q=" + query);
  EXPECT_EQ(reply.status, 404) << reply.body;
  EXPECT_EQ(Json::parse(reply.body, nullptr, false).value("position", -1), 9) << reply.body;
  EXPECT_EQ(served->ask("/feeds/changes.atom?q=" + query).status, 404);
  const ServeReply shown = served->ask("/search?q=" + query, {{"Accept", "text/html"}});
  EXPECT_EQ(shown.status, 404);
  EXPECT_NE(shown.body.find("no such blog"), std::string::npos) << shown.body;
}

TEST_F(SharedHostSite, ALivePageIsTheBlogs) {
  const std::string all = page("/live"), anna = page("/live?" + filter(home()));
  EXPECT_EQ(count_of(anna, "class=\"title\""), 3U + 1U + 2U) << "posts, an edit, comments";
  EXPECT_GT(count_of(all, "class=\"title\""), 6U);
  EXPECT_NE(anna.find("/feeds/changes.atom?" + filter(home())), std::string::npos);
  EXPECT_EQ(served->ask("/live?blog=nope.example", {{"Accept", "text/html"}}).status, 404);
}

TEST_F(SharedHostSite, FiguresOfAnUnknownBlogAreAnError) {
  for (const char* path : {"/api/v1/status?", "/api/v1/values?field=author&"}) {
    const std::string target = path;
    EXPECT_EQ(served->ask(target + filter("http://nope.example/")).status, 404) << path;
    EXPECT_EQ(served->ask(target + filter("nope.example")).status, 404) << path;
    EXPECT_EQ(served->ask(target + filter(home())).status, 200) << path;
    EXPECT_EQ(served->ask(target + filter("blog.example")).status, 200) << path;
    EXPECT_EQ(served->ask(target + filter("Blog.example:8080")).status, 200) << path;
  }
  EXPECT_EQ(served->ask("/api/v1/values?field=author&" + filter(home() + "post-1/")).status, 404)
      << "values are counted by blogs and hosts";
}

TEST_F(SharedHostSite, ListsHaveTheBlogsOwn) {
  for (const char* order : {"published", "changed", "key"}) {
    const auto posts = urls_of(
        "/api/v1/objects?kind=post&limit=2&order=" + std::string(order) + "&" + filter(home()), "objects");
    EXPECT_EQ(posts, (std::multiset<std::string>(of_anna.begin(), of_anna.end()))) << order;
  }
  EXPECT_EQ(urls_of("/api/v1/objects?kind=comment&" + filter(home()), "objects").size(), 2U)
      << "comments are of the blog of their post";
  EXPECT_TRUE(urls_of("/api/v1/objects?kind=comment&" + filter(served->blog.home()), "objects").empty());
  const std::string listed = page("/blog?url=" + query_escaped(home()));
  EXPECT_NE(listed.find("name=\"blog\" value=\"" + home()), std::string::npos);
  EXPECT_NE(listed.find("/feeds/changes.atom?" + filter(home())), std::string::npos);
}

TEST_F(SharedHostSite, ChangesFeedsAndEventsAreTheBlogs) {
  const std::size_t all = 3 + 1 + 2;  // posts, an edit, comments
  EXPECT_EQ(urls_of("/api/v1/changes?limit=2&" + filter(home()), "changes").size(), all);
  EXPECT_EQ(count_of(page("/changes?" + filter(home())), "class=\"title\""), all);
  ServeReply feed = served->ask("/feeds/changes.atom?limit=200&" + filter(home()));
  EXPECT_EQ(count_of(body_of(feed), "<entry>"), all);
  ServeReply found = served->ask("/feeds/changes.atom?q=axolotl&" + filter(home()));
  EXPECT_EQ(count_of(body_of(found), "<entry>"), 1U);
  ServeReply events = served->ask("/events?after=0&" + filter(home()));
  ASSERT_TRUE(events.stream);
  std::string text;
  for (int pieces = 0; pieces < 20; ++pieces) {
    const auto piece = events.stream->next();
    ASSERT_TRUE(piece) << to_string(piece.error());
    if (piece->bytes.empty()) break;
    text += piece->bytes;
  }
  EXPECT_EQ(count_of(text, "\ndata: "), all) << text;
  EXPECT_EQ(count_of(text, "\"blog\":\"" + home() + "\""), all) << "events name the blog, not its host";
}

TEST_F(SharedHostSite, PagesOfSearchesAreTheBlogs) {
  EXPECT_EQ(count_of(page("/search?q=axolotl&" + filter(home())), "<li><p class=\"title\">"), 1U);
  EXPECT_EQ(count_of(page("/search?q=axolotl&" + filter("blog.example")), "<li><p class=\"title\">"), 2U);
}

struct FilterCase {
  const char *name, *blog, *host;
  const char *inside, *outside;  // empty: not asked for
};

class BlogFilterOf : public SharedHostSite, public testing::WithParamInterface<FilterCase> {};

TEST_P(BlogFilterOf, MeansItsAddresses) {
  const auto places = got(BlogPlaces::of(*served->bench.read()));
  const auto row = GetParam();
  const BlogFilter filter = places.filter(row.blog);
  EXPECT_EQ(filter.host, row.host);
  const std::string inside = row.inside, outside = row.outside;
  EXPECT_EQ(static_cast<bool>(filter.belongs), !inside.empty());
  if (!filter.belongs) return;
  EXPECT_TRUE(filter.belongs(inside, ""));
  EXPECT_TRUE(filter.belongs("", inside)) << "a comment without an address";
  EXPECT_FALSE(filter.belongs(outside, inside));
}

INSTANTIATE_TEST_SUITE_P(
    DocsServe_Numbers, BlogFilterOf,
    testing::Values(FilterCase{"Nothing", "", "", "", ""},
                    FilterCase{"Host", "Blog.Example", "blog.example", "", ""},
                    FilterCase{"HostAndPort", "Blog.example:8080", "blog.example", "", ""},
                    FilterCase{"HostAndNoPort", "blog.example:x", "blog.example:x", "", ""},
                    FilterCase{"Home", "http://blog.example/anna/", "blog.example",
                               "https://blog.example/anna/post-1/", "http://blog.example/2026/"},
                    FilterCase{"HomeWithoutSlash", "http://blog.example/anna", "blog.example",
                               "http://blog.example/anna/post-1/", "http://blog.example/annabel/"},
                    FilterCase{"Root", "http://blog.example/", "blog.example", "http://blog.example/2026/x/",
                               "http://blog.example/anna/post-1/"},
                    FilterCase{"NoBlog", "http://blog.example/2026/03/", "blog.example",
                               "http://blog.example/2026/03/x/", "http://blog.example/2025/x/"},
                    FilterCase{"UnknownHost", "http://other.example/", "other.example", "", ""}),
    [](const auto& row) { return std::string(row.param.name); });

// However its end and its scheme are written.
TEST_F(SharedHostSite, AnAddressLeadsToItsBlog) {
  const std::string listed = page("/blog?url=" + query_escaped(home()));
  for (const char* find : {"https://blog.example/anna", "http://blog.example/anna/", "example/anna"})
    EXPECT_NE(page("/?find=" + query_escaped(find)).find("1 blog of 2"), std::string::npos) << find;
  for (const char* written : {"http://blog.example/anna", "https://blog.example/anna/", "blog.example/anna",
                              "blog.example/anna/", "http://www.blog.example/anna/"}) {
    SCOPED_TRACE(written);
    const std::string named = query_escaped(written);
    EXPECT_EQ(page("/blog?url=" + named), listed);
    EXPECT_EQ(served->ask("/report?blog=" + named, {{"Accept", "text/html"}}).status, 200);
    EXPECT_EQ(json("/api/v1/blogs/" + named)["home"], home());
    EXPECT_EQ(json("/api/v1/status?blog=" + named)["blogs"].size(), 1U);
    EXPECT_EQ(json("/api/v1/values?field=author&blog=" + named)["values"],
              json("/api/v1/values?field=author&" + filter(home()))["values"]);
    EXPECT_EQ(urls_of("/api/v1/objects?kind=post&" + filter(written), "objects"),
              (std::multiset<std::string>(of_anna.begin(), of_anna.end())));
    EXPECT_EQ(
        urls_of("/api/v1/search?kind=post&q=" + query_escaped("quokka blog:" + std::string(written)), "hits")
            .size(),
        3U);
  }
}

TEST_F(SharedHostSite, PlacesNameTheBlogOfAnAddress) {
  const auto places = got(BlogPlaces::of(*served->bench.read()));
  EXPECT_EQ(places.home_of("http://blog.example/anna/post-3/"), home());
  EXPECT_EQ(places.home_of("http://blog.example/2026/"), served->blog.home());
  EXPECT_EQ(places.home_of("http://elsewhere.example/"), "");
  EXPECT_EQ(places.home_named("https://blog.example/anna"), home());
  EXPECT_EQ(places.home_named("http://blog.example/anna/post-3/"), "");
}

}  // namespace
}  // namespace bfa
