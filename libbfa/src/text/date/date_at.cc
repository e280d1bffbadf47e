// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "text/date/calendars.h"
#include "text/date/number_words.h"

namespace bfa {
namespace {

constexpr int kFirstYear = 1000, kLastYear = 2999;
constexpr int kUnsetYear = 1;      // "January 1, 0001": see is_unset()
constexpr int kCenturyPivot = 69;  // RFC 2822 says 50; feeds and POSIX take 68 as 2068 and 69 as 1969
constexpr int kBuddhistOffset = 543;

// A month of the calendar that its name belongs to.
struct NamedMonth {
  DateCalendar calendar = DateCalendar::kGregorian;
  int month = 0, other = 0;
  std::size_t length = 0;
};

DateCalendar calendar_of(int value) {
  switch (value / 16) {
    case CalendarMonths::kPersian:
      return DateCalendar::kPersian;
    case CalendarMonths::kIslamic:
      return DateCalendar::kIslamic;
    default:
      return DateCalendar::kHebrew;
  }
}

class DateReader {
 public:
  DateReader(const DateTokens& tokens, std::string_view language, UtcTime now)
      : tokens_(tokens), language_(language), now_(now) {}

  std::optional<FoundDate> at(std::size_t pos) const {
    if (pos >= tokens_.size() || tokens_[pos].kind == DateToken::Kind::kMark) return std::nullopt;
    FoundDate date;
    date.begin = pos;
    const bool found = tokens_[pos].is_number()
                           ? year_first(pos, date) || spaced_numbers(pos, date) || numeric(pos, date) ||
                                 month_day_signs(pos, date) || day_month(pos, date) || month_first(pos, date)
                           : month_first(pos, date) || spelled_day(pos, date);
    if (!found) return std::nullopt;
    return date;
  }

 private:
  bool is_year(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].is_number() && tokens_[i].digits == 4 &&
           ((tokens_[i].value >= kFirstYear && tokens_[i].value <= kLastYear) ||
            tokens_[i].value == kUnsetYear);
  }
  bool is_small(std::size_t i, int max) const {
    return i < tokens_.size() && tokens_[i].is_number() && tokens_[i].digits <= 2 && tokens_[i].value >= 1 &&
           tokens_[i].value <= max;
  }
  bool is_day(std::size_t i) const { return is_small(i, 31) && !is_clock(i); }
  // A number that begins a time: "10:17", "10h", "10 pm".
  bool is_clock(std::size_t i) const {
    if (i + 1 < tokens_.size() && tokens_[i + 1].is_mark(U':') && i + 2 < tokens_.size() &&
        tokens_[i + 2].is_number())
      return true;
    return is_any_word(i + 1, {"pm", "am", "h", "uhr"});
  }
  // A year of two digits, where one is expected.
  bool is_short_year(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].is_number() && tokens_[i].digits == 2 && tokens_[i].value >= 0 &&
           !is_clock(i);
  }
  bool is_any_word(std::size_t i, std::initializer_list<std::string_view> words) const {
    return i < tokens_.size() && tokens_[i].kind == DateToken::Kind::kWord &&
           std::find(words.begin(), words.end(), tokens_[i].word) != words.end();
  }
  bool is_year_sign(std::size_t i) const { return is_any_word(i, {"\u5E74", "\uB144"}); }
  bool is_month_sign(std::size_t i) const { return is_any_word(i, {"\u6708", "\uC6D4"}); }
  bool is_day_sign(std::size_t i) const { return is_any_word(i, {"\u65E5", "\uC77C", "\u53F7", "\u865F"}); }
  bool is_separator(std::size_t i) const {
    return i < tokens_.size() &&
           (tokens_[i].is_mark(U'-') || tokens_[i].is_mark(U'/') || tokens_[i].is_mark(U'.') ||
            tokens_[i].is_mark(0x2010) || tokens_[i].is_mark(0x2011) || tokens_[i].is_mark(0x2013) ||
            tokens_[i].is_mark(0xFF0F) || tokens_[i].is_mark(0xFF0E));
  }
  bool has_word_of_script(std::size_t i, unsigned char lead, unsigned char second) const {
    return i < tokens_.size() && tokens_[i].word.size() > 1 &&
           static_cast<unsigned char>(tokens_[i].word[0]) == lead &&
           static_cast<unsigned char>(tokens_[i].word[1]) >= second &&
           static_cast<unsigned char>(tokens_[i].word[1]) < second + 2;
  }

