// SPDX-License-Identifier: Apache-2.0
#include "serve/data/archived_url.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/ascii.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::size_t kTimeDigits = 14;

bool is_url_byte(char c) {
  return c > ' ' && c < '\x7f' && std::string_view("\"<>\\^`{|}").find(c) == std::string_view::npos;
}

bool starts_with_any_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && ascii_lower_case(text.substr(0, lower.size())) == lower;
}

// "http:/x", "http:x" and "http:///x" as "http://x"; nothing for another scheme.
std::optional<std::string> with_scheme(std::string_view text) {
  for (const std::string_view scheme : {"https:", "http:"}) {
    if (!starts_with_any_case(text, scheme)) continue;
    std::string_view rest = text.substr(scheme.size());
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of('/')));
    return std::string(scheme) + "//" + std::string(rest);
  }
  text.remove_prefix(std::min(text.size(), text.find_first_not_of('/')));
  // Without a scheme it is a host, with a port perhaps: "mailto:a@b.example" is neither.
  const std::string_view host = text.substr(0, text.find_first_of("/?#"));
  const std::string_view port = host.substr(std::min(host.size(), host.find(':', host.find(']') + 1)));
  if (host.find('@') != std::string_view::npos) return {};
  if (port.size() > 1 ? !parse_number(port.substr(1)).has_value() : !port.empty()) return {};
  return "http://" + std::string(text);
}

// The least and the greatest value of a field of two digits of which `digits` are given.
struct Bounds {
  int first, last;
};
std::optional<Bounds> field_bounds(std::string_view digits, int least, int most) {
  Bounds bounds{least, most};
  if (digits.size() == 1) {
    const int ten = (digits[0] - '0') * 10;
    bounds = {std::max(least, ten), std::min(most, ten + 9)};
  } else if (digits.size() == 2) {
    const int value = (digits[0] - '0') * 10 + (digits[1] - '0');
    bounds = {std::max(least, value), std::min(most, value)};
  }
  if (bounds.first > bounds.last) return {};
  return bounds;
}

std::string_view part_of(std::string_view digits, std::size_t at, std::size_t size) {
  return at < digits.size() ? digits.substr(at, size) : std::string_view();
}

Bounds year_bounds(std::string_view digits) {
  int first = 0, width = 1;
  for (std::size_t i = 0; i < 4; ++i) {
    first = first * 10 + (i < digits.size() ? digits[i] - '0' : 0);
    if (i >= digits.size()) width *= 10;
  }
  return {first, first + width - 1};
}

UtcTime instant(int year, int month, int day, const std::array<int, 3>& clock) {
  namespace chrono = std::chrono;
  const chrono::year_month_day date{chrono::year(year), chrono::month(static_cast<unsigned>(month)),
                                    chrono::day(static_cast<unsigned>(day))};
  return chrono::sys_days(date) + chrono::hours(clock[0]) + chrono::minutes(clock[1]) +
         chrono::seconds(clock[2]);
}

int days_of(int year, int month) {
  namespace chrono = std::chrono;
  const chrono::year_month_day_last last{chrono::year(year),
                                         chrono::month_day_last(chrono::month(static_cast<unsigned>(month)))};
  return static_cast<int>(static_cast<unsigned>(last.day()));
}

}  // namespace

std::string header_safe_url(std::string_view url) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : url) {
    if (is_url_byte(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

std::optional<std::string> archived_url(std::string_view rest_of_target) {
  if (rest_of_target.empty() || rest_of_target.size() > kMaxArchivedUrl) return {};
  std::string decoded;
  for (const std::string_view escaped : {"http%3a", "https%3a"}) {
    if (!starts_with_any_case(rest_of_target, escaped)) continue;
    decoded = percent_decode(rest_of_target);
    rest_of_target = decoded;
    break;
  }
  const auto whole = with_scheme(rest_of_target);
  if (!whole) return {};
  std::string url = header_safe_url(whole->substr(0, whole->find('#')));
  const auto parsed = Url::parse(url);
  if (!parsed || !parsed->is_http() || parsed->host().empty()) return {};
  return url;
}

std::optional<DigitTimes> parse_digit_times(std::string_view digits) {
  if (digits.empty() || digits.size() > kTimeDigits) return {};
  if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) return {};
  const Bounds years = year_bounds(digits);
  const auto months = field_bounds(part_of(digits, 4, 2), 1, 12);
  if (!months) return {};
  const std::string_view day = part_of(digits, 6, 2);
  const auto first_day = field_bounds(day, 1, days_of(years.first, months->first));
  const auto last_day = field_bounds(day, 1, days_of(years.last, months->last));
  if (!first_day || !last_day) return {};
  std::array<int, 3> first{}, last{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto bounds = field_bounds(part_of(digits, 8 + 2 * i, 2), 0, i == 0 ? 23 : 59);
    if (!bounds) return {};
    first[i] = bounds->first;
    last[i] = bounds->last;
  }
  DigitTimes times;
  times.first = instant(years.first, months->first, first_day->first, first);
  times.last = instant(years.last, months->last, last_day->last, last) + std::chrono::microseconds(999'999);
  return times;
}

std::string memento_path(UtcTime time, std::string_view url) {
  return "/web/" + format_cdx_time(time) + "/" + header_safe_url(url);
}

}  // namespace bfa
