// SPDX-License-Identifier: Apache-2.0
#include "websub/form.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/url/url.h"

namespace bfa::websub {
namespace {

constexpr std::size_t kMostFields = 32;

void append_escaped(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '*') {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
    }
  }
}

std::string unescaped(std::string_view text) {
  std::string plain(text);
  std::replace(plain.begin(), plain.end(), '+', ' ');
  return percent_decode(plain);
}

}  // namespace

std::string write_form(const FormFields& fields) {
  std::string out;
  for (const auto& [name, value] : fields) {
    if (!out.empty()) out += '&';
    append_escaped(out, name);
    out += '=';
    append_escaped(out, value);
  }
  return out;
}

FormFields read_form(std::string_view text) {
  FormFields out;
  while (!text.empty() && out.size() < kMostFields) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (field.empty()) continue;
    const std::size_t equals = std::min(field.find('='), field.size());
    out.emplace_back(unescaped(field.substr(0, equals)),
                     unescaped(field.substr(std::min(equals + 1, field.size()))));
  }
  return out;
}

std::optional<std::string_view> only_field(const FormFields& fields, std::string_view name) {
  std::optional<std::string_view> out;
  for (const auto& [key, value] : fields) {
    if (key != name) continue;
    if (out) return std::nullopt;
    out = value;
  }
  return out;
}

}  // namespace bfa::websub
