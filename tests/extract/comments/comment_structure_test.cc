// SPDX-License-Identifier: Apache-2.0
// Comments that no name identifies: found by repetition after the article and by further evidence.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "extract/blog.h"
#include "extract/talk.h"

namespace bfa {
namespace {

using test::extract_page;
using test::extract_soup;
using test::told;

struct Row {
  const char* name;
  const char* html;
  const char* wanted;
};

class UnnamedComments : public testing::TestWithParam<Row> {};

TEST_P(UnnamedComments, AreReadByTheirStructure) {
  const Extraction got = extract_page(GetParam().html);
  EXPECT_EQ(told(got.comments), GetParam().wanted);
  for (const DataObject& comment : got.comments)
    EXPECT_EQ(got.object->text.find(comment.text), std::string::npos);
  // Inside the article's element they do not belong to its text either.
  const Extraction inside = extract_page("", GetParam().html);
  EXPECT_EQ(inside.object->text, extract_page("").object->text);
}

constexpr Row kTalks[] = {
    {"ButtonsToAnswer",
     "<ol><li><div><b>Ann</b> <span>wrote:</span></div><div>May 3, 2024</div><div><p>I baked two of "
     "them.</p></div><a href='?re=1'>Reply</a></li>"
     "<li><div><b>Bo Lund</b> <span>wrote:</span></div><div>May 4, 2024</div><div><p>Mine sank at "
     "once.</p></div><a href='?re=2'>Reply</a></li></ol>",
     "Ann | 2024-05-03 | - | I baked two of them.\n"
     "Bo Lund | 2024-05-04 | - | Mine sank at once.\n"},
    {"AsManyAsThePageSays",
     "<p><a href='/soup/'>3 commentaires</a></p><div><ul>"
     "<li><div><cite>Ann</cite></div><div><p>Merci pour la recette de soupe.</p></div></li>"
     "<li><div><cite>Bo</cite></div><div><p>Il manque un peu de sel ici.</p></div></li>"
     "<li><div><cite>Cy</cite></div><div><p>Pas du tout, au contraire.</p></div></li></ul></div>",
     "Ann | - | - | Merci pour la recette de soupe.\n"
     "Bo | - | - | Il manque un peu de sel ici.\n"
     "Cy | - | - | Pas du tout, au contraire.\n"},
    {"PicturesOfPeopleAndAddresses",
     "<div><div><div><img src='/a1.png' width=48 height=48> <a href='http://ann.example/' rel='external "
     "nofollow'>Ann</a> <a href='#n7'>2024-05-03 10:00</a></div><div><p>First words of hers.</p></div></div>"
     "<div><div><img src='/a2.png' width=48 height=48> <a href='http://bo.example/' rel='external "
     "nofollow'>Bo</a> <a href='#n8'>2024-05-04 10:00</a></div><div><p>Second words of his.</p></div></div>"
     "</div><form><textarea></textarea></form>",
     "Ann | 2024-05-03 | #n7 | First words of hers.\n"
     "Bo | 2024-05-04 | #n8 | Second words of his.\n"},
    {"NestedLists",
     "<h3>3 Gedanken zu &bdquo;Talk&ldquo;</h3><ol><li><div><b>Ann</b> <span>sagt:</span></div><div>3. Mai "
     "2024 um 10:00</div><p>Guten Morgen zusammen.</p>"
     "<ol><li><div><b>Bo</b> <span>sagt:</span></div><div>4. Mai 2024 um 10:00</div><p>Guten Abend auch "
     "dir.</p></li></ol></li>"
     "<li><div><b>Cy</b> <span>sagt:</span></div><div>5. Mai 2024 um 10:00</div><p>Gute Nacht, ihr "
     "beiden.</p></li></ol>",
     "Ann | 2024-05-03 | - | Guten Morgen zusammen.\n"
     "  Bo | 2024-05-04 | - | Guten Abend auch dir.\n"
     "Cy | 2024-05-05 | - | Gute Nacht, ihr beiden.\n"},
    {"DaysInNamesAreNotTheirDates",
     "<h3>2 comments</h3><ol><li><cite>Links of October 2nd</cite><div>2 October 2009</div><p>Read all of "
     "this, it "
     "is short.</p></li><li><b>Ann</b><div>3 October 2009</div><p>And this one, too.</p></li></ol>",
     "Links of October 2nd | 2009-10-02 | - | Read all of this, it is short.\n"
     "Ann | 2009-10-03 | - | And this one, too.\n"},
    {"DaysAtHeadsAreNotThoseOfTheTexts",
     "<h3>2 comments</h3><ol><li><cite>Ann</cite><div>May 3</div><p>I was there on 3 May 2019.</p></li>"
     "<li><cite>Bo</cite><div>May 4</div><p>I was there on 4 May 2018, I think.</p></li></ol>",
     "Ann | 2024-05-03 | - | I was there on 3 May 2019.\n"
     "Bo | 2024-05-04 | - | I was there on 4 May 2018, I think.\n"},
    {"ASingleOneInTwoRows",
     "<h3>1 comment</h3><table><tr><td>I baked two of them, and both were good.</td></tr><tr><td>by Ann Rye "
     "on "
     "May 3, 2024 at 10:00</td></tr></table><form><textarea></textarea></form>",
     "Ann Rye | 2024-05-03 | - | I baked two of them, and both were good.\n"},
    {"ASingleShortOneBelowItsLine",
     "<h3>1 comment</h3><div><div><div>Posted by Ann Rye on May 3, 2024 at 10:00</div><div>Mine "
     "sank.</div></div></div><form><textarea></textarea></form>",
     "Ann Rye | 2024-05-03 | - | Mine sank.\n"},
};
INSTANTIATE_TEST_SUITE_P(Discussions, UnnamedComments, testing::ValuesIn(kTalks),
                         [](const auto& row) { return row.param.name; });

class NoComments : public testing::TestWithParam<Row> {};

TEST_P(NoComments, AreMadeOfOtherLists) {
  EXPECT_EQ(told(extract_page(GetParam().html).comments), "");
}

constexpr Row kLists[] = {
    {"RelatedPosts",
     "<h3>More to read, with 3 comments</h3><ul><li><h4><a href='/a/'>A boat of bread</a></h4><p>May 3, "
     "2024</p><p>It floats for an hour or so.</p></li><li><h4><a href='/b/'>A bread of boats</a></h4><p>May "
     "4, 2024</p><p>It does not float at all.</p></li><li><h4><a href='/c/'>Neither</a></h4><p>May 5, "
     "2024</p><p>It sinks and is eaten there.</p></li></ul>",
     ""},
    {"MessagesOfAnotherSite",
     "<div><div><img src='/p.png' width=48 height=48><b>Ann</b> <a href='https://short.example/ann/1'>May 3, "
     "2024</a><p>Baking right now, come over.</p><a href='https://short.example/re/1'>Reply</a></div>"
     "<div><img src='/p.png' width=48 height=48><b>Ann</b> <a href='https://short.example/ann/2'>May 4, "
     "2024</a><p>Still baking, do not come.</p><a href='https://short.example/re/2'>Reply</a></div></div>",
     ""},
    {"RecentCommentsOnSeveralPosts",
     "<h3>Recent comments</h3><ul><li>Ann on <a href='/a/#n1'>A boat</a> May 3, 2024: what a boat that "
     "was</li><li>Bo on <a href='/b/#n2'>Bread</a> May 4, 2024: what a bread that was</li><li>Cy on <a "
     "href='/c/#n3'>Soup</a> May 5, 2024: what a soup that was</li></ul>",
     ""},
    {"Friends",
     "<h3>Friends</h3><ul><li><a href='http://ann.example/'>Ann</a></li><li><a "
     "href='http://bo.example/'>Bo</a></li></ul><form><textarea></textarea></form>",
     ""},
    {"Changes",
     "<h3>Changes</h3><ul><li>May 3, 2024: a word was wrong in the second line</li><li>May 4, 2024: a "
     "picture was missing at the end</li></ul>",
     ""},
};
INSTANTIATE_TEST_SUITE_P(Lists, NoComments, testing::ValuesIn(kLists),
                         [](const auto& row) { return row.param.name; });

// An article about comments keeps its dated sections.
TEST(CommentsByStructure, HeadingsOfArticlesTakeNothing) {
  const std::string sections = "<h3>Comments in the text</h3><p>May 3, 2024 was when the first " +
                               test::prose(7, 4) + "</p><p>May 3, 2024</p><p>" + test::prose(8, 4) +
                               "</p><p>May 4, 2024</p><p>" + test::prose(9, 4) + "</p>";
  const Extraction got = extract_page("", sections);
  EXPECT_EQ(told(got.comments), "");
  EXPECT_NE(got.object->text.find(test::prose(9, 4)), std::string::npos);
}

// A number in a byline that leads down the page is no heading of what follows it.
TEST(CommentsByStructure, ALinkToTheDiscussionIsNotItsHeading) {
  std::string html =
      "<html><head><title>Tools</title></head><body><main><h1>Tools</h1><h2>All that digs.</h2><div><a "
      "href='/ann/'>Ann</a> <time datetime='2024-06-01'>June 1, 2024</time><div><a href='/soup/#talk'>21 "
      "comments</a></div></div><div>";
  for (const auto& [name, day] :
       {std::pair{"Red spade", 3}, std::pair{"Blue spade", 4}, std::pair{"Long rake", 5}}) {
    html += std::string("<div><div><b>") + name + "</b> <span>May " + std::to_string(day) +
            ", 2024</span></div><p>" + test::prose(day, 3) + "</p></div>";
  }
  const Extraction got =
      extract_soup(html + "</div></main><section id=talk><p>Loading.</p></section></body></html>");
  EXPECT_EQ(told(got.comments), "");
  EXPECT_NE(got.object->text.find(test::prose(5, 3)), std::string::npos) << got.object->text;
}

// A post is not a comment if its head has an author and says "no comments"; its parts are not comments
// either.
TEST(CommentsByStructure, PostsThatSayThatTheyHaveNoneKeepTheirText) {
  const std::string html =
      "<html><head><title>Talk</title></head><body><h1>Talk</h1><div><div><span class=author>Ann</span> "
      "<a href='/soup/'>0 Comments</a></div><div>" +
      test::paragraphs(3, 3) +
      "<p>Picture by <a class=owner-name href='http://p.example/'>Bo</a></p></div></div>"
      "<form><textarea></textarea></form></body></html>";
  const Extraction got = extract_soup(html);
  EXPECT_EQ(told(got.comments), "");
  EXPECT_NE(got.object->text.find(test::prose(300, 4)), std::string::npos);
}

// Links of comments may lead to the page's short address.
TEST(CommentsByStructure, StandAtTheShortAddressToo) {
  const std::string html =
      "<html><head><title>Talk</title><link rel=shortlink href='http://blog.example/?p=7'></head><body>"
      "<h1>Talk</h1><div>" +
      test::paragraphs(3, 3) +
      "</div><h3>2 comments</h3><ol><li><b>Ann</b> <a href='http://blog.example/?p=7#n-1'>May 3, "
      "2024</a><p>One word.</p></li><li><b>Bo</b> <a href='http://blog.example/?p=7#n-2'>May 4, "
      "2024</a><p>Two words.</p></li></ol></body></html>";
  EXPECT_EQ(told(extract_soup(html).comments),
            "Ann | 2024-05-03 | #n-1 | One word.\n"
            "Bo | 2024-05-04 | #n-2 | Two words.\n");
}

}  // namespace
}  // namespace bfa
