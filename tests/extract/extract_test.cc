// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bfa/object/filters.h"
#include "bfa/object/version.h"
#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::prose;
using test::Theme;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

class LearnedBlog : public testing::Test {
 protected:
  void SetUp() override {
    for (unsigned i = 0; i < 5; ++i) {
      const std::string path = "/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/";
      const std::string title = "Voyage " + std::string(1, static_cast<char>('A' + i)) + " of the baker";
      const std::string story = paragraphs(i + 1, 4);
      blog_.post(path, title, theme_.page(title, story), story);
    }
    for (unsigned i = 0; i < 3; ++i) blog_.other("/tag/t" + std::to_string(i) + "/", listing(i));
    template_ = blog_.learn();
  }

  // A page that lists posts in the blog's theme.
  std::string listing(unsigned seed) const {
    std::string html =
        "<html><head><title>Tagged - Boats and Bread</title></head><body><div id=top><h1><a "
        "href=/>Boats and Bread</a></h1><span class=hits>" +
        theme_.counter + "</span></div><div id=column>";
    for (unsigned k = 0; k < 3; ++k) {
      html += "<div class=box><h2 class=headline><a href=/p>Post</a></h2><div class=story><p>" +
              prose(seed * 10 + k + 500, 3) + "</p></div></div>";
    }
    return html + "</div><aside id=side>" + theme_.sidebar + "</aside><footer>" + theme_.footer +
           "</footer></body></html>";
  }

  Blog blog_;
  Theme theme_;
  Template template_;
};

TEST_F(LearnedBlog, PostInNoFeed) {
  const DataObject post =
      test::extract(&template_, "/2023/11/harbour/",
                    theme_.page("Harbour soup", "<p>First line.</p><p>Second <i>line</i> ends.</p>",
                                "Ada Fox", "November 9, 2023"));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.url, "http://blog.example/2023/11/harbour/");
  EXPECT_EQ(post.title, "Harbour soup");
  EXPECT_EQ(post.text, "First line.\n\nSecond line ends.");
  EXPECT_EQ(post.authors, std::vector<std::string>{"Ada Fox"});
  ASSERT_TRUE(post.published);
  EXPECT_EQ(format_timestamp(*post.published), "2023-11-09");
  EXPECT_EQ(post.provenance.method, "ensemble");
  EXPECT_EQ(post.provenance.rules.at("article"), "//div[@class='story']");
}

TEST_F(LearnedBlog, PageAroundAPostMayChange) {
  const std::string story = "<p>" + prose(71, 5) + "</p><p>See <a href=/2024/03/entry-a/>this</a>.</p>";
  const DataObject before = test::extract(&template_, "/2024/05/steady/", theme_.page("Steady", story));
  Theme changed = theme_;
  changed.sidebar = "<div class=new-box><h3>News</h3><p>" + prose(72, 30) + "</p><a href=/x>new</a></div>";
  changed.footer = "<p>" + prose(73, 20) + "</p>";
  changed.counter = "99,999 visitors, and now a longer line about them";
  const DataObject after = test::extract(&template_, "/2024/05/steady/", changed.page("Steady", story));
  EXPECT_FALSE(object_changed(before, after));
  EXPECT_EQ(before.references, after.references);
  const DataObject edited =
      test::extract(&template_, "/2024/05/steady/", theme_.page("Steady", story + "<p>More.</p>"));
  EXPECT_TRUE(object_changed(before, edited));
}

TEST_F(LearnedBlog, ListingsKeepTheirTitleOnly) {
  const DataObject page = test::extract(&template_, "/tag/rye/", listing(9));
  EXPECT_EQ(page.kind, ObjectKind::kPage);
  EXPECT_EQ(page.title, "Tagged");
  EXPECT_EQ(page.text, "");
  EXPECT_TRUE(page.references.empty());
}

