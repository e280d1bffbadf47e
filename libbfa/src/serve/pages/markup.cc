// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/markup.h"

#include <algorithm>
#include <array>

#include "base/markup_escape.h"
#include "bfa/text/utf8.h"

namespace bfa::pages {
namespace {

bool is_control(char32_t c) {
  return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

// Embeddings, overrides and isolates, and what ends them.
bool turns_direction(char32_t c) {
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

bool is_void(std::string_view name) {
  constexpr std::array<std::string_view, 8> kVoid = {"br",    "col",  "hr",   "img",
                                                     "input", "link", "meta", "wbr"};
  return std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end();
}

bool is_address(std::string_view name) {
  return name == "href" || name == "src" || name == "action";
}

// Of this server, or of the web: no script, no data, no host without a scheme.
bool is_safe_address(std::string_view text) {
  // Browsers drop line ends and tabs: "/<tab>/host" would be another host.
  if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) <= 0x20; }))
    return false;
  if (text.starts_with("//") || text.starts_with("/\\")) return false;
  return text.starts_with("/") || text.starts_with("#") || text.starts_with("?") ||
         text.starts_with("http://") || text.starts_with("https://");
}

}  // namespace

std::string shown_text(std::string_view text) {
  // Most texts need no work: letters of ASCII, or UTF-8 without the characters below.
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte < 0x7f) || byte == '\n' || byte == '\t';
  });
  if (plain) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (turns_direction(c)) continue;
    append_code_point(out, is_control(c) ? U' ' : c);
  }
  return out;
}

Markup& Markup::add(std::string_view text) {
  append_escaped_markup(shown_text(text), html_);
  return *this;
}

MarkupAttribute if_set(MarkupName name, std::string value) {
  MarkupAttribute attribute(name, std::move(value));
  attribute.left_out = attribute.value.empty();
  return attribute;
}

MarkupAttribute if_true(MarkupName name, bool condition) {
  MarkupAttribute attribute(name);
  attribute.left_out = !condition;
  return attribute;
}

void append_opening(Markup& out, MarkupName name, MarkupAttributes attributes) {
  std::string tag = "<" + std::string(name.text());
  for (const MarkupAttribute& attribute : attributes) {
    if (attribute.left_out) continue;
    const std::string value = shown_text(attribute.value);
    if (is_address(attribute.name.text()) && !is_safe_address(value)) continue;
    (tag += ' ') += attribute.name.text();
    if (attribute.bare) continue;
    tag += "=\"";
    append_escaped_markup(value, tag);
    tag += '"';
  }
  out.add(Markup::trusted(tag + ">"));
}

std::string_view closing_of(MarkupName name) {
  return is_void(name.text()) ? std::string_view() : name.text();
}

}  // namespace bfa::pages
