// SPDX-License-Identifier: Apache-2.0
#include "feed/style.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"
#include "feed/names.h"

namespace bfa {
namespace {

bool is_in(std::span<const std::string_view> sorted, std::string_view word) {
  return std::ranges::binary_search(sorted, word);
}

// Without url(...): images that a style loads are not formatting.
std::string without_urls(std::string_view style) {
  std::string out;
  const std::string lower = ascii_lower_case(style);
  for (std::size_t at = 0; at < style.size();) {
    const std::size_t url = lower.find("url", at);
    std::size_t open = url == std::string::npos ? url : lower.find_first_not_of(" \t\n\r\f", url + 3);
    if (open == std::string::npos || lower[open] != '(') {
      const std::size_t stop = url == std::string::npos ? style.size() : url + 3;
      out += style.substr(at, stop - at);
      at = stop;
      continue;
    }
    out += style.substr(at, url - at);
    out += ' ';
    const std::size_t close = lower.find(')', open);
    at = close == std::string::npos ? style.size() : close + 1;
  }
  return out;
}

// True when the style has only characters of plain values. Parentheses may contain only numbers, and only in
// a colour.
bool is_harmless(std::string_view style) {
  for (std::size_t i = 0; i < style.size(); ++i) {
    const char c = style[i];
    if (c == '(') {
      const std::string before = ascii_lower_case(style.substr(i >= 4 ? i - 4 : 0, i >= 4 ? 4 : i));
      const bool is_colour = before.ends_with("rgb") || before.ends_with("rgba") || before.ends_with("hsl") ||
                             before.ends_with("hsla");
      const std::size_t close = style.find(')', i);
      if (!is_colour || close == std::string_view::npos) return false;
      const std::string_view inside = style.substr(i + 1, close - i - 1);
      if (!std::all_of(inside.begin(), inside.end(), [](char d) {
            return is_digit(d) || is_html_space(d) || d == ',' || d == '.' || d == '%';
          })) {
        return false;
      }
      i = close;
    } else if (c == '"' || c == '\'') {
      const std::size_t close = style.find(c, i + 1);
      if (close == std::string_view::npos) return false;
      const std::string_view inside = style.substr(i + 1, close - i - 1);
      if (!std::all_of(inside.begin(), inside.end(),
                       [](char d) { return is_letter_or_digit(d) || is_html_space(d) || d == '-'; })) {
        return false;
      }
      i = close;
    } else if (!is_letter_or_digit(c) && !is_html_space(c) &&
               std::string_view(":,;#%.!-_+/").find(c) == std::string_view::npos) {
      return false;
    }
  }
  return style.find("/*") == std::string_view::npos;
}

// "15px", "0", "1.5em", "50%": at most four digits, so that nothing can be moved off or over the page.
bool is_small_length(std::string_view token) {
  std::size_t i = 0, digits = 0;
  for (; i < token.size() && (is_digit(token[i]) || token[i] == '.'); ++i)
    digits += is_digit(token[i]) ? 1 : 0;
  if (digits == 0 || digits > 4) return false;
  constexpr std::array<std::string_view, 12> kUnits{"",   "cm", "em", "ex", "in",  "mm",
                                                    "pc", "pt", "px", "%",  "rem", ","};
  const std::string unit = ascii_lower_case(token.substr(i));
  return std::find(kUnits.begin(), kUnits.end(), unit) != kUnits.end();
}

bool is_colour(std::string_view token) {
  if (token.starts_with('#') && token.size() > 1) {
    return std::all_of(token.begin() + 1, token.end(), is_hex_digit);
  }
  const std::string lower = ascii_lower_case(token);
  return lower.starts_with("rgb(") || lower.starts_with("rgba(") || lower.starts_with("hsl(");
}

bool is_box_value(std::string_view value) {
  while (!value.empty()) {
    std::size_t end = 0;
    int depth = 0;
    while (end < value.size() && (depth > 0 || !is_html_space(value[end]))) {
      if (value[end] == '(') ++depth;
      if (value[end] == ')') --depth;
      ++end;
    }
    const std::string_view token = value.substr(0, end);
    if (!is_in(style_words(), ascii_lower_case(token)) && !is_colour(token) && !is_small_length(token))
      return false;
    value = trim_c_space(value.substr(end));
  }
  return true;
}

bool is_box_property(std::string_view name) {
  const std::string_view group = name.substr(0, name.find('-'));
  return group == "background" || group == "border" || group == "margin" || group == "padding";
}

// A hyphen joins two parts of a word; a negative length could move text over other text.
bool has_lone_hyphen(std::string_view value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '-') continue;
    const bool is_joined =
        i > 0 && i + 1 < value.size() && is_letter_or_digit(value[i - 1]) && is_letter_or_digit(value[i + 1]);
    if (!is_joined) return true;
  }
  return false;
}

}  // namespace

std::string safe_style(std::string_view style) {
  const std::string plain = without_urls(style);
  if (!is_harmless(plain)) return {};
  std::string out;
  for (std::string_view rest = plain; !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view declaration = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string name = ascii_lower_case(trim_c_space(declaration.substr(0, colon)));
    const std::string_view value = trim_c_space(declaration.substr(colon + 1));
    if (name.empty() || value.empty() || value.find(':') != std::string_view::npos) continue;
    const bool is_kept = !has_lone_hyphen(value) &&
                         (is_in(style_properties(), name) || (is_box_property(name) && is_box_value(value)));
    if (!is_kept) continue;
    if (!out.empty()) out += ' ';
    out += name;
    out += ": ";
    out += value;
    out += ';';
  }
  return out;
}

}  // namespace bfa
