// SPDX-License-Identifier: Apache-2.0
#include "replay/rewrite/xhtml_source.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/markup_escape.h"

namespace bfa {
namespace {

// The end of the tag that begins at `at`, behind its '>'; the end of the text when it has none.
std::size_t end_of_tag(std::string_view text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return text.size();
}

std::size_t past(std::string_view text, std::string_view end, std::size_t from) {
  const std::size_t at = text.find(end, from);
  return at == std::string_view::npos ? text.size() : at + end.size();
}

}  // namespace

std::string xhtml_as_html(std::string_view xhtml) {
  constexpr std::string_view kCdata = "<![CDATA[";
  std::string out;
  out.reserve(xhtml.size());
  for (std::size_t at = 0; at < xhtml.size();) {
    const std::size_t tag = std::min(xhtml.find('<', at), xhtml.size());
    out += xhtml.substr(at, tag - at);
    if (tag == xhtml.size()) break;
    const std::string_view rest = xhtml.substr(tag);
    if (rest.starts_with(kCdata)) {
      at = past(xhtml, "]]>", tag);
      const std::size_t end = xhtml.substr(0, at).ends_with("]]>") ? at - 3 : at;
      const std::size_t begin = std::min(tag + kCdata.size(), end);
      append_escaped_markup(xhtml.substr(begin, end - begin), out);
      continue;
    }
    at = rest.starts_with("<!--") ? past(xhtml, "-->", tag) : end_of_tag(xhtml, tag);
    const std::string_view whole = xhtml.substr(tag, at - tag);
    const bool element = whole.size() > 3 && is_letter(whole[1]);
    if (!element || !whole.ends_with("/>")) {
      out += whole;
      continue;
    }
    std::size_t name_end = 1;
    while (name_end < whole.size() && !is_html_space(whole[name_end]) && whole[name_end] != '/') ++name_end;
    const std::string_view name = whole.substr(1, name_end - 1);
    out.append(whole.substr(0, whole.size() - 2)).append(">");
    // Void elements ignore it, but "</br>" would be another one.
    if (!equals_ignoring_case(name, "br")) out.append("</").append(name).append(">");
  }
  return out;
}

}  // namespace bfa
