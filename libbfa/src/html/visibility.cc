// SPDX-License-Identifier: Apache-2.0
#include "html/visibility.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa {

namespace {

bool style_hides(std::string_view style) {
  while (!style.empty()) {
    const std::size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view property = trim_html_space(declaration.substr(0, colon));
    std::string_view value = trim_html_space(declaration.substr(colon + 1));
    value = trim_html_space(value.substr(0, value.find('!')));
    if (equals_ignoring_case(property, "display") && equals_ignoring_case(value, "none")) return true;
    if (equals_ignoring_case(property, "visibility") && equals_ignoring_case(value, "hidden")) return true;
  }
  return false;
}

}  // namespace

bool is_hidden_styled(const FlatTree& tree, const FlatTree::Node& node) noexcept {
  if (tree.tags[node.tag].traits.keeps_visible) return false;
  bool hides = false;
  for (const HtmlAttribute& attribute : tree.attributes_of(node)) {
    if (attribute.name == "role" && is_tab_panel(attribute.value)) return false;
    hides = hides || (attribute.name == "hidden" && !equals_ignoring_case(attribute.value, "until-found")) ||
            (attribute.name == "style" && style_hides(attribute.value));
  }
  return hides;
}

bool is_tab_panel(std::string_view role) noexcept {
  return equals_ignoring_case(trim_html_space(role), "tabpanel");
}

}  // namespace bfa
