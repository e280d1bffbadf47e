// SPDX-License-Identifier: Apache-2.0
#include "html/link_encoding.h"

#include <algorithm>
#include <array>

#include "text/query_encoding.h"

namespace bfa {
namespace {

bool holds_address(std::string_view name) {
  constexpr std::array<std::string_view, 11> kNames{"action",    "background", "cite",       "data",
                                                    "data-href", "data-src",   "formaction", "href",
                                                    "longdesc",  "poster",     "src"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

void encode_queries_of_links(FlatTree& tree, std::string_view encoding) {
  if (encoding.empty() || encoding == "utf-8") return;
  for (auto& attribute : tree.attributes) {
    if (attribute.value.find('?') == std::string_view::npos || !holds_address(attribute.name)) continue;
    const std::string encoded = encode_query_of_link(attribute.value, encoding);
    if (encoded != attribute.value) attribute.value = tree.arena.keep(encoded);
  }
}

}  // namespace bfa
