// SPDX-License-Identifier: Apache-2.0
// The pages for people, as answers: what they show, that nothing in an archive becomes markup of ours, and
// that each of their links answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <regex>
#include <set>

#include "bfa/html/content.h"
#include "bfa/url/url.h"
#include "looked_page.h"
#include "serve/data/query_string.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using std::chrono::hours;

constexpr hours kLater{48};
constexpr const char* kHostile =
    "<script>alert(1)</script><img src=x onerror=alert(2)><a href=\"javascript:alert(3)\">a trap</a> "
    "<iframe src=\"http://elsewhere.example/\"></iframe><style>body{display:none}</style>"
    "<a href=\"http://elsewhere.example/?a=1&amp;b=%22\">a way out</a><img "
    "src=\"http://elsewhere.example/p.png\" alt=\"a "
    "pixel\"> <h1>A heading of its own</h1> \xe2\x80\xaetxet denrut\xe2\x80\xac";

// A page of a post in the blog's own theme, with a title as it wishes.
std::string post_page_of(const SampleBlog& blog, int number, const std::string& title) {
  std::string html = blog.at(blog.post_path(number)).body;
  const std::string old = "Note on shelf " + std::to_string(number);
  for (std::size_t at = 0; (at = html.find(old, at)) != std::string::npos; at += title.size())
    html.replace(at, old.size(), title);
  return html;
}

class Pages : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    served = std::make_unique<ServedBlog>();
    auto& blog = served->blog;
    blog.comments[1] = 9;
    blog.extra_paragraph[3] = kHostile;
    blog.pages[blog.post_path(4)] = post_page_of(
        blog, 4, "A &lt;b&gt;bold&lt;/b&gt; &amp; \"quoted\" <i>title</i> " + std::string(9000, 'x'));
    blog.extra_paragraph[2] = "A zebra walks through the reading room today.";
    served->bench.crawl(blog.home(), quick_options());
    first = served->bench.clock.now();
    blog.extra_paragraph[2] = "A quagga walks through the reading room at night.";
    served->bench.crawl(blog.home(), quick_options(Recheck::kAll), kLater);
    blog.extra_paragraph[2] = "A quagga sleeps in the reading room at night.";
    blog.comments[1] = 10;
    served->bench.fetcher.fail(blog.post_url(5), 9, 404);
    served->bench.crawl(blog.home(), quick_options(Recheck::kAll), kLater);
    served->open();
  }
  static void TearDownTestSuite() { served.reset(); }

  static std::string post(int number) { return "/post?url=" + query_escaped(served->blog.post_url(number)); }
  static std::string blog_page() { return "/blog?url=" + query_escaped(served->blog.home()); }
  static ServeReply ask(const std::string& target) {
    return served->ask(target, {{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}});
  }
  static std::string html_of(const std::string& target, int status = 200) {
    const ServeReply reply = ask(target);
    EXPECT_EQ(reply.status, status) << target << "\n" << reply.body.substr(0, 600);
    EXPECT_EQ(field_of(reply, "Content-Type"), "text/html; charset=utf-8") << target;
    EXPECT_NE(field_of(reply, "Content-Security-Policy").find("default-src 'none'"), std::string::npos)
        << target;
    return reply.body;
  }

  static std::unique_ptr<ServedBlog> served;
  static UtcTime first;  // of the first crawl
};
std::unique_ptr<ServedBlog> Pages::served;
UtcTime Pages::first;

TEST_F(Pages, AreSoundHtml) {
  const std::string diff = "/post/diff?url=" + query_escaped(served->blog.post_url(2)) + "&from=1&to=3";
  for (const std::string& target : {std::string("/"),
                                    blog_page(),
                                    blog_page() + "&at=2026-05-29",
                                    blog_page() + "&show=edited",
                                    blog_page() + "&day=2026-03-03",
                                    post(0),
                                    post(1),
                                    post(2),
                                    post(3),
                                    post(4),
                                    post(5),
                                    post(2) + "&version=1",
                                    diff,
                                    diff + "&view=side&context=80",
                                    std::string("/changes"),
                                    std::string("/changes?kind=comment"),
                                    std::string("/live"),
                                    std::string("/search"),
                                    std::string("/search?q=quagga"),
                                    "/web/*/" + served->blog.post_url(2)})
    expect_sound(target, html_of(target));
}

