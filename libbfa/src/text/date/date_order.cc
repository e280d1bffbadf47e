// SPDX-License-Identifier: Apache-2.0
#include "text/date/month_names.h"
#include "text/date/token_names.h"

namespace bfa {
namespace {

// English outside the United States writes the day first; CLDR's root of English is American.
bool is_day_first_english(std::string_view language) {
  constexpr std::string_view kRegions = "|gb|uk|au|nz|ie|in|za|sg|mt|hk|";
  if (!language.starts_with("en-") || language.size() != 5) return false;
  return kRegions.find("|" + std::string(language.substr(3)) + "|") != std::string_view::npos;
}

std::string_view order_of_pattern(std::string_view pattern) {
  const auto day = pattern.find('d'), month = pattern.find('M'), year = pattern.find('y');
  if (day == std::string_view::npos || month == std::string_view::npos || year == std::string_view::npos)
    return {};
  if (year < month) return "ymd";
  return month < day ? "mdy" : "dmy";
}

}  // namespace

std::string_view date_order(std::string_view language) {
  if (language.empty()) return {};
  if (is_day_first_english(language)) return "dmy";
  if (language == "fr-ca" || language == "en-ca") return {};  // all three are in use
  for (std::size_t i = 0; i < kDateStylesCount; ++i) {
    if (!same_language(kDateStyles[i].language, language)) continue;
    const auto patterns = kDateStyles[i].patterns;
    return order_of_pattern(patterns.substr(patterns.rfind('|') + 1));
  }
  return {};
}

}  // namespace bfa
