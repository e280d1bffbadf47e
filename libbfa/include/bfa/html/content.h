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

// All functions: when memory runs out, the result is empty; nothing in it is a part of the right one.

// Returns true for nodes to leave out, with their subtrees. An empty function leaves out nothing.
using NodeFilter = std::function<bool(HtmlDocument::NodeId)>;

// The text of a subtree as a reader sees it. Each block element begins a line, `br` is a line break, `pre` is
// kept verbatim, list items and table cells are separated. Script, style, template, hidden elements and form
// controls are left out. Lines are joined by "\n", paragraphs by "\n\n". UTF-8. Thread-safe, linear.
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
// counts once, by its best URL: the data attributes of lazy loaders (docs/html.md has the list) before the
// largest candidate of its srcset before its src. URLs that do not parse or are not http(s) are left out.
// The text of an anchor is its visible text on one line; if that is empty, the alt of its image, its
// aria-label or its title. Thread-safe.
BFA_EXPORT std::vector<HtmlLink> links_of(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                                          const NodeFilter& skip = {});

// One image of a srcset attribute. Views into the attribute.
struct SrcsetCandidate {
  std::string_view url;     // as written
  std::uint32_t width = 0;  // in pixels, from a "w" descriptor; 0 without one
  double density = 1;       // from an "x" descriptor, 1 without one; 0 if there is a width
};

// The candidates of a srcset attribute in order; those with bad descriptors are left out. Linear.
// Thread-safe. Source: HTML standard, "parse a srcset attribute".
BFA_EXPORT std::vector<SrcsetCandidate> parse_srcset(std::string_view srcset);

// The base URL of the page's relative links: <base href> resolved against `page_url`; `page_url` without a
// <base href>. Thread-safe. Source: HTML standard, "document base URL".
BFA_EXPORT Url base_url(const HtmlDocument& doc, const Url& page_url);

// The URL to which the page refreshes within five seconds (<meta http-equiv=refresh>); such a page is treated
// as a redirect. Nothing when it does not refresh, or refreshes to itself. Source: WHATWG HTML, 4.2.5.3.
// Thread-safe.
BFA_EXPORT std::optional<Url> meta_refresh(const HtmlDocument& doc, const Url& page);

// The subtree as clean, safe HTML: only elements with a meaning, absolute URLs, no scripts, styles, event
// handlers, forms or unknown schemes. Deterministic. Thread-safe.
BFA_EXPORT std::string clean_html(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                                  const NodeFilter& skip = {});

}  // namespace bfa
