// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>

#include "bfa/text/prose_date.h"
#include "text/date_tokens.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxTokens = 64;
constexpr int kKoreanZone = 9 * 60;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const auto begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// Digits alone: seconds or milliseconds since 1970, yyyymmdd, yyyymmddhhmmss.
std::optional<Timestamp> read_digits(std::string_view text) {
  if (text.size() < 8 || text.size() > 14 ||
      !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
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

// "20-04-10T05:00:00+00:00": the order of W3CDTF with two digits of the year.
std::optional<Timestamp> read_short_iso(std::string_view text) {
  const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  if (text.size() < 9 || !digit(0) || !digit(1) || text[2] != '-' || text[5] != '-' || text[8] != 'T')
    return std::nullopt;
  const auto time = parse_timestamp("20" + std::string(text));
  return time ? std::optional(*time) : std::nullopt;
}

// Whether something stands behind the date that may be a part of it that was not understood: a number, a word
// that touches it; or the time of a day that was not found.
bool doubtful(const DateTokens& tokens, const FoundTime& found) {
  for (std::size_t i = found.end; i < tokens.size(); ++i)
    if (tokens[i].is_number()) return true;
  const bool touching = found.end < tokens.size() && tokens[found.end].kind == DateToken::Kind::kWord &&
                        !tokens[found.end].spaced && !tokens[found.end].is_word("z");
  if (touching) return true;
  return found.time.precision == TimePrecision::kMonth &&
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
    Timestamp time = found->time;
    if (time.precision == TimePrecision::kLocalTime && has_hangul(tokens)) {
      time.utc -= std::chrono::minutes(kKoreanZone);
      time.precision = TimePrecision::kInstant;
    }
    return time;
  }
  return std::nullopt;
}

}  // namespace

Result<Timestamp> parse_feed_date(std::string_view text) {
  try {
    const auto body = trimmed(text);
    if (const auto time = read_feed_date(body)) return *time;
    return Error{Code::kCorrupt, "not a date: \"" + std::string(body.substr(0, 64)) + "\"", {}, -1};
  } catch (const std::bad_alloc&) {
    return Error{Code::kIo, "out of memory", {}, -1};
  }
}

}  // namespace bfa
