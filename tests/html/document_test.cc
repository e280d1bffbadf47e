// SPDX-License-Identifier: Apache-2.0
#include "bfa/html/document.h"

#include <gtest/gtest.h>

#include <string>

namespace bfa {
namespace {

HtmlDocument parse(std::string_view html, const HtmlLimits& limits = {}) {
  Findings findings;
  auto doc = HtmlDocument::parse(html, findings, limits);
  EXPECT_TRUE(doc);
  return std::move(doc).value();
}

// "html(head body(p('x')))": the shape of a subtree.
void shape(const HtmlDocument& doc, HtmlDocument::NodeId n, std::string& out) {
  if (doc.is_text(n)) {
    out += "'" + std::string(doc.text(n)) + "'";
    return;
  }
  out += doc.tag(n);
  auto child = doc.first_child(n);
  if (child == HtmlDocument::kNone) return;
  out += '(';
  for (; child != HtmlDocument::kNone; child = doc.next_sibling(child)) {
    if (out.back() != '(') out += ' ';
    shape(doc, child, out);
  }
  out += ')';
}

std::string shape_of(std::string_view html) {
  const HtmlDocument doc = parse(html);
  std::string out;
  shape(doc, 0, out);
  return out;
}

void expect_consistent(const HtmlDocument& doc) {
  ASSERT_GE(doc.size(), 1u);
  EXPECT_EQ(doc.end(0), doc.size());
  for (HtmlDocument::NodeId n = 1; n < doc.size(); ++n) {
    const auto up = doc.parent(n);
    ASSERT_LT(up, n);
    ASSERT_TRUE(doc.contains(up, n));
    ASSERT_LE(doc.end(n), doc.end(up));
    ASSERT_GT(doc.end(n), n);
    ASSERT_EQ(doc.depth(n), doc.depth(up) + 1);
    ASSERT_NE(doc.is_text(n), doc.is_element(n));
    if (doc.is_text(n)) {
      ASSERT_EQ(doc.end(n), n + 1);
    }
  }
}

struct ShapeRow {
  const char* name;
  const char* html;
  const char* shape;
};
class HtmlShape : public testing::TestWithParam<ShapeRow> {};
TEST_P(HtmlShape, MatchesRow) {
  EXPECT_EQ(shape_of(GetParam().html), GetParam().shape);
  expect_consistent(parse(GetParam().html));
}
INSTANTIATE_TEST_SUITE_P(
    House, HtmlShape,
    testing::Values(
        ShapeRow{"Empty", "", "(html(head body))"},
        ShapeRow{"Paragraphs", "<p>a<p>b", "(html(head body(p('a') p('b'))))"},
        ShapeRow{"CommentsAreDropped", "<p>a<!-- x -->b", "(html(head body(p('ab'))))"},
        ShapeRow{"Doctype", "<!DOCTYPE html><title>t</title>", "(html(head(title('t')) body))"},
        ShapeRow{"NoscriptIsParsed", "<body><noscript><p>n</p></noscript>",
                 "(html(head body(noscript(p('n')))))"},
        ShapeRow{"NoscriptInHead", "<head><noscript><link rel=x></noscript>",
                 "(html(head(noscript(link)) body))"},
        ShapeRow{"TemplateContent", "<body><template><p>t</p>u</template>v",
                 "(html(head body(template(p('t') 'u') 'v')))"},
        ShapeRow{"NestedTemplates", "<body><template><template>a</template>b</template>c",
                 "(html(head body(template(template('a') 'b') 'c')))"},
        ShapeRow{"EmptyTemplate", "<body><template></template>c", "(html(head body(template 'c')))"},
        ShapeRow{"Entities", "<p>&amp;&eacute;&#x1F600;&lt",
                 "(html(head body(p('&\xC3\xA9\xF0\x9F\x98\x80<'))))"},
        ShapeRow{"TableCells", "<table><tr><td>a<td>b</table>",
                 "(html(head body(table(tbody(tr(td('a') td('b')))))))"},
        ShapeRow{"FosterParenting", "<table>x<tr><td>a</table>",
                 "(html(head body('x' table(tbody(tr(td('a')))))))"},
        ShapeRow{"MisnestedFormatting", "<b>1<p>2</b>3</p>", "(html(head body(b('1') p(b('2') '3'))))"},
        ShapeRow{"UpperCaseTags", "<DIV><SPAN>x</SPAN></DIV>", "(html(head body(div(span('x')))))"},
        ShapeRow{"NulIsDropped", "<p>a", "(html(head body(p('a'))))"},
        ShapeRow{"ByteOrderMark", "\xEF\xBB\xBF<title>t</title>", "(html(head(title('t')) body))"},
        ShapeRow{"CutTag", "<p>a<div class=\"x", "(html(head body(p('a'))))"},
        ShapeRow{"CutComment", "<p>a<!-- x", "(html(head body(p('a'))))"},
        ShapeRow{"CutScript", "<body><script>var a;", "(html(head body(script('var a;'))))"},
        ShapeRow{"EndTagsOnly", "<body></div></p></b>", "(html(head body(p)))"},
        ShapeRow{"Svg", "<svg><foreignObject><p>x</svg>", "(html(head body(svg(foreignobject(p('x'))))))"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(HtmlDocument, DefaultIsTheDocumentAlone) {
  const HtmlDocument doc;
  EXPECT_EQ(doc.size(), 1u);
  EXPECT_EQ(doc.end(0), 1u);
  EXPECT_EQ(doc.parent(0), HtmlDocument::kNone);
  EXPECT_EQ(doc.first_child(0), HtmlDocument::kNone);
  EXPECT_EQ(doc.next_sibling(0), HtmlDocument::kNone);
  EXPECT_TRUE(doc.tag(0).empty());
}

TEST(HtmlDocument, UnknownNodesAreNothing) {
  const HtmlDocument doc;
  EXPECT_TRUE(doc.tag(HtmlDocument::kNone).empty());
  EXPECT_TRUE(doc.text(7).empty());
  EXPECT_TRUE(doc.attributes(7).empty());
  EXPECT_FALSE(doc.is_element(7));
  EXPECT_EQ(doc.parent(7), HtmlDocument::kNone);
}

TEST(HtmlDocument, Attributes) {
  const HtmlDocument doc = parse("<p ID=Main class='a b' data-X hidden id=second title=\"&quot;q&quot;\">x");
  const auto p = doc.find_first("p");
  ASSERT_NE(p, HtmlDocument::kNone);
  EXPECT_EQ(doc.attribute(p, "id"), "Main");
  EXPECT_EQ(doc.attribute(p, "class"), "a b");
  EXPECT_EQ(doc.attribute(p, "title"), "\"q\"");
  EXPECT_TRUE(doc.has_attribute(p, "hidden"));
  EXPECT_TRUE(doc.has_attribute(p, "data-x"));
  EXPECT_FALSE(doc.has_attribute(p, "href"));
  EXPECT_EQ(doc.attributes(p).size(), 5u);
}

TEST(HtmlDocument, NulBytesInBodyAreDropped) {
  const HtmlDocument doc = parse(std::string_view("<p>a\0b</p>", 10));
  EXPECT_EQ(doc.text(doc.find_first("p") + 1), "ab");
}

TEST(HtmlDocument, FindFirstStaysInTheSubtree) {
  const HtmlDocument doc = parse("<div id=a></div><div id=b><p></p></div>");
  const auto a = doc.find_first("div");
  EXPECT_EQ(doc.find_first("p", a), HtmlDocument::kNone);
  EXPECT_NE(doc.find_first("p"), HtmlDocument::kNone);
  EXPECT_EQ(doc.find_first("no-such"), HtmlDocument::kNone);
}

TEST(HtmlDocument, MovesKeepViews) {
  HtmlDocument doc = parse("<p title=x>text");
  const auto p = doc.find_first("p");
  const std::string_view text = doc.text(p + 1);
  const HtmlDocument moved = std::move(doc);
  EXPECT_EQ(text, "text");
  EXPECT_EQ(moved.attribute(p, "title"), "x");
}

// A thread parses a page with the memory of its last page: nothing of that page may appear.
TEST(HtmlDocument, PagesOfAThreadAreApart) {
  const std::string quirks = "<p>a<table><tr><td>b</table>";
  const std::string standard = "<!DOCTYPE html><p>a<table><tr><td>b</table>";
  const std::string open = "<!DOCTYPE html><body><b><i><form><table><template><x-name one=1>a<script>b";
  const std::string first_quirks = shape_of(quirks);
  const std::string first_standard = shape_of(standard);
  EXPECT_NE(first_quirks, first_standard);
  for (const std::string& before :
       {quirks, standard, open, std::string(3'000'000, 'a') + "<p>", std::string()}) {
    const HtmlDocument kept = parse("<p id=kept>" + before);
    std::string kept_shape;
    shape(kept, 0, kept_shape);
    EXPECT_EQ(shape_of(quirks), first_quirks);
    EXPECT_EQ(shape_of(standard), first_standard);
    std::string again;
    shape(kept, 0, again);
    EXPECT_EQ(again, kept_shape);
  }
}

TEST(HtmlDocument, StoppedPagesLeaveNothingBehind) {
  const std::string plain = "<!DOCTYPE html><p>a<p>b";
  const std::string wanted = shape_of(plain);
  std::string many;
  for (int i = 0; i < 200'000; ++i) many += "<p>x</p>";
  Findings findings;
  ASSERT_TRUE(HtmlDocument::parse(many, findings, {.max_nodes = 10}));
  EXPECT_FALSE(findings.empty());
  EXPECT_EQ(shape_of(plain), wanted);
  ASSERT_TRUE(HtmlDocument::parse(many, findings, {.deadline = std::chrono::milliseconds(0)}));
  EXPECT_EQ(shape_of(plain), wanted);
}

TEST(HtmlLimits, DeepNestingBecomesFlat) {
  std::string html;
  for (int i = 0; i < 100'000; ++i) html += "<div>";
  html += "deep";
  for (int i = 0; i < 100'000; ++i) html += "</div>";
  html += "<p>after</p>";
  Findings findings;
  HtmlLimits limits;
  limits.deadline = std::chrono::minutes(5);  // sanitizers on a busy machine
  const auto doc = HtmlDocument::parse(html, findings, limits);
  ASSERT_TRUE(doc);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, Code::kLimit);
  EXPECT_EQ(findings[0].id, "html_depth");
  expect_consistent(*doc);
  std::uint32_t deepest = 0;
  for (HtmlDocument::NodeId n = 0; n < doc->size(); ++n) deepest = std::max(deepest, doc->depth(n));
  EXPECT_LE(deepest, 512u);
  EXPECT_NE(doc->find_first("p"), HtmlDocument::kNone);
  EXPECT_GT(doc->size(), 100'000u);
}

TEST(HtmlLimits, DeepFormattingElements) {
  std::string html;
  for (int i = 0; i < 40'000; ++i) html += "<b id=" + std::to_string(i) + "><p>";
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  ASSERT_TRUE(doc);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].code, Code::kLimit);
  expect_consistent(*doc);
}

TEST(HtmlLimits, DeepTablesAndTemplates) {
  std::string html;
  for (int i = 0; i < 5'000; ++i) html += "<table><tr><td>";
  for (int i = 0; i < 5'000; ++i) html += "<template>";
  html += "x</template></td></table><p>end";
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  ASSERT_TRUE(doc);
  ASSERT_FALSE(findings.empty());
  expect_consistent(*doc);
}

TEST(HtmlLimits, ManyAttributes) {
  std::string html = "<p";
  for (int i = 0; i < 20'000; ++i) html += " a" + std::to_string(i) + "=v";
  html += ">text";
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  ASSERT_TRUE(doc);
  const auto p = doc->find_first("p");
  ASSERT_NE(p, HtmlDocument::kNone);
  EXPECT_EQ(doc->attributes(p).size(), 256u);
  EXPECT_EQ(doc->attribute(p, "a0"), "v");
  EXPECT_EQ(doc->text(p + 1), "text");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "html_attributes");
}

TEST(HtmlLimits, HugeAttributeIsKept) {
  const std::string value(1u << 20, 'x');
  const HtmlDocument doc = parse("<p title='" + value + "'>t");
  EXPECT_EQ(doc.attribute(doc.find_first("p"), "title"), value);
}

TEST(HtmlLimits, BytesAreCut) {
  HtmlLimits limits;
  limits.max_bytes = 9;
  Findings findings;
  const auto doc = HtmlDocument::parse("<p>abcdefgh</p><p>more", findings, limits);
  ASSERT_TRUE(doc);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "html_size");
  EXPECT_EQ(doc->text(doc->find_first("p") + 1), "abcdef");
}

TEST(HtmlLimits, NodesAreCut) {
  std::string html;
  for (int i = 0; i < 1000; ++i) html += "<p>x";
  HtmlLimits limits;
  limits.max_nodes = 100;
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings, limits);
  ASSERT_TRUE(doc);
  EXPECT_EQ(doc->size(), 100u);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "html_nodes");
  expect_consistent(*doc);
}

TEST(HtmlLimits, ReconstructedFormattingIsBounded) {
  std::string html;
  for (int i = 0; i < 500; ++i) html += "<font color=c" + std::to_string(i) + ">";
  for (int i = 0; i < 30'000; ++i) html += "<p>x</p></div>";
  HtmlLimits limits;
  limits.max_nodes = 50'000;
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings, limits);
  ASSERT_TRUE(doc);
  EXPECT_LE(doc->size(), 50'000u);
  expect_consistent(*doc);
}

TEST(HtmlLimits, DeadlineStopsParsing) {
  std::string html;
  for (int i = 0; i < 200'000; ++i) html += "<p>x</p>";
  HtmlLimits limits;
  limits.deadline = std::chrono::milliseconds(0);
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings, limits);
  ASSERT_TRUE(doc);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "html_deadline");
  EXPECT_LT(doc->size(), 200'000u);
}

TEST(HtmlLimits, EveryPrefixParses) {
  const std::string html =
      "<!DOCTYPE html><html lang=en><head><title>T &amp; U</title><script>if (a < b) {}</script></head><body>"
      "<template><td>x</td></template><table><tr><td>1</td></tr></table><svg><path d='M0'/></svg><p "
      "a=b>\xC3\xA9";
  for (std::size_t i = 0; i <= html.size(); ++i)
    expect_consistent(parse(std::string_view(html).substr(0, i)));
}

TEST(HtmlLimits, ChunkBordersDoNotShow) {
  // The same element placed so that each of its bytes falls on a border once.
  const std::string_view probe = "<a title='x&amp;y'>&eacute;\xE2\x82\xAC</a>";
  for (std::size_t shift = 0; shift < probe.size(); ++shift) {
    std::string html = "<p>" + std::string(16384 - 3 - shift, 'x') + std::string(probe);
    const HtmlDocument doc = parse(html);
    const auto a = doc.find_first("a");
    ASSERT_NE(a, HtmlDocument::kNone);
    EXPECT_EQ(doc.attribute(a, "title"), "x&y");
    EXPECT_EQ(doc.text(a + 1), "\xC3\xA9\xE2\x82\xAC");
  }
}

}  // namespace
TEST(HtmlDocument, QueriesOfLinksAreInThePagesEncoding) {
  Findings findings;
  const std::string html = "<a href='/t?q=\u00E9#\u00E9' title='?\u00E9'>x</a><img src='i?\u00E9'>";
  const auto page = HtmlDocument::parse(html, findings, {}, "windows-1252");
  ASSERT_TRUE(page);
  const auto link = page->find_first("a");
  EXPECT_EQ(page->attribute(link, "href"), "/t?q=%E9#\u00E9");
  EXPECT_EQ(page->attribute(link, "title"), "?\u00E9");
  EXPECT_EQ(page->attribute(page->find_first("img"), "src"), "i?%E9");
  const auto unknown = HtmlDocument::parse(html, findings);
  EXPECT_EQ(unknown->attribute(unknown->find_first("a"), "href"), "/t?q=\u00E9#\u00E9");
}

}  // namespace bfa