TEST_F(LearnedBlog, PageInAnotherLayoutStaysTheSame) {
  const auto page = [](const std::string& box) {
    return "<html><head><title>Links - Boats and Bread</title></head><body>" + box +
           "<ul><li><a href=/a>A</a></li></ul><div><p>A few words only.</p></div></body></html>";
  };
  const DataObject before = test::extract(&template_, "/links.html", page(""));
  const DataObject after = test::extract(&template_, "/links.html",
                                         page("<div class=box-of-news><p>" + prose(5, 9) + "</p></div>"));
  EXPECT_EQ(before.title, "Links");
  EXPECT_FALSE(object_changed(before, after));
}

TEST_F(LearnedBlog, EntryMakesAPostOfAnyAddress) {
  const DataObject post =
      test::extract(&template_, "/odd-address", theme_.page("Odd", paragraphs(8, 2)), &blog_.feed.entries[0]);
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.feed, "http://blog.example/feed/");
}

TEST_F(LearnedBlog, BuiltLikeAPostIsOne) {
  const DataObject post = test::extract(&template_, "/odd-address", theme_.page("Odd", paragraphs(8, 2)));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  Theme undated = theme_;
  undated.date = false;
  const DataObject about = test::extract(&template_, "/about", undated.page("About", paragraphs(9, 2)));
  EXPECT_EQ(about.kind, ObjectKind::kPage);
  EXPECT_EQ(about.title, "About");
  EXPECT_TRUE(has(about.text, prose(900, 4)));
  EXPECT_TRUE(about.authors.empty());
}

TEST_F(LearnedBlog, CommentsNeverStandInTheText) {
  Theme theme = theme_;
  theme.after_story =
      "<div id=comments><h3>2 comments</h3><ol><li><p>" + prose(300, 8) + "</p></li></ol></div>";
  const DataObject beside = test::extract(&template_, "/2024/05/talk/", theme.page("Talk", paragraphs(4, 2)));
  EXPECT_FALSE(has(beside.text, prose(300, 1)));
  const std::string inside = paragraphs(4, 2) + theme.after_story;
  const DataObject within = test::extract(&template_, "/2024/05/talk/", theme_.page("Talk", inside));
  EXPECT_EQ(within.text, beside.text);
}

TEST_F(LearnedBlog, SharingGoesCodeAndItsWordsStay) {
  const std::string bar =
      "<div><p>Like it? <a href='https://net.example/share?url=http%3A%2F%2Fblog.example%2F2024%2F05"
      "%2Fcode%2F&t=x'>Share</a></p></div>";
  const std::string code =
      "<table><tr><td>1\n2</td><td><pre>int x; <span class=comment>// kept</span>\nreturn x;"
      "</pre></td></tr></table>";
  const DataObject post = test::extract(&template_, "/2024/05/code/",
                                        theme_.page("Code", "<p>Some code for you.</p>" + code + bar));
  EXPECT_TRUE(has(post.text, "int x; // kept\nreturn x;"));
  EXPECT_FALSE(has(post.text, "1\n2"));
  EXPECT_FALSE(has(post.text, "Share"));
  EXPECT_TRUE(std::none_of(post.references.begin(), post.references.end(),
                           [](const Reference& r) { return has(r.url, "net.example"); }));
}

TEST_F(LearnedBlog, PhotoPostKeepsItsPicture) {
  const DataObject post = test::extract(&template_, "/2024/05/photo/",
                                        theme_.page("Gull", "<p><img src=/gull.jpg alt='a gull'></p>"));
  EXPECT_EQ(post.title, "Gull");
  EXPECT_EQ(post.text, "");
  ASSERT_EQ(post.references.size(), 1u);
  EXPECT_EQ(post.references[0].kind, ReferenceKind::kImage);
  EXPECT_EQ(post.references[0].url, "http://blog.example/gull.jpg");
}

TEST_F(LearnedBlog, WrittenDayIsKept) {
  Theme theme = theme_;
  const DataObject post =
      test::extract(&template_, "/2024/05/night/",
                    theme.page("Night", paragraphs(6, 2), "Ada Fox", "2024-05-04T23:30:00-05:00"));
  ASSERT_TRUE(post.published);
  EXPECT_EQ(format_timestamp(*post.published), "2024-05-04T23:30:00-05:00");
}

