// SPDX-License-Identifier: Apache-2.0
#include "migrate/objects/front_matter.h"

#include <cstdio>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

// Printable in YAML 1.1 and 1.2, and no line end of either.
bool stands_for_itself(char32_t c) {
  if (c == U'"' || c == U'\\') return false;
  if (c < 0x20 || c == 0x7f || (c >= 0x80 && c < 0xa0)) return false;
  if (c == 0x2028 || c == 0x2029 || c == 0xfeff || c == 0xfffe || c == 0xffff) return false;
  return true;
}

std::string in_quotes(std::string_view value) {
  std::string out = "\"";
  for (std::size_t at = 0; at < value.size();) {
    const char32_t c = next_code_point(value, at);
    char escape[16];
    if (stands_for_itself(c)) {
      append_code_point(out, c);
    } else if (c == U'"' || c == U'\\') {
      (out += '\\') += static_cast<char>(c);
    } else if (c == U'\n') {
      out += "\\n";
    } else {
      std::snprintf(escape, sizeof escape, "\\u%04X", static_cast<unsigned>(c));
      out += escape;
    }
  }
  return out + '"';
}

}  // namespace

void FrontMatter::text(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  ((out_ += name) += ": ") += in_quotes(value) + "\n";
}

void FrontMatter::list(std::string_view name, const std::vector<std::string>& values) {
  if (values.empty()) return;
  (out_ += name) += ":\n";
  for (const std::string& value : values) out_ += "  - " + in_quotes(value) + "\n";
}

void FrontMatter::number(std::string_view name, std::uint64_t value) {
  ((out_ += name) += ": ") += std::to_string(value) + "\n";
}

}  // namespace bfa
