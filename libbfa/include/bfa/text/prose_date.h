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
  // All readings when ambiguous, the likeliest first: by the language's custom; without one, dates that are
  // not in the future before others, then month before day. Empty when there is only one reading.
  std::vector<Timestamp> readings;
  bool by_language = false;  // ambiguous, and `time` follows the custom of the language that was given
  // The text leaves out a part that was supplied: the year ("31 January": the last such day), the day of
  // "3 weeks ago" and of months and years, the country whose Islamic calendar it is (one day more or less).
  bool approximate = false;
  bool relative = false;  // counted from `now`
  DateCalendar calendar = DateCalendar::kGregorian;
};

// Reads a date of a feed: RFC 822/2822 and its common misspellings, W3CDTF, the short forms of ISO 8601,
// seconds since 1970, and month names in any language. Forms with several readings and years of other
// calendars are errors. Errors: kCorrupt. Thread-safe.
BFA_EXPORT Result<Timestamp> parse_feed_date(std::string_view text);

// Whether the date is one that programs write where none was set: a day of year 1 or before (Go and .NET
// write "0001-01-01T00:00:00Z"), or the first instant of Unix time. Thread-safe.
BFA_EXPORT bool is_unset(const Timestamp& time) noexcept;

// Finds the first date in `text` as blogs print them ("31 janvier 2026", "le 31/01/2026", "Jan 31st, 2026 at
// 5:04 pm", "3 days ago", "2026\u5E741\u670831\u65E5"). `language`: BCP 47 or empty for any; `now`: what
// relative dates count from. Months in all languages of CLDR; Japanese eras, Minguo and Buddhist years, the
// Persian, Hebrew and Islamic (Umm al-Qura) calendars. Only the first 64 KiB are searched. Returns nothing
// without a date that can be read with certainty (docs/dates.md), and without memory. Thread-safe. Source:
// the inverse of the targets in BlogForever Crawler, "Variations for authors, dates and comments".
BFA_EXPORT std::optional<ProseDate> find_prose_date(std::string_view text, std::string_view language,
                                                    UtcTime now);

// The forms in which a blog in `language` may print `time`: the paper's target strings for learning the date
// rule. Empty when memory runs out. Thread-safe.
BFA_EXPORT std::vector<std::string> date_renderings(const Timestamp& time, std::string_view language);

}  // namespace bfa
