// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/time.h"
#include "bfa/object/template.h"
#include "extract/page/page_index.h"
#include "extract/rules/page_view.h"

namespace bfa {

inline constexpr std::uint32_t kMaxSignedBytes = 160;  // of a line that says who wrote the post, and when

// True for a short line at the head or the end of the article or right beside it, where a post is signed: not
// in comments, side bars, headings, code.
bool may_sign(const PageIndex& page, const TextBlock& line, HtmlDocument::NodeId article);

// True for a node whose text is the author's or part of a longer line of the article: code, running text.
bool is_in_prose(const PageIndex& page, HtmlDocument::NodeId n, HtmlDocument::NodeId article);

// The name after "Posted by" or the like, or before "wrote"; empty without one. The phrase begins the line or
// stands after a mark or a number. `labels`: "Author:" counts, which in an article may be a book's.
std::string signed_name(std::string_view line, bool labels, std::string_view language, UtcTime now);
// The name that a line begins with: up to a mark, a number, a word in small letters, a month.
std::string leading_name(std::string_view line, std::string_view language, UtcTime now);

// The name in the lines that may sign the article; empty without one, and when several follow the article
// with different names: they are of comments.
std::string author_in_lines(const PageView& view, HtmlDocument::NodeId article, std::string_view language);

// The day in those of these lines that are bylines: the first before the article or at its head, else the
// last at its end.
std::optional<Timestamp> day_in_lines(const PageView& view, HtmlDocument::NodeId article,
                                      std::string_view language);

// The text in the frame of a rule: between `prefix` and `suffix`; empty when the line has another frame.
std::string_view in_frame(std::string_view line, const FieldRule& rule);

// The position of `name` in `line` as whole words, letter case ignored for ASCII; npos: none.
std::size_t find_name(std::string_view line, std::string_view name);

}  // namespace bfa
