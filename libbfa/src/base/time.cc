// SPDX-License-Identifier: Apache-2.0
#include "bfa/base/time.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/guard_parse.h"

namespace bfa {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::sys_days;

constexpr std::array<std::string_view, 7> kWeekdays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct Civil {
  int year = 0;
  unsigned month = 1, day = 1, weekday = 0;
  int hour = 0, minute = 0, second = 0, microsecond = 0;
};

Civil to_civil(UtcTime time) {
  const auto date = floor<days>(time);
  const std::chrono::year_month_day ymd(date);
  const std::chrono::hh_mm_ss<microseconds> clock(time - date);
  Civil civil;
  civil.year = static_cast<int>(ymd.year());
  civil.month = static_cast<unsigned>(ymd.month());
  civil.day = static_cast<unsigned>(ymd.day());
  civil.weekday = std::chrono::weekday(date).c_encoding();
  civil.hour = static_cast<int>(clock.hours().count());
  civil.minute = static_cast<int>(clock.minutes().count());
  civil.second = static_cast<int>(clock.seconds().count());
  civil.microsecond = static_cast<int>(clock.subseconds().count());
  return civil;
}

// Nothing when the day or the time of day does not exist; a leap second is the first second of the next
// minute.
std::optional<UtcTime> from_civil(const Civil& civil) {
  const std::chrono::year_month_day ymd{std::chrono::year(civil.year), std::chrono::month(civil.month),
                                        std::chrono::day(civil.day)};
  if (!ymd.ok() || civil.hour > 23 || civil.minute > 59 || civil.second > 60) return std::nullopt;
  return UtcTime(sys_days(ymd)) + hours(civil.hour) + minutes(civil.minute) + seconds(civil.second) +
         microseconds(civil.microsecond);
}

template <class... Args>
std::string format(const char* pattern, Args... args) {
  std::array<char, 96> buffer{};
  const int n = std::snprintf(buffer.data(), buffer.size(), pattern, args...);
  return std::string(buffer.data(), static_cast<std::size_t>(std::max(n, 0)));
}

// Reads fixed forms from left to right; every step returns whether it fitted.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return pos_ == text_.size(); }
  bool literal(std::string_view wanted) {
    if (text_.substr(pos_, wanted.size()) != wanted) return false;
    pos_ += wanted.size();
    return true;
  }
  bool any_of(std::string_view wanted) {
    if (at_end() || wanted.find(text_[pos_]) == std::string_view::npos) return false;
    ++pos_;
    return true;
  }
  // Exactly `digits` digits.
  template <class Int>
  bool number(int digits, Int& out) {
    Int value = 0;
    for (int i = 0; i < digits; ++i, ++pos_) {
      if (at_end() || !is_digit(text_[pos_])) return false;
      value = static_cast<Int>(value * 10 + static_cast<Int>(text_[pos_] - '0'));
    }
    out = value;
    return true;
  }
  // A run of letters.
  std::string_view word() {
    const auto begin = pos_;
    while (!at_end() && is_letter(text_[pos_])) ++pos_;
    return text_.substr(begin, pos_ - begin);
  }
  // The digits of a fraction, of any length, cut to microseconds; without a digit it does not fit.
  bool fraction(int& microsecond) {
    int value = 0, digits = 0;
    for (; !at_end() && is_digit(text_[pos_]); ++pos_, ++digits)
      if (digits < 6) value = value * 10 + (text_[pos_] - '0');
    for (int i = digits; i < 6; ++i) value *= 10;
    microsecond = value;
    return digits > 0;
  }

 private:
  std::string_view text_;
  std::size_t pos_ = 0;
};

// "Z", "+01:00", "+0100", "+01"; the offset is civil time minus UTC.
bool read_zone(Cursor& in, minutes& offset) {
  if (in.any_of("Zz")) return true;
  const bool ahead = in.literal("+");
  if (!ahead && !in.literal("-")) return false;
  int h = 0, m = 0;
  if (!in.number(2, h)) return false;
  if (in.literal(":")) {
    if (!in.number(2, m)) return false;
  } else if (!in.at_end() && !in.number(2, m)) {
    return false;
  }
  if (h > 23 || m > 59) return false;
  offset = ahead ? minutes(h * 60 + m) : -minutes(h * 60 + m);
  return true;
}