// What stands in no <time>, but for the title, plots, choices and code, and for texts of the archive.
std::string outside_of_times(std::string html) {
  for (const char* tag : {"time", "title", "svg", "option", "code", "article", "bdi"}) {
    const std::string begin = std::string("<") + tag, end = std::string("</") + tag + ">";
    for (std::size_t at = 0; (at = html.find(begin, at)) != std::string::npos;) {
      const char next = html[at + begin.size()];
      const std::size_t stop = html.find(end, at);
      if ((next != ' ' && next != '>') || stop == std::string::npos) {
        at += begin.size();
      } else {
        html.erase(at, stop + end.size() - at);
      }
    }
  }
  return html_to_text(html);
}

TEST_F(Pages, EachTimeIsATime) {
  const std::regex time("(^|[\\s(,])[0-9]{4}-[0-9]{2}(-[0-9]{2})?($|[\\s).,;:T])");
  const std::string diff = "/post/diff?url=" + query_escaped(served->blog.post_url(2)) + "&from=1&to=3";
  const std::map<std::string, int> targets = {{"/", 200},
                                              {blog_page(), 200},
                                              {blog_page() + "&at=2026-05-29", 200},
                                              {blog_page() + "&day=2026-03-03", 200},
                                              {blog_page() + "&year=2026", 200},
                                              {post(2), 200},
                                              {post(5), 200},
                                              {diff, 200},
                                              {"/changes", 200},
                                              {"/search?q=quagga", 200},
                                              {"/report", 200},
                                              {"/report?blog=" + query_escaped(served->blog.home()), 200},
                                              {"/web/*/" + served->blog.post_url(2), 200},
                                              {post(2) + "&at=2001", 404}};
  for (const auto& [target, status] : targets) {
    const std::string text = outside_of_times(html_of(target, status));
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, time)) << target << ": " << found.str() << "\n" << text;
  }
  EXPECT_NE(html_of(blog_page() + "&day=2026-03-03").find("<time datetime=\"2026-03-03\">"),
            std::string::npos);
  EXPECT_NE(html_of(blog_page() + "&year=2026").find("Published in <time datetime=\"2026\">"),
            std::string::npos);
  const std::string growth = html_of(blog_page());
  EXPECT_NE(growth.find("<th scope=\"row\"><time datetime=\"2026-0"), std::string::npos) << growth;
}

TEST_F(Pages, EachLinkOfAPageAnswers) {
  std::deque<std::string> waiting = {"/"};
  std::set<std::string> known = {"/"};
  std::map<std::string, int> visited;  // by path
  while (!waiting.empty()) {
    const std::string target = waiting.front();
    waiting.pop_front();
    // Archived pages have the statuses that they had, and links that lead to what is not archived.
    if (target.starts_with("/web/2") || target.starts_with("/rebuilt/")) continue;
    ServeReply reply = ask(target);
    EXPECT_LT(reply.status, 400) << target << "\n" << reply.body.substr(0, 300);
    const std::string path = target.substr(0, target.find('?'));
    // Enough of each kind of page; all addresses that stand in a path of their own.
    if (++visited[path] > 150) continue;
    if (!field_of(reply, "Content-Type").starts_with("text/html")) continue;
    for (std::string href : Looked(reply.body).values("href")) {
      href = href.substr(0, href.find('#'));
      if (href.starts_with("/") && known.insert(href).second) waiting.push_back(href);
    }
    for (const std::string& source : Looked(reply.body).values("src")) {
      if (source.starts_with("/") && known.insert(source).second) waiting.push_back(source);
    }
  }
  for (const char* path : {"/", "/blog", "/post", "/post/diff", "/changes", "/live", "/search", "/report"})
    EXPECT_GT(visited[path], 0) << path;
  EXPECT_GT(visited["/post"], 15);
}

TEST_F(Pages, HomeSaysWhatTheArchiveHas) {
  const std::string text = html_to_text(html_of("/"));
  EXPECT_NE(text.find("Shelf Notes"), std::string::npos) << text;
  EXPECT_NE(text.find("What changed lately"), std::string::npos);
  EXPECT_NE(text.find("1 blog"), std::string::npos);
  EXPECT_NE(text.find("edited Note on shelf 2"), std::string::npos) << text;
  EXPECT_NE(text.find("gone Note on shelf 5"), std::string::npos) << text;
  EXPECT_NE(text.find("Comment by Reader 10 on Note on shelf 1"), std::string::npos) << text;
}