TEST(RepeatedText, InsideArticlesIsCutOnlyWhenNearlyAllHaveIt) {
  Blog blog;
  const Theme theme;
  const std::string plea = "<div class=plea><p>Please buy my book about boats and about bread.</p></div>";
  const std::string habit = "<div class=habit><p>As always I say thank you to my sister.</p></div>";
  const auto story = [&](unsigned i) { return paragraphs(i + 1, 4) + (i < 2 ? habit : ""); };
  for (unsigned i = 0; i < 6; ++i) {
    const std::string title = "Number " + std::string(1, static_cast<char>('A' + i)) + " in the row";
    blog.post("/2024/03/n" + std::string(1, static_cast<char>('a' + i)) + "/", title,
              theme.page(title, story(i) + plea), story(i));
  }
  const Template t = blog.learn();
  const DataObject post = test::extract(&t, "/2024/05/book/", theme.page("Book", story(0) + plea));
  EXPECT_FALSE(has(post.text, "Please buy my book"));
  EXPECT_TRUE(has(post.text, "thank you to my sister"));
}

TEST(GenericCleaner, WithoutTemplate) {
  const std::string html =
      "<html><head><title>Rye &amp; salt | Boats</title><meta property='og:site_name' content=Boats>"
      "<meta property='article:published_time' content='2024-02-03'></head><body><nav><a "
      "href=/>Home</a></nav>"
      "<main><article><header><h1>Rye &amp; salt</h1><p>By <a rel=author href=/me>Ada Fox</a></p></header>" +
      paragraphs(3, 4) + "</article></main><aside><p>" + prose(90, 4) + "</p></aside></body></html>";
  for (const char* strategy : {"ensemble", "generic"}) {
    const DataObject page = test::extract(nullptr, "/rye", html, nullptr, strategy);
    EXPECT_EQ(page.provenance.method, "generic");
    EXPECT_EQ(page.title, "Rye & salt");
    EXPECT_EQ(page.authors, std::vector<std::string>{"Ada Fox"});
    ASSERT_TRUE(page.published);
    EXPECT_EQ(format_timestamp(*page.published), "2024-02-03");
    EXPECT_TRUE(page.text.starts_with(prose(300, 1)));
    EXPECT_FALSE(has(page.text, prose(90, 1)));
    EXPECT_FALSE(has(page.text, "Ada Fox"));
  }
}

TEST(GenericCleaner, BlogWithoutFeedLearnsItsFrame) {
  Blog blog;
  const Theme theme;
  const auto page = [&](const std::string& title, unsigned seed, const std::string& side) {
    return "<html><head><title>" + title +
           " | Boats</title></head><body><article><time datetime=2024-01-02>2 Jan</time>" +
           paragraphs(seed, 4) + "</article><div class=extras><p>" + side + "</p></div></body></html>";
  };
  for (unsigned i = 0; i < 4; ++i) {
    blog.other("/p" + std::to_string(i),
               page("Name " + std::to_string(i), i + 1, "The same on all of the pages."));
  }
  TrainingSet set = blog.training();
  set.feed = nullptr;
  const Template t = make_ensemble_strategy()->learn(set).value();
  EXPECT_EQ(t.method, "generic");
  EXPECT_EQ(t.title_suffix, " | Boats");
  const DataObject before = test::extract(&t, "/p9", page("Ninth", 9, "The same on all of the pages."));
  const DataObject after = test::extract(&t, "/p9", page("Ninth", 9, prose(4, 20)));
  EXPECT_EQ(before.kind, ObjectKind::kPost);
  EXPECT_EQ(before.title, "Ninth");
  EXPECT_TRUE(has(before.text, prose(900, 4)));
  EXPECT_FALSE(object_changed(before, after));
}

