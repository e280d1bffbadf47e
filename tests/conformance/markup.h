// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa::conformance {

// True when two texts, either of which may be HTML, are the same document: elements, attributes (addresses as
// WHATWG serialises them, declarations of styles without space, namespace declarations left out) and text,
// white space collapsed.
bool same_markup(const std::string& got, const std::string& wanted);

// What could run or load in HTML that should be safe: "element script", "attribute onclick", "address href",
// "style position"; empty when there is nothing.
std::string unsafe_markup(std::string_view html);

}  // namespace bfa::conformance
