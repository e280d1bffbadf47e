// SPDX-License-Identifier: Apache-2.0
// Dates of modification: which statements of a blog are believed.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::Theme;

std::string day(unsigned i) {
  return (i < 9 ? "0" : "") + std::to_string(i + 1);
}

// A post of March `day`, 2024, whose page says in its own way when it was changed.
struct Post {
  std::string head, before, after;  // in <head>, before and after the article's text
  std::string updated;              // the date in the feed
};

class ModifiedDate : public testing::Test {
 protected:
  // Learns from six posts, and returns the date of the next one.
  std::optional<Timestamp> of(const std::function<Post(unsigned)>& make) {
    for (unsigned i = 0; i < 6; ++i) {
      const std::string story = paragraphs(i + 1, 4);
      blog_.post("/2024/03/new-" + std::string(1, static_cast<char>('a' + i)) + "/",
                 "Voyage " + std::to_string(i), page(i, make(i), story), story, "Ada Fox",
                 "2024-03-" + day(i) + "T10:00:00Z");
      if (const Post post = make(i); !post.updated.empty())
        blog_.feed.entries.back().updated = parse_timestamp(post.updated).value();
    }
    const auto learned = make_ensemble_strategy()->learn(blog_.training());
    EXPECT_TRUE(learned);
    template_ = learned ? *learned : Template();
    const DataObject post = test::extract(&template_, "/2024/03/next/", page(6, make(6), paragraphs(20, 4)),
                                          &blog_.feed.entries[5]);
    EXPECT_TRUE(post.published);
    return post.modified;
  }

  static std::string page(unsigned i, const Post& post, const std::string& story) {
    std::string html = Theme().page("Voyage " + std::to_string(i), post.before + story + post.after,
                                    "Ada Fox", "March " + std::to_string(i + 1) + ", 2024");
    html.insert(html.find("<title>"), post.head);
    return html;
  }

  Blog blog_;
  Template template_;
};

std::string iso(unsigned i) {
  return "2024-04-" + day(i) + "T08:30:00Z";
}

TEST_F(ModifiedDate, Metadata) {
  const auto time = of([](unsigned i) {
    return Post{"<meta property=\"article:modified_time\" content=\"" + iso(i) + "\">", "", "", ""};
  });
  ASSERT_TRUE(time);
  EXPECT_EQ(format_timestamp(*time), "2024-04-07T08:30:00Z");
}

TEST_F(ModifiedDate, JsonLd) {
  const auto time = of([](unsigned i) {
    return Post{"<script type=\"application/ld+json\">{\"@type\":\"BlogPosting\",\"dateModified\" : \"" +
                    iso(i) + "\"}</script>",
                "", "", ""};
  });
  ASSERT_TRUE(time);
  EXPECT_EQ(format_timestamp(*time), "2024-04-07T08:30:00Z");
}

TEST_F(ModifiedDate, Microdata) {
  const auto time = of(
      [](unsigned i) { return Post{"", "", "<meta itemprop=dateModified content=\"" + iso(i) + "\">", ""}; });
  ASSERT_TRUE(time);
}

TEST_F(ModifiedDate, ClassOfHAtom) {
  const auto time = of([](unsigned i) {
    return Post{"", "<time class=\"entry-date updated\" datetime=\"" + iso(i) + "\">April</time>", "", ""};
  });
  ASSERT_TRUE(time);
}

TEST_F(ModifiedDate, LineBelowTheText) {
  const auto time = of([](unsigned i) {
    return Post{"", "", "<p class=upd>Last updated on April " + std::to_string(i + 1) + ", 2024</p>", ""};
  });
  ASSERT_TRUE(time);
  EXPECT_EQ(format_timestamp(*time), "2024-04-07");
}

TEST_F(ModifiedDate, Feed) {
  const auto time = of([](unsigned i) { return Post{"", "", "", iso(i)}; });
  ASSERT_TRUE(time);
  EXPECT_EQ(format_timestamp(*time), "2024-04-06T08:30:00Z");  // of the entry that the page has
}

TEST_F(ModifiedDate, TimeOfTheBuildIsNone) {
  EXPECT_FALSE(of([](unsigned i) {
    return Post{
        "<meta property=\"article:modified_time\" content=\"2024-05-02T07:1" + std::to_string(i) + ":00Z\">",
        "", "", "2024-05-02T07:10:00Z"};
  }));
}

TEST_F(ModifiedDate, EqualToThePublicationIsNone) {
  EXPECT_FALSE(of([](unsigned i) {
    return Post{"<meta property=\"article:modified_time\" content=\"2024-03-" + day(i) + "T10:00:00Z\">", "",
                "", ""};
  }));
}

TEST_F(ModifiedDate, BeforeThePublicationIsNone) {
  EXPECT_FALSE(of([](unsigned i) {
    return Post{"<meta property=\"article:modified_time\" content=\"2023-04-" + day(i) + "T10:00:00Z\">", "",
                "", ""};
  }));
}

TEST_F(ModifiedDate, OfTheFutureIsNone) {
  EXPECT_FALSE(of([](unsigned i) {
    return Post{"<meta property=\"article:modified_time\" content=\"20" + std::to_string(30 + i) +
                    "-04-01T10:00:00Z\">",
                "", "", ""};
  }));
}

// The feed knows the days; on each page the line of the change is first.
TEST(PublishedDate, IsNotTheDayOfAChangeInFrontOfIt) {
  const auto page = [](const std::string& title, const std::string& own, const std::string& change,
                       const std::string& story) {
    return "<html lang=en><title>" + title + "</title><body><div><h1>" + title +
           "</h1><p>Last changed on May " + change + ", 2024</p><p>March " + own + ", 2024</p><div>" + story +
           "</div></div></body></html>";
  };
  Blog blog;
  for (unsigned i = 0; i < 6; ++i) {
    const std::string story = paragraphs(i + 1, 4);
    const std::string title = "Voyage " + std::string(1, static_cast<char>('A' + i));
    blog.post("/n/" + std::string(i + 1, 'x'), title, page(title, day(i), day(i + 7), story), story,
              "Ada Fox", "2024-03-" + day(i) + "T10:00:00Z");
  }
  const Template t = blog.learn();
  const DataObject post = test::extract(&t, "/n/new", page("Voyage X", "11", "29", paragraphs(30, 4)));
  ASSERT_TRUE(post.published);
  EXPECT_EQ(format_timestamp(*post.published).substr(0, 10), "2024-03-11");
}

}  // namespace
}  // namespace bfa
