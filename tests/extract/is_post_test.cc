// SPDX-License-Identifier: Apache-2.0
// Distinguishes posts, lists, other pages, and posts under further addresses.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::prose;
using test::Theme;

std::string name_of(unsigned i) {
  return "Voyage " + std::string(1, static_cast<char>('A' + i)) + " of the baker";
}

std::string list_page(unsigned seed, unsigned posts, const std::string& link) {
  std::string html =
      "<html><head><title>Some posts - Boats and Bread</title></head><body><div id=top><h1><a href=/>Boats "
      "and Bread</a></h1></div><div id=column>";
  for (unsigned k = 0; k < posts; ++k) {
    html += "<div class=box><h2 class=headline><a href='" + link + "'>" + name_of(k) +
            "</a></h2><p class=byline>by <span class=who>Ada Fox</span> on <span class=day>March 5, "
            "2024</span></p><div class=story><p>" +
            prose(seed * 10 + k + 500, 3) + "</p></div></div>";
  }
  return html + "</div></body></html>";
}

// A topic's list of one post: its teaser is marked up as an article, with a heading that leads to the post.
TEST(TopicPage, WithOneTeaserIsNoPost) {
  Blog blog;
  const auto at = [](unsigned i) {
    return "/2024/03/voyage-" + std::string(1, static_cast<char>('a' + i)) + "/";
  };
  for (unsigned i = 0; i < 4; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    blog.post(at(i), name_of(i), Theme().page(name_of(i), story), story);
  }
  const Template t = blog.learn();
  const auto page = [](const std::string& heading) {
    return "<html><head><title>soup - Boats and Bread</title></head><body><div><h1>Topic: soup</h1><article "
           "class=bit>"
           "<h2>" +
           heading + "</h2><time datetime='2024-03-05'>March 5, 2024</time><p>" + prose(901, 6) +
           "</p></article></div></body></html>";
  };
  EXPECT_EQ(test::extract(&t, "/topic/soup/", page("<a href='" + at(1) + "'>" + name_of(1) + "</a>")).kind,
            ObjectKind::kPage);
  EXPECT_EQ(test::extract(&t, "/topic/soup/", page("A soup of its own")).kind, ObjectKind::kPost);
}

// A feed of the whole site has "about" as an entry whose day was never set.
TEST(FeedEntry, WithoutADayThatWasSetIsNoSignOfAPost) {
  Blog blog;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    blog.post("/log/voyage-" + std::string(1, static_cast<char>('a' + i)) + "/", name_of(i),
              Theme().page(name_of(i), story), story);
  }
  const Template t = blog.learn();
  FeedEntry entry;
  entry.link = "http://blog.example/about/";
  entry.title = "About";
  Theme undated;
  undated.date = false;
  const auto kind = [&](const char* raw) {
    entry.published_raw = raw;
    return test::extract(&t, "/about/", undated.page("About", paragraphs(77, 3)), &entry);
  };
  EXPECT_EQ(kind("Mon, 01 Jan 0001 00:00:00 +0000").kind, ObjectKind::kPage);
  EXPECT_FALSE(kind("Mon, 01 Jan 0001 00:00:00 +0000").published);
  EXPECT_FALSE(
      test::extract(&t, "/0001/01/01/about/", undated.page("About", paragraphs(77, 3)), &entry).published);
  EXPECT_EQ(kind("").kind, ObjectKind::kPost);
  EXPECT_EQ(kind("soon").kind, ObjectKind::kPost);
}

// A blog whose addresses say nothing: every page is "/?p=" or "/index.php?id=" and a number.
class NumberedBlog : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    for (unsigned i = 0; i < 6; ++i) {
      const std::string story = paragraphs(i + 1, 4);
      blog_.post(at(20 + i), name_of(i), theme_.page(name_of(i), story), story);
    }
    for (unsigned i = 0; i < 3; ++i) blog_.other(at(2 + i), list_page(i, 3, at(20)));
    template_ = blog_.learn();
  }

  std::string at(unsigned number) const { return GetParam() + std::to_string(number); }

  Blog blog_;
  Theme theme_;
  Template template_;
};

TEST_P(NumberedBlog, OldPostIsAPost) {
  const DataObject post =
      test::extract(&template_, at(7), theme_.page("Old soup", paragraphs(70, 3), "Ada Fox", "May 2, 2009"));
  EXPECT_EQ(post.kind, ObjectKind::kPost);
  EXPECT_EQ(post.title, "Old soup");
}

TEST_P(NumberedBlog, ListIsNone) {
  const DataObject list = test::extract(&template_, at(9), list_page(90, 4, at(20)));
  EXPECT_EQ(list.kind, ObjectKind::kPage);
  EXPECT_EQ(list.text, "");
}

TEST_P(NumberedBlog, ListOfOnePostIsADuplicate) {
  const DataObject list = test::extract(&template_, at(10), list_page(91, 1, at(21)));
  EXPECT_EQ(list.kind, ObjectKind::kPage);
  EXPECT_EQ(list.attributes.at("duplicate_of"), "http://blog.example" + at(21));
}

TEST_P(NumberedBlog, PageWithoutADayIsNone) {
  Theme undated = theme_;
  undated.date = false;
  const DataObject about = test::extract(&template_, at(1), undated.page("About me", paragraphs(92, 2)));
  EXPECT_EQ(about.kind, ObjectKind::kPage);
}

