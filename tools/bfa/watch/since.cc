// SPDX-License-Identifier: Apache-2.0
#include "watch/since.h"

#include <charconv>
#include <chrono>
#include <optional>
#include <string_view>

namespace bfa::tool {
namespace {

constexpr long kMostDays = 100'000;  // more than any archive is old

std::optional<std::chrono::minutes> span_of(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  const char unit = text.back();
  text.remove_suffix(1);
  long count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 0) return std::nullopt;
  if (unit == 'd' && count <= kMostDays) return std::chrono::days(count);
  if (unit == 'h' && count <= kMostDays * 24) return std::chrono::hours(count);
  if (unit == 'm' && count <= kMostDays * 24 * 60) return std::chrono::minutes(count);
  return std::nullopt;
}

}  // namespace

Result<UtcTime> parse_since(const std::string& text, UtcTime now) {
  using std::chrono::days;
  const auto today = std::chrono::floor<days>(now);
  if (text == "today") return UtcTime(today);
  if (text == "yesterday") return UtcTime(today - days(1));
  if (const auto span = span_of(text)) return now - *span;
  const auto time = parse_timestamp(text);
  if (time) return time->utc;
  return Error{Code::kInvalidArgument,
               "not a time: '" + text +
                   "' (wanted: 2026-01-31T10:00:00Z, 2026-01-31, 2026-01, 2026, today, yesterday, 24h or 7d)",
               {},
               -1};
}

Result<std::chrono::minutes> parse_span(const std::string& text) {
  if (const auto span = span_of(text)) return *span;
  return Error{
      Code::kInvalidArgument, "not a length of time: '" + text + "' (wanted: 30m, 8h or 7d)", {}, -1};
}

}  // namespace bfa::tool
