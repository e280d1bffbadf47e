// SPDX-License-Identifier: Apache-2.0
#include "package/aip/marc_summary.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "package/aip/marc_record.h"

namespace bfa {
namespace {

constexpr std::size_t kSummary = 300;  // bytes; a shorter text needs none
constexpr std::size_t kLeast = 120;    // of a summary that ends with a sentence
constexpr std::size_t kHeading = 80;   // bytes of a line that may be one
constexpr std::size_t kWindow = 4096;  // of the text
constexpr std::string_view kBetween = " \xC2\xB6 ";
// Full stops of European and East Asian, Devanagari and Arabic scripts.
constexpr std::array<std::string_view, 9> kStops = {
    ".",       "!", "?", "\xE2\x80\xA6", "\xE3\x80\x82", "\xEF\xBC\x81", "\xEF\xBC\x9F", "\xE0\xA5\xA4",
    "\xD8\x9F"};

bool is_wide(std::string_view stop) {
  return stop.size() == 3 && stop[0] != '\xE2' && stop[0] != '\xE0';
}

bool has_stop(std::string_view text) {
  return std::ranges::any_of(kStops, [&](std::string_view stop) { return text.find(stop) != text.npos; });
}

std::vector<std::string_view> paragraphs_of(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(kBetween), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + kBetween.size(), text.size()));
  }
  return parts;
}

// The end of the last sentence, between kLeast and kSummary bytes; 0: there is none.
std::size_t last_sentence(std::string_view text) {
  std::size_t found = 0;
  for (const std::string_view stop : kStops) {
    for (std::size_t at = text.rfind(stop, kSummary - stop.size());
         at != std::string_view::npos && at >= kLeast; at = text.rfind(stop, at - 1)) {
      const std::size_t end = at + stop.size();
      // East Asian scripts have no space behind it.
      if (end < text.size() && text[end] != ' ' && !is_wide(stop)) continue;
      found = std::max(found, end);
      break;
    }
  }
  return found;
}

}  // namespace

std::string text_summary(std::string_view text, std::string_view title) {
  if (text.size() <= kSummary) return {};
  const std::string_view window = cut_text(text, kWindow);
  const std::vector<std::string_view> parts = paragraphs_of(window);
  const auto heads = [&](std::string_view part) {
    return part == title || (part.size() < kHeading && !has_stop(part));
  };
  auto first = std::ranges::find_if_not(parts, heads);
  if (first == parts.end()) first = parts.begin();  // a list, or verses
  std::string start;
  for (; first != parts.end() && start.size() <= kSummary; ++first)
    start.append(start.empty() ? "" : " ").append(*first);
  if (start.size() <= kSummary && window.size() == text.size()) return start;
  if (const std::size_t end = last_sentence(start); end > 0) return start.substr(0, end);
  std::string cut(trim_line_space(cut_text(start, kSummary - 4)));
  return cut + " ...";
}

std::string licence_name(std::string_view url) {
  constexpr std::string_view kHost = "creativecommons.org/";
  const std::size_t host = url.find(kHost);
  if (host == std::string_view::npos || (host > 0 && url[host - 1] != '/' && url[host - 1] != '.')) return {};
  std::array<std::string_view, 3> parts;  // "licenses", "by-sa", "4.0"
  std::string_view rest = url.substr(host + kHost.size());
  for (std::string_view& part : parts) {
    part = rest.substr(0, rest.find_first_of("/?#"));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  }
  const bool version =
      !parts[2].empty() && parts[2].find_first_not_of("0123456789.") == std::string_view::npos;
  if (!version) return {};
  if (parts[0] == "publicdomain" && parts[1] == "zero")
    return "Creative Commons Zero " + std::string(parts[2]);
  if (parts[0] == "publicdomain" && parts[1] == "mark") return "Public Domain Mark " + std::string(parts[2]);
  if (parts[0] != "licenses") return {};
  std::string name;
  for (std::string_view codes = parts[1]; !codes.empty();) {
    const std::string_view code = codes.substr(0, codes.find('-'));
    codes.remove_prefix(std::min(code.size() + 1, codes.size()));
    const char* const word = code == "by"   ? "Attribution"
                             : code == "nc" ? "NonCommercial"
                             : code == "nd" ? "NoDerivatives"
                             : code == "sa" ? "ShareAlike"
                                            : nullptr;
    if (word == nullptr) return {};
    name.append(name.empty() ? "Creative Commons " : "-").append(word);
  }
  return name.empty() ? name : name + " " + std::string(parts[2]);
}

}  // namespace bfa
