// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/record.h"

#include <array>

#include "base/ascii.h"
#include "base/guard.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"warcinfo", "response", "resource",   "request",
                                                    "metadata", "revisit",  "conversion", "continuation"};

std::string without_brackets(std::string_view value) {
  if (value.size() >= 2 && value.front() == '<' && value.back() == '>')
    value = value.substr(1, value.size() - 2);
  return std::string(value);
}

}  // namespace

std::string_view warc_type_name(WarcType type) {
  const auto index = static_cast<std::size_t>(type);
  return index < kNames.size() ? kNames[index] : "unknown";
}

std::string_view WarcHeader::field(std::string_view name) const {
  for (const auto& [key, value] : fields) {
    if (equals_ignoring_case(key, name)) return value;
  }
  return {};
}

WarcType WarcHeader::type() const {
  const std::string_view name = field("WARC-Type");
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (equals_ignoring_case(name, kNames[i])) return static_cast<WarcType>(i);
  }
  return WarcType::kUnknown;
}

std::string WarcHeader::record_id() const {
  return guarded_or_empty([&]() -> std::string { return without_brackets(field("WARC-Record-ID")); });
}

std::string WarcHeader::target_uri() const {
  return guarded_or_empty([&]() -> std::string { return without_brackets(field("WARC-Target-URI")); });
}

std::string WarcHeader::content_type() const {
  return guarded_or_empty([&]() -> std::string { return std::string(field("Content-Type")); });
}

std::optional<UtcTime> WarcHeader::date() const {
  const auto time = parse_timestamp(field("WARC-Date"));
  if (!time) return std::nullopt;
  return time->utc;
}

}  // namespace bfa
