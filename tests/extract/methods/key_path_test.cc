// SPDX-License-Identifier: Apache-2.0
// The examples of Adaptive Post Recognition, and cases that the paper leaves open.
#include "extract/rules/key_path.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extract/blog.h"
#include "extract/methods/feed_value_finder.h"
#include "extract/methods/keypath_method.h"

namespace bfa {
namespace {

HtmlDocument parse(std::string_view html) {
  Findings findings;
  return HtmlDocument::parse(html, findings).value();
}

KeyPath path(std::string_view text) {
  Result<KeyPath> path = KeyPath::parse(text);
  EXPECT_TRUE(path) << text;
  return path ? *path : KeyPath();
}

TEST(Berger_III_KeyPath, TextRoundTrips) {
  for (const char* text : {"|html|body|div[@id=post-*]|div[@class=post-header]|h1",
                           "div[@id=post-*]|*|div[@class=post-content,@id=post-*]", "p", "|html|*|p",
                           "|html|body|div[@class=a\\[b\\]\\|c\\=d\\,e\\*f\\\\]"}) {
    EXPECT_EQ(path(text).to_text(), text);
  }
  EXPECT_TRUE(path("|html|body").is_absolute());
  EXPECT_FALSE(path("div|p").is_absolute());
}

TEST(Berger_III_KeyPath, RefusesWhatIsNone) {
  for (const char* text : {"", "|", "||p", "p|", "p|*", "*", "p[", "p[]", "p[@]", "p[@a]", "p[a=b]", "p]",
                           "p[@a=b]x", "p[@a=b,]", "//p"}) {
    EXPECT_FALSE(KeyPath::parse(text)) << text;
  }
  std::string deep = "|html";
  for (std::size_t i = 0; i < KeyPath::kMaxNodes; ++i) deep += "|div";
  EXPECT_FALSE(KeyPath::parse(deep));
}

// Listing 2.
TEST(Berger_III_KeyPath, MergesAsThePaperPrints) {
  const KeyPath p1 = path("|html|body|div[@id=post-2]|div[@class=post-header]|h1");
  const KeyPath p2 = path("|html|body|div[@id=post-1]|div[@class=post-header]|b");
  const KeyPath p3 = path("|html|body|span[@id=post-3]|h1");
  EXPECT_EQ(KeyPath::merge(p1, p2)->to_text(), "|html|body|div[@id=post-*]|div[@class=post-header]");
  EXPECT_EQ(KeyPath::merge(p1, p3), std::nullopt);
}

struct ValueRow {
  const char* a;
  const char* b;
  const char* merged;
};

class KeyPathValues : public testing::TestWithParam<ValueRow> {};

TEST_P(KeyPathValues, MergeToTheirCommonBeginning) {
  const ValueRow& row = GetParam();
  const std::string head = "|html|body|div[@class=";
  EXPECT_EQ(KeyPath::merge(path(head + row.a + "]"), path(head + row.b + "]"))->to_text(),
            head + row.merged + "]");
  EXPECT_EQ(KeyPath::merge(path(head + row.b + "]"), path(head + row.a + "]"))->to_text(),
            head + row.merged + "]");
}

INSTANTIATE_TEST_SUITE_P(
    Berger_III, KeyPathValues,
    testing::Values(ValueRow{"post", "post", "post"}, ValueRow{"post-1", "post-2", "post-*"},
                    // two posts of one hundred: their numbers begin alike by chance
                    ValueRow{"post-133", "post-134", "post-*"}, ValueRow{"post-*", "post-9", "post-*"},
                    ValueRow{"left", "right", "*"}, ValueRow{"a b", "a c", "a *"}, ValueRow{"", "x", "*"}));

TEST(Berger_III_KeyPath, MergeKeepsCommonAttributesOnly) {
  EXPECT_EQ(
      KeyPath::merge(path("|html|body|p[@id=x,@class=y]"), path("|html|body|p[@class=y,@role=z]"))->to_text(),
      "|html|body|p[@class=y]");
}

TEST(Berger_III_KeyPath, MergesOverDifferentDepthsByAWildcard) {
  const KeyPath shallow = path("|html|body|div[@id=page]|div[@class=entry]");
  const KeyPath deep = path("|html|body|div[@id=page]|main|section|div[@class=entry]");
  EXPECT_EQ(KeyPath::merge_ends(shallow, deep)->to_text(), "|html|body|div[@id=page]|*|div[@class=entry]");
  const KeyPath elsewhere = path("|html|body|table|div[@class=entry]");
  EXPECT_EQ(KeyPath::merge_ends(shallow, elsewhere)->to_text(), "div[@class=entry]");
  EXPECT_EQ(KeyPath::merge_ends(path("|html|body|div|p"), path("|html|body|table|p")), std::nullopt);
}

// Listings 3 and 4: which of the five paths match the example page. (The paper prints "head" in paths 3 and
// 4 for what its page calls "header".)
class Berger_III_Page : public testing::Test {
 protected:
  HtmlDocument doc_ = parse(R"(<html><head><title>A blog post</title></head><body>
    <div class="advertisement"><div class="flash-container"></div></div>
    <div id="post-1337" class="post"><div class="header"><h1>A blog post</h1><h2>Subtitle</h2></div>
    <div class="body">Some Sample content Another Paragraph</div></div></body></html>)");

