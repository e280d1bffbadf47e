// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>

#include "base/ascii.h"
#include "base/guard_parse.h"
#include "bfa/text/prose_date.h"
#include "text/date/date_tokens.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxTokens = 64;
constexpr int kKoreanZone = 9 * 60;

// Digits alone: seconds or milliseconds since 1970, yyyymmdd, yyyymmddhhmmss.
std::optional<Timestamp> read_digits(std::string_view text) {
  if (text.size() < 8 || text.size() > 14 || !is_all_digits(text)) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) value = value * 10 + (c - '0');
  if (text.size() == 9 || text.size() == 10)
    return Timestamp{UtcTime(std::chrono::seconds(value)), TimePrecision::kInstant};
  if (text.size() == 13) return Timestamp{UtcTime(std::chrono::milliseconds(value)), TimePrecision::kInstant};
  if (text.size() != 8 && text.size() != 14) return std::nullopt;
  std::string iso(text.substr(0, 4));
  iso.append("-").append(text.substr(4, 2)).append("-").append(text.substr(6, 2));
  if (text.size() == 14)
    iso.append("T")
        .append(text.substr(8, 2))
        .append(":")
        .append(text.substr(10, 2))
        .append(":")
        .append(text.substr(12, 2));
  const auto time = parse_timestamp(iso);
  return time ? std::optional(*time) : std::nullopt;
}

int number_of(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return value;
}

std::optional<Timestamp> as_timestamp(const std::string& iso) {
  const auto time = parse_timestamp(iso);
  return time ? std::optional(*time) : std::nullopt;
}

// "2003-335": the day of a year.
std::optional<Timestamp> read_ordinal(std::string_view year, std::string_view day) {
  const std::chrono::year y(number_of(year) + (year.size() == 2 ? 2000 : 0));
  const int number = number_of(day);
  if (number < 1 || number > (y.is_leap() ? 366 : 365)) return std::nullopt;
  return Timestamp{UtcTime(std::chrono::sys_days(y / 1 / 1) + std::chrono::days(number - 1)),
                   TimePrecision::kDay};
}

// The short forms of ISO 8601:1988, in which the century or the marks are left out: "-0312", "-03-12",
// "031201", "03335", "2003335", "2003-335", "20-04-10T05:00:00Z", "2003-12-31T192030+01:00".
std::optional<Timestamp> read_short_iso(std::string_view text) {
  if (text.size() == 5 && text[0] == '-' && is_all_digits(text.substr(1)))
    return as_timestamp("20" + std::string(text.substr(1, 2)) + "-" + std::string(text.substr(3)));
  if (text.size() == 6 && text[0] == '-' && text[3] == '-' && is_all_digits(text.substr(1, 2)) &&
      is_all_digits(text.substr(4)))
    return as_timestamp("20" + std::string(text.substr(1)));
  if (text.size() == 5 && is_all_digits(text)) return read_ordinal(text.substr(0, 2), text.substr(2));
  if (text.size() == 7 && is_all_digits(text)) return read_ordinal(text.substr(0, 4), text.substr(4));
  if (text.size() == 8 && text[4] == '-' && is_all_digits(text.substr(0, 4)) && is_all_digits(text.substr(5)))
    return read_ordinal(text.substr(0, 4), text.substr(5));
  if (text.size() == 6 && is_all_digits(text))
    return as_timestamp("20" + std::string(text.substr(0, 2)) + "-" + std::string(text.substr(2, 2)) + "-" +
                        std::string(text.substr(4)));
  const bool full = text.size() > 16 && text[4] == '-' && text[7] == '-' && text[10] == 'T';
  if (full && is_all_digits(text.substr(11, 6)))
    return as_timestamp(std::string(text.substr(0, 13)) + ":" + std::string(text.substr(13, 2)) + ":" +
                        std::string(text.substr(15)));
  if (text.size() < 9 || !is_all_digits(text.substr(0, 2)) || !is_all_digits(text.substr(3, 2)) ||
      text[2] != '-' || text[5] != '-' || text[8] != 'T')
    return std::nullopt;
  return as_timestamp("20" + std::string(text));
}

// Whether the text after the date may be a part of it that was not understood: a number, a word
// that touches it; or the time of a day that was not found.
bool doubtful(const DateTokens& tokens, const FoundTime& found) {
  for (std::size_t i = found.end; i < tokens.size(); ++i)
    if (tokens[i].is_number()) return true;
  const bool touching = found.end < tokens.size() && tokens[found.end].kind == DateToken::Kind::kWord &&
                        !tokens[found.end].spaced && !tokens[found.end].is_word("z");
  if (touching) return true;
  return found.date.time.precision == TimePrecision::kMonth &&
         std::any_of(tokens.begin(), tokens.end(),
                     [](const DateToken& token) { return token.is_mark(U':'); });
}

bool has_hangul(const DateTokens& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const DateToken& token) {
    return token.is_word("\uB144") || token.is_word("\uC6D4") || token.is_word("\uC77C") ||
           token.is_word("\uC624\uC804") || token.is_word("\uC624\uD6C4");
  });
}

std::optional<Timestamp> read_feed_date(std::string_view text) {
  if (const auto time = parse_timestamp(text)) return *time;
  if (auto time = read_digits(text)) return time;
  if (auto time = read_short_iso(text)) return time;
  const DateTokens tokens = date_tokens(text, kMaxTokens);
  if (tokens.size() == kMaxTokens) return std::nullopt;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto found = read_date(tokens, i, {}, UtcTime{});
    if (!found) {
      if (tokens[i].is_number()) return std::nullopt;
      continue;
    }
    if (!found->year_written || doubtful(tokens, *found)) return std::nullopt;
    if (found->date.ambiguous || found->date.calendar != DateCalendar::kGregorian) return std::nullopt;
    Timestamp time = found->date.time;
    if (time.precision == TimePrecision::kLocalTime && has_hangul(tokens)) {
      time.offset = std::chrono::minutes(kKoreanZone);
      time.utc -= time.offset;
      time.precision = TimePrecision::kInstant;
    }
    return time;
  }
  return std::nullopt;
}

}  // namespace

bool is_unset(const Timestamp& time) noexcept {
  constexpr UtcTime kYear2 = std::chrono::sys_days(std::chrono::year(2) / 1 / 1);
  return time.civil() < kYear2 || (time.precision == TimePrecision::kInstant && time.utc == UtcTime{});
}

Result<Timestamp> parse_feed_date(std::string_view text) {
  return guarded_parse([&]() -> Result<Timestamp> {
    const auto body = trim_c_space(text);
    if (const auto time = read_feed_date(body)) return *time;
    return Error{Code::kCorrupt, "not a date: \"" + std::string(body.substr(0, 64)) + "\"", {}, -1};
  });
}

}  // namespace bfa
