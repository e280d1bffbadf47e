// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// The calendar in which a date was written; all are converted to the Gregorian one.
enum class DateCalendar : std::uint8_t { kGregorian, kBuddhist, kPersian, kIslamic, kHebrew };

// A date found in text.
struct ProseDate {
  Timestamp time;          // the likeliest reading
  bool ambiguous = false;  // the text has several readings ("03/04/05", "3 lis" is October or November)
  // All readings when ambiguous, the likeliest first: by the language's custom, else those not in the future,
  // else month before day. Empty when there is one only.
  std::vector<Timestamp> readings;
  bool by_language = false;  // ambiguous, and `time` follows the custom of the language that was given
  // The text leaves a part out that had to be supplied: the year ("31 January": the last such day), days
  // behind weeks, months and years ("3 weeks ago"), the country whose Islamic calendar it is (a day more or
  // less).
  bool approximate = false;
  bool relative = false;  // counted from `now`
  DateCalendar calendar = DateCalendar::kGregorian;
};

// Reads a date as feeds write them: RFC 822/2822 and its usual abuses, W3CDTF, ISO 8601's short forms,
// seconds since 1970, and names of months in any language. A form with several readings is refused, as is a
// year of another calendar. Errors: kCorrupt. Thread-safe.
BFA_EXPORT Result<Timestamp> parse_feed_date(std::string_view text);

// Finds the first date in `text` as blogs print them ("31 janvier 2026", "le 31/01/2026", "Jan 31st, 2026 at
// 5:04 pm", "3 days ago", "2026\u5E741\u670831\u65E5"). `language`: BCP 47 or empty for any; `now`: what
// relative dates count from. Months in all languages of CLDR; Japanese eras, Minguo and Buddhist years, the
// Persian, Hebrew and Islamic (Umm al-Qura) calendars. Only the first 64 KiB count. Nothing when there is no
// date, and where one cannot be told (docs/dates.md). Thread-safe, does not fail. Source: BlogForever
// Crawler, "Variations for authors, dates and comments" (targets), turned around.
BFA_EXPORT std::optional<ProseDate> find_prose_date(std::string_view text, std::string_view language,
                                                    UtcTime now);

// The forms in which a blog in `language` may print `time`, the paper's target strings for learning the date
// rule.
BFA_EXPORT std::vector<std::string> date_renderings(const Timestamp& time, std::string_view language);

}  // namespace bfa
