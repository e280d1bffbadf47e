// SPDX-License-Identifier: Apache-2.0
// Pages whose parts are sent late (React 18), and <noscript> that is not well formed: read as a browser shows
// them.
#include <gtest/gtest.h>

#include <string>

#include "bfa/html/content.h"

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* html;
  const char* text;
};

class StreamedParts : public testing::TestWithParam<Row> {};

TEST_P(StreamedParts, AreReadAtTheirPlace) {
  EXPECT_EQ(html_to_text(GetParam().html), GetParam().text);
}

constexpr const char* kStreamed =
    R"(<body><p>one</p><!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->
<p>three</p><div hidden id="S:0"><p>two</p></div><script>$RC("B:0","S:0")</script></body>)";
constexpr const char* kNested = R"(<body><!--$?--><template id="B:0"></template><i>wait</i><!--/$--><p>end</p>
<div hidden id="S:0"><p>a</p><template id="P:1"></template><p>c</p></div><div hidden id="S:1"><p>b</p></div></body>)";
constexpr const char* kBoundaryInside =
    R"(<body><!--$?--><template id="B:0"></template><!--$--><p>x</p><!--/$--><p>y</p>
<!--/$--><p>kept</p><div hidden id="S:0"><p>part</p></div></body>)";
constexpr const char* kNoEnd =
    R"(<body><template id="B:0"></template><p>kept</p><div hidden id="S:0"><p>part</p></div></body>)";
constexpr const char* kInItself =
    R"(<body><p>kept</p><div hidden id="S:0"><template id="P:0"></template><p>part</p></div></body>)";
constexpr const char* kNoPart = R"(<body><template id="B:7"></template><p>kept</p><!--/$--></body>)";
constexpr const char* kShown =
    R"(<body><template id="B:0"></template><p>kept</p><div id="S:0"><p>shown</p></div></body>)";

INSTANTIATE_TEST_SUITE_P(React18, StreamedParts,
                         testing::Values(Row{"Streamed", kStreamed, "one\n\ntwo\n\nthree"},
                                         Row{"Nested", kNested, "a\n\nb\n\nc\n\nend"},
                                         Row{"BoundaryInsideTheWaitingText", kBoundaryInside, "part\n\nkept"},
                                         Row{"WaitingTextWithoutEnd", kNoEnd, "part\n\nkept"},
                                         Row{"PlaceInItsOwnPart", kInItself, "kept"},
                                         Row{"NoPart", kNoPart, "kept"},
                                         Row{"PartThatIsShown", kShown, "kept\n\nshown"}),
                         [](const auto& row) { return std::string(row.param.name); });

// Whatever their order, each node moves once: a hostile page must not cost the square of its size.
TEST(StreamedPartsInReverse, EndInTimeAndKeepTheText) {
  constexpr int kParts = 20000;
  std::string html = "<body><template id=B:0></template>";
  for (int i = kParts; i-- > 0;) {
    const std::string number = std::to_string(i), inner = std::to_string(i + 1);
    html += "<div hidden id=S:" + number + "><p>part" + number + "</p><template id=B:" + inner +
            "></template></div>";
  }
  Findings findings;
  const auto document = HtmlDocument::parse(html, findings);
  ASSERT_TRUE(document);
  EXPECT_TRUE(findings.empty()) << "no deadline was met";
  const std::string text = html_to_text(html);
  EXPECT_TRUE(text.starts_with("part0\n\npart1\n\n")) << text.substr(0, 60);
  EXPECT_TRUE(text.ends_with("part19999")) << text.substr(text.size() - 60);
}

TEST(StreamedPartsInEachOther, AreLeftOut) {
  EXPECT_EQ(html_to_text("<body><p>kept</p><div hidden id=S:0><template id=P:1></template>a</div>"
                         "<div hidden id=S:1><template id=P:0></template>b</div></body>"),
            "kept");
}

class IframeInNoscript : public testing::TestWithParam<Row> {};

TEST_P(IframeInNoscript, EndsWithTheNoscript) {
  EXPECT_EQ(html_to_text(GetParam().html), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    HtmlParsing, IframeInNoscript,
    testing::Values(
        Row{"WithoutEndTag",
            "<body><noscript><iframe src='/ns' /></noscript><p>text</p><script>x</script></body>", "text"},
        Row{"WithEndTag", "<body><noscript><iframe src='/ns'></iframe></noscript><p>text</p></body>", "text"},
        Row{"InTheHead", "<head><noscript><iframe src='/ns'/></noscript></head><body><p>text</p></body>",
            "text"},
        Row{"OutsideItIsRaw", "<body><p>text</p><iframe src='/f'><p>raw</iframe><p>more</p></body>",
            "text\n\nmore"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(AccordionPanel, IsReadAlthoughClosed) {
  EXPECT_EQ(html_to_text("<body><h3><button id=b aria-expanded=false aria-controls=p>What?</button></h3>"
                         "<div id=p role=region aria-labelledby=b style='display:none'><p>This.</p></div>"
                         "<div style='display:none'>no</div><div role=region aria-label=Cookies hidden>May "
                         "we?</div></body>"),
            "This.");
}

}  // namespace
}  // namespace bfa
