// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace bfa {

// Where the links of a text lead in the folder that is written.
struct MarkdownPlaces {
  // Both take the address in the text, and give the one to write.
  std::function<std::string(std::string_view url)> link, image;
};

// What CommonMark has no form for.
struct MarkdownChanges {
  std::uint64_t tables = 0;  // written as HTML, which CommonMark allows
  std::uint64_t embeds = 0;  // videos, frames and the like: a link
};

// Clean HTML (clean_html() of bfa/html/content.h) as CommonMark 0.30: paragraphs, headings, lists, quotes,
// code, emphasis, links, images. Tables, superscripts and emphasis that CommonMark would misread are HTML in
// it. Text is escaped: a CommonMark reader shows the words of the HTML, and nothing of them as markup. Ends
// with a line end, or is empty. Deterministic; cost: linear, up to the depth of 32 quotes and lists.
std::string markdown_of_html(std::string_view html, const MarkdownPlaces& places, MarkdownChanges& changes);

// The same of plain text: paragraphs by "\n\n", lines by "\n".
std::string markdown_of_text(std::string_view text);

// One line of escaped text.
std::string markdown_line(std::string_view text);
// `[text](url)`, or `<url>` without a text.
std::string markdown_link(std::string_view text, std::string_view url);
// Each line after `prefix`: "> ".
std::string markdown_quote(std::string_view text, std::string_view prefix);

}  // namespace bfa
