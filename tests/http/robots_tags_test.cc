// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/robots.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* value;
  bool noindex, nofollow, noarchive;
  const char* until = nullptr;
};

std::string until(const RobotsTags& tags) {
  return tags.unavailable_after ? format_rfc3339(*tags.unavailable_after) : "";
}

class RobotsTagLine : public testing::TestWithParam<Row> {};
TEST_P(RobotsTagLine, GivesItsDirectives) {
  Findings findings;
  const RobotsTags tags = parse_robots_tag(GetParam().value, "LibBfa/1.0", findings);
  EXPECT_EQ(tags.noindex, GetParam().noindex);
  EXPECT_EQ(tags.nofollow, GetParam().nofollow);
  EXPECT_EQ(tags.noarchive, GetParam().noarchive);
  EXPECT_EQ(until(tags), GetParam().until == nullptr ? "" : GetParam().until);
  EXPECT_TRUE(findings.empty());
}
INSTANTIATE_TEST_SUITE_P(
    Google_XRobotsTag, RobotsTagLine,
    testing::Values(Row{"One", "noindex", true, false, false},
                    Row{"Two", "noarchive, NoFollow", false, true, true},
                    Row{"None", "none", true, true, false}, Row{"All", "all", false, false, false},
                    Row{"OldName", "nocache", false, false, true},
                    Row{"OwnAgent", "libbfa: noindex, noarchive", true, false, true},
                    Row{"OtherAgent", "otherbot: noindex, nofollow", false, false, false},
                    Row{"AnyAgent", "*: nofollow", false, true, false},
                    Row{"ValueFirst", "max-snippet: 10, noarchive", false, false, true},
                    Row{"Date", "unavailable_after: 25 Jun 2010 15:00:00 PST", false, false, false,
                        "2010-06-25T23:00:00Z"},
                    Row{"DateWithComma", "unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, noindex", true,
                        false, false, "2010-06-25T15:00:00Z"},
                    Row{"AgentAndDate", "libbfa: unavailable_after: 2010-06-25T15:00:00Z", false, false,
                        false, "2010-06-25T15:00:00Z"},
                    Row{"Unknown", "nosnippet, strange, , noindex", true, false, false},
                    Row{"Empty", "", false, false, false}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Google_RobotsMeta, CountsForRobotsAndItsOwnAgent) {
  Findings findings;
  EXPECT_TRUE(parse_robots_meta("ROBOTS", "noindex,noarchive", "libbfa", findings).noarchive);
  EXPECT_TRUE(parse_robots_meta("LibBfa", "nofollow", "libbfa/2", findings).nofollow);
  EXPECT_EQ(parse_robots_meta("googlebot", "noarchive", "libbfa", findings), RobotsTags());
  EXPECT_EQ(parse_robots_meta("description", "noarchive", "libbfa", findings), RobotsTags());
  EXPECT_EQ(parse_robots_meta("", "noarchive", "", findings), RobotsTags());
}

TEST(House_RobotsTags, LinesAddUpAndTheEarliestTimeCounts) {
  HttpHead head;
  head.headers = {{"X-Robots-Tag", "noindex"},
                  {"Content-Type", "text/html"},
                  {"x-robots-tag", "unavailable_after: 2026-02-01T00:00:00Z"},
                  {"X-Robots-Tag", "unavailable_after: 2026-01-01T00:00:00Z"},
                  {"X-Robots-Tag", "otherbot: noarchive"}};
  Findings findings;
  const RobotsTags tags = robots_tags_of(head, "libbfa", findings);
  EXPECT_TRUE(tags.noindex);
  EXPECT_FALSE(tags.noarchive);
  EXPECT_EQ(until(tags), "2026-01-01T00:00:00Z");
  EXPECT_TRUE(tags.refuses_copies(parse_rfc3339("2026-01-02T00:00:00Z").value()));
  EXPECT_FALSE(tags.refuses_copies(parse_rfc3339("2025-12-31T00:00:00Z").value()));
}

TEST(House_RobotsTags, ATimeThatIsNoneIsAFinding) {
  Findings findings;
  EXPECT_EQ(parse_robots_tag("unavailable_after: soon", "libbfa", findings), RobotsTags());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "robots_tag_date");
}

}  // namespace
}  // namespace bfa
