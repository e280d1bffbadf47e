// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "html/flat_tree.h"

namespace bfa {

// Percent-encodes the queries of the page's addresses in `encoding`, the encoding of its bytes, as a browser
// does when it follows them. Nothing changes for UTF-8. srcset stays as it is: no page of a legacy encoding
// has it. Source: HTML, "encoding-parsing a URL".
void encode_queries_of_links(FlatTree& tree, std::string_view encoding);

}  // namespace bfa
