// SPDX-License-Identifier: Apache-2.0
#include "object/json_scan.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "object/json_value.h"

namespace bfa {

bool JsonScan::take(char c) {
  if (!ok_ || pos_ >= text_.size() || text_[pos_] != c) return false;
  ++pos_;
  return true;
}

bool JsonScan::member(std::string_view name) {
  if (!ok_ || pos_ == 0) return false;
  const bool first = text_[pos_ - 1] == '{';
  const std::size_t start = pos_ + (first ? 1 : 2);  // after the comma and the quotation mark
  if (start + name.size() + 2 > text_.size()) return false;
  if (text_[start - 1] != '"' || (!first && text_[pos_] != ',')) return false;
  if (text_.substr(start, name.size()) != name) return false;
  if (text_[start + name.size()] != '"' || text_[start + name.size() + 1] != ':') return false;
  pos_ = start + name.size() + 2;
  return true;
}

// One escape, whose backslash is behind `pos_`.
void JsonScan::unescape(std::string& out) {
  constexpr std::string_view kNames = "\"\\/bfnrt", kBytes = "\"\\/\b\f\n\r\t";
  constexpr std::size_t kDigits = 4;
  const char c = pos_ < text_.size() ? text_[pos_++] : '\0';
  if (const std::size_t at = kNames.find(c); c != '\0' && at != std::string_view::npos) {
    out += kBytes[at];
    return;
  }
  const std::string_view digits = text_.substr(pos_, kDigits);
  unsigned value = 0x80;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (c != 'u' || digits.size() < kDigits || end.ptr != digits.data() + kDigits || value >= 0x80) {
    fail();
    return;
  }
  pos_ += kDigits;
  out += static_cast<char>(value);
}

std::string JsonScan::text_value() {
  std::string out;
  if (!take('"')) {
    fail();
    return out;
  }
  while (ok_) {
    const std::size_t end = skip_plain_json(text_, pos_);
    out.append(text_, pos_, end - pos_);
    pos_ = end;
    if (take('"')) return out;
    if (!take('\\')) {
      fail();
    } else {
      unescape(out);
    }
  }
  return out;
}

std::uint64_t JsonScan::number_value() {
  std::uint64_t value = 0;
  const char* const begin = text_.data() + pos_;
  const char* const last = text_.data() + text_.size();
  const auto [end, error] = std::from_chars(begin, last, value);
  const bool zeros = end - begin > 1 && *begin == '0';
  const bool more = end != last && (*end == '.' || *end == 'e' || *end == 'E');
  if (error != std::errc() || zeros || more) fail();
  if (ok_) pos_ += static_cast<std::size_t>(end - begin);
  return value;
}

void JsonScan::text(std::string_view name, std::string& out) {
  if (member(name)) out = text_value();
}

void JsonScan::number(std::string_view name, std::uint64_t& out) {
  if (member(name)) out = number_value();
}

void JsonScan::real(std::string_view name, double& out) {
  if (!member(name)) return;
  const std::size_t end = std::min(text_.find_first_of(",}", pos_), text_.size());
  const Json value = Json::parse(text_.substr(pos_, end - pos_), nullptr, false);
  if (!value.is_number()) {
    fail();
    return;
  }
  out = value.get<double>();
  pos_ = end;
}

void JsonScan::timestamp(std::string_view name, std::optional<Timestamp>& out) {
  if (!member(name)) return;
  const std::string value = text_value();
  auto time = parse_timestamp(value);
  if (time) {
    out = *time;
  } else {
    fail();
  }
}

void JsonScan::list(std::string_view name, std::vector<std::string>& out) {
  if (!member(name)) return;
  if (!take('[')) fail();
  if (take(']')) return;
  do {
    out.push_back(text_value());
  } while (take(','));
  if (!take(']')) fail();
}

void JsonScan::map(std::string_view name, std::map<std::string, std::string>& out) {
  if (!member(name)) return;
  if (!take('{')) fail();
  if (take('}')) return;
  do {
    std::string key = text_value();
    if (!take(':')) fail();
    if (!out.emplace(std::move(key), text_value()).second) fail();
  } while (take(','));
  if (!take('}')) fail();
}

}  // namespace bfa
