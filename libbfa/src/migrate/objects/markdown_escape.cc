// SPDX-License-Identifier: Apache-2.0
#include "migrate/objects/markdown_escape.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa {
namespace {

// An ampersand that would begin a character reference.
bool begins_reference(std::string_view after) {
  std::size_t end = after.starts_with('#') ? 1 : 0;
  while (end < after.size() && is_letter_or_digit(after[end])) ++end;
  return end > 0 && end < after.size() && after[end] == ';';
}

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0, run = 0;
  for (const char each : text) {
    run = each == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// Where a backslash goes in a line of a paragraph, so that it begins no other block.
std::size_t block_start(std::string_view line) {
  constexpr std::size_t kNone = std::string_view::npos;
  if (line.empty()) return kNone;
  const char first = line.front();
  if (first == '#' || first == '>' || first == '=' || first == '-' || first == '+' || first == '~') return 0;
  std::size_t digits = 0;
  while (digits < line.size() && is_digit(line[digits])) ++digits;
  const bool number = digits > 0 && digits < 10 && digits < line.size();
  return number && (line[digits] == '.' || line[digits] == ')') ? digits : kNone;
}

}  // namespace

void append_markdown_text(std::string& out, std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_[]<";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_c_space(c)) {
      if (!out.empty() && out.back() != ' ' && out.back() != '\n') out += ' ';
      continue;
    }
    if (kMarkup.find(c) != std::string_view::npos || (c == '&' && begins_reference(text.substr(i + 1))))
      out += '\\';
    out += c;
  }
}

std::string markdown_paragraph(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = trim_if(text.substr(at, end - at), is_c_space);
    at = end + 1;
    if (line.empty() || (line == "\\" && out.empty())) continue;
    const std::size_t escape = block_start(line);
    if (!out.empty()) out += '\n';
    if (escape == std::string_view::npos) {
      out += line;
    } else {
      ((out += line.substr(0, escape)) += '\\') += line.substr(escape);
    }
  }
  // Breaks at the end of a paragraph are none. A backslash of text stands there twice.
  for (;;) {
    std::size_t slashes = 0;
    while (slashes < out.size() && out[out.size() - 1 - slashes] == '\\') ++slashes;
    if (slashes % 2 == 0) return out;
    out.pop_back();
    while (!out.empty() && is_c_space(out.back())) out.pop_back();
  }
}

std::string markdown_destination(std::string_view url) {
  std::string out;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const char c = url[i];
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7f || c == '<' || c == '>') {
      constexpr std::string_view kHex = "0123456789ABCDEF";
      ((out += '%') += kHex[byte >> 4]) += kHex[byte & 15];
      continue;
    }
    if (c == '(' || c == ')' || c == '\\' || (c == '&' && begins_reference(url.substr(i + 1)))) out += '\\';
    out += c;
  }
  return out.empty() ? "<>" : out;
}

std::string markdown_code(std::string_view code) {
  std::string line;
  for (const char c : code) line += c == '\n' || c == '\r' ? ' ' : c;
  if (trim_blanks(line).empty()) return line.empty() ? "" : " ";
  const std::string fence(longest_run(line, '`') + 1, '`');
  const bool pad = line.front() == '`' || line.back() == '`' || (line.front() == ' ' && line.back() == ' ');
  return fence + (pad ? " " : "") + line + (pad ? " " : "") + fence;
}

std::string markdown_fenced(std::string_view code) {
  const std::string fence(std::max<std::size_t>(3, longest_run(code, '`') + 1), '`');
  std::string out = fence + "\n" + std::string(code);
  if (!code.empty() && !code.ends_with('\n')) out += '\n';
  return out + fence;
}

}  // namespace bfa
