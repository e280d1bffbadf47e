// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "bfa/object/version.h"
#include "extract/blog.h"
#include "extract/talk.h"

namespace bfa {
namespace {

using test::extract_page;
using test::prose;
using test::told;

struct Row {
  const char* name;
  const char* html;
  const char* wanted;
};

class CommentStructure : public testing::TestWithParam<Row> {};

TEST_P(CommentStructure, IsRead) {
  const Extraction got = extract_page(GetParam().html);
  EXPECT_EQ(told(got.comments), GetParam().wanted);
  for (const DataObject& comment : got.comments) {
    EXPECT_EQ(comment.kind, ObjectKind::kComment);
    EXPECT_EQ(comment.post, "http://blog.example/soup/");
    EXPECT_FALSE(comment.id.empty());
    EXPECT_EQ(got.object->text.find(comment.text), std::string::npos);
  }
}

constexpr const char* kNestedList =
    "<div id=comments><h3>3 responses to Talk</h3><ol class=commentlist>"
    "<li class='comment even depth-1' id=comment-7><div id=div-comment-7 class=comment-body>"
    "<div class='comment-author vcard'><img class=avatar src=a.png><cite class=fn><a "
    "href='http://ann.example' "
    "rel='external nofollow'>Ann Rye</a></cite> <span class=says>says:</span></div>"
    "<div class='comment-meta commentmetadata'><a href='#comment-7'>May 3, 2024 at 10:01 am</a></div>"
    "<p>First words.</p><p>Second words.</p><div class=reply><a "
    "href='?replytocom=7#respond'>Reply</a></div></div>"
    "<ul class=children><li class='comment byuser bypostauthor odd depth-2' id=comment-9><div "
    "class=comment-body>"
    "<div class='comment-author vcard'><cite class=fn>Bo</cite> <span class=says>says:</span></div>"
    "<div class=comment-meta><a href='#comment-9'>May 4, 2024 at 9:00 pm</a></div><p>An "
    "answer.</p></div></li></ul>"
    "</li><li class='comment even depth-1' id=comment-8><div class=comment-body>"
    "<div class='comment-author vcard'><cite class=fn>Cy</cite></div>"
    "<div class=comment-meta><a href='#comment-8'>May 5, 2024 at 9:00 pm</a></div><p>Third.</p></div></li>"
    "<li class='pingback even' id=comment-11><p>Pingback: <a "
    "href='http://x.example/'>Elsewhere</a></p></li></ol>"
    "<div id=respond><h3>Leave a Reply</h3><form action=/post><p>Name <input "
    "name=author></p></form></div></div>";

constexpr const char* kLabels =
    "<div id=comments><h3>2 comments</h3>"
    "<div class=comment><b>Name:</b> Ann Rye<br><b>Date:</b> May 3, 2024<br><b>Text:</b> First words.</div>"
    "<div class=comment><b>Name:</b> Bo<br><b>Date:</b> May 4, 2024<br><b>Text:</b> Other words.</div></div>";

constexpr const char* kDefinitionList =
    "<div id=comments><h4>2 comments:</h4><dl id=comments-block>"
    "<dt class=comment-author id=c101><a name=c101></a><a href='http://ann.example' rel=nofollow>Ann</a> "
    "said...</dt><dd class=comment-body><p>Some words.</p></dd>"
    "<dd class=comment-footer><span class=comment-timestamp><a href='#c101' title='comment permalink'>May 3, "
    "2024 "
    "at 10:01 AM</a></span></dd>"
    "<dt class=comment-author id=c102><a name=c102></a>Bo said...</dt><dd class=comment-body><p>Other "
    "words.</p></dd>"
    "<dd class=comment-footer><span class=comment-timestamp><a href='#c102'>May 4, 2024 at 9:00 "
    "PM</a></span></dd></dl></div>";

constexpr const char* kPostedBy =
    "<h2>Comments</h2><div class=comments-body><p>The first one.</p><p class=posted>Posted by: <a "
    "href='http://ann.example'>Ann</a> at May 3, 2004 10:01 AM</p></div><div class=comments-body><p>The "
    "second "
    "one.</p><p class=posted>Posted by: Bo Lund at May 4, 2004 09:12 PM</p></div>";

constexpr const char* kBare =
    "<h3>2 Comments</h3><div><h4>Ann, 3 May 2024</h4><p>Plain words here.</p><h4>Bo, 4 May 2024</h4><p>More "
    "plain "
    "words.</p><p>In two paragraphs.</p></div>";

constexpr const char* kMicrodata =
    "<section><h3>Discussion</h3><div itemprop=comment itemscope itemtype='https://schema.org/Comment'><span "
    "itemprop=author itemscope itemtype='https://schema.org/Person'><b itemprop=name>Ann</b></span><time "
    "itemprop=dateCreated datetime='2024-05-03T10:01:00Z'>3 weeks ago</time><div itemprop=text>Marked "
    "words.</div></div></section>";

constexpr const char* kMicroformats =
    "<section id=responses><div class='u-comment h-cite' id=r1><a class='p-author h-card' "
    "href='http://ann.example'>Ann</a> <time class=dt-published datetime='2024-05-03'>May 3</time><div "
    "class='p-content e-content'>Sent from my site.</div></div><div class='u-comment h-cite' id=r2><a "
    "class='p-author "
    "h-card' href='http://bo.example'>Bo</a> <time class=dt-published datetime='2024-05-04'>May 4</time><div "
    "class='p-content e-content'>From mine.</div></div></section>";

constexpr const char* kBesideReplies =
    "<div class=comments><article class=comment id=c1><header><strong>Ann</strong> <time "
    "datetime='2024-05-03'>yesterday</time></header><p>One.</p></article><div class=replies><article "
    "class=comment "
    "id=c2><header><strong>Bo</strong> <time "
    "datetime='2024-05-04'>today</time></header><p>Two.</p></article><div "
    "class=replies><article class=comment id=c3><header><strong>Cy</strong> <time "
    "datetime='2024-05-05'>now</time></header><p>Three.</p></article></div></div><article class=comment "
    "id=c4><header><strong>Di</strong> <time "
    "datetime='2024-05-06'>now</time></header><p>Four.</p></article></div>";

constexpr const char* kIndented =
    "<div id=comments><div class=cmt id=t1 style='margin-left:0px'><span class=user>ann</span> <span "
    "class=date>2024-05-03 10:01</span><div class=text>One.</div></div><div class=cmt id=t2 "
    "style='margin-left:25px'><span class=user>bo</span> <span class=date>2024-05-04 10:01</span><div "
    "class=text>Two.</div></div><div class=cmt id=t3 style='margin-left:50px'><span class=user>cy</span> "
    "<span "
    "class=date>2024-05-05 10:01</span><div class=text>Three.</div></div><div class=cmt id=t4 "
    "style='margin-left:25px'><span class=user>di</span> <span class=date>2024-05-06 10:01</span><div "
    "class=text>Four.</div></div></div>";

constexpr const char* kLinkedAnswers =
    "<div id=comments class=comments><div id=comment-5 class=comment><div class=byline><span class='vcard "
    "author'>Ann</span> | <a href='/soup/#comment-5'><abbr class=published title='2024-05-03T10:01:00Z'>May "
    "3</abbr></a></div><div class=comment-content><p>A question.</p></div></div><div id=comment-6 "
    "class='comment "
    "comment-reply'><div class=byline><span class='vcard author'>Bo</span> replied to <a "
    "href='/soup/#comment-5'>comment from Ann</a> | <a href='/soup/#comment-6'><abbr class=published "
    "title='2024-05-04T10:01:00Z'>May 4</abbr></a></div><div class=comment-content><p>The "
    "answer.</p></div></div></div>";

constexpr const char* kNoDates =
    "<ul id=thread-comments><li class=comment id=x-comment-1><cite><span>Ann</span></cite><div "
    "class=comment-message><p>Undated.</p></div></li><li class=comment "
    "id=x-comment-2><cite><span>Bo</span></cite><div "
    "class=comment-message><p>Undated too.</p></div></li></ul>";

constexpr const char* kDetails =
    "<section id=comments><details open><summary>Ann, <time datetime='2024-05-03'>3 "
    "May</time></summary><p>Outer "
    "words.</p><details open><summary>Bo, <time datetime='2024-05-04'>4 May</time></summary><p>Inner "
    "words.</p></details></details></section>";

constexpr const char* kTable =
    "<h3>Comments (2)</h3><table><tr><td class=who>Ann</td><td>May 3, 2024</td><td>In a "
    "cell.</td></tr><tr><td "
    "class=who>Bo</td><td>May 4, 2024</td><td>In another.</td></tr></table>";

constexpr const char* kTwoSystems =
    "<div id=old-comments><h3>Old comments</h3><ol><li class=old-comment-item id=old-comment-5fe6d0><div "
    "class=old-comment-meta><span class=old-comment-author>Ann</span><time "
    "datetime='2014-05-03T10:00:00Z'>then</time>"
    "</div><div class=old-comment-content>From the old one.</div></li></ol></div><div id=isso-thread><div "
    "class=isso-comment id=isso-3><div class=isso-text-wrapper><div class=isso-comment-header><span "
    "class=isso-author>Bo</span><time datetime='2024-05-04T10:00:00Z'>a month ago</time></div><div "
    "class=isso-text><p>From the new one.</p></div><div class=isso-comment-footer><a "
    "class=isso-reply>Reply</a></div></div></div></div>";

constexpr const char* kRecentElsewhere =
    "<div class=recent-comments><h3>Recent comments</h3><ul><li><a href='/other/#comment-3'>Ann</a>, May 3, "
    "2024: so "
    "true</li><li><a href='/third/#comment-4'>Bo</a>, May 4, 2024: well</li></ul></div><div "
    "class=comments-box><h3>New "
    "comments</h3><ul><li class=comment><b class=author>Ann</b> <a href='/other/#comment-3'>May 3, 2024</a> "
    "on "
    "another post of ours</li><li class=comment><b class=author>Bo</b> <a href='/third/#comment-4'>May 4, "
    "2024</a> elsewhere as well</li></ul></div>";

constexpr const char* kTitlesElsewhere =
    "<div class=block><h3>Latest comments</h3><div class=latest-comments><ul>"
    "<li><label>On:</label> <a href='/other/'>A plan for next year</a> <a href='/user/3/'>Ann</a> May 3, "
    "2024</li>"
    "<li><label>On:</label> <a href='/third/'>Windows</a> Anonymous May 4, 2024</li>"
    "<li><label>On:</label> <a href='/fourth/'>How a form is built</a> <a href='/user/5/'>Bo</a> May 5, "
    "2024</li>"
    "</ul></div></div>";

constexpr const char* kShortWithLinkedNames =
    "<div id=comments><h3>2 comments</h3><ul><li class=comment><a href='/user/3/'>Ann Rye</a> May 3, 2024 "
    "<p>So it is, and "
    "it was.</p></li><li class=comment><a href='/user/4/'>Bo Lund</a> May 4, 2024 <p>Thank you for this "
    "one.</p></li></ul>"
    "</div>";

constexpr const char* kNamesThatAreLong =
    "<section id=comments><h2>2 comments</h2><ul><li class=comment id=comment-1><a class=author "
    "href='/people/ann-rye-of-the-harbour/'>Ann Rye of the Harbour</a> <time "
    "datetime='2024-05-03'>2d</time><p>Yum.</p></li>"
    "<li class=comment id=comment-2><a class=author href='/people/bo-lund-of-the-mill/'>Bo Lund of the "
    "Mill</a> <time "
    "datetime='2024-05-04'>1d</time><p>Lovely.</p></li></ul></section>";

constexpr const char* kLinksOfTheirOwn =
    "<div class=comments><h3>2 comments</h3><ul><li class=comment><b class=author>Ann</b> <a "
    "href='/comment/1'>May 3, 2024 at "
    "10:12</a><p>Great post, thank you!</p></li><li class=comment><b class=author>Bo</b> <a "
    "href='/comment/2'>May 4, 2024 at "
    "11:12</a><p>So it is, I say.</p></li></ul></div>";

INSTANTIATE_TEST_SUITE_P(
    House, CommentStructure,
    testing::Values(
        Row{"NestedList", kNestedList,
            "Ann Rye | 2024-05-03 | #comment-7 | First words.//Second words.\n"
            "  Bo | 2024-05-04 | #comment-9 | An answer.\n"
            "Cy | 2024-05-05 | #comment-8 | Third.\n"
            "ping Elsewhere | - | #comment-11 | Pingback: Elsewhere\n"},
        Row{"DefinitionList", kDefinitionList,
            "Ann | 2024-05-03 | #c101 | Some words.\nBo | 2024-05-04 | #c102 | Other words.\n"},
        Row{"Labels", kLabels,
            "Ann Rye | 2024-05-03 | - | First words.\nBo | 2024-05-04 | - | Other words.\n"},
        Row{"PostedBy", kPostedBy,
            "Ann | 2004-05-03 | - | The first one.\nBo Lund | 2004-05-04 | - | The second one.\n"},
        Row{"Bare", kBare,
            "Ann | 2024-05-03 | - | Plain words here.\nBo | 2024-05-04 | - | More plain words.//In two "
            "paragraphs.\n"},
        Row{"Microdata", kMicrodata, "Ann | 2024-05-03 | - | Marked words.\n"},
        Row{"Microformats", kMicroformats,
            "Ann | 2024-05-03 | #r1 | Sent from my site.\nBo | 2024-05-04 | #r2 | From mine.\n"},
        Row{"BesideReplies", kBesideReplies,
            "Ann | 2024-05-03 | #c1 | One.\n  Bo | 2024-05-04 | #c2 | Two.\n    Cy | 2024-05-05 | #c3 | "
            "Three.\n"
            "Di | 2024-05-06 | #c4 | Four.\n"},
        Row{"Indented", kIndented,
            "ann | 2024-05-03 | #t1 | One.\n  bo | 2024-05-04 | #t2 | Two.\n    cy | 2024-05-05 | #t3 | "
            "Three.\n"
            "  di | 2024-05-06 | #t4 | Four.\n"},
        Row{"LinkedAnswers", kLinkedAnswers,
            "Ann | 2024-05-03 | #comment-5 | A question.\n  Bo | 2024-05-04 | #comment-6 | The answer.\n"},
        Row{"NoDates", kNoDates, "Ann | - | #x-comment-1 | Undated.\nBo | - | #x-comment-2 | Undated too.\n"},
        Row{"Details", kDetails,
            "Ann | 2024-05-03 | - | Outer words.\n  Bo | 2024-05-04 | - | Inner words.\n"},
        Row{"Table", kTable, "Ann | 2024-05-03 | - | In a cell.\nBo | 2024-05-04 | - | In another.\n"},
        Row{"TwoSystems", kTwoSystems,
            "Ann | 2014-05-03 | #old-comment-5fe6d0 | From the old one.\n"
            "Bo | 2024-05-04 | #isso-3 | From the new one.\n"},
        Row{"RecentElsewhere", kRecentElsewhere, ""}, Row{"TitlesElsewhere", kTitlesElsewhere, ""},
        Row{"NamesThatAreLong", kNamesThatAreLong,
            "Ann Rye of the Harbour | 2024-05-03 | #comment-1 | Yum.\nBo Lund of the Mill | 2024-05-04 | "
            "#comment-2 | Lovely.\n"},
        Row{"LinksOfTheirOwn", kLinksOfTheirOwn,
            "Ann | 2024-05-03 | - | Great post, thank you!\nBo | 2024-05-04 | - | So it is, I say.\n"},
        Row{"ShortWithLinkedNames", kShortWithLinkedNames,
            "Ann Rye | 2024-05-03 | - | So it is, and it was.\nBo Lund | 2024-05-04 | - | Thank you for this "
            "one.\n"},
        Row{"NoComments", "<div id=comments><h3>No comments yet</h3><p>Be the first to comment.</p></div>",
            ""}),
    [](const auto& row) { return std::string(row.param.name); });

std::string numbered_comments(int count, bool nested) {
  std::string html = "<div id=comments><ol>";
  for (int i = 0; i < count; ++i) {
    const std::string id = std::to_string(i + 1);
    html += "<li class=comment id=comment-" + id + "><cite>Writer " + id + "</cite> <a href='#comment-" + id +
            "'>May 3, 2024 at 10:01 am</a><p>What number " + id + " says.</p>";
    html += nested ? "<ol>" : "</li>";
  }
  return html + "</ol></div>";
}

double cpu_ms_of(const std::string& discussion) {
  const std::clock_t begin = std::clock();
  extract_page(discussion);
  return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(ManyComments, TenThousandAreReadInLinearTime) {
  const Extraction got = extract_page(numbered_comments(10000, false));
  ASSERT_EQ(got.comments.size(), 10000U);
  EXPECT_EQ(got.comments.back().text, "What number 10000 says.");
  EXPECT_EQ(got.comments.back().authors.front(), "Writer 10000");
  const double one = cpu_ms_of(numbered_comments(2000, false));
  const double five = cpu_ms_of(numbered_comments(10000, false));
  EXPECT_LT(five, 15 * one + 50) << "2000: " << one << " ms, 10000: " << five << " ms";
}

TEST(ManyComments, NestedToAnyDepth) {
  const Extraction got = extract_page(numbered_comments(100, true));
  ASSERT_EQ(got.comments.size(), 100U);
  for (std::size_t i = 1; i < got.comments.size(); ++i) {
    ASSERT_EQ(got.comments[i].parent, got.comments[i - 1].id);
    ASSERT_EQ(got.comments[i].text, "What number " + std::to_string(i + 1) + " says.");
  }
}

TEST(CommentDiscussion, TagsThatAreNotClosedStillGiveComments) {
  const Extraction got = extract_page(
      "<div id=comments><ol><li class=comment id=c-1><b class=author>Ann</b> <i class=date>2024-05-03 "
      "10:00</i><p>One"
      "<li class=comment id=c-2><b class=author>Bo<i class=date>2024-05-04 10:00</i></b><p>Two<div>more"
      "<li class=comment id=c-3><b class=author>Cy</b><i class=date>2024-05-05 10:00</i><p>Three");
  ASSERT_EQ(got.comments.size(), 3U);
  EXPECT_EQ(told(got.comments),
            "Ann | 2024-05-03 | #c-1 | One\n"
            "Bo | 2024-05-04 | #c-2 | Two//more\n"
            "Cy | 2024-05-05 | #c-3 | Three\n");
}

// The outer element holds a comment and its answers, the inner one the comment alone. Both have an id, and no
// link says which id is the comment's address. The tag is that of a theme that lacks a space ("<li class").
TEST(CommentDiscussion, TheNameOfTheElementAroundACommentIsItsAddress) {
  const auto comment = [](const std::string& number, const std::string& author, const std::string& inner) {
    return "<liclass even depth-1 id=comment-" + number + "><div id=" + inner + number +
           " class=comment-body><div class=comment-description><div class='comment-author vcard'></div><div "
           "class=comment-content><h4 class=fn>" +
           author + "</h4><div class='comment-meta commentmetadata'>May " + number +
           ", 2024 <span>at 9:08 am</span></div><p>Words of " + author + " about it.</p></div></div></div>";
  };
  for (const std::string inner : {"div-comment-", "other-"}) {
    const std::string answer =
        "<ol class=children>" + comment("4", "Bo", inner) + "</liclass></ol></liclass>";
    const Extraction got = extract_page("<div id=comments><h3>3 responses</h3><ol class=commentlist>" +
                                        comment("3", "Ann", inner) + answer + comment("5", "Cy", inner) +
                                        "</liclass></ol></div>");
    const std::string address = inner == "other-" ? "other-" : "comment-";
    EXPECT_EQ(told(got.comments), "Ann | 2024-05-03 | #" + address + "3 | Words of Ann about it.\n" +
                                      "  Bo | 2024-05-04 | #" + address + "4 | Words of Bo about it.\n" +
                                      "Cy | 2024-05-05 | #" + address + "5 | Words of Cy about it.\n");
  }
}

// A ping has no depth: comments after it do not answer it. A note next to the date has the name of the
// author that a comment answers: the last comment by that name. On every comment, the first one too, it is a
// button.
TEST(CommentDiscussion, NotesNameWhomAnAnswerAnswers) {
  const auto talk = [](const std::vector<std::pair<std::string, std::string>>& comments) {
    std::string html = "<div id=comments><ol class=comment-list>";
    int number = 0;
    for (const auto& [author, note] : comments) {
      const std::string n = std::to_string(++number);
      html += "<li class=comment-item id=comment-" + n + "><div class=comment-meta><b class=comment-author>" +
              author + "</b> <time datetime=2024-05-0" + n + ">May " + n + "</time>" +
              (note.empty() ? "" : " <span class=comment-reply>" + note + "</span>") +
              "</div><div class=comment-content>Word number " + n + ".</div></li>";
    }
    return told(extract_page(html + "</ol></div>").comments);
  };
  EXPECT_EQ(talk({{"Ann Rye", ""},
                  {"Bo", "Reply to Ann Rye"},
                  {"Ann Rye", ""},
                  {"Cy", "Reply to Ann Rye"},
                  {"Cy", "Reply to Nobody"},
                  {"Ann Rye", "Reply"}}),
            "Ann Rye | 2024-05-01 | #comment-1 | Word number 1.\n"
            "  Bo | 2024-05-02 | #comment-2 | Word number 2.\n"
            "Ann Rye | 2024-05-03 | #comment-3 | Word number 3.\n"
            "  Cy | 2024-05-04 | #comment-4 | Word number 4.\n"
            "Cy | 2024-05-05 | #comment-5 | Word number 5.\n"
            "Ann Rye | 2024-05-06 | #comment-6 | Word number 6.\n");
  EXPECT_EQ(talk({{"Jo Ann", ""}, {"Ann", ""}, {"Bo", "Reply to Jo Ann"}}),
            "Jo Ann | 2024-05-01 | #comment-1 | Word number 1.\n"
            "Ann | 2024-05-02 | #comment-2 | Word number 2.\n"
            "  Bo | 2024-05-03 | #comment-3 | Word number 3.\n");
  EXPECT_EQ(talk({{"Ann", "Reply to Ann"}, {"Bo", "Reply to Bo"}, {"Ann", "Reply to Ann"}}),
            "Ann | 2024-05-01 | #comment-1 | Word number 1.\n"
            "Bo | 2024-05-02 | #comment-2 | Word number 2.\n"
            "Ann | 2024-05-03 | #comment-3 | Word number 3.\n");
}

TEST(CommentDiscussion, NobodyAnswersPings) {
  const Extraction got = extract_page(
      "<ol class=commentlist><li class='pingback even' id=comment-1>Pingback: <a "
      "href='http://x.example/'>Elsewhere</a>"
      "</li><li class='comment depth-1' id=comment-2><cite>Ann</cite> <a href='#comment-2'>May 3, "
      "2024</a><p>One.</p>"
      "</li><li class='comment depth-2' id=comment-3><cite>Bo</cite> <a href='#comment-3'>May 4, "
      "2024</a><p>Two.</p>"
      "</li></ol>");
  EXPECT_EQ(told(got.comments),
            "ping Elsewhere | - | #comment-1 | Pingback: Elsewhere\n"
            "Ann | 2024-05-03 | #comment-2 | One.\n"
            "  Bo | 2024-05-04 | #comment-3 | Two.\n");
}

TEST(CommentDiscussion, RelativeDatesSayThatTheyAre) {
  const Extraction got = extract_page(
      "<div id=comments><div class=comment id=c1><b class=author>Ann</b> <span class=date>3 days "
      "ago</span><p>Words "
      "here.</p></div></div>");
  ASSERT_EQ(got.comments.size(), 1U);
  EXPECT_EQ(format_timestamp(got.comments[0].published.value()).substr(0, 10), "2024-05-29");
  EXPECT_EQ(got.comments[0].attributes.at("relative_date"), "yes");
}

// What readers say never becomes the post's, nor the post's version.
TEST(CommentDiscussion, NewCommentsLeaveThePostAsItIs) {
  const std::string one = "<div id=comments>" +
                          std::string(
                              "<div class=comment id=c1><b class=author>Ann</b> "
                              "<span class=date>2024-05-03 10:00</span><p>") +
                          prose(40, 9) + "</p></div>";
  const std::string two = one +
                          "<div class=comment id=c2><b class=author>Bo</b> <span class=date>2024-05-04 "
                          "10:00</span><p>" +
                          prose(41, 40) + "</p></div>";
  const Extraction before = extract_page(one + "</div>");
  const Extraction after = extract_page(two + "</div>");
  EXPECT_EQ(before.comments.size(), 1U);
  EXPECT_EQ(after.comments.size(), 2U);
  EXPECT_FALSE(object_changed(*before.object, *after.object));
  EXPECT_EQ(before.comments[0].id, after.comments[0].id);
  // Within the article's own container as well.
  const Extraction inside = extract_page("", two + "</div>");
  EXPECT_EQ(inside.object->text, before.object->text);
  EXPECT_EQ(inside.comments.size(), 2U);
}

}  // namespace
}  // namespace bfa
