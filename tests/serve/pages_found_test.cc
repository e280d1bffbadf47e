// SPDX-License-Identifier: Apache-2.0
// What pages say of what was found: marks in titles, names and texts, comments by their authors and posts,
// and where each field of a post comes from.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "bfa/html/content.h"
#include "bfa/object/filters.h"
#include "looked_page.h"
#include "serve/data/query_string.h"
#include "serve/pages/site_page.h"
#include "served_blog.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class FoundPages : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    served = std::make_unique<ServedBlog>();
    served->blog.comments[1] = 3;
    served->blog.extra_paragraph[2] = "A zebra walks through the reading room today.";
    served->bench.crawl(served->blog.home(), quick_options());
    served->open();
  }
  static void TearDownTestSuite() { served.reset(); }
  static std::string html_of(const std::string& target) {
    const ServeReply reply = served->ask(target, {{"Accept", "text/html"}});
    EXPECT_EQ(reply.status, 200) << target << reply.body.substr(0, 300);
    return reply.body;
  }
  static std::string post(int number) { return "/post?url=" + query_escaped(served->blog.post_url(number)); }

  static std::unique_ptr<ServedBlog> served;
};
std::unique_ptr<ServedBlog> FoundPages::served;

TEST_F(FoundPages, TitlesTextsAndNamesAreMarkedWhereTheyFit) {
  EXPECT_NE(html_of("/search?q=zebra").find("A <mark>zebra</mark> walks"), std::string::npos);
  const std::string by_title = html_of("/search?q=title%3Ashelf");
  EXPECT_NE(by_title.find("Note on <mark>shelf</mark> "), std::string::npos) << by_title;
  // The query wants the word in the title alone.
  for (std::size_t at = 0; (at = by_title.find("class=\"snippet\"", at)) != std::string::npos; ++at) {
    const std::string snippet = by_title.substr(at, by_title.find("</p>", at) - at);
    EXPECT_EQ(snippet.find("<mark>"), std::string::npos) << snippet;
  }
  const std::string authors = html_of("/search?q=author%3Areading");
  EXPECT_NE(authors.find("by <bdi dir=\"auto\">The <mark>reading</mark> room"), std::string::npos) << authors;
}

TEST_F(FoundPages, AFormWithABlogThatIsNotThereStays) {
  for (const char* target :
       {"/search?q=zebra&blog=nosuch.example", "/search?q=zebra+blog%3Anosuch.example"}) {
    const ServeReply reply = served->ask(target, {{"Accept", "text/html"}});
    EXPECT_EQ(reply.status, 404) << target;
    EXPECT_NE(reply.body.find("name=\"q\" type=\"search\" value=\"zebra"), std::string::npos) << reply.body;
    EXPECT_NE(html_to_text(reply.body).find("The archive has no such blog."), std::string::npos)
        << reply.body;
  }
}

TEST_F(FoundPages, CommentsAreNamedByAuthorAndPost) {
  for (const char* target : {"/search?q=map&kind=comment", "/changes?kind=comment"}) {
    const std::string text = html_to_text(html_of(target));
    EXPECT_NE(text.find("Comment by "), std::string::npos) << target << text;
    EXPECT_NE(text.find(" on Note on shelf 1"), std::string::npos) << target << text;
    EXPECT_EQ(text.find("Comment on http"), std::string::npos) << target << text;
  }
}

TEST_F(FoundPages, EachFieldHasARowWithItsRecord) {
  const std::string html = html_of(post(1));
  const std::size_t at = html.find("aria-label=\"Fields\"");
  ASSERT_NE(at, std::string::npos);
  const std::string table = html.substr(at, html.find("</table>", at) - at);
  std::set<std::string> rows;
  std::size_t records = 0, count = 0;
  for (std::size_t row = 0; (row = table.find("<th scope=\"row\">", row)) != std::string::npos; ++row) {
    const std::string cells = table.substr(row, table.find("</tr>", row) - row);
    const std::size_t name = cells.find("<bdi dir=\"auto\">") + 16;
    rows.insert(cells.substr(name, cells.find("</bdi>", name) - name));
    records += cells.find("href=\"/warc/") == std::string::npos ? 0 : 1;
    EXPECT_EQ(cells.find("not recorded"), std::string::npos) << cells;
    ++count;
  }
  for (const char* field : {"title", "text", "author", "date", "language", "comment", "status"})
    EXPECT_TRUE(rows.contains(field)) << field << "\n" << table;
  EXPECT_EQ(records, count) << table;
}

