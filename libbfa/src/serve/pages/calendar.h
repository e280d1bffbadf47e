// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bfa/search/catalogue.h"
#include "serve/pages/markup.h"

namespace bfa::pages {

// A year as tables of months, whose days are links. How much there was shows in the shade, in a mark and in
// the name of the link.
struct Calendar {
  int year = 0;
  std::vector<DayCounts> days;  // of that year, in order
  std::function<std::string(const std::string& day)> address;
  bool captures_only = false;  // days count captures alone
};
Markup calendar_markup(const Calendar& calendar);

// The years of days or months in order, with how much was in each.
std::vector<std::pair<int, std::uint64_t>> years_of(const std::vector<DayCounts>& days);
// Links to the years; the chosen one is marked.
Markup year_links(const std::vector<std::pair<int, std::uint64_t>>& years, int chosen,
                  const std::function<std::string(int)>& address);

// "1 post, 2 edits, 3 captures".
std::string day_sentence(const DayCounts& day, bool captures_only);

}  // namespace bfa::pages