  NamedMonth named_month(std::size_t i) const {
    const MonthMatch month = month_at(tokens_, i, language_);
    const NameMatch other = calendar_month_at(tokens_, i, language_);
    // A complete name of another calendar is preferred to an abbreviation in this one.
    if (other.value != 0 && other.length > month.length)
      return {calendar_of(other.value), other.value % 16, 0, other.length};
    return {DateCalendar::kGregorian, month.month, month.other, month.length};
  }

  // Past what is allowed between the parts of a date: ordinal endings, marks, a weekday, a short word or two
  // ("de", "of").
  std::size_t skip_between(std::size_t i) const {
    int words = 0;
    std::size_t marks = 0;
    for (; i < tokens_.size(); ++i) {
      const DateToken& token = tokens_[i];
      if (token.is_number()) break;
      if (token.kind == DateToken::Kind::kMark) {
        constexpr std::u32string_view kAllowed = U".,/-[]()'\u2019\u2013\u00BA\u00AA\u00B0\u060C\u3001\u05F3";
        if (kAllowed.find(token.mark) == std::u32string_view::npos || ++marks > 4) break;
        continue;
      }
      if (named_month(i).month != 0) break;
      if (token.word.size() > 8 || ++words > 2) {
        const NameMatch weekday = weekday_at(tokens_, i, language_);
        if (weekday.value == 0) break;
        i += weekday.length - 1;
      }
    }
    return i;
  }

  int short_year(int value) const { return value + (value < kCenturyPivot ? 2000 : 1900); }

  // The year that token `i` is, with the calendar of its script, the language or the words around it;
  // `calendar` is that of the month's name.
  int year_at(std::size_t i, DateCalendar& calendar) const {
    const DateToken& token = tokens_[i];
    int year = token.value;
    if (calendar == DateCalendar::kPersian)
      return token.digits > 2 ? year : year < 30 ? 1400 + year : 1300 + year;
    if (calendar == DateCalendar::kIslamic) return token.digits > 2 ? year : 1400 + year;
    if (calendar == DateCalendar::kHebrew) return year;
    if (token.digits == 2) {
      const auto begun = [&](int y) {
        return UtcTime(std::chrono::sys_days(std::chrono::year(y) / 1 / 1)) <= now_;
      };
      const int buddhist = 2500 + year - kBuddhistOffset;
      if (is_thai(i) && !begun(2000 + year) && begun(buddhist)) {
        calendar = DateCalendar::kBuddhist;
        return buddhist;
      }
      return short_year(year);
    }
    constexpr char32_t kArabicZero = 0x0660, kPersianZero = 0x06F0;
    const bool persian = language_.starts_with("fa") || language_.starts_with("prs") ||
                         (language_.empty() && token.zero == kPersianZero);
    const bool arabic = language_.starts_with("ar") || (language_.empty() && token.zero == kArabicZero) ||
                        is_any_word(i + 1, {"\u0647"});
    if (persian && year >= 1200 && year <= 1500) {
      calendar = DateCalendar::kPersian;
    } else if (arabic && year >= 1300 && year <= 1600) {
      calendar = DateCalendar::kIslamic;
    } else if (is_thai(i) && year >= 2400 && year <= 2700) {
      calendar = DateCalendar::kBuddhist;
      year -= kBuddhistOffset;
    }
    return year;
  }

  // Thai digits, or a Thai word near: the month's name, the era's.
  bool is_thai(std::size_t i) const {
    if (language_.starts_with("th") || tokens_[i].zero == 0x0E50) return true;
    for (std::size_t k = i - std::min<std::size_t>(i, 4); k < i; ++k)
      if (has_word_of_script(k, 0xE0, 0xB8)) return true;
    return false;
  }

