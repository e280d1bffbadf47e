// SPDX-License-Identifier: Apache-2.0
// Who wrote a comment where no name of an element says it, and comments without any date.
#include <gtest/gtest.h>

#include <string>

#include "extract/blog.h"
#include "extract/talk.h"

namespace bfa {
namespace {

using test::extract_page;
using test::told;

struct Row {
  const char* name;
  const char* html;
  const char* wanted;
};

class CommentAuthors : public testing::TestWithParam<Row> {};

TEST_P(CommentAuthors, AreRead) {
  EXPECT_EQ(told(extract_page(GetParam().html).comments), GetParam().wanted);
}

constexpr Row kTalks[] = {
    {"LinkedBehindTheDate",
     "<div id=comments><h2>Komentare</h2>"
     "<a id=comment-4></a><div class='comment published'><div class=submitted>15 marec, 2012 - 21:28 poslal "
     "<a href='/user/5'>petra</a>.</div><div class=author-data><strong>Member since:</strong> 22 february "
     "2008</div><div class=content><p>First words.</p></div></div>"
     "<a id=comment-5></a><div class='comment published'><div class=submitted>16 marec, 2012 - 11:28 poslal "
     "<a href='/user/6'>maro</a>.</div><div class=author-data><strong>Member since:</strong> 3 march "
     "2009</div><div class=content><p>Second words.</p></div></div></div>",
     "petra | 2012-03-15 | - | First words.\n"
     "maro | 2012-03-16 | - | Second words.\n"},
    {"InWordsBehindTheDate",
     "<div id=comments><h2>Comments</h2>"
     "<div class=comment><div class=submitted>May 3, 2012 - 21:28 &mdash; Ann Rye</div><p>First "
     "words.</p></div>"
     "<div class=comment><div class=submitted>May 4, 2012 - 21:28 &mdash; Bo</div><p>Second "
     "words.</p></div></div>",
     "Ann Rye | 2012-05-03 | - | First words.\n"
     "Bo | 2012-05-04 | - | Second words.\n"},
    {"TitlesOfCommentsThatAreLinksAreNoText",
     "<div id=comments><h2>Comments</h2><a id=comment-12></a><div class=comment><p "
     "class=commenter-name>Ann</p>"
     "<p class=comment-time>May 3, 2010 - 8:03am</p><div class=comment-text><h3><a "
     "href='/comment/12#comment-12'>Enjoy the rally,</a></h3><div class=content><p>Enjoy the rally, Bo, and "
     "thanks.</p></div></div></div></div>",
     "Ann | 2010-05-03 | #comment-12 | Enjoy the rally, Bo, and thanks.\n"},
    {"PermanentLinksWithTheDayAreNoButtons",
     "<div id=thread><div class=isso-comment id=isso-1><div class=isso-text-wrapper><div "
     "class=isso-comment-header><span class=isso-author>Ann</span> <a class=isso-permalink "
     "href='#isso-1'><time "
     "datetime='2024-05-03T10:00:00Z'>May 3</time></a></div><div class=isso-text><p>First "
     "words.</p></div></div></div></div>",
     "Ann | 2024-05-03 | #isso-1 | First words.\n"},
    {"KeptElsewhere",
     "<div class=discussion><div class=gsc-comment><div><a href='https://hub.example/ann' "
     "class=gsc-comment-author>Ann</a> <a href='https://hub.example/talk/7#c-1'><time "
     "datetime='2024-05-03T10:00:00Z'>May 3</time></a></div><div class=gsc-comment-content>First "
     "words.</div></div></div>",
     "Ann | 2024-05-03 | - | First words.\n"},
    {"TermsWithoutElement",
     "<h3>Comments (2)</h3><dl><dt>Ann</dt><dd>First words of hers.</dd><dd><small>May 3, 2024</small></dd>"
     "<dt>Bo</dt><dd>Second words of his.</dd><dd><small>May 4, 2024</small></dd></dl>",
     "Ann | 2024-05-03 | - | First words of hers.\n"
     "Bo | 2024-05-04 | - | Second words of his.\n"},
    {"NumbersAndNamesWithoutAnyDate",
     "<h3 id=view-comments class=comments>Kommentare (3)</h3>"
     "<p><span id=cmt_1>1</span>. <strong>Rom</strong><br>First words of his.</p>"
     "<p><span id=cmt_2>2</span>. <strong>Ann</strong> (<a href='http://ann.example/'>www</a>)<br>Second "
     "words of "
     "hers.</p>"
     "<p><span id=cmt_3>3</span>. <strong>Rom</strong><br>Third words, his again.</p>",
     "Rom | - | #cmt_1 | First words of his.\n"
     "Ann | - | #cmt_2 | Second words of hers.\n"
     "Rom | - | #cmt_3 | Third words, his again.\n"},
};
INSTANTIATE_TEST_SUITE_P(Talks, CommentAuthors, testing::ValuesIn(kTalks),
                         [](const auto& row) { return row.param.name; });

TEST(CommentsByNames, AreFoundAtTheEndOfTheArticlesElement) {
  const Extraction got = extract_page("", kTalks[6].html);
  EXPECT_EQ(told(got.comments), kTalks[6].wanted);
  EXPECT_EQ(got.object->text, extract_page("").object->text);
}

// A heading and emphasis alone are no discussion.
TEST(CommentsByNames, NeedMoreThanAHeading) {
  for (const char* html :
       {"<h3>Leave a comment</h3><p><b>Rules</b><br>Be kind to others, and stay with the matter at hand.</p>"
        "<form><textarea></textarea></form>",
        "<h3>Comments on the method</h3><p><b>Salt</b><br>Take less of it than you "
        "think.</p><p><b>Flour</b><br>Any "
        "flour will do here.</p>"}) {
    const Extraction got = extract_page(html);
    EXPECT_EQ(told(got.comments), "") << html;
  }
}

}  // namespace
}  // namespace bfa