TEST(GenericCleaner, EmptyPageHasNoText) {
  const DataObject page = test::extract(nullptr, "/", "", nullptr, "generic");
  EXPECT_EQ(page.text, "");
  EXPECT_EQ(page.title, "");
}

TEST(Strategies, AreKnownByName) {
  for (const std::string& name : strategy_names()) EXPECT_EQ(make_strategy(name)->name(), name);
  EXPECT_EQ(make_strategy("oracle"), nullptr);
}

TEST(CommentFeed, GivesCommentsOfTheirPost) {
  Feed feed;
  feed.is_comments = true;
  FeedEntry first;
  first.id = "c1";
  first.link = "http://blog.example/2024/05/talk/#comment-1";
  first.content = "<p>Nice <b>boat</b>.</p>";
  first.authors = {"Bo"};
  first.in_reply_to = "http://blog.example/2024/05/talk/";
  FeedEntry answer = first;
  answer.id = "c2";
  answer.link = "http://blog.example/2024/05/talk/#comment-2";
  answer.in_reply_to = "c1";
  feed.entries = {first, answer};
  const std::vector<DataObject> comments =
      comments_of_feed(feed, "http://blog.example/2024/05/talk/feed/", "");
  ASSERT_EQ(comments.size(), 2u);
  EXPECT_EQ(comments[0].kind, ObjectKind::kComment);
  EXPECT_EQ(comments[0].url, first.link);
  EXPECT_EQ(comments[0].post, "http://blog.example/2024/05/talk/");
  EXPECT_EQ(comments[0].text, "Nice boat.");
  EXPECT_EQ(comments[0].parent, "");
  EXPECT_EQ(comments[1].parent, "c1");
}

TEST(CommentFeed, NoCommentAnswersItselfOrByThePostsAddress) {
  const std::string page = "http://blog.example/2024/05/talk/";
  Feed feed;
  feed.is_comments = true;
  for (const char* id : {"c1", "c2"}) {
    FeedEntry entry;
    entry.id = id;
    entry.link = page;
    entry.content = "<p>Nice.</p>";
    entry.in_reply_to = page;
    feed.entries.push_back(entry);
  }
  feed.entries[1].in_reply_to = "c2";
  for (const DataObject& comment : comments_of_feed(feed, page + "feed/", ""))
    EXPECT_EQ(comment.parent, "") << comment.id;
}

// The excerpt that WordPress makes of a page that links here.
TEST(CommentFeed, TellsPingsByTheirExcerpt) {
  const std::string page = "http://blog.example/2024/05/talk/";
  Feed feed;
  feed.is_comments = true;
  for (const char* text : {"[...] a boat of birch [...]", "[&#8230;] a boat of birch [&#8230;]",
                           "[...] a boat of birch", "A boat [...] of birch [...]", "[...] [...]", "[...]"}) {
    FeedEntry entry;
    entry.id = "c" + std::to_string(feed.entries.size());
    entry.link = page + "#comment-" + std::to_string(feed.entries.size());
    entry.content = std::string("<p>") + text + "</p>";
    feed.entries.push_back(entry);
  }
  std::string pings;
  for (const DataObject& comment : comments_of_feed(feed, page + "feed/", ""))
    pings += comment_type(comment).empty() ? '-' : 'p';
  EXPECT_EQ(pings, "pp--p-");
}

