// SPDX-License-Identifier: Apache-2.0
#include "rule_key.h"

#include <algorithm>
#include <string_view>

namespace bfa {
namespace {

std::uint64_t mix(std::uint64_t seed, std::string_view text) {
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return seed ^ (seed >> 29);
}

bool stable(std::string_view value) {
  return !value.empty() &&
         std::none_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool has_own_rule(const HtmlDocument& doc, HtmlDocument::NodeId n) {
  return stable(doc.attribute(n, "id")) || stable(doc.attribute(n, "class"));
}

std::vector<std::uint64_t> rule_keys(const PageIndex& page) {
  const HtmlDocument& doc = page.doc();
  std::vector<std::uint64_t> keys(page.size(), 0);
  for (HtmlDocument::NodeId n = 1; n < page.size(); ++n) {
    if (page.tag(n) == Tag::kText) continue;
    std::string_view id;
    std::string_view name;
    for (const HtmlAttribute& attribute : doc.attributes(n)) {
      if (attribute.name == "id") id = attribute.value;
      if (attribute.name == "class") name = attribute.value;
    }
    if (stable(id)) {
      keys[n] = mix(11, id);
    } else if (stable(name)) {
      keys[n] = mix(mix(22, doc.tag(n)), name);
    } else {
      keys[n] = mix(keys[doc.parent(n)] * 31 + 7, doc.tag(n));
    }
  }
  return keys;
}

}  // namespace bfa
