// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bfa {

// The declarations of a style attribute that format text and boxes in place, as "name: value;" separated by
// spaces; empty when none is left. docs/feeds.md lists the properties and values that are kept: no
// properties that position or layer boxes, load files or compute values. A function other than a colour's,
// an escape or an at-sign anywhere makes the result empty.
std::string safe_style(std::string_view style);

// CSS 2.1 appendix F: properties of text, fonts, colours, speech and boxes in the flow. Sorted.
std::span<const std::string_view> style_properties() noexcept;
// Words that are allowed in values of background, border, margin and padding properties, whose values could
// otherwise load images or cover the page. Sorted.
std::span<const std::string_view> style_words() noexcept;

}  // namespace bfa
