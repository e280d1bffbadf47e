// SPDX-License-Identifier: Apache-2.0
// Single pages without a feed: their main content, and threads.
#include <gtest/gtest.h>

#include <string>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::extract;
using test::paragraphs;
using test::prose;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

DataObject alone(const std::string& path, const std::string& body, const std::string& head = "") {
  return extract(nullptr, path,
                 "<html><head><title>Of boats</title>" + head + "</head><body>" + body + "</body></html>",
                 nullptr, "generic");
}

TEST(GenericCleaner_PageAlone, TextThatAScriptWouldShowIsThePage) {
  const DataObject streamed = alone("/a", "<nav><a href=/>Home</a></nav><div hidden id=s0><div class=post>" +
                                              paragraphs(1, 4) + "</div></div>");
  EXPECT_GT(streamed.text.size(), 400u);
  const DataObject fallback = alone("/b", "<div id=app></div><noscript><h1>Of boats</h1><div class=post>" +
                                              paragraphs(2, 4) + "</div></noscript>");
  EXPECT_GT(fallback.text.size(), 400u);
}

TEST(GenericCleaner_PageAlone, HiddenPartsBesideAnArticleStayHidden) {
  const DataObject object =
      alone("/a", "<article>" + paragraphs(1, 4) + "</article><div hidden>" + paragraphs(2, 5) +
                      "</div><noscript>Please turn on scripts</noscript>");
  EXPECT_GT(object.text.size(), 400u);
  EXPECT_FALSE(has(object.text, prose(2, 1).substr(0, 12)));
  EXPECT_FALSE(has(object.text, "turn on"));
}

TEST(GenericCleaner_PageAlone, PanelsOfTabsAreContentWhicheverIsShown) {
  const auto panel = [](const char* more, int seed) {
    return "<section role=tabpanel" + std::string(more) + "><p>" + prose(static_cast<unsigned>(seed), 3) +
           "</p></section>";
  };
  const DataObject object =
      alone("/a", "<article>" + paragraphs(1, 4) + panel("", 21) + panel(" hidden", 22) +
                      panel(" aria-hidden=true style='display: none'", 23) + paragraphs(2, 2) + "</article>");
  for (const unsigned seed : {21u, 22u, 23u})
    EXPECT_TRUE(has(object.text, prose(seed, 1).substr(0, 12))) << seed;
}

TEST(GenericCleaner_PageAlone, LineOfLinksBetweenParagraphsEndsNoArticle) {
  const std::string buttons =
      "<p><a href=/x>Get the plans of the boat</a> <a href=/y>Get the plans of the oven</a></p>";
  const std::string last = "<p>" + prose(31, 2) + " <a href=/z>" + prose(32, 1) + "</a></p>";
  const DataObject inside = alone("/a", "<article>" + paragraphs(1, 8) + buttons + last + "</article>");
  EXPECT_TRUE(has(inside.text, prose(31, 1).substr(0, 12)));
  EXPECT_TRUE(has(inside.text, "plans of the boat"));
}

std::string links(int count) {
  std::string html = "<ul>";
  for (int i = 0; i < count; ++i)
    html += "<li><a href=/guide/" + std::to_string(i) + ">Tying of knot number " + std::to_string(i) +
            "</a></li>";
  return html + "</ul>";
}

TEST(GenericCleaner_PageAlone, ListOfLinksIsTheContentOfAnIndexPage) {
  const DataObject object =
      alone("/guide", "<div role=navigation>" + links(3) + "</div><div role=main><h1>Of boats</h1>" +
                          links(30) + "</div><p>Boats and bread</p>");
  EXPECT_TRUE(has(object.text, "Tying of knot number 29"));
}

TEST(GenericCleaner_PageAlone, ListOfLinksBesideAnArticleIsNoContent) {
  const DataObject object = alone("/guide", "<main><h1>Of boats</h1><p>" + prose(5, 6) +
                                                "</p></main><div class=more>" + links(30) + "</div>");
  EXPECT_FALSE(has(object.text, "Tying of knot number 29"));
}

TEST(GenericCleaner_PageAlone, FormAroundAPageIsNoForm) {
  const DataObject object =
      alone("/a", "<form id=page><div><a href=/>Home</a></div><div class=body><h1>Of boats</h1>" +
                      paragraphs(3, 4) + "</div></form>");
  EXPECT_GT(object.text.size(), 400u);
}

