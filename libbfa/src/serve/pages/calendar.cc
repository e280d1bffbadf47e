// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/calendar.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <map>

#include "serve/pages/site_page.h"

namespace bfa::pages {
namespace {

constexpr std::array<const char*, 12> kMonths = {"January",   "February", "March",    "April",
                                                 "May",       "June",     "July",     "August",
                                                 "September", "October",  "November", "December"};
constexpr std::array<std::pair<const char*, const char*>, 7> kDays = {{{"Mo", "Monday"},
                                                                       {"Tu", "Tuesday"},
                                                                       {"We", "Wednesday"},
                                                                       {"Th", "Thursday"},
                                                                       {"Fr", "Friday"},
                                                                       {"Sa", "Saturday"},
                                                                       {"Su", "Sunday"}}};

std::string two_digits(unsigned number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

std::uint64_t weight(const DayCounts& day, bool captures_only) {
  return captures_only ? day.captures : day.posts + day.edits;
}

class MonthTables {
 public:
  explicit MonthTables(const Calendar& calendar) : calendar_(calendar) {
    for (const DayCounts& day : calendar.days) {
      days_[day.day] = &day;
      most_ = std::max(most_, weight(day, calendar.captures_only));
    }
  }

  Markup month(unsigned number) const {
    Markup heads, rows, row;
    for (const auto& [name, full] : kDays) heads += element("th", {{"scope", "col"}, {"abbr", full}}, name);
    const std::chrono::sys_days first =
        std::chrono::year(calendar_.year) / static_cast<int>(number) / std::chrono::day(1);
    const unsigned before = std::chrono::weekday(first).iso_encoding() - 1;
    const unsigned length = static_cast<unsigned>(
        (std::chrono::year(calendar_.year) / static_cast<int>(number) / std::chrono::last).day());
    for (unsigned i = 0; i < before; ++i) row += element("td", {});
    for (unsigned day = 1; day <= length; ++day) {
      row += cell(number, day);
      if ((before + day) % 7 == 0 || day == length) {
        rows += element("tr", {}, row);
        row = {};
      }
    }
    return element(
        "table", {{"class", "month"}},
        element("caption", {}, std::string(kMonths[number - 1]) + " " + std::to_string(calendar_.year)),
        element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows));
  }

 private:
  Markup cell(unsigned month, unsigned day) const {
    const std::string date = std::to_string(calendar_.year) + "-" + two_digits(month) + "-" + two_digits(day);
    const Markup number = element("span", {{"class", "day"}}, std::to_string(day));
    const auto at = days_.find(date);
    if (at == days_.end()) return element("td", {}, number);
    const std::string sentence = day_sentence(*at->second, calendar_.captures_only);
    return element(
        "td", {{"class", "level" + std::to_string(level(*at->second))}},
        element("a", {{"href", calendar_.address(date)}, {"title", date + ": " + sentence}}, number,
                element("span", {{"class", "marks"}, {"aria-hidden", "true"}}, marks(*at->second)),
                element("span", {{"class", "hidden"}}, ", " + sentence)));
  }

  // 0: captures only, to 4.
  unsigned level(const DayCounts& day) const {
    const std::uint64_t count = weight(day, calendar_.captures_only);
    if (count == 0) return 0;
    return most_ <= 4 ? static_cast<unsigned>(count) : static_cast<unsigned>(1 + (count - 1) * 4 / most_);
  }

  std::string marks(const DayCounts& day) const {
    if (calendar_.captures_only) return day.captures > 1 ? std::to_string(day.captures) : "";
    std::string out;
    if (day.posts > 0) out += "\xe2\x96\xa0";
    if (day.edits > 0) out += "\xe2\x96\xb2";
    if (out.empty()) out = "\xc2\xb7";
    return out;
  }

  const Calendar& calendar_;
  std::map<std::string, const DayCounts*> days_;
  std::uint64_t most_ = 0;
};

}  // namespace

std::string day_sentence(const DayCounts& day, bool captures_only) {
  if (captures_only) return counted(day.captures, "capture");
  std::string out;
  const auto add = [&out](std::uint64_t count, std::string_view name) {
    if (count > 0) out += (out.empty() ? "" : ", ") + counted(count, name);
  };
  add(day.posts, "post");
  add(day.edits, "edit");
  add(day.captures, "capture");
  return out;
}

Markup calendar_markup(const Calendar& calendar) {
  // Years outside of these are not dates of blogs, and tables of them cost time only.
  if (calendar.year < 1900 || calendar.year > 2200) return {};
  const MonthTables tables(calendar);
  Markup months;
  for (unsigned month = 1; month <= 12; ++month) months += tables.month(month);
  Markup legend = element(
      "p", {{"class", "legend"}},
      "\xe2\x96\xa0 published \xc2\xa0 \xe2\x96\xb2 edited \xc2\xa0 \xc2\xb7 visited only. The darker "
      "the day, the more.");
  if (calendar.captures_only)
    legend = element("p", {{"class", "legend"}}, "Numbers: captures of a day, from two on.");
  return element("div", {{"class", "calendar"}}, element("div", {{"class", "months"}}, months), legend);
}

std::vector<std::pair<int, std::uint64_t>> years_of(const std::vector<DayCounts>& days) {
  std::vector<std::pair<int, std::uint64_t>> years;
  for (const DayCounts& day : days) {
    const int year = std::atoi(day.day.substr(0, 4).c_str());
    if (years.empty() || years.back().first != year) years.emplace_back(year, 0);
    years.back().second += day.posts + day.edits + day.captures;
  }
  return years;
}

Markup year_links(const std::vector<std::pair<int, std::uint64_t>>& years, int chosen,
                  const std::function<std::string(int)>& address) {
  if (years.size() < 2) return {};
  Markup items;
  for (const auto& [year, count] : years) {
    items +=
        element("li", {},
                element("a", {{"href", address(year)}, if_set("aria-current", year == chosen ? "true" : "")},
                        std::to_string(year)));
  }
  return element("nav", {{"class", "years"}, {"aria-label", "Years"}}, element("ul", {}, items));
}

}  // namespace bfa::pages