TEST_F(Pages, BlogListsItsPostsWithACalendar) {
  const std::string html = html_of(blog_page());
  const Looked page(html);
  const std::string text = html_to_text(html);
  EXPECT_NE(text.find("Note on shelf 7"), std::string::npos);
  EXPECT_NE(text.find("March 2026"), std::string::npos);
  EXPECT_NE(text.find("What was learned"), std::string::npos);
  EXPECT_EQ(page.count("svg") > 0, text.find("Growth") != std::string::npos);
  EXPECT_GE(page.count("table"), 12U);
}

TEST_F(Pages, BlogAtATimeHasWhatStoodThenAndSaysWhatWasDeletedSince) {
  const std::string then = blog_page() + "&at=" + format_rfc3339(first).substr(0, 10);
  const std::string html = html_of(then);
  const std::string text = html_to_text(html);
  EXPECT_NE(text.find("As the archive knows it at"), std::string::npos);
  EXPECT_NE(text.find("Deleted since then"), std::string::npos);
  EXPECT_NE(html.find(query_escaped(served->blog.post_url(5))), std::string::npos);
  EXPECT_EQ(text.find("No post that stood then is gone now"), std::string::npos);
  EXPECT_EQ(text.find(" versions"), std::string::npos) << "the later ones are not of then: " << text;
  // Long before the first visit there is nothing.
  EXPECT_NE(html_to_text(html_of(blog_page() + "&at=2001")).find("No post was found"), std::string::npos);
}

TEST_F(Pages, PostHasItsHistoryAndSources) {
  const std::string text = html_to_text(html_of(post(2)));
  EXPECT_NE(text.find("A quagga sleeps in the reading room"), std::string::npos) << text;
  EXPECT_NE(text.find("Version 3"), std::string::npos);
  EXPECT_NE(text.find("Version 1"), std::string::npos);
  EXPECT_NE(text.find("% of the text"), std::string::npos);
  EXPECT_NE(text.find("WARC record"), std::string::npos);
  EXPECT_NE(text.find(".warc"), std::string::npos);
}

TEST_F(Pages, PostAtATimeAndByVersion) {
  for (const std::string& more : {std::string("&version=1"), "&at=" + format_rfc3339(first)}) {
    const std::string text = html_to_text(html_of(post(2) + more));
    EXPECT_NE(text.find("A zebra walks through"), std::string::npos) << more;
    EXPECT_EQ(text.find("A quagga"), std::string::npos) << more;
    EXPECT_NE(text.find("Version 1 of 3"), std::string::npos) << more;
  }
  EXPECT_EQ(ask(post(2) + "&version=4").status, 404);
  EXPECT_EQ(ask(post(2) + "&version=x").status, 400);
  EXPECT_EQ(ask(post(2) + "&at=2001").status, 404);
  EXPECT_EQ(ask(post(2) + "&at=yesterday").status, 400);
}

TEST_F(Pages, CommentsAreATreeWithTheTimeOfTheVersion) {
  const Looked now(html_of(post(1)));
  EXPECT_EQ(now.count("article"), 11U);  // the post and ten comments
  const std::string text = html_to_text(html_of(post(1) + "&at=" + format_rfc3339(first)));
  EXPECT_NE(text.find("9 comments as of then"), std::string::npos) << text;
}

TEST_F(Pages, ACommentIsCalledByItsAuthorAndItsPost) {
  const auto comments = served->bench.read()->comments_of(served->blog.post_url(1));
  ASSERT_TRUE(comments && !comments->empty());
  const DataObject& comment = comments->front();
  ASSERT_FALSE(comment.authors.empty());
  const std::string html = html_of("/post?kind=comment&url=" + query_escaped(comment.url));
  const Looked page(html);
  const Looked of_post(html_of(post(1)));
  const std::string name = "Comment by " + comment.authors.front() + " on " + of_post.text("h1");
  EXPECT_EQ(page.text("h1"), name);
  EXPECT_TRUE(page.text("title").starts_with(name)) << page.text("title");
  EXPECT_NE(html.find("href=\"" + post(1) + "\""), std::string::npos) << "a link to its post";
}