std::optional<Timestamp> finish(const Civil& civil, TimePrecision precision, minutes offset = minutes(0)) {
  const auto utc = from_civil(civil);
  if (!utc) return std::nullopt;
  return Timestamp{*utc - offset, precision, offset};
}

std::optional<Timestamp> read_timestamp(std::string_view text) {
  Cursor in(text);
  Civil civil;
  if (!in.number(4, civil.year)) return std::nullopt;
  if (in.at_end()) return finish(civil, TimePrecision::kYear);
  if (!in.literal("-") || !in.number(2, civil.month)) return std::nullopt;
  if (in.at_end()) return finish(civil, TimePrecision::kMonth);
  if (!in.literal("-") || !in.number(2, civil.day)) return std::nullopt;
  if (in.at_end()) return finish(civil, TimePrecision::kDay);
  if (!in.any_of("Tt ") || !in.number(2, civil.hour) || !in.literal(":") || !in.number(2, civil.minute))
    return std::nullopt;
  if (in.literal(":")) {
    if (!in.number(2, civil.second)) return std::nullopt;
    if (in.any_of(".,") && !in.fraction(civil.microsecond)) return std::nullopt;
  }
  if (in.at_end()) return finish(civil, TimePrecision::kLocalTime);
  minutes offset(0);
  if (!read_zone(in, offset) || !in.at_end()) return std::nullopt;
  return finish(civil, TimePrecision::kInstant, offset);
}

bool read_month(Cursor& in, unsigned& month) {
  const auto found = std::find(kMonths.begin(), kMonths.end(), in.word());
  month = static_cast<unsigned>(found - kMonths.begin()) + 1;
  return found != kMonths.end();
}

bool read_clock(Cursor& in, Civil& civil) {
  return in.number(2, civil.hour) && in.literal(":") && in.number(2, civil.minute) && in.literal(":") &&
         in.number(2, civil.second);
}

// RFC 9110: a two-digit year that seems more than 50 years ahead is the past one. The pivot is fixed at 1970
// so that the reading of an archive never changes: no HTTP date is older than that.
int full_year(int two_digits) {
  return two_digits < 70 ? 2000 + two_digits : 1900 + two_digits;
}

// "Sun, 06 Nov 1994 08:49:37 GMT" and "Sunday, 06-Nov-94 08:49:37 GMT", after the weekday and the comma.
bool read_comma_form(Cursor& in, Civil& civil) {
  if (!in.literal(" ") || !in.number(2, civil.day)) return false;
  if (in.literal(" ")) {
    if (!read_month(in, civil.month) || !in.literal(" ") || !in.number(4, civil.year)) return false;
  } else {
    if (!in.literal("-") || !read_month(in, civil.month) || !in.literal("-") || !in.number(2, civil.year))
      return false;
    civil.year = full_year(civil.year);
  }
  return in.literal(" ") && read_clock(in, civil) && in.literal(" ") &&
         (in.literal("GMT") || in.literal("UTC"));
}

// "Sun Nov  6 08:49:37 1994", after the weekday.
bool read_asctime_form(Cursor& in, Civil& civil) {
  if (!in.literal(" ") || !read_month(in, civil.month) || !in.literal(" ")) return false;
  if (in.literal(" ") ? !in.number(1, civil.day) : !in.number(2, civil.day)) return false;
  return in.literal(" ") && read_clock(in, civil) && in.literal(" ") && in.number(4, civil.year);
}

class SystemClock final : public Clock {
 public:
  UtcTime now() override { return floor<microseconds>(std::chrono::system_clock::now()); }
};

class FixedClock final : public Clock {
 public:
  explicit FixedClock(UtcTime time) : time_(time) {}
  UtcTime now() override { return time_; }

 private:
  UtcTime time_;
};

Error corrupt(const char* wanted, std::string_view seen) {
  return Error{
      Code::kCorrupt, std::string("not ") + wanted + ": \"" + std::string(seen.substr(0, 64)) + "\"", {}, -1};
}

Result<UtcTime> read_http_date(std::string_view text) {
  Cursor in(text);
  Civil civil;
  const auto weekday = in.word();
  const bool known = std::any_of(kWeekdays.begin(), kWeekdays.end(), [&](std::string_view name) {
    return equals_ignoring_case(name, weekday) || equals_ignoring_case(name.substr(0, 3), weekday);
  });
  // A weekday that contradicts the date is accepted: some servers have a wrong table, and the date is right.
  const bool fits = known && (in.literal(",") ? read_comma_form(in, civil) : read_asctime_form(in, civil));
  if (!fits || !in.at_end()) return corrupt("an HTTP date", text);
  const auto utc = from_civil(civil);
  if (!utc) return corrupt("an existing day and time", text);
  return *utc;
}

