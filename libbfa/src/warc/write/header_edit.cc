// SPDX-License-Identifier: Apache-2.0
#include "warc/write/header_edit.h"

#include "base/ascii.h"

namespace bfa {
namespace {

// The next line of `text`, without its end; `crlf`: whether that is one.
std::string_view take_line(std::string_view& text, bool& crlf) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  crlf = line.ends_with('\r') && end != std::string_view::npos;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_folded(std::string_view line) {
  return line.starts_with(' ') || line.starts_with('\t');
}

std::string_view name_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon == std::string_view::npos ? std::string_view() : trim_blanks(line.substr(0, colon));
}

}  // namespace

void append_mended_header(std::string_view raw, std::uint64_t length, bool cut, std::string& out) {
  bool crlf = false;
  out.append(take_line(raw, crlf)).append("\r\n");
  bool has_length = false;
  bool kept = false;  // the field that a folded line goes on
  while (!raw.empty()) {
    const std::string_view line = take_line(raw, crlf);
    if (line.empty()) break;
    if (!is_folded(line)) {
      const std::string_view name = name_of(line);
      const bool is_length = equals_ignoring_case(name, "Content-Length");
      kept = !name.empty() && !is_length;
      if (equals_ignoring_case(name, "WARC-Truncated")) cut = false;
      if (is_length && !has_length) {
        out.append(name).append(": ").append(std::to_string(length)).append("\r\n");
        has_length = true;
      }
    }
    if (kept) out.append(line).append("\r\n");
  }
  if (!has_length) out.append("Content-Length: ").append(std::to_string(length)).append("\r\n");
  if (cut) out.append("WARC-Truncated: unspecified\r\n");
  out.append("\r\n");
}

bool is_clean_header(std::string_view raw) {
  bool crlf = false;
  (void)take_line(raw, crlf);
  bool clean = crlf;
  bool first = true;
  while (clean && !raw.empty()) {
    const std::string_view line = take_line(raw, crlf);
    const bool named = is_folded(line) ? !first : line.empty() || !name_of(line).empty();
    clean = crlf && named;
    first = false;
  }
  return clean;
}

}  // namespace bfa
