// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// The evidence in the names of an element (class, id, itemprop) for its part in a discussion. Plain words as
// publishing systems use them; no site's own names.
enum CommentMark : std::uint32_t {
  kMarkComment = 1u << 0,  // a comment, or something of comments
  kMarkList = 1u << 1,     // of many: a list, an area, replies below a comment
  kMarkPart = 1u << 2,     // of a comment's part: header, content, author, date
  kMarkAuthor = 1u << 3,
  kMarkText = 1u << 4,
  kMarkDate = 1u << 5,
  kMarkAction = 1u << 6,   // reply, edit, vote, share; a notice of moderation
  kMarkPing = 1u << 7,     // pingback, trackback
  kMarkReplies = 1u << 8,  // answers below a comment
  kMarkStrong = 1u << 9,   // with kMarkAuthor or kMarkText: by a microformat, or by an unambiguous name
  kMarkOther = 1u << 10,   // the name has a word of none of these kinds
};

// The marks of one name ("comment-author", "commentBody", "c123" gives none but kMarkOther).
std::uint32_t marks_of_name(std::string_view name) noexcept;
// The marks of a list of names, united.
std::uint32_t marks_of_names(std::string_view names) noexcept;
// The marks of an itemprop or itemtype of schema.org, or a microformat's class.
std::uint32_t marks_of_property(std::string_view itemprop) noexcept;

// True for a heading of a discussion: "3 Comments", "Kommentare (2)", "One Response to ...".
bool is_comment_heading(std::string_view line);
// Cheap: false for most texts that are not such a heading, also with white space that is not collapsed.
bool may_be_comment_heading(std::string_view text) noexcept;
// True for a line that is only a button: "Reply", "Antworten", "Permalink", "#", "Like".
bool is_comment_action(std::string_view line);
// True for a line that is only the button to answer: "Reply", "Antworten".
bool is_reply_action(std::string_view line);
// Cheap: false for most lines for which is_reply_action is false. The line must not begin with a space.
bool may_begin_reply_action(std::string_view line) noexcept;
// True for the verb after a name in a comment's head: "says", "wrote", "schrieb". Lower case.
bool is_saying(std::string_view word) noexcept;

}  // namespace bfa