TEST(GenericCleaner_PageAlone, AsideThatNobodyClosedIsNoAside) {
  const DataObject object =
      alone("/a", "<aside class=banner><p>New: a shop</p><main><article><h1>Of boats</h1>" +
                      paragraphs(3, 4) + "</article></main></aside>");
  EXPECT_GT(object.text.size(), 400u);
}

TEST(GenericCleaner_PageAlone, NameOfMostSectionsIsNoHint) {
  std::string body = "<h1>Of boats</h1><div class=page>";
  for (unsigned i = 0; i < 4; ++i)
    body += "<div class='skip-part'><h2>Part</h2>" + paragraphs(i + 1, 2) + "</div>";
  EXPECT_GT(alone("/a", body + "</div>").text.size(), 800u);
}

TEST(GenericCleaner_PageAlone, LongDiscussionDoesNotHideTheArticle) {
  std::string body =
      "<div class=wrap><div class=area><h1>Of boats</h1>" + paragraphs(1, 3) + "<div id=comments>";
  for (unsigned i = 0; i < 20; ++i)
    body += "<div class=comment><a href=/u>Someone</a><p>" + prose(i + 50, 3) + "</p></div>";
  const DataObject object = alone("/a", body + "</div></div></div>");
  EXPECT_GT(object.text.size(), 200u);
  EXPECT_FALSE(has(object.text, "Someone"));
  EXPECT_FALSE(has(object.text, prose(55, 1).substr(0, 14)));
}

std::string thread_body(int posts) {
  std::string body = "<div class=menu><a href=/>Home</a></div><h1>Which boat?</h1><div class=list>";
  for (int i = 0; i < posts; ++i) {
    body += "<div class='post post" + std::to_string(i) + "'><div class=user><a href=/u>Member " +
            std::to_string(i) +
            "</a><div>Joined 2012</div><div>4032 letters</div></div><div class='text wide'><p>" +
            prose(static_cast<unsigned>(i) + 70, 3) +
            "</p></div><div class=buttons>Like Reply Report</div></div>";
  }
  return body + "</div><div class=foot><p>Users browsing this forum: 3 registered users</p></div>";
}