  // 2026-01-31, 2026/1/31, 2026. 1. 31., 2026 January 31, 2026-Jan-31; with the signs for year, month and
  // day after the numbers (zh, ja, ko); "2015 c. 12 June".
  bool year_first(std::size_t i, FoundDate& date) const {
    const bool named = is_year_sign(i + 1);
    if (named && i < tokens_.size() && tokens_[i].digits == 3 && tokens_[i].value >= 90 &&
        tokens_[i].value <= 200 && is_small(i + 2, 12) && is_month_sign(i + 3)) {
      // A year of the Republic of China without its name.
      return signs_behind(i, tokens_[i].value + 1911, date);
    }
    if (!is_year(i)) return false;
    if ((named || is_separator(i + 1)) && is_small(i + 2, 12)) {
      const bool month_named = is_month_sign(i + 3);
      const bool joined =
          month_named || (is_separator(i + 3) && (named || tokens_[i + 3].mark == tokens_[i + 1].mark));
      if (joined && is_small(i + 4, 31)) {
        DateCalendar calendar = DateCalendar::kGregorian;
        const int year = year_at(i, calendar);
        return set(date, calendar, year, tokens_[i + 2].value, tokens_[i + 4].value,
                   i + 5 + (is_day_sign(i + 5) ? 1 : 0));
      }
      return named && month_named && signs_behind(i, tokens_[i].value, date);
    }
    const std::size_t at = skip_between(i + 1);
    NamedMonth month = named_month(at);
    if (month.month == 0) return at > i + 1 && year_day_month(i, at, date);
    const std::size_t day = skip_between(at + month.length);
    if (!is_day(day)) return false;
    const int year = year_at(i, month.calendar);
    return set_named(date, month, year, tokens_[day].value, day + 1);
  }

  bool year_day_month(std::size_t i, std::size_t day, FoundDate& date) const {
    if (!is_day(day)) return false;
    const std::size_t at = skip_between(day + 1);
    NamedMonth month = named_month(at);
    if (month.month == 0 || is_year(skip_between(at + month.length))) return false;
    const int year = year_at(i, month.calendar);
    return set_named(date, month, year, tokens_[day].value, at + month.length);
  }

  bool signs_behind(std::size_t i, int year, FoundDate& date) const {
    const bool has_day = is_small(i + 4, 31) && is_day_sign(i + 5);
    return set(date, DateCalendar::kGregorian, year, tokens_[i + 2].value, has_day ? tokens_[i + 4].value : 0,
               i + (has_day ? 6 : 4));
  }

  // "11 04 2020", as some feeds write it.
  bool spaced_numbers(std::size_t i, FoundDate& date) const {
    if (!is_small(i, 31) || !is_small(i + 1, 12) || !is_year(i + 2)) return false;
    return set(date, DateCalendar::kGregorian, tokens_[i + 2].value, tokens_[i + 1].value, tokens_[i].value,
               i + 3);
  }

  // 31/01/2026, 1/31/26, 31.1.2026, 31-01-2026, 26-01-31: every order in which the numbers are a day.
  bool numeric(std::size_t i, FoundDate& date) const {
    if (!(is_short_year(i) || is_small(i, 31)) || !is_separator(i + 1) || !is_small(i + 2, 31) ||
        !is_separator(i + 3))
      return false;
    if (tokens_[i + 1].mark != tokens_[i + 3].mark || !(is_year(i + 4) || is_short_year(i + 4))) return false;
    // "10.20.30.40" is an address or a version.
    const bool goes_on =
        is_separator(i + 5) && i + 6 < tokens_.size() && tokens_[i + 6].is_number() && !tokens_[i + 6].spaced;
    const bool goes_before =
        i >= 2 && is_separator(i - 1) && !tokens_[i].spaced && tokens_[i - 2].is_number();
    if (goes_on || goes_before) return false;
    date.end = i + 5;
    if (is_year(i + 4)) {
      DateCalendar calendar = DateCalendar::kGregorian;
      const int year = year_at(i + 4, calendar);
      if (calendar == DateCalendar::kPersian || calendar == DateCalendar::kIslamic)
        return set(date, calendar, year, tokens_[i + 2].value, tokens_[i].value, i + 5);
      date.calendar = calendar;
    }
    std::vector<CivilDate> readings = numeric_readings(i);
    if (readings.empty()) return set_short_islamic(i, date);
    date.date = readings.front();
    date.others.assign(readings.begin() + 1, readings.end());
    const auto order = date_order(language_);
    date.by_language = !date.others.empty() && !order.empty() && language_ != "en";
    return true;
  }

