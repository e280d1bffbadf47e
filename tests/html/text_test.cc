// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "bfa/html/content.h"
#include "fixtures.h"

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* html;
  const char* text;
};
class HtmlText : public testing::TestWithParam<Row> {};
TEST_P(HtmlText, MatchesRow) {
  EXPECT_EQ(html_to_text(GetParam().html), GetParam().text);
}

// The clean form reads as the page does.
TEST_P(HtmlText, CleanHtmlReadsTheSame) {
  Findings findings;
  const auto doc = HtmlDocument::parse(GetParam().html, findings);
  const auto base = Url::parse("https://blog.example/post");
  ASSERT_TRUE(doc && base);
  const std::string clean = clean_html(*doc, 0, *base);
  EXPECT_EQ(html_to_text(clean), GetParam().text) << clean;
}

INSTANTIATE_TEST_SUITE_P(
    House, HtmlText,
    testing::Values(
        Row{"Empty", "", ""}, Row{"Plain", "just text", "just text"},
        Row{"Paragraphs", "<p>one</p><p>two</p>", "one\n\ntwo"},
        Row{"SourceLayoutDoesNotShow", "<p>\n  one\n  two  </p>\n\n\n<p>three</p>\n", "one two\n\nthree"},
        Row{"Divs", "<div>one</div><div>two</div>", "one\ntwo"},
        Row{"EmptyBlocks", "<div>a</div><div></div><p> </p><p>&nbsp;</p><div>b</div>", "a\n\nb"},
        Row{"Break", "one<br>two<br/>three", "one\ntwo\nthree"},
        Row{"TwoBreaksAreAParagraph", "one<br><br>two", "one\n\ntwo"},
        Row{"ManyBreaks", "one<br><br><br><br>two", "one\n\ntwo"},
        Row{"BreakAtTheEndOfABlock", "<div>a<br></div><div>b</div>", "a\nb"},
        Row{"BreakAloneInABlock", "<div>a</div><div><br></div><div>b</div>", "a\n\nb"},
        Row{"InlineTails", "<p>a <b>bold</b> tail, <i>x</i>y</p>", "a bold tail, xy"},
        Row{"SpaceAcrossInline", "<p>a <b> b </b> c</p>", "a b c"},
        Row{"TextAfterABlock", "<div>a<p>b</p>c</div>", "a\n\nb\n\nc"},
        Row{"Entities", "<p>&lt;b&gt; &amp; &eacute;&nbsp;x</p>", "<b> & \xC3\xA9 x"},
        Row{"NoBreakSpaces", "<p>a&nbsp;&nbsp;&nbsp;b</p>", "a b"},
        Row{"SoftHyphen", "<p>soft&shy;ware</p>", "software"},
        Row{"List", "<p>x</p><ul><li>a</li><li>b <b>c</b></li></ul>y", "x\n\na\nb c\n\ny"},
        Row{"NestedList", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "a\nb\nc"},
        Row{"ListItemParagraphs", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", "a\n\nb"},
        Row{"Definitions", "<dl><dt>t<dd>d<dt>u<dd>e</dl>", "t\nd\nu\ne"},
        Row{"Table", "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
            "a\tb\n1\t2"},
        Row{"TableWithLayout", "<table>\n <tr>\n <td> a </td>\n <td> b </td>\n </tr>\n</table>", "a\tb"},
        Row{"EmptyCells", "<table><tr><td></td><td>b</td><td></td><td>d</td></tr></table>", "b\td"},
        Row{"Caption", "<table><caption>c</caption><tr><td>a</td></tr></table>", "c\na"},
        Row{"Pre", "<pre>\n  a\n\n    b\n</pre>c", "  a\n\n    b\n\nc"},
        Row{"PreWithMarkup", "<pre><code><span>int</span> <span>x</span>;\n  y;</code></pre>",
            "int x;\n  y;"},
        Row{"PreAfterText", "x<pre>  y</pre>z", "x\n\n  y\n\nz"},
        Row{"PreLeadingBlankLines", "<pre>\n\n\n  a</pre>", "  a"},
        Row{"PreBreaks", "<pre>a<br>b</pre>", "a\nb"},
        Row{"PreCarriageReturn", "<pre>a&#13;&#10;b&#13;c</pre>", "a\nb\nc"},
        Row{"EmptyPre", "a<pre>  \n </pre>b", "a\n\nb"},
        Row{"Headings", "<h1>t</h1><h2>s</h2>x", "t\n\ns\n\nx"},
        Row{"ScriptsAndStyles", "a<script>x()</script><style>p{}</style><template>t</template>b", "ab"},
        Row{"FormControls",
            "a<select><option>o</select><button>b</button><textarea>t</textarea><input value=v>z", "az"},
        Row{"Noscript", "a<noscript>enable scripts</noscript>b", "ab"},
        Row{"HiddenAttribute", "a<div hidden>b</div>c", "ac"},
        Row{"HiddenUntilFound", "a<div hidden=until-found>b</div>c", "a\nb\nc"},
        Row{"HiddenTabPanelIsShown", "a<div role=tabpanel hidden style='display:none'>b</div>c", "a\nb\nc"},
        Row{"HiddenStyle", "a<span style='color:red; DISPLAY : none !important'>b</span>c", "ac"},
        Row{"HiddenVisibility", "a<span style='visibility:hidden'>b</span>c", "ac"},
        Row{"NotHidden", "a<span style='display:inline;x-display:none'>b</span>c", "abc"},
        Row{"HiddenBodyIsShown", "<body style='display:none'><p>a</p>", "a"},
        Row{"TitleIsNotText", "<title>t</title><p>a</p>", "a"},
        Row{"FrameFallbacks", "a<iframe src=x>f</iframe><video>v</video><object><p>o</p></object>b", "ab"},
        Row{"Blockquote", "a<blockquote>q</blockquote>b", "a\n\nq\n\nb"}, Row{"Rule", "a<hr>b", "a\n\nb"},
        Row{"UnknownElements", "<x-card>a <y-z>b</y-z></x-card> c", "a b c"},
        Row{"Ruby", "<ruby>\xE6\xBC\xA2<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "\xE6\xBC\xA2(kan)"},
        Row{"Chinese", "<p>\xE4\xBD\xA0\xE5\xA5\xBD</p><p>\xE4\xB8\x96</p>",
            "\xE4\xBD\xA0\xE5\xA5\xBD\n\n\xE4\xB8\x96"},
        Row{"WordBreak", "<p>super<wbr>califragilistic</p>", "supercalifragilistic"},
        Row{"Details", "<details><summary>s</summary>d</details>", "s\nd"},
        Row{"Figure", "<p>a</p><figure><img src=i.png alt=x><figcaption>c</figcaption></figure><p>b</p>",
            "a\n\nc\n\nb"},
        Row{"Svg", "a<svg><text>x</text><title>t</title></svg>b", "ab"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(HtmlTextOf, RootIsReadWhateverItIs) {
  Findings findings;
  const auto doc = HtmlDocument::parse("<title> A  title </title><div hidden><p>x</p></div>", findings);
  ASSERT_TRUE(doc);
  EXPECT_EQ(text_of(*doc, doc->find_first("title")), "A title");
  EXPECT_EQ(text_of(*doc, doc->find_first("div")), "x");
  EXPECT_EQ(text_of(*doc, doc->find_first("p") + 1), "x");
  EXPECT_EQ(text_of(*doc, HtmlDocument::kNone), "");
}

TEST(HtmlTextOf, SkipLeavesSubtreesOut) {
  Findings findings;
  const auto doc = HtmlDocument::parse("<div><p>a</p><nav><p>b</p></nav><p>c</p></div>", findings);
  ASSERT_TRUE(doc);
  const auto text = text_of(*doc, 0, [&](HtmlDocument::NodeId n) { return doc->tag(n) == "nav"; });
  EXPECT_EQ(text, "a\n\nc");
}

TEST(HtmlTextOf, DeepNestingIsRead) {
  std::string html;
  for (int i = 0; i < 5'000; ++i) html += "<div>";
  html += "deep";
  EXPECT_EQ(html_to_text(html), "deep");
}

TEST(HtmlTextOf, NoBlankLinesInARow) {
  const std::string text =
      html_to_text("<div><p>a</p><br><br><hr><div><div><p>b</p></div></div><br></div><p>c</p>");
  EXPECT_EQ(text, "a\n\nb\n\nc");
}

// Text without white space: it must be the same for any markup.
std::string letters(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != '\f') out += c;
  }
  return out;
}

TEST(HtmlCorpus, CleanHtmlReadsTheSame) {
  const auto shared = test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared corpus beside the checkout";
  const auto base = Url::parse("https://blog.example/post");
  ASSERT_TRUE(base);
  std::size_t pages = 0, same = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*shared + "/corpus")) {
    if (entry.path().extension() != ".html" || ++pages % 8 != 0) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    Findings findings;
    const auto doc = HtmlDocument::parse(bytes.str(), findings);
    ASSERT_TRUE(doc);
    const std::string text = text_of(*doc, 0);
    const std::string again = html_to_text(clean_html(*doc, 0, *base));
    EXPECT_EQ(letters(again), letters(text)) << entry.path();
    same += again == text ? 1 : 0;
  }
  ASSERT_GT(pages, 0u);
  const std::size_t looked_at = pages / 8;
  EXPECT_GE(static_cast<double>(same), 0.995 * static_cast<double>(looked_at));
}

}  // namespace
}  // namespace bfa
