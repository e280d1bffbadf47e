// SPDX-License-Identifier: Apache-2.0
#include "serve/data/query_string.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::size_t kMostPairs = 200;

std::string form_decoded(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return repair_utf8(percent_decode(spaced));
}

}  // namespace

QueryString::QueryString(std::string_view query) {
  while (!query.empty() && pairs_.size() < kMostPairs) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1);
    pairs_.emplace_back(form_decoded(pair.substr(0, equals)), form_decoded(value));
  }
}

std::string_view QueryString::value(std::string_view name) const {
  for (const auto& [key, value] : pairs_) {
    if (key == name) return value;
  }
  return {};
}

bool QueryString::has(std::string_view name) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) { return pair.first == name; });
}

std::vector<std::string> QueryString::values(std::string_view name) const {
  std::vector<std::string> out;
  for (const auto& [key, value] : pairs_) {
    if (key == name) out.push_back(value);
  }
  return out;
}

Result<std::uint64_t> QueryString::number(std::string_view name, std::uint64_t least, std::uint64_t most,
                                          std::uint64_t otherwise) const {
  const std::string_view text = value(name);
  if (text.empty()) return otherwise;
  const auto number = parse_number(text);
  if (number && *number >= least && *number <= most) return *number;
  return Error{Code::kInvalidArgument,
               std::string(name) + ": wanted is a whole number from " + std::to_string(least) + " to " +
                   std::to_string(most),
               {},
               -1};
}

std::string query_escaped(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace bfa
