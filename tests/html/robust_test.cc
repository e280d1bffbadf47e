// SPDX-License-Identifier: Apache-2.0
// Pages that mean harm: parsing them and reading text, links and clean form ends within a second, in bounded
// memory, and the finding says which limit was reached.
#include <gtest/gtest.h>

#include <ctime>
#include <functional>
#include <string>

#include "bfa/html/content.h"
#include "peak_memory.h"

namespace bfa {
namespace {

std::string repeat(std::string_view text, int times) {
  std::string out;
  out.reserve(text.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string numbered(int times, const std::function<std::string(std::string)>& one) {
  std::string out;
  for (int i = 0; i < times; ++i) out += one(std::to_string(i));
  return out;
}

struct Row {
  const char* name;
  std::function<std::string()> html;
  const char* finding;  // empty: no limit is reached
};
class RobustPage : public testing::TestWithParam<Row> {};

TEST_P(RobustPage, EndsInTimeAndMemory) {
  const std::string html = "<title>t</title><p>before</p>" + GetParam().html();
  const auto url = Url::parse("https://blog.example/post");
  ASSERT_TRUE(url);
  const test::PeakMemory memory;
  const std::clock_t begun = std::clock();  // processor time: the machine may be busy with other tests
  Findings findings;
  HtmlLimits limits;
  const auto doc = HtmlDocument::parse(html, findings, limits);
  ASSERT_TRUE(doc);
  const std::string text = text_of(*doc, 0);
  EXPECT_TRUE(text.starts_with("before")) << text.substr(0, 40);  // what was parsed is used
  EXPECT_LE(links_of(*doc, 0, base_url(*doc, *url)).size(), doc->size());
  EXPECT_TRUE(clean_html(*doc, 0, *url).find("before") != std::string::npos);
  const auto grown = memory.grown();
  const std::clock_t took = std::clock() - begun;
  if (!grown) return;  // a sanitizer: slower, and deadlines may come first
  EXPECT_LT(took, CLOCKS_PER_SEC);
  EXPECT_LT(*grown, 100u << 20);
  if (*GetParam().finding == '\0') {
    EXPECT_TRUE(findings.empty()) << findings[0].id;
  } else {
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].id, GetParam().finding);
    EXPECT_EQ(findings[0].code, Code::kLimit);
    EXPECT_FALSE(findings[0].message.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(
    House, RobustPage,
    testing::Values(
        Row{"Nested100000", [] { return repeat("<div>", 100'000) + "x"; }, "html_depth"},
        Row{"NestedAndClosed", [] { return repeat("<div>", 100'000) + repeat("</div>", 100'000); },
            "html_depth"},
        Row{"NestedLists", [] { return repeat("<ul><li>", 50'000); }, "html_depth"},
        Row{"NestedTables", [] { return repeat("<table><tr><td>", 20'000); }, "html_depth"},
        Row{"NestedFormatting", [] { return repeat("<b><i><u>", 30'000); }, "html_depth"},
        Row{"NestedLinks", [] { return repeat("<a href=x><div>", 20'000); }, "html_depth"},
        Row{"NestedSvg", [] { return repeat("<svg><g>", 20'000); }, "html_depth"},
        Row{"NestedTemplates", [] { return repeat("<template>", 20'000); }, "html_depth"},
        Row{"Attributes20000",
            [] {
              return "<p " + numbered(20'000, [](const std::string& n) { return "a" + n + "=v "; }) + ">x";
            },
            "html_attributes"},
        Row{"SameAttribute", [] { return "<p " + repeat("class=a ", 20'000) + ">x"; }, "html_attributes"},
        Row{"AttributesOnMany",
            [] {
              const std::string tag =
                  "<p " + numbered(300, [](const std::string& n) { return "a" + n + " "; }) + ">";
              return repeat(tag, 200);
            },
            "html_attributes"},
        Row{"ManyElements", [] { return repeat("<p>x", 3'000'000); }, "html_nodes"},
        Row{"ManyEmptyElements", [] { return repeat("<i></i>", 2'000'000); }, "html_nodes"},
        Row{"ManyFormatsReopened",
            [] {
              return "<div>" + numbered(400, [](const std::string& n) { return "<b id=" + n + ">"; }) +
                     "</div>" + repeat("<div>x</div>", 5'000);
            },
            "html_nodes"},
        Row{"OneHugeAttribute", [] { return "<p title='" + std::string(8u << 20, 'x') + "'>x"; }, ""},
        Row{"OneHugeText", [] { return std::string(8u << 20, 'x'); }, ""},
        Row{"ManyTagNames",
            [] { return numbered(20'000, [](const std::string& n) { return "<x" + n + ">"; }); },
            "html_depth"},
        Row{"ManyEntities", [] { return repeat("&amp;&eacute;&notit;", 100'000); }, ""},
        Row{"ManyEndTags", [] { return repeat("<p></b></i></table></div>", 50'000); }, ""},
        Row{"Misnested", [] { return repeat("<b><p></b><i></p></i>", 10'000); }, ""},
        Row{"ManySrcset",
            [] {
              return "<img srcset='" +
                     numbered(100'000, [](const std::string& n) { return n + ".png " + n + "w, "; }) + "'>";
            },
            ""},
        Row{"UnclosedComment", [] { return "<!--" + repeat("<!-- -", 200'000); }, ""},
        Row{"UnclosedScript", [] { return "<script>" + repeat("<!--<script ", 200'000); }, ""},
        Row{"HiddenWithLongStyle",
            [] { return repeat("<i style='" + repeat("a:b;", 200) + "'>x</i>", 2'000); }, ""}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
