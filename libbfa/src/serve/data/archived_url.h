// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/time.h"

namespace bfa {

// URLs and times in the addresses of archived pages: "/web/20260102030405/http://blog.example/?p=1".

inline constexpr std::size_t kMaxArchivedUrl = 16u << 10;  // bytes

// The URL that stands in the last part of a request-target, which is not decoded and has its query: kept as
// it is, but "http:/x" is read as "http://x", "blog.example/" as "http://blog.example/", and
// "http%3A%2F%2F..." is decoded once. Bytes that no URL has (controls, spaces, quotes, angle brackets, others
// than ASCII) become %XX, so that the result can stand in a header field or in HTML. Nothing for what is not
// an http or https URL with a host, and for more than kMaxArchivedUrl bytes. Thread-safe.
std::optional<std::string> archived_url(std::string_view rest_of_target);

// `url` with the bytes that no URL has as %XX: safe between the angle brackets of a Link field, in Location,
// and in an attribute of HTML between double quotes.
std::string header_safe_url(std::string_view url);

// A time of 1 to 14 digits, yyyymmddhhmmss: the instants that it may stand for, both ends included.
struct DigitTimes {
  UtcTime first{}, last{};
};
// Nothing when it is no such time: "202613", "2026x", 15 digits.
std::optional<DigitTimes> parse_digit_times(std::string_view digits);

// "/web/20260102030405/URL", with the URL as header_safe_url gives it.
std::string memento_path(UtcTime time, std::string_view url);

}  // namespace bfa
