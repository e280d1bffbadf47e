// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extract/methods/method.h"

namespace bfa {

// Cleaning by DOM heuristics, page by page: the first element whose own paragraphs contain enough promising
// text; otherwise the first td or div with enough promising text directly in it; otherwise no content.
// Promising: hardly any markup and few links for its length. Source: Trampus and Novak, Internals of an
// Aggregated Web News Feed, 3.1 (DOM).
const ExtractionMethod& dom_method();

// The element; kNone when the page has no content. Linear.
HtmlDocument::NodeId dom_article(const PageIndex& page);

}  // namespace bfa