  // All days that the three numbers at `i` may be, the likeliest first.
  std::vector<CivilDate> numeric_readings(std::size_t i) const {
    const int a = tokens_[i].value, b = tokens_[i + 2].value, c = tokens_[i + 4].value;
    const bool all_short = tokens_[i + 4].digits == 2;
    DateCalendar calendar = DateCalendar::kGregorian;
    const int last_year = year_at(i + 4, calendar);
    const auto order = date_order(language_);
    std::vector<CivilDate> found;
    const auto add = [&](std::string_view form) {
      CivilDate day{last_year, form == "dmy" ? b : a, form == "dmy" ? a : b};
      if (form == "ymd") day = {short_year(a), b, c};
      if (join_date(day, {}) && day.month >= 1 && day.day >= 1 &&
          std::find(found.begin(), found.end(), day) == found.end())
        found.push_back(day);
    };
    const bool short_first = all_short && tokens_[i].digits == 2;
    // Between full stops the day comes first everywhere except in East Asia.
    const bool stops = tokens_[i + 1].is_mark(U'.');
    const bool east_asian =
        language_.starts_with("ja") || language_.starts_with("zh") || language_.starts_with("ko");
    if (order == "ymd" && short_first && (!stops || east_asian)) add("ymd");
    if (stops) {
      add("dmy");
      if (short_first && (found.empty() || order == "ymd")) add("ymd");
      return found;
    }
    if (!order.empty() && order != "ymd") add(order);
    add(order.empty() || order == "mdy" ? "mdy" : "dmy");
    add(order.empty() || order == "mdy" ? "dmy" : "mdy");
    if (short_first) add("ymd");
    if (order.empty() || language_ == "en") {
      std::vector<CivilDate> past, future;
      for (const CivilDate& day : found) {
        const bool is_past = join_date(day, {})->utc <= now_ + std::chrono::hours(48);
        (is_past ? past : future).push_back(day);
      }
      past.insert(past.end(), future.begin(), future.end());
      return past;
    }
    return found;
  }

  // "30-02-33" in Arabic, which is not a day of the Gregorian calendar.
  bool set_short_islamic(std::size_t i, FoundDate& date) const {
    if (!language_.starts_with("ar") || tokens_[i + 4].digits != 2) return false;
    return set(date, DateCalendar::kIslamic, 1400 + tokens_[i + 4].value, tokens_[i + 2].value,
               tokens_[i].value, i + 5);
  }

  // Month and day with their signs after them (zh, ja, ko).
  bool month_day_signs(std::size_t i, FoundDate& date) const {
    if (!is_small(i, 12) || !is_month_sign(i + 1) || !is_small(i + 2, 31) || !is_day_sign(i + 3))
      return false;
    return set_yearless(date, tokens_[i].value, 0, tokens_[i + 2].value, i + 4);
  }

  // 31 January 2026, 31. Jan. '26, 31 de enero de 2026, 31-Jan-2026, 31 January
  bool day_month(std::size_t i, FoundDate& date) const {
    return is_day(i) && day_before_month(tokens_[i].value, i + 1, date);
  }

  // The first of January 2026, the 23rd of Adar in Hebrew letters.
  bool spelled_day(std::size_t i, FoundDate& date) const {
    const NameMatch hebrew = hebrew_number_at(tokens_, i);
    if (hebrew.value >= 1 && hebrew.value <= 30 && day_before_month(hebrew.value, i + hebrew.length, date))
      return true;
    if (language_.empty() && !has_word_of_script(i, 0xD8, 0xA8) && !has_word_of_script(i, 0xDB, 0x8C) &&
        !has_word_of_script(i, 0xDA, 0x86))
      return false;
    const NameMatch day = number_words_at(tokens_, i, language_.empty() ? "fa" : language_);
    return day.value != 0 && day_before_month(day.value, i + day.length, date);
  }

  bool day_before_month(int day, std::size_t next, FoundDate& date) const {
    const std::size_t at = skip_between(next);
    NamedMonth month = named_month(at);
    if (month.month == 0) return false;
    const std::size_t end = at + month.length;
    const std::size_t year = skip_between(end);
    if (month.calendar == DateCalendar::kHebrew) return hebrew_year(year, end, month, day, date);
    if (is_year(year)) {
      const int value = year_at(year, month.calendar);
      return set_named(date, month, value, day, year + 1);
    }
    if (is_short_year(year) && year <= end + 2) {
      const int value = year_at(year, month.calendar);
      return set_named(date, month, value, day, year + 1);
    }
    return month.calendar == DateCalendar::kGregorian &&
           set_yearless(date, month.month, month.other, day, end);
  }

