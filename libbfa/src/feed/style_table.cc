// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "feed/style.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 46> kProperties = {
    "azimuth",
    "background-color",
    "border-bottom-color",
    "border-collapse",
    "border-color",
    "border-left-color",
    "border-right-color",
    "border-top-color",
    "clear",
    "color",
    "cursor",
    "direction",
    "display",
    "elevation",
    "float",
    "font",
    "font-family",
    "font-size",
    "font-style",
    "font-variant",
    "font-weight",
    "height",
    "letter-spacing",
    "line-height",
    "overflow",
    "pause",
    "pause-after",
    "pause-before",
    "pitch",
    "pitch-range",
    "richness",
    "speak",
    "speak-header",
    "speak-numeral",
    "speak-punctuation",
    "speech-rate",
    "stress",
    "text-align",
    "text-decoration",
    "text-indent",
    "unicode-bidi",
    "vertical-align",
    "voice-family",
    "volume",
    "white-space",
    "width",
};

// clang-format off
constexpr std::array<std::string_view, 46> kWords = {
    "!important",
    "aqua",
    "auto",
    "black",
    "block",
    "blue",
    "bold",
    "both",
    "bottom",
    "brown",
    "center",
    "collapse",
    "dashed",
    "dotted",
    "double",
    "fuchsia",
    "gray",
    "green",
    "inherit",
    "inset",
    "italic",
    "left",
    "lime",
    "maroon",
    "medium",
    "navy",
    "none",
    "normal",
    "nowrap",
    "olive",
    "outset",
    "pointer",
    "purple",
    "red",
    "ridge",
    "right",
    "silver",
    "solid",
    "teal",
    "thick",
    "thin",
    "top",
    "transparent",
    "underline",
    "white",
    "yellow",
};
// clang-format on

}  // namespace

std::span<const std::string_view> style_properties() noexcept {
  return kProperties;
}
std::span<const std::string_view> style_words() noexcept {
  return kWords;
}

}  // namespace bfa
