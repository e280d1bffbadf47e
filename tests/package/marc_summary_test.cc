// SPDX-License-Identifier: Apache-2.0
#include "package/aip/marc_summary.h"

#include <gtest/gtest.h>

#include <string>

#include "fake_archive.h"
#include "package/aip/marc_mapping.h"

namespace bfa {
namespace {

const std::string kGap = " \xC2\xB6 ";

// `count` sentences of 50 bytes.
std::string sentences(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i == 0 ? "" : " ") + std::string("This is one sentence of forty-nine bytes in all") + "s.";
  return text;
}

struct SummaryRow {
  const char* name;
  std::string text;
  const char* title;
  std::string wanted;
};
class TextSummary : public testing::TestWithParam<SummaryRow> {};
TEST_P(TextSummary, MatchesRow) {
  EXPECT_EQ(text_summary(GetParam().text, GetParam().title), GetParam().wanted);
}
INSTANTIATE_TEST_SUITE_P(
    House, TextSummary,
    testing::Values(
        SummaryRow{"AShortTextNeedsNone", sentences(3), "T", ""},
        SummaryRow{"EndsWithASentence", sentences(9), "T", sentences(6)},
        SummaryRow{"JoinsParagraphs", sentences(2) + kGap + sentences(9), "T", sentences(6)},
        SummaryRow{"TheTitleAgainIsNoSummary", "A title." + kGap + sentences(9), "A title.", sentences(6)},
        SummaryRow{"AHeadingIsNoSummary", "Before we begin" + kGap + "1. Set-up" + kGap + sentences(9), "T",
                   "1. Set-up " + sentences(5)},
        SummaryRow{"AQuestionIsASentence", "Why?" + kGap + sentences(9), "T", "Why? " + sentences(5)},
        SummaryRow{"ALateSentenceEndIsCutAtAWord",
                   "Yes. " + std::string(200, 'a') + " " + std::string(200, 'b'), "T",
                   "Yes. " + std::string(200, 'a') + " ..."},
        SummaryRow{"AListHasNoSentence",
                   [] {
                     std::string list = "milk";
                     for (int i = 0; i < 100; ++i) list += kGap + "eggs";
                     return list;
                   }(),
                   "T",
                   [] {
                     std::string list = "milk";
                     for (int i = 0; i < 58; ++i) list += " eggs";
                     return list + " ...";
                   }()},
        SummaryRow{"EastAsianStopsHaveNoSpace",
                   [] {
                     std::string text;
                     for (int i = 0; i < 30; ++i)
                       text += "\xE8\xBF\x99\xE6\x98\xAF\xE5\x8F\xA5\xE3\x80\x82";  // 12
                     return text;
                   }(),
                   "T",
                   [] {
                     std::string text;
                     for (int i = 0; i < 25; ++i) text += "\xE8\xBF\x99\xE6\x98\xAF\xE5\x8F\xA5\xE3\x80\x82";
                     return text;
                   }()}),
    [](const auto& row) { return std::string(row.param.name); });

struct LicenceRow {
  const char* name;
  const char* url;
  const char* wanted;
};
class LicenceName : public testing::TestWithParam<LicenceRow> {};
TEST_P(LicenceName, MatchesRow) {
  EXPECT_EQ(licence_name(GetParam().url), GetParam().wanted);
}
INSTANTIATE_TEST_SUITE_P(
    CreativeCommons, LicenceName,
    testing::Values(
        LicenceRow{"Deed", "http://creativecommons.org/licenses/by-nc-sa/2.0/deed.fr",
                   "Creative Commons Attribution-NonCommercial-ShareAlike 2.0"},
        LicenceRow{"WithoutSlash", "https://creativecommons.org/licenses/by/4.0",
                   "Creative Commons Attribution 4.0"},
        LicenceRow{"Www", "https://www.creativecommons.org/licenses/by-nd/3.0/at/",
                   "Creative Commons Attribution-NoDerivatives 3.0"},
        LicenceRow{"Zero", "https://creativecommons.org/publicdomain/zero/1.0/", "Creative Commons Zero 1.0"},
        LicenceRow{"Mark", "https://creativecommons.org/publicdomain/mark/1.0/", "Public Domain Mark 1.0"},
        LicenceRow{"NoVersion", "https://creativecommons.org/licenses/by/", ""},
        LicenceRow{"UnknownPart", "https://creativecommons.org/licenses/by-xx/4.0/", ""},
        LicenceRow{"AnotherHost", "https://notcreativecommons.org/licenses/by/4.0/", ""},
        LicenceRow{"Page", "https://creativecommons.org/about/", ""}, LicenceRow{"Nothing", "", ""}),
    [](const auto& row) { return std::string(row.param.name); });

// The first value of a subfield.
std::string value_of(const ObjectSummary& summary, const std::string& tag, char code) {
  const auto mapped = map_to_marc(summary, {}, {});
  EXPECT_TRUE(mapped);
  for (const MarcField& field : mapped->record.sorted_fields()) {
    if (field.tag != tag) continue;
    for (const MarcSubfield& subfield : field.subfields) {
      if (subfield.code == code) return subfield.value;
    }
  }
  return {};
}

// Punctuation and dates as a cataloguer writes them.
TEST(MarcNotes, EndWithAFullStopAndDatesOfBlogsAreOpen) {
  ObjectSummary summary;
  summary.latest.kind = ObjectKind::kBlog;
  summary.latest.url = "https://blog.example/";
  summary.latest.published = *parse_timestamp("2013-09-03");
  summary.latest.attributes = {{"platform", "wordpress"},
                               {"platform_version", "6.4"},
                               {"license", "https://creativecommons.org/licenses/by-sa/4.0/"}};
  summary.last_seen = test::instant("2026-11-02T11:12:13Z") + std::chrono::microseconds(471263);
  EXPECT_EQ(value_of(summary, "264", 'c'), "2013-");
  EXPECT_EQ(value_of(summary, "538", 'a'), "Made with wordpress 6.4.");
  EXPECT_EQ(value_of(summary, "540", 'a'), "Creative Commons Attribution-ShareAlike 4.0.");
  EXPECT_EQ(value_of(summary, "542", 'f'), "Creative Commons Attribution-ShareAlike 4.0");
  EXPECT_EQ(value_of(summary, "588", 'a'), "Description based on the capture of 2026-11-02T11:12:13Z.");
  summary.latest.kind = ObjectKind::kPost;
  EXPECT_EQ(value_of(summary, "264", 'c'), "2013-09-03.");
}

}  // namespace
}  // namespace bfa
