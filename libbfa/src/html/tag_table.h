// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// How an element shows in text_of().
enum class TextRole : std::uint8_t {
  kInline,     // continues the text around it
  kLine,       // starts and ends a line
  kParagraph,  // starts and ends a paragraph
  kList,       // a paragraph, but a line within a list item
  kCell,       // separated from the previous cell of the row
  kPre,        // a paragraph, white space verbatim
  kBreak,      // ends the line
  kSkip,       // not read: scripts, form controls, fallbacks
};

struct TagTraits {
  TextRole role = TextRole::kInline;
  bool keeps_visible = false;   // its `hidden` state is undone by scripts: html, body
  bool is_void = false;         // has no end tag
  bool may_link = false;        // links_of() looks at its attributes
  std::string_view clean_name;  // its name in clean_html(); empty: only its content is kept
};

// By lower-case name. An unknown name is an inline element without meaning.
TagTraits tag_traits(std::string_view name) noexcept;

}  // namespace bfa
