// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace bfa {

// Words and phrases of many languages that extraction looks for, UTF-8. Case folded unless the list says
// otherwise. One entry a line in phrase_table.cc: add yours there. Static: valid as long as the program runs.

// Stems of the word for a comment or an answer in headings of discussions.
std::span<const std::string_view> comment_heading_stems() noexcept;
// Words that some languages use in such headings for comments, but that also occur in headings of articles
// ("3 Gedanken zu", "Un pensiero su"). They are accepted only after a number, or after an indefinite article
// that means "one".
std::span<const std::string_view> counted_heading_stems() noexcept;
// Labels of the button to answer a comment.
std::span<const std::string_view> reply_buttons() noexcept;
// Labels of other buttons below comments.
std::span<const std::string_view> comment_buttons() noexcept;
// Words between the name and the text of a comment: "says", "wrote".
std::span<const std::string_view> saying_verbs() noexcept;
// Words and marks between a name and a date in the head of a comment.
std::span<const std::string_view> words_before_date() noexcept;
// The line with which WordPress begins answers in its feeds; "%s" is the link to the comment that is
// answered. Not lower case.
std::span<const std::string_view> reply_prefixes() noexcept;
// Words before the day on which a post was changed.
std::span<const std::string_view> update_words() noexcept;
// Labels before tags in other letters than the words of taxonomy_words.h.
std::span<const std::string_view> tag_labels() noexcept;
// The same for categories.
std::span<const std::string_view> category_labels() noexcept;
// Words for tags in names and addresses, as publishing systems write them.
std::span<const std::string_view> tag_words() noexcept;
// The same for categories.
std::span<const std::string_view> category_words() noexcept;
// Categories of posts for which the author chose none, and their slugs.
std::span<const std::string_view> no_category_names() noexcept;
// Names of a page's number in addresses of posts on several pages.
std::span<const std::string_view> page_number_names() noexcept;

}  // namespace bfa
