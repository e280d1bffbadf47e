// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

// The links of a static site, relative to one of its files.
struct SitePlaces {
  // The relative path of a captured address; nothing when it was not captured.
  std::function<std::optional<std::string>(const Url& url)> captured;
};

struct StaticPage {
  std::string html;                        // UTF-8, with a byte-order-independent charset declaration
  std::string title;                       // on one line
  std::uint64_t scripts = 0, missing = 0;  // left out; images and the like that were not captured
  std::string left_out;  // what had to go because scripts would run when the page is parsed again
};

// A page as markup that reads from disk without scripts: links to captured pages and images, style sheets
// and media lead to their files; links to others keep their address; images and the like that were not
// captured lose their address (data-missing-src keeps it), so that the browser requests nothing from the
// network. Scripts, event handlers, javascript: links, plug-ins, form targets and refreshes to pages that
// were not captured are removed; a policy in the page also forbids scripts. What is
// written is parsed again: where a script would run, parts are left out (`left_out`). `source`: the text that
// `doc` was parsed from, for its document type. Deterministic, linear.
StaticPage write_static_page(const HtmlDocument& doc, std::string_view source, const Url& url,
                             const SitePlaces& places);

// The same for a style sheet, or the value of a style attribute.
std::string write_static_css(std::string_view css, const Url& base, const SitePlaces& places,
                             std::uint64_t& missing);

}  // namespace bfa
