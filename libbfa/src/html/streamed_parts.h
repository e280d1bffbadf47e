// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lexbor/html/interfaces/document.h>
#include <lexbor/html/token.h>

namespace bfa {

// Servers that stream a page (React 18, "Streaming Server Rendering with Suspense") send parts late: at their
// place is <template id="B:0"> or <template id="P:0">, and the part follows at the end of the page as <div
// hidden id="S:0">. A script moves it. B has a text to wait with behind it, between the comments "$?" and
// "/$".

// True for a start tag of such a place.
bool is_streamed_place(const lxb_html_token_t& token);

// Moves each part to its place, as that script does, and removes the texts to wait with. Linear in the tree.
// The comments of the page must be in the tree for the latter.
void place_streamed_parts(lxb_html_document_t& document);

}  // namespace bfa