TEST_F(Pages, NothingOfAnArchiveBecomesMarkup) {
  const std::string html = html_of(post(3));
  const Looked page(html);
  const auto article = page.doc.find_first("article");
  ASSERT_NE(article, HtmlDocument::kNone);
  for (const char* tag : {"script", "style", "iframe", "h1", "form", "object"})
    EXPECT_EQ(page.doc.find_first(tag, article), HtmlDocument::kNone) << tag;
  EXPECT_EQ(html.find("javascript:"), std::string::npos);
  EXPECT_EQ(html.find("\xe2\x80\xae"), std::string::npos) << "an override of the direction of text";
  EXPECT_EQ(html.find("src=\"http"), std::string::npos);
  // Links of the article lead into the archive.
  EXPECT_NE(html.find("href=\"/web/"), std::string::npos);
  EXPECT_EQ(page.text("h1").find("A heading of its own"), std::string::npos);
  EXPECT_NE(html_to_text(html).find("Image not in the archive: a pixel"), std::string::npos);
}

TEST_F(Pages, LongTitlesOfMarkupAreText) {
  for (const std::string& target : {post(4), blog_page(), std::string("/"), std::string("/search?q=bold")}) {
    const std::string html = html_of(target);
    EXPECT_EQ(html.find("<b>bold"), std::string::npos) << target;
    EXPECT_EQ(html.find("<i>title"), std::string::npos) << target;
    EXPECT_EQ(html.find(std::string(1000, 'x')), std::string::npos) << target;
  }
}

TEST_F(Pages, DiffMarksWordsOnceAndByText) {
  const std::string target = "/post/diff?url=" + query_escaped(served->blog.post_url(2)) + "&from=1&to=2";
  for (const std::string& view : {std::string(), std::string("&view=side"), std::string("&context=80"),
                                  std::string("&view=side&context=80")}) {
    const std::string html = html_of(target + view);
    const Looked page(html);
    EXPECT_NE(page.text("del").find("zebra"), std::string::npos) << view;
    EXPECT_NE(page.text("ins").find("quagga"), std::string::npos) << view;
    EXPECT_NE(html.find("id=\"c1\""), std::string::npos) << view;
    // The words of the other paragraphs stand there, unless only the changed parts were asked for.
    const bool whole = html_to_text(html).find("item 434") != std::string::npos;
    EXPECT_EQ(whole, view.find("context") == std::string::npos) << view;
  }
  EXPECT_NE(html_to_text(html_of(target.substr(0, target.find("&from")))).find("version 2 of"),
            std::string::npos)
      << "without numbers: the last two";
  EXPECT_EQ(ask(target + "&view=upside").status, 400);
  EXPECT_EQ(ask(target.substr(0, target.find("&to")) + "&to=9").status, 404);
  EXPECT_EQ(ask(target.substr(0, target.find("&to")) + "&to=lately").status, 400);
  EXPECT_NE(html_to_text(html_of(target + "&to=1")).find("version"), std::string::npos);
}

// A version is named by a time too: that of its capture, or of the end of its day.
TEST_F(Pages, DiffTakesTimes) {
  const std::string target = "/post/diff?url=" + query_escaped(served->blog.post_url(2));
  const std::string by_number = html_of(target + "&from=1&to=3");
  const std::string last = format_rfc3339(served->bench.clock.now());
  for (const std::string& time : {last, last.substr(0, 10), last.substr(0, 4)})
    EXPECT_EQ(html_of(target + "&from=" + query_escaped(format_rfc3339(first).substr(0, 10)) +
                      "&to=" + query_escaped(time)),
              by_number)
        << time;
  EXPECT_EQ(ask(target + "&from=1999").status, 404) << "it was not seen then";
}

TEST_F(Pages, AKindThatIsNoneIsRefused) {
  for (const char* path : {"/changes?", "/live?", "/search?q=zebra&"}) {
    const std::string target = path;
    EXPECT_NE(html_of(target + "kind=nope", 400).find("kind: there are"), std::string::npos) << path;
    html_of(target + "kind=comment");
    html_of(target + "kind=");
  }
}

TEST_F(Pages, SearchSaysWhatStandsInOldVersionsOnly) {
  const std::string text = html_to_text(html_of("/search?q=zebra"));
  EXPECT_NE(text.find("only in an old version: version 1 of 3"), std::string::npos) << text;
  EXPECT_NE(Looked(html_of("/search?q=quagga")).text("mark").find("quagga"), std::string::npos);
  EXPECT_NE(html_to_text(html_of("/search?q=nosuchword")).find("Nothing was found"), std::string::npos);
  const std::string refused = html_of("/search?q=" + query_escaped("\""), 400);
  EXPECT_NE(refused.find("role=\"alert\""), std::string::npos);
  EXPECT_NE(refused.find("the quotation mark at character 1 is not closed"), std::string::npos);
  EXPECT_NE(html_of("/search?q=" + query_escaped("titel:zebra"), 400).find("no field"), std::string::npos);
  const std::string script = html_of("/search?q=" + query_escaped("zebra \"<script>\""));
  EXPECT_EQ(script.find("<script>"), std::string::npos);
  EXPECT_EQ(ask("/search?q=" + std::string(1 << 20, 'a')).status, 400);
}

