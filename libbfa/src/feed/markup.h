// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/feed/feed.h"
#include "feed/address.h"
#include "xml/xml.h"

namespace bfa {

// The text of an element of a feed.
struct FeedText {
  std::string value;
  bool is_html = false;             // else plain text
  BaseAddress base;                 // for relative addresses in it, and its language
  std::string type = "text/plain";  // from the feed, otherwise as it was read
};

// An Atom text or content construct (RFC 4287 sections 3.1 and 4.1.3; Atom 0.3 `mode`). `base`: that of the
// element's parent.
FeedText atom_text(const XmlNode& node, const BaseAddress& base);

// The same for content and summaries. Text with end tags of HTML is read as HTML, even if its type is plain:
// feeds with one escape too few are more common than texts about tags.
FeedText atom_content(const XmlNode& node, const BaseAddress& base);

// Replaces C1 controls by the characters that they have in windows-1252, or in misread UTF-8.
std::string without_c1_controls(std::string text);

// The text of an RSS element: HTML, escaped or (against the specification) inline.
FeedText rss_text(const XmlNode& node, const BaseAddress& base);
// The same for titles and rights, which are plain unless they contain tags.
FeedText rss_line(const XmlNode& node, const BaseAddress& base);

// One line of plain text. RSS titles are read as HTML if they contain known tags or references;
// "vector<int>" stays.
std::string plain_title(const FeedText& text);

// Safe HTML: no scripts, styles, event handlers and script URLs; URLs absolute; markup that was escaped
// twice is decoded. Deterministic.
// The URLs of frames and players that are left out are added to `embeds` unless it is null.
std::string safe_html(const FeedText& text, std::vector<std::string>* embeds = nullptr);

// plain_title() for the field of that name, with its entry in `texts`; an empty text gets no entry.
std::string take_plain(const FeedText& text, std::string_view field, std::vector<FeedTextInfo>& texts);
// The same with safe_html().
std::string take_html(const FeedText& text, std::string_view field, std::vector<FeedTextInfo>& texts,
                      std::vector<std::string>* embeds = nullptr);

// The markup inside an element as HTML.
std::string inner_markup(const XmlNode& node);

}  // namespace bfa