// "+01:00"; |offset| < 100 hours.
std::string offset_text(minutes offset) {
  const auto count = static_cast<int>(std::abs(offset.count()));
  return format("%c%02d:%02d", offset < minutes(0) ? '-' : '+', count / 60, count % 60);
}

// Writes `value`, 0 to 99, at `at`.
void put_two_digits(std::string& out, std::size_t at, int value) {
  out[at] = static_cast<char>('0' + value / 10);
  out[at + 1] = static_cast<char>('0' + value % 10);
}

}  // namespace

std::string format_rfc3339(UtcTime time) {
  return guarded_or_empty([&]() -> std::string {
    const Civil c = to_civil(time);
    std::string out;
    if (c.year >= 0 && c.year <= 9999) {
      out = "0000-00-00T00:00:00";
      put_two_digits(out, 0, c.year / 100);
      put_two_digits(out, 2, c.year % 100);
      put_two_digits(out, 5, static_cast<int>(c.month));
      put_two_digits(out, 8, static_cast<int>(c.day));
      put_two_digits(out, 11, c.hour);
      put_two_digits(out, 14, c.minute);
      put_two_digits(out, 17, c.second);
    } else {
      out = format("%04d-%02u-%02uT%02d:%02d:%02d", c.year, c.month, c.day, c.hour, c.minute, c.second);
    }
    if (c.microsecond != 0) {
      out += format(".%06d", c.microsecond);
      while (out.back() == '0') out.pop_back();
    }
    return out + "Z";
  });
}

std::string format_timestamp(const Timestamp& time) {
  return guarded_or_empty([&]() -> std::string {
    const Civil c = to_civil(time.utc);
    switch (time.precision) {
      case TimePrecision::kYear:
        return format("%04d", c.year);
      case TimePrecision::kMonth:
        return format("%04d-%02u", c.year, c.month);
      case TimePrecision::kDay:
        return format("%04d-%02u-%02u", c.year, c.month, c.day);
      case TimePrecision::kLocalTime: {
        std::string out = format_rfc3339(time.utc);
        out.pop_back();
        return out;
      }
      case TimePrecision::kInstant: {
        if (time.offset == minutes(0)) break;
        std::string out = format_rfc3339(time.civil());
        out.pop_back();
        return out + offset_text(time.offset);
      }
    }
    return format_rfc3339(time.utc);
  });
}

Result<Timestamp> parse_timestamp(std::string_view text) {
  if (const auto time = read_timestamp(text)) return *time;
  return guarded([&]() -> Result<Timestamp> { return corrupt("a date of RFC 3339 or W3CDTF", text); });
}

Result<UtcTime> parse_rfc3339(std::string_view text) {
  const auto time = read_timestamp(text);
  if (time && time->precision == TimePrecision::kInstant) return time->utc;
  return guarded([&]() -> Result<UtcTime> { return corrupt("an instant of RFC 3339", text); });
}

std::string format_cdx_time(UtcTime time) {
  return guarded_or_empty([&]() -> std::string {
    const Civil c = to_civil(time);
    return format("%04d%02u%02u%02d%02d%02d", c.year, c.month, c.day, c.hour, c.minute, c.second);
  });
}

std::string format_http_date(UtcTime time) {
  return guarded_or_empty([&]() -> std::string {
    const Civil c = to_civil(time);
    std::string date(kWeekdays[c.weekday].substr(0, 3));
    date.append(format(", %02u ", c.day)).append(kMonths[c.month - 1]);
    return date + format(" %04d %02d:%02d:%02d GMT", c.year, c.hour, c.minute, c.second);
  });
}

Result<UtcTime> parse_http_date(std::string_view text) {
  return guarded_parse([&] { return read_http_date(text); });
}

Clock& system_clock() {
  static SystemClock clock;
  return clock;
}

std::unique_ptr<Clock> make_fixed_clock(UtcTime time) {
  return guarded_or_empty([&]() -> std::unique_ptr<Clock> { return std::make_unique<FixedClock>(time); });
}

}  // namespace bfa
