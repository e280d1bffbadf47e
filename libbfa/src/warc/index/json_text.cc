// SPDX-License-Identifier: Apache-2.0
#include "warc/index/json_text.h"

#include "bfa/io/digest.h"
#include "bfa/text/utf8.h"

namespace bfa {

void append_json_string(std::string& out, std::string_view text) {
  const bool utf8 = is_valid_utf8(text);
  out.push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || (byte > 0x7F && !utf8)) {
      out.append("\\u00").append(hex_encode({&c, 1}));
      continue;
    }
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  out.push_back('"');
}

bool is_shallow_json(std::string_view text, int depth) {
  int open = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') ++i;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if ((c == '{' || c == '[') && ++open > depth) return false;
    if (c == '}' || c == ']') --open;
  }
  return true;
}

}  // namespace bfa
