// SPDX-License-Identifier: Apache-2.0
// Local times of pages that become instants: by the zone that a user gives, and by one learned from the feed.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/time_zone.h"
#include "bfa/extract/extractor.h"
#include "bfa/object/json.h"
#include "extract/blog.h"

namespace bfa {
namespace {

using test::paragraphs;
using test::Theme;

constexpr int kPosts = 8;

std::string path_of(int i) {
  return "/2024/voyage-" + std::string(1, static_cast<char>('a' + i)) + "/";
}

std::string title_of(int i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i));
}

// A post every six weeks, between 8 in the morning and 19 o'clock.
UtcTime instant_of(int i) {
  return *parse_rfc3339("2024-01-09T08:13:00Z") + std::chrono::hours(42 * 24 * i) +
         std::chrono::minutes(97 * i);
}

std::string local_text(UtcTime utc, const TimeZone& zone) {
  std::string text = format_rfc3339(utc + *zone.offset_at(utc));
  text.pop_back();
  return text.replace(10, 1, " ");
}

std::string page_at(int i, const std::string& time) {
  return Theme().page(title_of(i), paragraphs(static_cast<unsigned>(i) + 1, 4), "Ada Fox", time);
}

std::string feed_xml() {
  std::string xml = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Boats</title>";
  for (int i = 0; i < kPosts; ++i) {
    xml += "<entry><title>" + title_of(i) + "</title><link href='http://blog.example" + path_of(i) +
           "'/><published>" + format_rfc3339(instant_of(i)) + "</published><content type='html'><![CDATA[" +
           paragraphs(static_cast<unsigned>(i) + 1, 4) + "]]></content></entry>";
  }
  return xml + "</feed>";
}

// The blog's pages have local times of `zone`.
class BlogIn {
 public:
  explicit BlogIn(const char* zone, const std::string& given = {})
      : blog_("http://blog.example/", options(given)) {
    const TimeZone own = *TimeZone::find(zone);
    EXPECT_TRUE(blog_.add_feed(feed_xml(), "http://blog.example/feed/"));
    for (int i = 0; i < kPosts; ++i)
      EXPECT_TRUE(
          blog_.add_page("http://blog.example" + path_of(i), page_at(i, local_text(instant_of(i), own))));
    const auto report = blog_.learn();
    EXPECT_TRUE(report && report->learned);
    if (report) rules = report->rules;
  }

  // An older post, which no entry links to.
  DataObject read(const std::string& time) const {
    const auto got = blog_.extract({"http://blog.example/2024/voyage-z/", page_at(25, time)});
    EXPECT_TRUE(got && got->object);
    return got && got->object ? *got->object : DataObject();
  }
  std::string published(const std::string& time) const {
    const DataObject object = read(time);
    return object.published ? format_timestamp(*object.published) : "none";
  }

  Template rules;

 private:
  static ExtractorOptions options(const std::string& zone) {
    ExtractorOptions options;
    options.zone = zone;
    options.now = *parse_rfc3339("2025-06-01T00:00:00Z");
    return options;
  }

  Extractor blog_;
};

TEST(LearnedZone, MakesLocalTimesInstants) {
  const BlogIn blog("Europe/Berlin");
  ASSERT_FALSE(blog.rules.zones.empty());
  EXPECT_EQ(blog.published("2019-01-31 12:34:00"), "2019-01-31T12:34:00+01:00");
  EXPECT_EQ(blog.published("2019-07-31 12:34:00"), "2019-07-31T12:34:00+02:00");
  EXPECT_EQ(blog.published("2019-07-31 00:00:00"), "2019-07-31T00:00:00");  // perhaps an unknown time
  EXPECT_EQ(blog.published("2019-10-27 02:30:00"), "2019-10-27T02:30:00");  // the clock showed it twice
  EXPECT_EQ(blog.published("2019-07-31T12:34:00-04:00"), "2019-07-31T12:34:00-04:00");  // says its own
  EXPECT_EQ(blog.published("2019-07-31T12:34:00Z"), "2019-07-31T12:34:00Z");
  const DataObject post = blog.read("2019-01-31 12:34:00");
  EXPECT_EQ(post.provenance.methods.at("zone"), "learned");
  EXPECT_EQ(post.provenance.rules.at("zone"), blog.rules.zones.front());
}

TEST(LearnedZone, IsKeptInTheTemplate) {
  const BlogIn blog("America/New_York");
  const auto again = template_from_json(template_to_json(blog.rules));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, blog.rules);
  Extractor other("http://blog.example/");
  ASSERT_TRUE(other.use(*again));
  const auto got = other.extract({"http://blog.example/2024/voyage-z/", page_at(25, "2019-07-31 12:34:00")});
  ASSERT_TRUE(got && got->object && got->object->published);
  EXPECT_EQ(format_timestamp(*got->object->published), "2019-07-31T12:34:00-04:00");
  EXPECT_EQ(template_from_json("{\"v\":1}")->zones, std::vector<std::string>());  // older templates
}

TEST(GivenZone, CountsMoreThanALearnedOne) {
  const BlogIn blog("Europe/Berlin", "Asia/Tokyo");
  EXPECT_EQ(blog.published("2019-07-31 12:34:00"), "2019-07-31T12:34:00+09:00");
  EXPECT_EQ(blog.published("2019-07-31 00:00:00"), "2019-07-31T00:00:00+09:00");
  EXPECT_EQ(blog.published("2019-07-31T12:34:00-04:00"), "2019-07-31T12:34:00-04:00");
  EXPECT_EQ(blog.read("2019-07-31 12:34:00").provenance.methods.at("zone"), "given");
}

TEST(GivenZone, LeavesTimesThatItDoesNotDecide) {
  const BlogIn blog("Europe/Berlin", "Europe/Berlin");
  EXPECT_EQ(blog.published("2019-03-31 02:30:00"), "2019-03-31T02:30:00");
  EXPECT_EQ(blog.published("2019-10-27 02:30:00"), "2019-10-27T02:30:00");
  EXPECT_EQ(blog.published("July 31, 2019"), "2019-07-31");
}

TEST(GivenZone, HasToExist) {
  ExtractorOptions options;
  options.zone = "Europe/Atlantis";
  Extractor blog("http://blog.example/", options);
  const auto report = blog.learn();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace bfa
