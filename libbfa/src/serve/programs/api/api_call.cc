// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/api/api_call.h"

#include <chrono>

#include "base/ascii.h"
#include "bfa/object/filters.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

namespace chrono = std::chrono;

// "20260131102030", and its beginnings down to the year.
std::optional<UtcTime> parse_digits(std::string_view text, bool end) {
  if (text.size() != 14 || !is_all_digits(text)) return std::nullopt;
  const std::string spelled = std::string(text.substr(0, 4)) + "-" + std::string(text.substr(4, 2)) + "-" +
                              std::string(text.substr(6, 2)) + "T" + std::string(text.substr(8, 2)) + ":" +
                              std::string(text.substr(10, 2)) + ":" + std::string(text.substr(12, 2)) + "Z";
  const auto time = parse_rfc3339(spelled);
  if (!time) return std::nullopt;
  return end ? *time + chrono::seconds(1) - chrono::microseconds(1) : *time;
}

}  // namespace

std::optional<UtcTime> parse_api_time(std::string_view text, bool end) {
  if (auto time = parse_digits(text, end)) return time;
  const auto time = parse_timestamp(text);
  if (!time) return std::nullopt;
  return end ? last_instant_of(*time) : time->utc;
}

std::string host_of_blog(std::string_view blog) {
  const auto url = Url::parse(blog);
  return url ? std::string(url->host()) : ascii_lower_case(blog);
}

bool ApiCall::flag(std::string_view name) const {
  return query.value(name) == "1";
}

std::uint64_t ApiCall::number(std::string_view name, std::uint64_t otherwise) const {
  return parse_number(query.value(name)).value_or(otherwise);
}

std::optional<UtcTime> ApiCall::time(std::string_view name, bool end) const {
  return parse_api_time(query.value(name), end);
}

std::optional<ObjectKind> ApiCall::kind() const {
  return parse_listed_kind(query.value("kind"));
}

}  // namespace bfa
