// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "html/flat_tree.h"

namespace bfa {

// True for the value of a `style` attribute with display:none, visibility:hidden, a place a thousand pixels
// beyond the page's edge, or a box without height or width that is clipped.
bool style_hides(std::string_view style) noexcept;

// True for an element that its own markup hides: a `hidden` attribute, or a `style` that does. html and body
// are never hidden: scripts show them when the page has loaded; nor is a panel that the reader opens: that of
// a tab (WAI-ARIA 1.2, "tabpanel"), or that of an accordion (WAI-ARIA Authoring Practices, "Accordion": a
// "region").
bool is_hidden_styled(const FlatTree& tree, const FlatTree::Node& node) noexcept;
inline bool is_hidden(const FlatTree& tree, const FlatTree::Node& node) noexcept {
  return node.has(FlatTree::kHoldsStyle) && is_hidden_styled(tree, node);
}

// True for the attributes of a panel that the reader opens. A region without a heading that names it may be
// anything, such as a question about cookies.
bool is_panel(std::span<const HtmlAttribute> attributes) noexcept;

}  // namespace bfa
