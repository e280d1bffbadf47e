// SPDX-License-Identifier: Apache-2.0
#include "xml/names.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

struct Range {
  char32_t first, last;
};

// XML 1.0 production 4, NameStartChar, from U+0080 on.
constexpr std::array<Range, 12> kStarts{{{0xC0, 0xD6},
                                         {0xD8, 0xF6},
                                         {0xF8, 0x2FF},
                                         {0x370, 0x37D},
                                         {0x37F, 0x1FFF},
                                         {0x200C, 0x200D},
                                         {0x2070, 0x218F},
                                         {0x2C00, 0x2FEF},
                                         {0x3001, 0xD7FF},
                                         {0xF900, 0xFDCF},
                                         {0xFDF0, 0xFFFD},
                                         {0x10000, 0xEFFFF}}};
// Production 4a, NameChar: what it adds to them.
constexpr std::array<Range, 3> kFurther{{{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}};

template <std::size_t n>
bool is_in(const std::array<Range, n>& ranges, char32_t c) noexcept {
  return std::any_of(ranges.begin(), ranges.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}

bool is_start(char32_t c) noexcept {
  if (c < 0x80) return is_letter(static_cast<char>(c)) || c == U'_' || c == U':';
  return is_in(kStarts, c);
}

bool is_char(char32_t c) noexcept {
  if (c < 0x80) {
    return is_letter_or_digit(static_cast<char>(c)) || c == U'_' || c == U':' || c == U'-' || c == U'.';
  }
  return is_in(kStarts, c) || is_in(kFurther, c);
}

std::string_view without_space(std::string_view text) noexcept {
  while (!text.empty() && is_xml_space(text.front())) text.remove_prefix(1);
  return text;
}

bool is_version(std::string_view value) noexcept {
  return value.size() > 2 && value.starts_with("1.") && std::all_of(value.begin() + 2, value.end(), is_digit);
}

bool is_encoding(std::string_view value) noexcept {
  const auto fits = [](char c) { return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-'; };
  return !value.empty() && is_letter(value.front()) && std::all_of(value.begin(), value.end(), fits);
}

bool is_standalone(std::string_view value) noexcept {
  return value == "yes" || value == "no";
}

// Takes ` name = "value"` off the front of `text`. False when something else is there.
bool take_setting(std::string_view& text, std::string_view name, std::string_view& value) noexcept {
  std::string_view rest = without_space(text);
  if (rest.size() == text.size() || !rest.starts_with(name)) return false;
  rest = without_space(rest.substr(name.size()));
  if (!rest.starts_with('=')) return false;
  rest = without_space(rest.substr(1));
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return false;
  const std::size_t end = rest.find(rest.front(), 1);
  if (end == std::string_view::npos) return false;
  value = rest.substr(1, end - 1);
  text = rest.substr(end + 1);
  return true;
}

}  // namespace

bool is_xml_declaration(std::string_view inside) noexcept {
  std::string_view value;
  if (!take_setting(inside, "version", value) || !is_version(value)) return false;
  if (take_setting(inside, "encoding", value) && !is_encoding(value)) return false;
  if (take_setting(inside, "standalone", value) && !is_standalone(value)) return false;
  return without_space(inside).empty();
}

bool is_xml_instruction(std::string_view inside) noexcept {
  const std::size_t end = xml_name_end(inside, 0);
  const std::string_view target = inside.substr(0, end);
  return is_xml_local_name(target) && !equals_ignoring_case(target, "xml") &&
         (end == inside.size() || is_xml_space(inside[end]));
}

std::size_t xml_token_end(std::string_view text, std::size_t pos) noexcept {
  while (pos < text.size()) {
    std::size_t next = pos;
    if (!is_char(next_code_point(text, next))) break;
    pos = next;
  }
  return pos;
}

std::size_t xml_name_end(std::string_view text, std::size_t pos) noexcept {
  if (pos >= text.size()) return pos;
  std::size_t next = pos;
  return is_start(next_code_point(text, next)) ? xml_token_end(text, next) : pos;
}

bool is_xml_local_name(std::string_view name) noexcept {
  return !name.empty() && name.find(':') == std::string_view::npos && xml_name_end(name, 0) == name.size();
}

bool is_xml_qualified_name(std::string_view name) noexcept {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return is_xml_local_name(name);
  return is_xml_local_name(name.substr(0, colon)) && is_xml_local_name(name.substr(colon + 1));
}

std::size_t find_forbidden_character(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != 0xEF) continue;
    if (byte < 0x20) {
      if (byte != '\t' && byte != '\n' && byte != '\r') return i;
    } else if (text.compare(i, 3, "\xEF\xBF\xBE") == 0 || text.compare(i, 3, "\xEF\xBF\xBF") == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace bfa