  std::size_t matches(std::string_view text) const { return path(text).match(doc_).size(); }
};

TEST_F(Berger_III_Page, MatchesTheFivePaths) {
  EXPECT_EQ(matches("|html|body|div[@id=post-*,@class=post]|div"), 2u);
  EXPECT_EQ(matches("|html|body|div[@id=*,@class=news]|div[@class=content]"), 0u);
  EXPECT_EQ(matches("|html|body|div[@class=*]|div[@class=*]|div[@class=*]|div[@class=header]"), 0u);
  EXPECT_EQ(matches("|html|body|div[@id=post-*,@class=post]|div[@class=header]"), 1u);
  EXPECT_EQ(matches("|html|body|div[@id=post-*,@class=post]|div[@class=body]"), 1u);
  // Too general: an advertisement fits too.
  EXPECT_EQ(matches("|html|body|div[@class=*]|div[@class=*]"), 3u);
}

TEST_F(Berger_III_Page, RelativePathsAndWildcards) {
  EXPECT_EQ(matches("div[@class=header]|h1"), 1u);
  EXPECT_EQ(matches("h1"), 1u);
  EXPECT_EQ(matches("|h1"), 0u);
  EXPECT_EQ(matches("|html|*|h1"), 1u);
  EXPECT_EQ(matches("|html|*|div"), 5u);
  EXPECT_EQ(matches("|html|*|body"), 1u);  // a gap may be empty
  EXPECT_EQ(matches("div[@id=*37]|*|h2"), 1u);
  EXPECT_EQ(matches("div[@id=p*t-*7]|*|h2"), 1u);
  EXPECT_EQ(matches("div[@id=p*t-*8]|*|h2"), 0u);
}

TEST_F(Berger_III_Page, ANodesOwnPathMatchesIt) {
  for (HtmlDocument::NodeId n = 1; n < doc_.size(); ++n) {
    if (!doc_.is_element(n)) continue;
    const std::vector<HtmlDocument::NodeId> found = KeyPath::of_node(doc_, n).match(doc_);
    EXPECT_TRUE(std::find(found.begin(), found.end(), n) != found.end()) << n;
  }
}

TEST(Berger_III_KeyPath, DeepNodesGetARelativePath) {
  std::string html = "<body>";
  for (int i = 0; i < 100; ++i) html += "<div>";
  const HtmlDocument doc = parse(html + "<p id=deep>x");
  const HtmlDocument::NodeId n = doc.find_first("p");
  const KeyPath deep = KeyPath::of_node(doc, n);
  EXPECT_EQ(deep.nodes().size(), KeyPath::kMaxNodes);
  EXPECT_FALSE(deep.is_absolute());
  EXPECT_EQ(deep.match(doc), std::vector<HtmlDocument::NodeId>{n});
}

// Figure 3: a preview that spans several elements loses words until one element has exactly the remaining
// text.
TEST(FeedValueFinder, ShrinksAPreviewUntilAnElementMatches) {
  const HtmlDocument doc = parse(
      "<body><ul><li>Lorem ipsum</li></ul><div id=c><p>Lorem ipsum dolor sit amet.</p><p>Consetetur "
      "sadipscing "
      "elitr, sed diam</p></div><p>Other</p></body>");
  const PageIndex page(doc);
  const FeedValueFinder text(page);
  const auto found = text.find("Lorem ipsum dolor sit amet. Consetetur sadip...", 5);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(line_of(page, found[0].node), "Lorem ipsum dolor sit amet.");
  EXPECT_EQ(doc.attribute(text.holder(found[0]), "id"), "c");
  EXPECT_TRUE(text.find("Lorem", 20).empty());
}

TEST(FeedValueFinder, RenderersMayDifferInMarks) {
  const HtmlDocument doc =
      parse("<body><p>\xe2\x80\x9cIt\xe2\x80\x99s fine\xe2\x80\x9d \xe2\x80\x93 she said</p>");
  const PageIndex page(doc);
  EXPECT_EQ(FeedValueFinder(page).find("\"It's fine\" - she said", 5).size(), 1u);
}

std::string post_page(const std::string& title, const std::string& story, const std::string& side) {
  return "<html><head><title>" + title + "</title></head><body><div id=side><h3>" + side +
         "</h3></div><div id=post-" + std::to_string(title.size()) + " class=post><div class=header><h1>" +
         title + "</h1></div><div class=text>" + story + "</div></div></body></html>";
}

// Figure 4: the title is in the side bar, too; the one that shares most of its path with the content is it.
TEST(KeypathLearning, ResolvesMatchesBySharedPrefix) {
  test::Blog blog;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string title = "Voyage" + std::string(i + 1, 'e') + " home";
    const std::string story = test::paragraphs(i + 1, 3);
    blog.post("/p" + std::to_string(i), title, post_page(title, story, title), story);
  }
  const Template t = make_strategy("keypath")->learn(blog.training()).value();
  EXPECT_EQ(t.method, "keypath");
  ASSERT_NE(t.rule("article"), nullptr);
  EXPECT_EQ(t.rule("article")->xpath, "|html|body|div[@id=post-*,@class=post]|div[@class=text]");
  ASSERT_NE(t.rule("title"), nullptr);
  EXPECT_EQ(t.rule("title")->xpath, "|html|body|div[@id=post-*,@class=post]|div[@class=header]|h1");
  const DataObject object = test::extract(
      &t, "/elsewhere", post_page("In no feed", "<p>Its text.</p>", "Voyage"), nullptr, "keypath");
  EXPECT_EQ(object.kind, ObjectKind::kPost);  // by its key-path: no address says so
  EXPECT_EQ(object.title, "In no feed");
  EXPECT_EQ(object.text, "Its text.");
  const DataObject other =
      test::extract(&t, "/about", "<html><body><div class=x>Me</div></body></html>", nullptr, "keypath");
  EXPECT_EQ(other.kind, ObjectKind::kPage);
  EXPECT_EQ(other.text, "");
}

TEST(KeypathLearning, GeneralisesAnExcerptToItsContainer) {
  test::Blog blog;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string title = "Loaf" + std::string(i + 1, 'f') + " day";
    blog.post("/p" + std::to_string(i), title, post_page(title, test::paragraphs(i + 1, 3), "x"),
              test::prose((i + 1) * 100, 2) + " [...]");
  }
  const Template t = make_strategy("keypath")->learn(blog.training()).value();
  ASSERT_NE(t.rule("article"), nullptr);
  EXPECT_EQ(t.rule("article")->xpath, "|html|body|div[@id=post-*,@class=post]|div[@class=text]");
}

