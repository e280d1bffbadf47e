// SPDX-License-Identifier: Apache-2.0
// What programs write at the edges of a post's text, and what only looks like it.
#include <gtest/gtest.h>

#include <string>

#include "extract/blog.h"

namespace bfa {
namespace {

struct EdgeRow {
  const char* name;
  const char* part;   // of the page
  bool at_head;       // before the text, else behind it
  bool stays;         // in the text
  const char* trace;  // words of it
};

constexpr const char* kSeries =
    "<div class=box><p>Part 2 of Knots</p><ul><li><a href='/a/'>1 - Bends</a></li><li>2 - Soup</li>"
    "<li><a href='/c/'>3 - Hitches</a></li></ul></div>";

class EdgeCuts : public testing::TestWithParam<EdgeRow> {};

TEST_P(EdgeCuts, AreKnownByWhatTheySay) {
  const EdgeRow& row = GetParam();
  const std::string text = test::paragraphs(9, 6);
  const std::string html = std::string("<html><body><article><h1>Soup</h1><div class=entry-content>") +
                           (row.at_head ? row.part : "") + text + (row.at_head ? "" : row.part) +
                           "</div></article></body></html>";
  Template t;
  t.rules.emplace_back();
  t.rules.back().field = "article";
  t.rules.back().xpath = "//div[@class='entry-content']";
  const std::string got = test::extract(&t, "/2023/11/soup/", html).text;
  EXPECT_EQ(got.find(row.trace) != std::string::npos, row.stays) << got;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, EdgeCuts,
    testing::Values(
        EdgeRow{"Byline", "<p>Posted by Ann at June 5, 2004 8:14 AM</p>", false, false, "Posted"},
        EdgeRow{"BylineWithoutName", "<p>Posted by at June 5, 2004 8:14 AM</p>", false, false, "Posted"},
        EdgeRow{"BylineWithoutDay", "<p>Posted by the sea, a poem</p>", false, true, "Posted"},
        EdgeRow{"Source",
                "<p>The post <a href='http://b.example/s/'>Soup</a> appeared first on "
                "<a href='http://b.example/'>B</a>.</p>",
                false, false, "appeared"},
        EdgeRow{"SourceOfAnother",
                "<p>See <a href='http://b.example/s/'>Soup</a> by <a href='http://c.example/'>C</a>.</p>",
                false, true, "See"},
        EdgeRow{
            "LabelOfTags",
            "<h3>Harbour days: </h3><ul><li><a href='/t/7' rel=tag>Regatta</a></li></ul><h3>Kind: </h3><ul>"
            "<li><a href='/t/8' rel=tag>Story</a></li></ul>",
            false, false, "Harbour"},
        EdgeRow{"LabelOfLinks", "<h3>Harbour days: </h3><ul><li><a href='/x/'>Regatta</a></li></ul>", false,
                true, "Harbour"},
        EdgeRow{"SeriesAtHead", kSeries, true, false, "Knots"},
        EdgeRow{"SeriesAtEnd", kSeries, false, false, "Knots"},
        EdgeRow{"LinksWithoutThisPost",
                "<div class=box><p>Read also</p><ul><li><a href='/a/'>Bends</a></li>"
                "<li><a href='/c/'>Hitches</a></li></ul></div>",
                true, true, "Hitches"},
        EdgeRow{"BoxOfAForm", "<div class=b><p>One mail a month.</p><form><input name=e></form></div>", true,
                false, "month"},
        EdgeRow{"FormBesideAPicture",
                "<div><figure><img src=/a.jpg><figcaption>A pier</figcaption></figure>"
                "<form><input name=e></form></div>",
                true, true, "pier"},
        EdgeRow{"OffTheScreen", "<p style='position:absolute;left:-9999px'>cheap pills</p>", true, false,
                "pills"},
        EdgeRow{"FrameOfAFilm", "<p style='height:0;overflow:hidden;padding-bottom:56%'>a film</p>", true,
                true, "film"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
