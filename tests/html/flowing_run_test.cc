// SPDX-License-Identifier: Apache-2.0
// Text that is copied in blocks reads as if it were read byte by byte, at every position of its spaces and
// marks.
#include <gtest/gtest.h>

#include <string>

#include "bfa/html/content.h"

namespace bfa {
namespace {

struct RunRow {
  const char* name;
  const char* inside;  // of the markup, between two runs of letters
  const char* text;
  const char* html;
};

class FlowingRun : public testing::TestWithParam<RunRow> {};
TEST_P(FlowingRun, ReadsAlikeAtEveryPlace) {
  const Url base = Url::parse("http://a.example/").value();
  for (std::size_t before = 1; before < 70; ++before) {
    for (const std::size_t behind : {1u, 2u, 15u, 16u, 40u}) {
      const std::string head(before, 'a');
      const std::string tail(behind, 'b');
      Findings findings;
      const auto doc = HtmlDocument::parse("<p>" + head + GetParam().inside + tail, findings).value();
      const HtmlDocument::NodeId p = doc.find_first("p");
      ASSERT_EQ(text_of(doc, p), head + GetParam().text + tail);
      ASSERT_EQ(clean_html(doc, p, base), "<p>" + head + GetParam().html + tail + "</p>");
    }
  }
}
INSTANTIATE_TEST_SUITE_P(
    Html, FlowingRun,
    testing::Values(RunRow{"OneSpace", " ", " ", " "}, RunRow{"TwoSpaces", "  ", " ", " "},
                    RunRow{"LineEnd", "\n", " ", " "}, RunRow{"SpaceAndTab", " \t", " ", " "},
                    RunRow{"NoBreakSpace", " \u00A0", " ", " \u00A0"},
                    RunRow{"SoftHyphen", "\u00AD", "", "\u00AD"},
                    RunRow{"Ampersand", " &amp;&lt; &gt;", " &< >", " &amp;&lt; &gt;"},
                    RunRow{"Quote", "\"", "\"", "\""}, RunRow{"Dash", " \u2014 ", " \u2014 ", " \u2014 "}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