TEST_F(Pages, CapturesOfAnAddressNewestFirst) {
  const std::string html = html_of("/web/*/" + served->blog.post_url(2));
  const std::string text = html_to_text(html);
  EXPECT_NE(text.find("3 captures"), std::string::npos) << text;
  const std::size_t newest = html.find("/web/" + format_cdx_time(served->bench.clock.now()).substr(0, 8));
  const std::size_t oldest = html.find("/web/" + format_cdx_time(first).substr(0, 8));
  EXPECT_LT(newest, oldest);
  const std::string missing = html_of("/web/*/" + served->blog.origin() + "/2026/03/note-on-shelf-z/", 404);
  EXPECT_NE(missing.find("Similar addresses"), std::string::npos) << missing;
}

TEST_F(Pages, ErrorsArePagesForPeopleAndProblemsForPrograms) {
  const std::string url = served->blog.post_url(2);
  const std::string near = "/post?url=" + query_escaped(url.substr(0, url.size() - 2) + "y/");
  const std::string html = html_of(near, 404);
  EXPECT_NE(html.find("Similar addresses"), std::string::npos) << html;
  expect_sound(near, html);
  html_of("/blog?url=http%3A%2F%2Fnone.example%2F", 404);
  html_of("/blog", 400);
  html_of("/no/such/page", 404);
  EXPECT_EQ(field_of(served->ask("/no/such/page"), "Content-Type"), "application/problem+json");
  // An address in the query is shown as text, and is no link to anything but this server.
  const std::string trap = html_of("/post?url=" + query_escaped("javascript:alert(1)\"><script>"), 404);
  expect_sound("trap", trap);
  EXPECT_EQ(trap.find("<script>"), std::string::npos);
}

TEST_F(Pages, AssetsAreKeptForEver) {
  const Looked page(html_of("/post/diff?url=" + query_escaped(served->blog.post_url(2))));
  std::vector<std::string> files = page.values("src");
  for (const std::string& href : page.values("href")) {
    if (href.starts_with("/static/")) files.push_back(href);
  }
  ASSERT_GE(files.size(), 3U);
  for (const std::string& file : files) {
    const ServeReply plain = ask(file);
    EXPECT_EQ(plain.status, 200) << file;
    EXPECT_NE(field_of(plain, "Cache-Control").find("immutable"), std::string::npos);
    const ServeReply packed = served->ask(file, {{"Accept-Encoding", "br, gzip"}});
    EXPECT_EQ(field_of(packed, "Content-Encoding"), "gzip");
    EXPECT_LT(packed.body.size(), plain.body.size());
    EXPECT_EQ(field_of(served->ask(file, {{"Accept-Encoding", "gzip;q=0"}}), "Content-Encoding"), "");
  }
  EXPECT_EQ(ask("/static/site.000000000000.css").status, 404);
  EXPECT_EQ(ask("/static/../archive_site.cc").status, 404);
}

TEST_F(Pages, PostsAsFiles) {
  const ServeReply json = ask(post(2) + "&format=json");
  EXPECT_EQ(field_of(json, "Content-Type"), "application/json");
  EXPECT_NE(json.body.find("A quagga sleeps"), std::string::npos);
  const ServeReply markdown = ask(post(2) + "&version=1&format=markdown");
  EXPECT_EQ(field_of(markdown, "Content-Type"), "text/markdown; charset=utf-8");
  EXPECT_NE(markdown.body.find("A zebra walks"), std::string::npos);
  EXPECT_TRUE(markdown.body.starts_with("---\n"));
}

TEST_F(Pages, AnswerConditionally) {
  const ServeReply whole = ask("/");
  const std::string tag = field_of(whole, "ETag");
  ASSERT_FALSE(tag.empty());
  const ServeReply again = served->ask("/", {{"Accept", "text/html"}, {"If-None-Match", tag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
}

}  // namespace
}  // namespace bfa
