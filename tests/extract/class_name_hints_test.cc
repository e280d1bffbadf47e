// SPDX-License-Identifier: Apache-2.0
#include "extract/page/class_name_hints.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "extract/page/page_index.h"
#include "extract/words/comment_words.h"
#include "extract/words/prefix_filter.h"

namespace bfa {
namespace {

struct FlagRow {
  const char* name;
  unsigned flags;
};
class ClassNameFlags : public testing::TestWithParam<FlagRow> {};
TEST_P(ClassNameFlags, MatchRow) {
  const unsigned flags = hints_of_name(GetParam().name).flags;
  EXPECT_EQ(flags & ~ClassNameHints::kTells, GetParam().flags | ClassNameHints::kKnown);
  const unsigned says = GetParam().flags & ~ClassNameHints::kSaysComment;
  EXPECT_EQ((flags & ClassNameHints::kTells) != 0, says != 0 || (flags & ClassNameHints::kSaysComment) != 0);
}
INSTANTIATE_TEST_SUITE_P(
    House, ClassNameFlags,
    testing::Values(FlagRow{"", 0}, FlagRow{"post", 0}, FlagRow{"Comments", ClassNameHints::kSaysComment},
                    FlagRow{"p-author h-card", ClassNameHints::kMarksAuthor | ClassNameHints::kNamesAuthor},
                    FlagRow{"vcard fn", ClassNameHints::kMarksAuthor}, FlagRow{"fnord", 0},
                    FlagRow{"post-author", ClassNameHints::kNamesAuthor}, FlagRow{"author-box", 0},
                    FlagRow{"authority", 0}, FlagRow{"published", ClassNameHints::kMarksDay},
                    FlagRow{"unpublished", 0}, FlagRow{"dt-updated\tx", ClassNameHints::kMarksChange},
                    FlagRow{"single entry-content", ClassNameHints::kMarksBody},
                    FlagRow{"entry-contents", 0}));

TEST(ClassNameHintCache, AreRememberedAsTheyAre) {
  const std::array<std::string, 24> names{"sidebar",
                                          "post-7 category-boats tag-rye",
                                          "tag-rye post-8 category-boats",
                                          "tag-links widget-2",
                                          "cloud tags",
                                          "comment-list",
                                          "byline",
                                          "nav menu primary",
                                          "x",
                                          "author",
                                          "content-area",
                                          std::string(60, 'a') + " comments",
                                          "comment-4711",
                                          "comment-12",
                                          "post-7 author box",
                                          "authority author",
                                          "author2 fn3",
                                          "text-2 commentText",
                                          "h1comment 0",
                                          " fn\tupdated ",
                                          "12",
                                          "post-1 " + std::string(50, '7') + " e-content",
                                          std::string(43, 'b'),
                                          std::string(44, 'b') + "-author"};
  for (int round = 0; round < 3; ++round) {
    for (const std::string& name : names) {
      const ClassNameHints fresh = hints_of_name(name);
      const ClassNameHints kept = cached_hints({name, hash_of_name(name)});
      EXPECT_EQ(kept.zones, fresh.zones) << name;
      EXPECT_EQ(kept.marks, fresh.marks) << name;
      EXPECT_EQ(kept.flags, fresh.flags) << name;
      EXPECT_EQ(kept.taxonomy, fresh.taxonomy) << name;
      // Another name with the same number is not taken for it.
      const ClassNameHints other = cached_hints({"footer", hash_of_name(name)});
      EXPECT_EQ(other.zones, static_cast<std::uint32_t>(kZoneFooter)) << name;
    }
  }
}

TEST(PrefixFilter, PassNoTextThatHoldsAStem) {
  PrefixFilter begins;
  constexpr std::array<std::string_view, 3> kStems{"comment",
                                                   "r\xc3\xa9"
                                                   "action",
                                                   "\xd0\xbe\xd1\x82\xd0\xb7\xd1\x8b\xd0\xb2"};
  begins.add(kStems);
  for (const char* text : {"3 Comments", "COMMENTAIRES", "no comment",
                           "R\xc3\x89"
                           "ACTIONS (2)",
                           "2 r\xc3\xa9"
                           "actions",
                           "\xd0\x9e\xd0\xa2\xd0\x97\xd0\xab\xd0\x92\xd0\xab",
                           "\xd0\x9e\xd1\x82\xd0\xb7\xd1\x8b\xd0\xb2\xd1\x8b"})
    EXPECT_TRUE(begins.may_stand_in(text)) << text;
  for (const char* text : {"", "co", "About this page", "2007", "\xe6\x97\xa5\xe6\x9c\xac"})
    EXPECT_FALSE(begins.may_stand_in(text)) << text;
}

TEST(ReplyActions, BeginAsAQuickLookSays) {
  for (const char* line : {"Reply", "REPLY", "Reply to this comment", "R\u00c9PONDRE", "R\u00e9pondre",
                           "Antworten", "Quote", "\u041e\u0442\u0432\u0435\u0442\u0438\u0442\u044c",
                           "\u56de\u590d", "\ub2f5\uae00", "V\u00e1lasz", "Odpov\u011bd\u011bt"}) {
    EXPECT_TRUE(is_reply_action(line)) << line;
    EXPECT_TRUE(may_begin_reply_action(line)) << line;
  }
  for (const char* line : {"", "Re", "About", "Contact", "\u65e5\u672c", "Older posts"})
    EXPECT_FALSE(may_begin_reply_action(line)) << line;
}

TEST(CommentHeadings, AreReadInCapitalsToo) {
  EXPECT_TRUE(is_comment_heading("3 COMMENTS"));
  EXPECT_TRUE(
      is_comment_heading("R\xc3\x89"
                         "ACTIONS (2)"));
  EXPECT_TRUE(is_comment_heading(
      "\xd0\x9a\xd0\x9e\xd0\x9c\xd0\x9c\xd0\x95\xd0\x9d\xd0\xa2\xd0\x90\xd0\xa0\xd0\x98\xd0\x98"));
  EXPECT_TRUE(is_comment_heading("2 \xe3\x82\xb3\xe3\x83\xa1\xe3\x83\xb3\xe3\x83\x88"));
  EXPECT_FALSE(is_comment_heading("About the author"));
}

}  // namespace
}  // namespace bfa