TEST(ForumThread, PostsAreTheTextOfAForumsPage) {
  for (const char* path : {"/threads/which-boat.12/", "/viewtopic.php?t=12"}) {
    const DataObject object = alone(path, thread_body(4));
    for (unsigned i = 0; i < 4; ++i) EXPECT_TRUE(has(object.text, prose(i + 70, 1))) << path << i;
    EXPECT_FALSE(has(object.text, "Joined")) << path;
    EXPECT_FALSE(has(object.text, "Like Reply")) << path;
    EXPECT_FALSE(has(object.text, "browsing")) << path;
  }
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(ForumThread, QuotationsOfEarlierPostsAreNotRepeated) {
  const std::string first = prose(70, 3), second = prose(71, 3), foreign = prose(99, 3);
  const auto post = [](const std::string& text) {
    return "<div class=post><div class=user>Member</div><div class='text wide'>" + text + "</div></div>";
  };
  const DataObject object =
      alone("/threads/which-boat.12/",
            "<h1>Which boat?</h1><div class=list>" + post("<p>" + first + "</p>") +
                post("<blockquote><div>Member said:</div><p>" + first +
                     "</p><div>Click to expand</div></blockquote><p>" + second + "</p>") +
                post("<blockquote><p>" + foreign + "</p></blockquote><p>" + prose(72, 3) +
                     "</p><p>Yes.</p><p>Yes.</p>") +
                "</div>");
  EXPECT_EQ(count_of(object.text, first), 1u);
  EXPECT_TRUE(has(object.text, second));
  EXPECT_TRUE(has(object.text, foreign)) << "what is quoted from elsewhere stays";
  EXPECT_FALSE(has(object.text, "said:"));
  EXPECT_FALSE(has(object.text, "Click to expand"));
  EXPECT_EQ(count_of(object.text, "Yes."), 2u) << "short answers may be equal";
}

// What stands beside a member's post, as links.
std::string profile(unsigned lines) {
  std::string list = "<ul>";
  for (unsigned i = 0; i < lines; ++i)
    list += "<li><a href=/u>Letters, rank " + std::to_string(i) + "</a></li>";
  return list + "</ul>";
}

TEST(ForumThread, QuotationsAreNotThePosts) {
  // The quotations have nothing beside their text, the posts have profiles; but most of the text is in the
  // posts.
  std::string body;
  for (unsigned i = 0; i < 4; ++i) {
    body += "<div class=comment>" + profile(10) + "<p>" + prose(i + 70, 3) + "</p>";
    if (i > 0) body += "<blockquote class=quote><p>" + prose(i + 100, 2) + "</p></blockquote>";
    body += "</div>";
  }
  const DataObject object = alone("/threads/which-boat.12/", "<div class=list>" + body + "</div>");
  for (unsigned i = 0; i < 4; ++i) EXPECT_TRUE(has(object.text, prose(i + 70, 3))) << i;
}

TEST(ForumThread, ShortPostsBesideLongProfilesAreFound) {
  std::string body;
  for (unsigned i = 0; i < 4; ++i)
    body += "<div class=post>" + profile(12) + "<p>" + prose(i + 70, 2) + "</p></div>";
  const DataObject object = alone("/threads/which-boat.12/", "<div class=list>" + body + "</div>");
  for (unsigned i = 0; i < 4; ++i) EXPECT_TRUE(has(object.text, prose(i + 70, 2))) << i;
}

TEST(ForumThread, HostsNameThatEndsWithForumIsAForums) {
  Findings findings;
  const auto doc = HtmlDocument::parse("<html><body>" + thread_body(4) + "</body></html>", findings);
  ASSERT_TRUE(doc);
  for (const char* home : {"https://boat-forum.example/", "https://www.old-boat-forums.example/",
                           "https://boatforum.example/"}) {
    PageInput input;
    input.url = Url::parse(std::string(home) + "sails/12-which-boat.html").value();
    input.blog = Url::parse(home).value();
    input.doc = &*doc;
    const auto got = make_strategy("generic")->extract(nullptr, input);
    ASSERT_TRUE(got && got->object) << home;
    EXPECT_TRUE(has(got->object->text, prose(73, 1))) << home;
    EXPECT_FALSE(has(got->object->text, "Joined")) << home;
  }
}

TEST(GenericCleaner_PageAlone, SecondCopyOfAnArticleIsCut) {
  std::string wide, code;
  for (unsigned i = 0; i < 10; ++i) wide += "<p>" + prose(i + 20, 2) + "</p>";
  const DataObject twice = alone("/a", "<h1>Of boats</h1><div class=page><div class=wide>" + wide +
                                           "</div><div class=narrow>" + wide + "</div></div>");
  for (unsigned i = 0; i < 10; ++i) EXPECT_EQ(count_of(twice.text, prose(i + 20, 2)), 1u) << i;

  // Single lines that come back, as in instructions, are no copy.
  for (unsigned i = 0; i < 10; ++i) code += "<p>" + prose(i + 20, 2) + "</p><p>" + prose(5, 2) + "</p>";
  EXPECT_EQ(count_of(alone("/b", "<h1>Of boats</h1><div class=page>" + code + "</div>").text, prose(5, 2)),
            10u);
}

TEST(ForumThread, MetadataNameAThreadToo) {
  const std::string head =
      "<script type='application/ld+json'>{\"@type\": \"DiscussionForumPosting\", \"headline\": "
      "\"x\"}</script>";
  const DataObject object = alone("/x", thread_body(3), head);
  EXPECT_TRUE(has(object.text, prose(72, 1)));
  EXPECT_FALSE(has(object.text, "Joined"));
}

TEST(ForumThread, CommentsOnAnswersAreNoPosts) {
  std::string body = "<div class=question><div class=prose><p>" + prose(1, 4) + "</p></div></div>";
  for (unsigned i = 2; i < 4; ++i) {
    body += "<div class=answer><div class=prose><p>" + prose(i, 5) +
            "</p></div><div class=comments><div class=prose><p>" + prose(i + 40, 1) +
            "</p></div></div></div>";
  }
  const DataObject object = alone("/questions/12/which-boat", "<div id=main>" + body + "</div>");
  EXPECT_TRUE(has(object.text, prose(1, 1)));
  EXPECT_TRUE(has(object.text, prose(3, 1)));
  EXPECT_FALSE(has(object.text, prose(42, 1)));
}

TEST(ForumThread, BlogPostWithCommentsIsNone) {
  std::string body = "<article><h1>Of boats</h1>" + paragraphs(1, 4) + "</article><div class=comments>";
  for (unsigned i = 0; i < 6; ++i) body += "<div class=comment><p>" + prose(i + 90, 2) + "</p></div>";
  const DataObject object = alone("/2024/of-boats", body + "</div>");
  EXPECT_GT(object.text.size(), 300u);
  EXPECT_FALSE(has(object.text, prose(91, 1)));
}

}  // namespace
}  // namespace bfa
