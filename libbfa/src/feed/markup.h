// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "address.h"
#include "bfa/xml/xml.h"

namespace bfa {

// What an element of a feed says, and in which language.
struct FeedText {
  std::string value;
  bool is_html = false;  // else plain text
  BaseAddress base;      // for relative addresses in it
};

// An Atom text or content construct (RFC 4287 sections 3.1 and 4.1.3; Atom 0.3 `mode`). `base`: that of the
// element's parent.
FeedText atom_text(const XmlNode& node, const BaseAddress& base);

// The same for content and summaries, where text with end tags of HTML is taken for HTML whatever its type
// says: feeds escape once too seldom more often than they write about tags.
FeedText atom_content(const XmlNode& node, const BaseAddress& base);

// C1 controls as the windows-1252 characters, or the UTF-8, that their author meant.
std::string without_c1_controls(std::string text);

// The text of an RSS element: HTML, escaped or (against the specification) inline.
FeedText rss_text(const XmlNode& node, const BaseAddress& base);

// One line of plain text. RSS titles are read as HTML where they have known tags or references in them;
// "vector<int>" stays.
std::string plain_title(const FeedText& text);

// HTML that runs nothing: no scripts, styles, event handlers, script addresses; addresses absolute; markup
// that was escaped twice is undone. Deterministic.
std::string safe_html(const FeedText& text);

// `text` as HTML: & < > escaped.
std::string html_escaped(std::string_view text);

// The markup inside an element as HTML.
std::string inner_markup(const XmlNode& node);

}  // namespace bfa
