// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace bfa::conformance {

// Word F1 of two texts: multisets of words (runs of letters, digits and "_"), lower case. 1 when both have
// none.
double word_f1(std::string_view got, std::string_view wanted);

// The text of HTML, white space collapsed.
std::string html_text(std::string_view html);
// The addresses of links and images in the HTML, as written.
std::set<std::string> html_links(std::string_view html);

// Without any white space: for comparing where only the words count.
std::string without_space(std::string_view text);

}  // namespace bfa::conformance
