// SPDX-License-Identifier: Apache-2.0
// Blogs with several feeds: sections, languages, two blogs on a host.
#include <gtest/gtest.h>

#include <string>

#include "bfa/extract/extractor.h"
#include "extract/blog.h"

namespace bfa {
namespace {

using test::paragraphs;
using test::Theme;

constexpr const char* kHome = "http://blog.example/";
constexpr int kPosts = 5;

// One part of a host: a folder, a theme, a feed, an author.
struct Section {
  std::string folder;
  std::string story_class;
  std::string author;
  unsigned seed;

  std::string path(int i) const {
    return folder + "boat-" + std::string(1, static_cast<char>('a' + i)) + ".html";
  }
  std::string title(int i) const {
    return "Boat " + std::string(1, static_cast<char>('A' + i)) + " of " + author;
  }
  std::string story(int i) const { return paragraphs(seed + static_cast<unsigned>(i), 4); }
  std::string page(int i) const {
    Theme theme;
    theme.story_class = story_class;
    return theme.page(title(i), story(i), author);
  }
  // Of the first posts; `origin` of the links.
  std::string feed(const std::string& origin = "http://blog.example") const {
    std::string xml = "<?xml version='1.0'?><rss version='2.0'><channel><title>Boats</title>";
    for (int i = 0; i < kPosts - 1; ++i) {
      xml += "<item><title>" + title(i) + "</title><link>" + origin + path(i) + "</link><author>" + author +
             "</author><pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate><description><![CDATA[" + story(i) +
             "]]></description></item>";
    }
    return xml + "</channel></rss>";
  }
};

Extractor extractor_of(const Section& main, const Section& other) {
  Extractor extractor(kHome);
  EXPECT_TRUE(extractor.add_feed(main.feed(), "http://blog.example" + main.folder + "rss").ok());
  EXPECT_TRUE(extractor.add_feed(other.feed(), "http://blog.example" + other.folder + "feed").ok());
  for (const Section* section : {&main, &other}) {
    for (int i = 0; i < kPosts; ++i)
      EXPECT_TRUE(extractor.add_page("http://blog.example" + section->path(i), section->page(i)).ok());
  }
  return extractor;
}

struct PartRow {
  const char* name;
  const char* main_folder;
  const char* other_folder;
  const char* other_class;
  bool apart;  // the other folder gets a layout of its own
};

class Parts : public testing::TestWithParam<PartRow> {};

TEST_P(Parts, EachFeedTeaches) {
  const PartRow& row = GetParam();
  const Section main{row.main_folder, "story", "Ada Fox", 1};
  const Section other{row.other_folder, row.other_class, "Bo Lund", 40};
  Extractor extractor = extractor_of(main, other);
  const Result<LearnReport> learned = extractor.learn();
  ASSERT_TRUE(learned);
  EXPECT_EQ(learned->matched, 2U * (kPosts - 1));
  bool apart = false;
  for (const Layout& layout : learned->rules.layouts) apart = apart || layout.folder == row.other_folder;
  EXPECT_EQ(apart, row.apart);
  for (const Section* section : {&main, &other}) {
    const int last = kPosts - 1;  // in no feed
    const Result<Extraction> got = extractor.extract("http://blog.example" + section->path(last));
    ASSERT_TRUE(got && got->object);
    EXPECT_EQ(got->object->kind, ObjectKind::kPost) << section->folder;
    EXPECT_EQ(got->object->title, section->title(last));
    EXPECT_EQ(got->object->authors, std::vector<std::string>{section->author});
    EXPECT_EQ(got->object->text.find("About me"), std::string::npos);
    EXPECT_GT(got->object->text.size(), section->story(last).size() * 8 / 10);
  }
}

INSTANTIATE_TEST_SUITE_P(Folders, Parts,
                         testing::Values(PartRow{"Sections", "/boats/", "/bread/", "loaf", true},
                                         PartRow{"OneLayout", "/en/", "/fi/", "story", true},
                                         PartRow{"BelowTheBlog", "/", "/ann/", "loaf", true},
                                         PartRow{"AroundTheMainOne", "/en/", "/", "loaf", true}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Feeds, OfCategoriesTeachBesideTheMainOne) {
  const Section main{"/2024/03/", "story", "Ada Fox", 1};
  const Section other{"/2024/02/", "story", "Ada Fox", 40};
  Extractor extractor = extractor_of(main, other);
  const Result<LearnReport> learned = extractor.learn();
  ASSERT_TRUE(learned);
  EXPECT_TRUE(learned->rules.layouts.empty());
  EXPECT_EQ(learned->rules.rule("article")->pages, 2U * (kPosts - 1));
}

TEST(Feeds, WhoseLinksNameAnotherHostArePairedByPath) {
  const Section main{"/", "story", "Ada Fox", 1};
  for (const char* origin : {"https://demo.example", "http://blog.example/"}) {  // the second: two slashes
    Extractor extractor(kHome);
    ASSERT_TRUE(extractor.add_feed(main.feed(origin), "http://blog.example/feed").ok());
    for (int i = 0; i < kPosts; ++i)
      ASSERT_TRUE(extractor.add_page("http://blog.example" + main.path(i), main.page(i)).ok());
    const Result<LearnReport> learned = extractor.learn();
    ASSERT_TRUE(learned);
    EXPECT_EQ(learned->matched, static_cast<std::size_t>(kPosts - 1)) << origin;
  }
}

}  // namespace
}  // namespace bfa