INSTANTIATE_TEST_SUITE_P(House, NumberedBlog, testing::Values("/?p=", "/index.php?id="), [](const auto& row) {
  return std::string(row.index == 0 ? "HomeQuery" : "ScriptQuery");
});

class DatedBlog : public testing::Test {
 protected:
  void SetUp() override {
    for (unsigned i = 0; i < 5; ++i) {
      const std::string story = paragraphs(i + 1, 4);
      blog_.post("/2024/03/entry-" + std::string(1, static_cast<char>('a' + i)) + "/", name_of(i),
                 theme_.page(name_of(i), story), story);
    }
    template_ = blog_.learn();
  }
  DataObject extract(const std::string& path, const std::string& html) {
    return test::extract(&template_, path, html);
  }
  std::string with_head(const std::string& head) const {
    std::string html = theme_.page("Harbour", paragraphs(60, 3));
    html.insert(html.find("<head>") + 6, head);
    return html;
  }

  Blog blog_;
  Theme theme_;
  Template template_;
};

TEST_F(DatedBlog, PostUnderItsCategoryIsADuplicate) {
  const DataObject page =
      extract("/boats/harbour/", with_head("<link rel=canonical href='/2024/03/harbour/'>"));
  EXPECT_EQ(page.kind, ObjectKind::kPage);
  EXPECT_EQ(page.attributes.at("duplicate_of"), "http://blog.example/2024/03/harbour/");
  EXPECT_FALSE(page.text.empty());
}

TEST_F(DatedBlog, ReplyFormIsADuplicate) {
  const DataObject page =
      extract("/2024/03/harbour/print/", with_head("<link rel=canonical href='/2024/03/harbour/'>"));
  EXPECT_EQ(page.kind, ObjectKind::kPage);
}

TEST_F(DatedBlog, CanonicalOfAMirrorIsThePageItself) {
  for (const char* origin : {"https://elsewhere.example", "https://elsewhere.example/"}) {
    const std::string link = std::string("<link rel=canonical href='") + origin + "/2024/03/harbour/'>";
    const DataObject page = extract("/2024/03/harbour/", with_head(link));
    EXPECT_EQ(page.kind, ObjectKind::kPost) << link;
    EXPECT_EQ(page.attributes.count("duplicate_of"), 0u) << link;
  }
}

TEST_F(DatedBlog, CanonicalOfTheDayBeforeIsThePageItself) {
  const DataObject page =
      extract("/2024/03/harbour/", with_head("<link rel=canonical href='/2024/02/harbour/'>"));
  EXPECT_EQ(page.kind, ObjectKind::kPost);
}

TEST_F(DatedBlog, MonthWithOnePostIsNone) {
  EXPECT_EQ(extract("/2024/03/", list_page(93, 1, "/2024/03/entry-a/")).kind, ObjectKind::kPage);
  EXPECT_EQ(extract("/2024/03/index.html", theme_.page("March", paragraphs(94, 2))).kind, ObjectKind::kPage);
}

TEST_F(DatedBlog, CommentPagesAreOfTheirPost) {
  const std::string html = theme_.page("Harbour", paragraphs(60, 3));
  const std::string post = "http://blog.example/2024/03/harbour";
  for (const auto& [path, wanted] :
       {std::pair{"comment-page-2/index.html", post + "/"}, std::pair{"comment-page-2/", post + "/"},
        std::pair{"comment-page-12", post}}) {
    const DataObject page = extract(std::string("/2024/03/harbour/") + path, html);
    EXPECT_EQ(page.kind, ObjectKind::kPage) << path;
    EXPECT_EQ(page.attributes.at("duplicate_of"), wanted) << path;
  }
  for (const char* path : {"print/", "dsc-0012/", "comments/", "comment-page-2/?x=1"})
    EXPECT_EQ(extract(std::string("/2024/03/harbour/") + path, html).attributes.count("duplicate_of"), 0U)
        << path;
}

TEST_F(DatedBlog, PageThatOnlyRefreshesHasNoObject) {
  Findings findings;
  const Result<HtmlDocument> doc = HtmlDocument::parse(
      "<meta http-equiv=refresh content='0; url=/2024/03/entry-a/'><p>Moved.</p>", findings);
  const Url url = Url::parse("http://blog.example/entry-a").value();
  for (const char* name : {"dice", "generic"}) {
    PageInput input{url, url, &*doc, nullptr, "", {}};
    const Result<Extraction> got = make_strategy(name)->extract(&template_, input);
    ASSERT_TRUE(got);
    EXPECT_FALSE(got->object) << name;
    input.refresh_checked = true;  // the caller has decided to read the page anyway
    const Result<Extraction> read = make_strategy(name)->extract(&template_, input);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->object) << name;
  }
}

// Where some posts have no name, their addresses are the folders of others'.
TEST(IsPost, APostInAFolderThatIsAPostToo) {
  Blog blog;
  const Theme theme;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    const std::string day = "/2024/03/0" + std::to_string(i + 1) + "/";
    blog.post(i % 3 == 0 ? day : day + "soup/", name_of(i), theme.page(name_of(i), story), story);
  }
  const Template t = blog.learn();
  const std::string page = "<html><title>Bread</title><body><div class=old><h1>Bread</h1><p>May 2, 2009</p>" +
                           paragraphs(70, 3) + "</div></body></html>";
  EXPECT_EQ(test::extract(&t, "/2009/05/02/bread/", page).kind, ObjectKind::kPost);
}

}  // namespace
}  // namespace bfa
