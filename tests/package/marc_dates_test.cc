// SPDX-License-Identifier: Apache-2.0
// MARC 21, 008/06-14 and 264 $c: a blog that goes on, and one that ended.
#include <gtest/gtest.h>

#include <string>

#include "fake_archive.h"
#include "package/aip/marcxml.h"

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* status;
  const char* published;
  const char* last_activity;
  const char* fixed;  // 008/06-14
  const char* dates;  // 264 $c; empty: none
};
class MarcBlogDates : public testing::TestWithParam<Row> {};

TEST_P(MarcBlogDates, MatchRow) {
  ObjectSummary blog;
  blog.latest.kind = ObjectKind::kBlog;
  blog.latest.url = "https://blog.example/";
  blog.latest.title = "An example";
  blog.latest.status = GetParam().status;
  if (*GetParam().published != '\0') blog.latest.published = *parse_timestamp(GetParam().published);
  if (*GetParam().last_activity != '\0') blog.latest.attributes["last_activity"] = GetParam().last_activity;
  std::string xml;
  const auto sink = make_string_sink(xml);
  XmlWriter writer(*sink);
  ASSERT_TRUE(write_marc_record(writer, blog, {}, {}));
  ASSERT_TRUE(writer.finish());
  const std::string begin = "tag=\"008\">";
  const std::size_t at = xml.find(begin);
  ASSERT_NE(at, std::string::npos) << xml;
  EXPECT_EQ(xml.substr(at + begin.size() + 6, 9), GetParam().fixed);
  EXPECT_EQ(xml.substr(at + begin.size()).find('<'), 40u);
  const bool dated = *GetParam().dates != '\0';
  EXPECT_EQ(xml.find("code=\"c\">" + std::string(GetParam().dates) + "<") != std::string::npos, dated) << xml;
}

INSTANTIATE_TEST_SUITE_P(
    Marc21, MarcBlogDates,
    testing::Values(Row{"GoesOn", "active", "2009-03-01", "2026-02-03", "c20099999", "2009-"},
                    Row{"IsRestricted", "restricted", "2009-03-01", "2026-02-03", "c20099999", "2009-"},
                    Row{"Ended", "gone", "2009-03-01", "2014-02-03", "d20092014", "2009-2014."},
                    Row{"EndedAtAnUnknownTime", "gone", "2009-03-01", "", "d2009uuuu", "2009-"},
                    Row{"OfUnknownTimes", "gone", "", "", "duuuuuuuu", ""}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
