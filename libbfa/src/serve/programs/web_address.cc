// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/web_address.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/ascii.h"
#include "bfa/url/url.h"
#include "serve/data/archived_url.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 8> kModifiers = {"id_", "mp_", "if_", "fr_",
                                                        "im_", "cs_", "js_", "oe_"};

Error refused(std::string message, std::string_view where) {
  return {Code::kInvalidArgument, std::move(message), std::string(where.substr(0, 200)), -1};
}

// Two digits at `at`, or what stands for them, between `least` and `most`.
unsigned part_of(std::string_view digits, std::size_t at, std::string_view otherwise, unsigned least,
                 unsigned most) {
  unsigned value = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const char c = at + i < digits.size() ? digits[at + i] : otherwise[i];
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return std::clamp(value, least, most);
}

}  // namespace

Result<WebAddress> parse_web_address(std::string_view rest) {
  WebAddress out;
  const std::size_t slash = rest.find('/');
  std::string_view first = rest.substr(0, slash);
  const auto digits_end = first.find_first_not_of("0123456789");
  const std::string_view digits = first.substr(0, digits_end);
  const std::string_view modifier = first.substr(digits.size());
  const bool known = std::find(kModifiers.begin(), kModifiers.end(), modifier) != kModifiers.end();
  const bool timed = slash != std::string_view::npos && (known || (modifier.empty() && !digits.empty()));
  if (slash != std::string_view::npos && first.find('*') != std::string_view::npos) {
    out.list = true;
    return out;
  }
  if (timed) {
    if (!digits.empty() && (digits.size() < 4 || digits.size() > 14))
      return refused("a time of 4 to 14 digits is expected", first);
    out.digits = digits;
    out.modifier = modifier;
    rest.remove_prefix(slash + 1);
  } else if (!digits.empty() && !modifier.empty() && modifier.size() < 6 && modifier.ends_with('_')) {
    return refused("unknown modifier", first);
  }
  auto url = archived_url(rest);
  if (!url) return refused("an http or https address is expected behind the time", rest);
  out.url = std::move(*url);
  return out;
}

Result<UtcTime> time_of_digits(std::string_view digits) {
  if (digits.size() < 4 || digits.size() > 14 || !is_all_digits(digits))
    return refused("a time of 4 to 14 digits is expected", digits);
  namespace c = std::chrono;
  const int year = static_cast<int>(part_of(digits, 0, "00", 0, 99) * 100 + part_of(digits, 2, "00", 0, 99));
  const c::year_month month = c::year(year) / c::month(part_of(digits, 4, "01", 1, 12));
  const auto last = static_cast<unsigned>(c::year_month_day_last(month / c::last).day());
  const c::sys_days day = month / c::day(part_of(digits, 6, "01", 1, last));
  return UtcTime(day) + c::hours(part_of(digits, 8, "00", 0, 23)) +
         c::minutes(part_of(digits, 10, "00", 0, 59)) + c::seconds(part_of(digits, 12, "00", 0, 59));
}

std::string web_address(UtcTime time, std::string_view modifier, std::string_view url) {
  return "/web/" + format_cdx_time(time) + std::string(modifier) + "/" + header_safe_url(url);
}

std::string replay_origin_of(const ServeRequest& request, int port) {
  if (port == 0) return request.origin;
  const auto own = Url::parse(request.origin);
  if (!own) return request.origin;
  return std::string(own->scheme()) + "://" + std::string(own->host()) + ":" + std::to_string(port);
}

}  // namespace bfa