TEST(CommentFeed, TellsAnswersByTheLineBeforeThem) {
  const std::string page = "http://blog.example/2024/05/talk/";
  const auto comments = [&](const std::vector<std::string>& texts) {
    Feed feed;
    feed.is_comments = true;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      FeedEntry entry;
      entry.id = "c" + std::to_string(i + 1);
      entry.link = page + "#comment-" + std::to_string(i + 1);
      entry.content = texts[i];
      feed.entries.push_back(entry);
    }
    return comments_of_feed(feed, page + "feed/", "");
  };
  const std::string link = "<a href='/2024/05/talk/#comment-1'>Ann</a>";
  // Known words; the comment's address if the feed does not contain the comment.
  auto got = comments({"<p>One.</p>", "<p>In reply to " + link + ".</p>\n<p>Two.</p>",
                       "<p>In reply to <a href='#comment-77'>Bo</a>.</p><p>Three.</p>"});
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0].parent, "");
  EXPECT_EQ(got[1].parent, "c1");
  EXPECT_EQ(got[1].text, "Two.");
  EXPECT_EQ(got[2].parent, page + "#comment-77");
  EXPECT_EQ(got[2].text, "Three.");
  // Words of another language, twice: a system's. Once: anybody's.
  got = comments({"<p>One.</p>", "<p>Vastaus " + link + ":</p><p>Two.</p>",
                  "<p>Vastaus <a href='#comment-2'>Bo</a>:</p><p>Three.</p>",
                  "<p>Well, " + link + "</p><p>Four.</p>"});
  EXPECT_EQ(got[1].parent, "c1");
  EXPECT_EQ(got[1].text, "Two.");
  EXPECT_EQ(got[2].parent, "c2");
  EXPECT_EQ(got[2].text, "Three.");
  EXPECT_EQ(got[3].parent, "c1");
  EXPECT_EQ(got[3].text, "Well, Ann\n\nFour.");
  // Links elsewhere, running text, and a line with nothing after it are not answers.
  for (const std::string text :
       {"<p>In reply to <a href='http://blog.example/other/#comment-1'>Ann</a>.</p><p>Two.</p>",
        "<p>In reply to <a href='#comment-2'>me</a>.</p><p>Two.</p>",
        "<p>In reply to <a href='#comment-1'>Ann</a>.</p>",
        "<p>As was said by <a href='#comment-1'>Ann</a> in more words than any system would put beside a "
        "link, this is no such thing.</p><p>Two.</p>"}) {
    got = comments({"<p>One.</p>", text});
    ASSERT_EQ(got.size(), 2u);
    EXPECT_EQ(got[1].parent, "") << text;
    EXPECT_TRUE(got[1].text.starts_with(text.starts_with("<p>As") ? "As was" : "In reply")) << got[1].text;
  }
}

TEST(ExtractionIsExact, NumbersInATableOfCodeStay) {
  const DataObject page = test::extract(
      nullptr, "/ports/",
      "<body><article><p>" + prose(81, 12) +
          "</p><table><tr><td>32712</td><td><code>listen</code></td><td>the listener</td></tr></table>"
          "<table><tr><td><pre>1\n2</pre></td><td><pre>one\ntwo</pre></td></tr></table></article>");
  EXPECT_TRUE(has(page.text, "32712"));
  EXPECT_TRUE(has(page.text, "one\ntwo"));
  EXPECT_FALSE(has(page.text, "1\n2"));
}

TEST(ExtractionIsExact, QuotedLinesAreNoBylines) {
  const DataObject page = test::extract(
      nullptr, "/quoted/",
      "<body><article><h1>Quoted</h1><p>by Ada Fox, March 5, 2024</p><blockquote><p>Short.</p>by Bob, May 2, "
      "2011</blockquote><p>" +
          prose(82, 12) + "</p></article>");
  EXPECT_TRUE(has(page.text, "by Bob, May 2, 2011")) << page.text;
  EXPECT_FALSE(has(page.text, "Ada Fox"));
}

TEST_F(LearnedBlog, LeadThatNamesTheAuthorStays) {
  Template rules = template_;
  for (FieldRule& rule : rules.rules) {
    if (rule.field == "author") rule.xpath = "//div[@class='story']/p/b";
  }
  const DataObject post = test::extract(
      &rules, "/2023/11/lead/",
      theme_.page("Lead",
                  "<p>What <b>Ada</b> has been baking in the harbour all of this long and windy winter "
                  "is at last ready to be shown.</p><p>Second.</p>"));
  EXPECT_TRUE(post.text.starts_with("What Ada has been")) << post.text;
}

}  // namespace
}  // namespace bfa
