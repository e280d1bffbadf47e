// SPDX-License-Identifier: Apache-2.0
// The parts that exports are made of: cells of CSV, YAML, Markdown, names of files.
#include "bfa/migrate/migrate.h"

#include <gtest/gtest.h>

#include "migrate/objects/csv_cell.h"
#include "migrate/objects/front_matter.h"
#include "migrate/objects/markdown_escape.h"
#include "migrate/objects/markdown_text.h"
#include "migrate/objects/post_names.h"

namespace {

using namespace std::string_literals;

struct CellRow {
  const char* name;
  std::string value, wanted;
  bool exact = false;
};
class Rfc4180_Cell : public testing::TestWithParam<CellRow> {};
TEST_P(Rfc4180_Cell, IsWritten) {
  std::string row = "a,";
  bfa::append_csv_cell(row, GetParam().value, GetParam().exact);
  EXPECT_EQ(row, "a," + GetParam().wanted);
}
INSTANTIATE_TEST_SUITE_P(
    House, Rfc4180_Cell,
    testing::Values(CellRow{"Plain", "one", "one"}, CellRow{"Empty", "", ""},
                    CellRow{"Comma", "a,b", "\"a,b\""}, CellRow{"Quote", "a\"b", "\"a\"\"b\""},
                    CellRow{"Lines", "a\nb\r\nc", "\"a\nb\r\nc\""}, CellRow{"SpaceAtEnd", "a ", "\"a \""},
                    CellRow{"Formula", "=1+1", "'=1+1"}, CellRow{"FormulaExact", "=1+1", "=1+1", true},
                    CellRow{"Minus", "-2", "'-2"}, CellRow{"At", "@SUM(A1)", "'@SUM(A1)"},
                    CellRow{"Plus", "+1,2", "\"'+1,2\""}, CellRow{"AfterSpace", "\t \n=1", "\"'\t \n=1\""},
                    CellRow{"FullWidth",
                            "\xef\xbc\x9d"
                            "1",
                            "'\xef\xbc\x9d"
                            "1"},
                    CellRow{"ApostropheIsDoubled", "'tis", "''tis"}, CellRow{"NotFirst", "a=b", "a=b"},
                    CellRow{"NulIsLeftOut", "a\0b"s, "ab"}, CellRow{"NulBeforeFormula", "\0=b"s, "'=b"},
                    CellRow{"NotUtf8", "a\xff", "a\xef\xbf\xbd"}),
    [](const auto& row) { return row.param.name; });

TEST(Yaml122_FrontMatter, EscapesWhatYamlDoesNotAllow) {
  bfa::FrontMatter head;
  head.text("title", "a \"b\" \\ c\nd\te\x7f\xc2\x85\xe2\x80\xa8\xef\xbb\xbf \xf0\x9f\x98\x80 no");
  head.list("tags", {"yes", ": x", ""});
  head.list("none", {});
  head.text("empty", "");
  head.number("version", 3);
  EXPECT_EQ(head.take(),
            "---\ntitle: \"a \\\"b\\\" \\\\ c\\nd\\u0009e\\u007F\\u0085\\u2028\\uFEFF \xf0\x9f\x98\x80 no\"\n"
            "tags:\n  - \"yes\"\n  - \": x\"\n  - \"\"\nversion: 3\n---\n");
}

struct HtmlRow {
  const char* name;
  std::string html, wanted;
};
class CommonMark030_OfHtml : public testing::TestWithParam<HtmlRow> {};
TEST_P(CommonMark030_OfHtml, IsWritten) {
  bfa::MarkdownPlaces places;
  places.link = [](std::string_view url) { return std::string(url); };
  places.image = places.link;
  bfa::MarkdownChanges changes;
  EXPECT_EQ(bfa::markdown_of_html(GetParam().html, places, changes), GetParam().wanted);
}
INSTANTIATE_TEST_SUITE_P(
    House, CommonMark030_OfHtml,
    testing::Values(
        HtmlRow{"Empty", "", ""}, HtmlRow{"Paragraphs", "<p>a <b>b</b> c<p><i>d</i>", "a **b** c\n\n*d*\n"},
        HtmlRow{"TextIsNoMarkup", "<p># a *b* _c_ [d](e) &lt;f> `g` \\ &amp;amp; &amp; x",
                "\\# a \\*b\\* \\_c\\_ \\[d\\](e) \\<f> \\`g\\` \\\\ \\&amp; & x\n"},
        HtmlRow{"LineStarts", "<p>1. a<br>- b<br>+ c<br>=== d<br>> e<br>2) f<br>~~~<br>1999 g",
                "1\\. a\\\n\\- b\\\n\\+ c\\\n\\=== d\\\n\\> e\\\n2\\) f\\\n\\~~~\\\n1999 g\n"},
        HtmlRow{"BreakAtTheEnd", "<p>a<br></p><p><br>b\\</p>", "a\n\nb\\\\\n"},
        HtmlRow{"Headings", "<h2>a<br>b #</h2><h3> </h3>", "## a b \\#\n"},
        HtmlRow{"Lists", "<ul><li>a<li>b<ol start=9><li>c<li>d</ol></ul><ul><li>e</ul>",
                "- a\n\n- b\n\n  9. c\n  10. d\n\n<!-- -->\n\n- e\n"},
        HtmlRow{"Quote", "<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b\n"},
        HtmlRow{"Code", "<p><code>a`b</code><pre>x\n```\ny</pre>", "``a`b``\n\n````\nx\n```\ny\n````\n"},
        HtmlRow{"Links", "<p>!<a href='http://a/b (c)'> x <img src='i.png' alt='[y]'></a>.",
                "! [x ![\\[y\\]](i.png)](http://a/b%20\\(c\\)).\n"},
        HtmlRow{"LinkAfterMark", "<p>!<a href='http://a/'>x</a>", "\\![x](http://a/)\n"},
        HtmlRow{"EmphasisThatWouldNotBeRead", "<p>x<b>(a)</b>y<b>b</b><i>c</i>",
                "x<strong>(a)</strong>y**b**<em>c</em>\n"},
        HtmlRow{"EmphasisWithSpaces", "<p>x<b> a </b>y", "x **a** y\n"},
        HtmlRow{"BreaksAtTheEndsOfEmphasis", "<p>x<b><br>a<br> </b>y <a href='u'>b<br></a>z<i><br></i>w",
                "x\\\n**a**\\\ny [b](u)\\\nz\\\nw\n"},
        HtmlRow{"BackslashAtTheEndOfEmphasis", "<p><b>a\\</b>y", "<strong>a\\\\</strong>y\n"},
        HtmlRow{"Table", "<table><tr><td>a\n\n b<td><a href='u'>c</a></table>",
                "<table><tbody><tr><td>a b</td><td><a href=\"u\">c</a></td></tr></tbody></table>\n"},
        HtmlRow{"BlocksInALink", "<a href='u'><p>a</p><p>b</p></a>", "[a b](u)\n"},
        HtmlRow{"Frame", "<p>a</p><iframe src='http://v/'></iframe>", "a\n\n[http://v/](http://v/)\n"},
        HtmlRow{"Rule", "a<hr>b", "a\n\n***\n\nb\n"}),
    [](const auto& row) { return row.param.name; });

TEST(CommonMark030_OfText, LinesAndParagraphsStay) {
  EXPECT_EQ(bfa::markdown_of_text("a *b*\n- c\n\nd"), "a \\*b\\*\\\n\\- c\n\nd\n");
  EXPECT_EQ(bfa::markdown_of_text("\n\n\n"), "");
  EXPECT_EQ(bfa::markdown_destination("http://a/?b&copy;=<x>\n"), "http://a/?b\\&copy;=%3Cx%3E%0A");
}

// Any depth of lists and quotes ends, and no text is lost.
TEST(CommonMark030_OfHtml, DepthIsBounded) {
  std::string html;
  for (int i = 0; i < 400; ++i) html += "<blockquote><ul><li>";
  bfa::MarkdownPlaces places;
  bfa::MarkdownChanges changes;
  const std::string text = bfa::markdown_of_html(html + "deep", places, changes);
  EXPECT_NE(text.find("deep"), std::string::npos);
  EXPECT_LT(text.size(), 400u);
}

struct NameRow {
  const char *name, *url, *folder, *stem;
};
class House_PostName : public testing::TestWithParam<NameRow> {};
TEST_P(House_PostName, IsSafe) {
  const auto url = bfa::Url::parse(GetParam().url);
  ASSERT_TRUE(url);
  EXPECT_EQ(bfa::host_folder(*url), GetParam().folder);
  const std::string stem = bfa::address_stem(*url, GetParam().url);
  EXPECT_EQ(stem.substr(0, stem.size() - 8), GetParam().stem);
  EXPECT_LE(stem.size(), 100u);
}
INSTANTIATE_TEST_SUITE_P(
    House, House_PostName,
    testing::Values(NameRow{"Path", "http://a.example/2016/11/Ten-Years.html", "a.example",
                            "2016-11-ten-years-"},
                    NameRow{"Query", "http://a.example/?p=7&x=..%2f", "a.example", "p-7-x-"},
                    NameRow{"Root", "http://a.example/", "a.example", ""},
                    NameRow{"OtherScript", "http://a.example/%E6%97%A5", "a.example", ""},
                    NameRow{"Dots", "http://a.example/%2e%2e%5cx", "a.example", "x-"},
                    NameRow{"Port", "http://a.example:8080/x", "a.example_8080", "x-"},
                    NameRow{"Device", "http://con/nul", "_con", "nul-"},
                    NameRow{"Address6", "http://[::1]/a", "___1_", "a-"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
