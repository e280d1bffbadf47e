// SPDX-License-Identifier: Apache-2.0
#include "base/markup_escape.h"

#include <algorithm>

namespace bfa {

void append_escaped_markup(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = std::min(text.find_first_of("&<>\"", at), text.size());
    out += text.substr(at, stop - at);
    if (stop == text.size()) return;
    switch (text[stop]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += "&quot;";
    }
    at = stop + 1;
  }
}

std::string escaped_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_escaped_markup(text, out);
  return out;
}

}  // namespace bfa
