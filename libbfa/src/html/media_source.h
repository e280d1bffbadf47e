// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

// The URL as written, resolved against `base`; empty when it does not parse or is not http(s). Line breaks
// and tabs inside are dropped, as the URL standard asks.
std::string absolute_url(std::string_view text, const Url& base);

// The largest candidate of a srcset: by width, then by density; the first of equals. Empty if srcset has no
// candidate.
std::string_view largest_of_srcset(std::string_view srcset);

// The best URL of an img or source element as written: the real one of lazy loaders (data-src and similar
// attributes) before a placeholder, the largest of srcset before src. Empty if the element has no URL.
std::string image_url(const HtmlDocument& doc, HtmlDocument::NodeId node, const Url& base);

}  // namespace bfa
