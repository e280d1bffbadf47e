// SPDX-License-Identifier: Apache-2.0
#include "migrate/objects/post_names.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxStem = 80;

// Names that Windows reserves for devices, with any ending.
bool is_reserved(std::string_view name) {
  const std::string_view stem = name.substr(0, name.find('.'));
  for (const std::string_view device : {"con", "prn", "aux", "nul"}) {
    if (stem == device) return true;
  }
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt"));
}

// Runs of other characters become one '-'.
void append_slug(std::string& out, std::string_view text) {
  for (const char c : percent_decode(text)) {
    const char low = ascii_lower(c);
    if (is_letter_or_digit(low)) {
      out += low;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
}

// Without ".html", ".php", ".jpg".
std::string_view without_ending(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || path.size() - dot > 6 || path.find('/', dot) != std::string_view::npos)
    return path;
  const std::string_view ending = path.substr(dot + 1);
  return std::all_of(ending.begin(), ending.end(), is_letter_or_digit) ? path.substr(0, dot) : path;
}

}  // namespace

std::string host_folder(const Url& url) {
  std::string name;
  for (const char c : url.host()) {
    const char low = ascii_lower(c);
    name += is_letter_or_digit(low) || low == '.' || low == '-' ? low : '_';
  }
  if (name.empty() || name.front() == '.' || is_reserved(name)) name.insert(0, "_");
  while (name.back() == '.') name.back() = '_';
  if (url.has_explicit_port()) name += "_" + std::to_string(url.port());
  return name.size() <= kMaxStem * 2 ? name : name.substr(0, kMaxStem * 2);
}

std::string address_stem(const Url& url, std::string_view identity) {
  std::string stem;
  append_slug(stem, without_ending(url.path()));
  if (url.has_query()) {
    if (!stem.empty() && stem.back() != '-') stem += '-';
    append_slug(stem, url.query());
  }
  if (stem.size() > kMaxStem) stem.resize(kMaxStem);
  while (!stem.empty() && stem.back() == '-') stem.pop_back();
  if (!stem.empty()) stem += '-';
  return stem + hex_encode(digest(DigestAlgorithm::kSha256, identity)).substr(0, 8);
}

}  // namespace bfa
