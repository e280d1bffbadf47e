// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

// Which nodes to leave out (with their subtrees); an empty function leaves out none.
using NodeFilter = std::function<bool(HtmlDocument::NodeId)>;

// The text of a subtree as a reader sees it: block elements on lines of their own, `br` a line break, `pre`
// verbatim, list items and table cells apart, inline tails kept; script, style, template, hidden parts, form
// controls left out. Lines are joined by "\n", paragraphs by "\n\n". UTF-8. Thread-safe, linear.
BFA_EXPORT std::string text_of(const HtmlDocument& doc, HtmlDocument::NodeId root,
                               const NodeFilter& skip = {});

// The same for a fragment of HTML, such as a feed's content.
BFA_EXPORT std::string html_to_text(std::string_view html);

enum class LinkKind : std::uint8_t {
  kLink,
  kImage,
  kAudio,
  kVideo,
  kEmbed,
  kStylesheet,
  kScript,
  kFeed,
  kCanonical,
  kIcon
};

struct HtmlLink {
  LinkKind kind = LinkKind::kLink;
  std::string url;   // absolute, resolved against <base> and the page's URL
  std::string text;  // of an anchor, or an image's alt; may be empty
  std::string rel;   // as written, lower case
  std::string type;  // MIME type of a <link>, lower case
  HtmlDocument::NodeId node = HtmlDocument::kNone;
};

// All links of a subtree in document order: a, area, img, picture, audio, video, source, iframe, embed,
// object, link, script; those inside <noscript> and <template> too. An image (or a source of a picture)
// counts once, by its best address: the largest of its srcset before its src, and what lazy loaders keep in
// data attributes (docs/html.md has the list) before both. What does not parse or is not http(s) is left out.
// The text of an anchor is what a reader sees of it on one line, else its image's alt, its aria-label or its
// title. Thread-safe.
BFA_EXPORT std::vector<HtmlLink> links_of(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                                          const NodeFilter& skip = {});

// One image of a srcset attribute. Views into the attribute.
struct SrcsetCandidate {
  std::string_view url;     // as written
  std::uint32_t width = 0;  // in pixels, from a "w" descriptor; 0 without one
  double density = 1;       // from an "x" descriptor, 1 without one; 0 where there is a width
};

// The candidates of a srcset attribute in their order; those with bad descriptors are left out. Linear.
// Thread-safe. Source: HTML standard, "parse a srcset attribute".
BFA_EXPORT std::vector<SrcsetCandidate> parse_srcset(std::string_view srcset);

// The URL that relative links of the page count from: <base href> against `page_url`, else `page_url`.
BFA_EXPORT Url base_url(const HtmlDocument& doc, const Url& page_url);

// The address that a page refreshes to within five seconds (<meta http-equiv=refresh>): then it is but a
// redirect. Nothing when it stays, or refreshes itself. Source: WHATWG HTML, 4.2.5.3. Thread-safe.
BFA_EXPORT std::optional<Url> meta_refresh(const HtmlDocument& doc, const Url& page);

// The subtree as clean, safe HTML: no scripts, styles, event handlers, forms or unknown schemes; URLs
// absolute; only elements that carry meaning. Deterministic.
BFA_EXPORT std::string clean_html(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                                  const NodeFilter& skip = {});

}  // namespace bfa
