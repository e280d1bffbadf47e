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

namespace {

// Reads a pattern: 'd' stands for a digit, all else for itself.
bool reads(std::string_view text, std::size_t at, std::string_view pattern) {
  if (text.size() - at < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = text[at + i];
    if (pattern[i] == 'd' ? c < '0' || c > '9' : c != pattern[i]) return false;
  }
  return true;
}

// The length of a date or instant that begins there; 0: none does.
std::size_t time_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kBefore = " (,", kAfter = " ).,;:";
  if (at > 0 && kBefore.find(text[at - 1]) == std::string_view::npos) return 0;
  for (const std::string_view pattern : {"dddd-dd-ddTdd:dd:ddZ", "dddd-dd-dd", "dddd-dd"}) {
    const std::size_t end = at + pattern.size();
    if (!reads(text, at, pattern)) continue;
    const bool ends = end == text.size() || kAfter.find(text[end]) != std::string_view::npos;
    if (ends && (text[at + 5] == '0' || text[at + 5] == '1')) return pattern.size();
  }
  return 0;
}

}  // namespace

std::string escaped_with_times(std::string_view text) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t length = time_at(text, at);
    if (length == 0) continue;
    append_escaped_markup(text.substr(done, at - done), out);
    const std::string time(text.substr(at, length));
    out += "<time datetime=\"" + time + "\">" + time + "</time>";
    done = at + length;
    at = done - 1;
  }
  append_escaped_markup(text.substr(done), out);
  return out;
}

}  // namespace bfa