  bool hebrew_year(std::size_t year, std::size_t end, const NamedMonth& month, int day,
                   FoundDate& date) const {
    if (year < tokens_.size() && tokens_[year].is_number() && tokens_[year].value > 5000 &&
        tokens_[year].value < 6000)
      return set_named(date, month, tokens_[year].value, day, year + 1);
    for (std::size_t i = end; i < tokens_.size() && i <= end + 1; ++i) {
      const NameMatch letters = hebrew_number_at(tokens_, i);
      if (letters.value >= 100) return set_named(date, month, 5000 + letters.value, day, i + letters.length);
    }
    return false;
  }

  // January 31, 2026; Jan 31st 2026; January 2026; December 2019 1; Jan 31
  bool month_first(std::size_t i, FoundDate& date) const {
    NamedMonth month = named_month(i);
    if (month.month == 0 || month.calendar == DateCalendar::kHebrew) return false;
    const bool other_calendar = month.calendar != DateCalendar::kGregorian;
    const std::size_t next = skip_between(i + month.length);
    if (is_day(next)) {
      const std::size_t year = skip_between(next + 1);
      if (is_year(year)) {
        const int value = year_at(year, month.calendar);
        return set_named(date, month, value, tokens_[next].value, year + 1);
      }
      if (named_month(year).month != 0) return false;  // "mar. 01 dec.": a weekday, then the date
      const bool apostrophe = year > 0 && year < tokens_.size() &&
                              (tokens_[year - 1].is_mark(U'\'') || tokens_[year - 1].is_mark(0x2019));
      const bool near = year <= next + 2 && year > next &&
                        (apostrophe || tokens_[year - 1].is_mark(U',') || year == next + 1);
      if (is_short_year(year) && near) {
        const int value = year_at(year, month.calendar);
        return set_named(date, month, value, tokens_[next].value, year + 1);
      }
      return !other_calendar && set_yearless(date, month.month, month.other, tokens_[next].value, next + 1);
    }
    if (!is_year(next) || other_calendar) return false;
    const int value = year_at(next, month.calendar);
    const std::size_t day = skip_between(next + 1);
    if (is_day(day) && day == next + 1) return set_named(date, month, value, tokens_[day].value, day + 1);
    return set_named(date, month, value, 0, next + 1);
  }

  bool set_named(FoundDate& date, const NamedMonth& month, int year, int day, std::size_t end) const {
    if (!set(date, month.calendar, year, month.month, day, end)) return false;
    if (month.other != 0) date.others.push_back({date.date.year, month.other, day});
    return true;
  }

  bool set(FoundDate& date, DateCalendar calendar, int year, int month, int day, std::size_t end) const {
    date.calendar = calendar;
    date.end = end;
    date.date = {year, month, day};
    if (calendar == DateCalendar::kGregorian || calendar == DateCalendar::kBuddhist) return true;
    const auto civil = civil_day(calendar, year, month, day);
    if (!civil) return false;
    const std::chrono::year_month_day ymd(*civil);
    date.date = {static_cast<int>(ymd.year()), static_cast<int>(static_cast<unsigned>(ymd.month())),
                 static_cast<int>(static_cast<unsigned>(ymd.day()))};
    return true;
  }

  // Blogs leave the year out when it is the current one, or of the last twelve months.
  bool set_yearless(FoundDate& date, int month, int other, int day, std::size_t end) const {
    const std::chrono::year_month_day today(
        std::chrono::floor<std::chrono::days>(now_ + std::chrono::hours(24)));
    const auto last = [&](int m) {
      const auto current = static_cast<int>(static_cast<unsigned>(today.month()));
      const bool later =
          m > current || (m == current && day > static_cast<int>(static_cast<unsigned>(today.day())));
      return CivilDate{static_cast<int>(today.year()) - (later ? 1 : 0), m, day};
    };
    date.year_written = false;
    date.date = last(month);
    if (other != 0) date.others.push_back(last(other));
    date.end = end;
    return true;
  }

  const DateTokens& tokens_;
  const std::string_view language_;
  const UtcTime now_;
};

}  // namespace

std::optional<FoundDate> date_at(const DateTokens& tokens, std::size_t pos, std::string_view language,
                                 UtcTime now) {
  return DateReader(tokens, language, now).at(pos);
}

}  // namespace bfa