TEST(KeypathLearning, TitleAndContentInOneProperty) {
  test::Blog blog;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string title = "Crumb" + std::string(i + 1, 'b') + " tale";
    const std::string story = test::paragraphs(i + 1, 3);
    // A counter between both keeps any one element from holding just the two.
    std::string page = post_page(title, story, "x");
    page.insert(page.find("<div class=text>"), "<p>17 views so far</p>");
    blog.post("/p" + std::to_string(i), "", page, title + "<br>" + story);
  }
  const Template t = make_strategy("keypath")->learn(blog.training()).value();
  ASSERT_NE(t.rule("title"), nullptr);
  EXPECT_TRUE(t.rule("title")->xpath.ends_with("|h1")) << t.rule("title")->xpath;
  ASSERT_NE(t.rule("article"), nullptr);
  EXPECT_TRUE(t.rule("article")->xpath.ends_with("|div[@class=text]")) << t.rule("article")->xpath;
}

// Two feeds of one host, each with its layout: a key-path each, and a page is matched by its own.
TEST(KeypathLearning, AKeyPathForEachLayout) {
  test::Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string title = "Number" + std::string(i + 1, 'r');
    const std::string story = test::paragraphs(i + 1, 3);
    const std::string page = i % 2 == 0 ? post_page(title, story, "x")
                                        : "<html><body><main><h2>" + title + "</h2><section class=note>" +
                                              story + "</section></main></body></html>";
    blog.post("/p" + std::to_string(i), title, page, story);
  }
  const Template t = make_strategy("keypath")->learn(blog.training()).value();
  std::vector<std::string> paths;
  for (const FieldRule& rule : t.rules) {
    if (rule.field == "article") paths.push_back(rule.xpath);
  }
  ASSERT_EQ(paths.size(), 2u);
  const DataObject note = test::extract(
      &t, "/n",
      "<html><body><main><h2>T</h2><section class=note><p>Only this.</p></section></main></body></html>",
      nullptr, "keypath");
  EXPECT_EQ(note.text, "Only this.");
  EXPECT_EQ(note.title, "T");
}

TEST(KeypathLearning, FirstMatchThatIsNotEmpty) {
  Template t;
  FieldRule rule;
  rule.field = "article";
  rule.xpath = "|html|body|div[@class=*]";
  rule.support = rule.pages = 5;
  rule.method = "keypath";
  t.method = "keypath";
  t.rules = {rule};
  const FeedEntry entry;
  const DataObject page = test::extract(&t, "/p",
                                        "<body><div class=ad></div><div class=text>The right one.</div><div "
                                        "class=more>Much longer, but it comes last.</div>",
                                        &entry, "keypath");
  EXPECT_EQ(page.provenance.rules.at("article"), rule.xpath);
  EXPECT_EQ(page.text, "The right one.");
}

}  // namespace
}  // namespace bfa