TEST(MarkedText, MarksThatDoNotFitAreLeftOut) {
  using pages::marked_text;
  EXPECT_EQ(marked_text("one <two> three", {{4, 9}}, 50).html(), "one <mark>&lt;two&gt;</mark> three");
  EXPECT_EQ(marked_text("one two", {{4, 7}, {5, 6}, {3, 90}}, 50).html(), "one <mark>two</mark>");
  EXPECT_EQ(marked_text("one two three", {{4, 7}}, 5).html(), "one <mark>t\xe2\x80\xa6</mark>");
  EXPECT_EQ(marked_text("", {{0, 1}}, 5).html(), "");
}

// A post with `comments` comments and two pingbacks, one of them with an address of its own.
struct PingedBlog : ServedBlog {
  explicit PingedBlog(int comments) {
    blog.comments[1] = 2;
    const std::string path = blog.post_path(1);
    std::string page = blog.at(path).body;
    const std::size_t begin = page.find("<li", page.rfind("<ol")), end = page.rfind("</ol>");
    const std::string pingbacks =
        "<li class=\"pingback\" id=\"comment-190\">Pingback: <a href=\"http://other.example/\">What okapis "
        "say</a></li><li class=\"pingback\">Pingback: <a href=\"http://third.example/a\">An okapi "
        "walks</a></li>";
    if (comments == 0)
      page.replace(begin, end - begin, pingbacks);
    else
      page.insert(end, pingbacks);
    blog.pages[path] = page;
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
    open();
  }

  std::string text_of(const std::string& target) const {
    return html_to_text(ask(target, {{"Accept", "text/html"}}).body);
  }
};

TEST(PagesOfPingbacks, ABlogAtATimeListsThem) {
  const std::string none = "The archive has no comment of that time.";
  for (const int comments : {0, 2}) {
    const PingedBlog served(comments);
    const std::string blog = "/blog?url=" + query_escaped(served.blog.home());
    const std::string text = served.text_of(blog + "&at=2030");
    EXPECT_EQ(text.find(none), std::string::npos) << text;
    EXPECT_NE(text.find("Pingback from What okapis say"), std::string::npos) << text;
    EXPECT_NE(text.find("Pingback from An okapi walks"), std::string::npos) << text;
    EXPECT_EQ(text.find("Comment by ") != std::string::npos, comments > 0) << text;
    const std::string before = served.text_of(blog + "&at=2001");
    EXPECT_NE(before.find(none), std::string::npos) << before;
    EXPECT_EQ(before.find("Pingback from"), std::string::npos) << before;
  }
}

TEST(PagesOfPingbacks, ACommentIsNoPingback) {
  const PingedBlog served(2);
  std::map<std::string, std::string> addresses;  // by comment_type()
  for (const DataObject& comment : got(served.bench.read()->comments_of(served.blog.post_url(1)))) {
    if (!comment.url.empty()) addresses[comment_type(comment)] = query_escaped(comment.url);
  }
  ASSERT_EQ(addresses.size(), 2U);
  EXPECT_EQ(served.ask("/post?kind=pingback&url=" + addresses["pingback"]).status, 200);
  EXPECT_EQ(served.ask("/post?kind=comment&url=" + addresses[""]).status, 200);
  const ServeReply reply = served.ask("/post?kind=pingback&url=" + addresses[""]);
  EXPECT_EQ(reply.status, 404);
  EXPECT_NE(reply.body.find("the archive has no pingback at this address"), std::string::npos) << reply.body;
  EXPECT_NE(served.ask("/changes?kind=cat").body.find("comment, pingback and blog"), std::string::npos);
}

TEST(CommentTitle, SaysWhoAndWhere) {
  using pages::comment_title;
  EXPECT_EQ(html_to_text(comment_title("Ann", "A post", "http://b.example/1", "").html()),
            "Comment by Ann on A post");
  EXPECT_EQ(html_to_text(comment_title("", "", "http://b.example/1", "").html()),
            "Comment on http://b.example/1");
  EXPECT_EQ(html_to_text(comment_title("A page", "A post", "http://b.example/1", "pingback").html()),
            "Pingback from A page on A post");
}

}  // namespace
}  // namespace bfa
