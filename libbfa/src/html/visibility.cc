// SPDX-License-Identifier: Apache-2.0
#include "html/visibility.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa {

namespace {

// What a style says of the place of an element.
struct StyledBox {
  bool floats = false, outside = false;  // taken out of the page's flow; far beyond its edge
  bool flat = false, clipped = false,
       padded = false;  // without height or width; what sticks out is not shown
};

// "-9999px": a thousand or more.
bool lies_far_out(std::string_view value) {
  constexpr std::size_t kDigits = 4;
  return value.starts_with('-') && value.find_first_not_of("0123456789", 1) > kDigits &&
         value.size() > kDigits;
}

bool is_zero(std::string_view value) {
  return value.starts_with('0') && value.find_first_of("123456789") == std::string_view::npos;
}

void note_place(std::string_view property, std::string_view value, StyledBox& place) {
  const auto is = [&](std::string_view name) { return equals_ignoring_case(property, name); };
  if (is("position")) {
    place.floats = equals_ignoring_case(value, "absolute") || equals_ignoring_case(value, "fixed");
  } else if (is("left") || is("right") || is("top")) {
    place.outside = place.outside || lies_far_out(value);
  } else if (is("height") || is("width") || is("max-height")) {
    place.flat = place.flat || is_zero(value);
  } else if (is("overflow")) {
    place.clipped = equals_ignoring_case(value, "hidden");
  } else if (property.size() >= 7 && equals_ignoring_case(property.substr(0, 7), "padding")) {
    place.padded = place.padded || !is_zero(value);  // has a height by that: the frame of a film
  }
}

}  // namespace

bool style_hides(std::string_view style) noexcept {
  StyledBox place;
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
    note_place(property, value, place);
  }
  return (place.floats && place.outside) || (place.flat && place.clipped && !place.padded);
}

bool is_hidden_styled(const FlatTree& tree, const FlatTree::Node& node) noexcept {
  if (tree.tags[node.tag].traits.keeps_visible) return false;
  bool hides = false;
  for (const HtmlAttribute& attribute : tree.attributes_of(node)) {
    hides = hides || (attribute.name == "hidden" && !equals_ignoring_case(attribute.value, "until-found")) ||
            (attribute.name == "style" && style_hides(attribute.value));
  }
  return hides && !is_panel(tree.attributes_of(node));
}

bool is_panel(std::span<const HtmlAttribute> attributes) noexcept {
  bool region = false, labelled = false;
  for (const HtmlAttribute& attribute : attributes) {
    labelled = labelled || attribute.name == "aria-labelledby";
    if (attribute.name != "role") continue;
    const std::string_view role = trim_html_space(attribute.value);
    if (equals_ignoring_case(role, "tabpanel")) return true;
    region = region || equals_ignoring_case(role, "region");
  }
  return region && labelled;
}

}  // namespace bfa
