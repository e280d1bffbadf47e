// SPDX-License-Identifier: Apache-2.0
// The srcset attribute, step by step as the HTML standard parses it.
#include <algorithm>
#include <charconv>
#include <optional>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/html/content.h"
#include "html/visibility.h"

namespace bfa {
namespace {

std::size_t digits_at(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at - begin;
}

// HTML, "valid non-negative integer", above 0: a size of nothing is an error.
std::optional<std::uint32_t> parse_size(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (digits_at(text, 0) != text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return UINT32_MAX;
  return value > 0 ? std::optional(value) : std::nullopt;
}

// HTML, "valid floating-point number", not negative.
std::optional<double> parse_density(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits_at(text, at);
  at += whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = digits_at(text, at + 1);
    if (fraction == 0) return std::nullopt;
    at += 1 + fraction;
  } else if (whole == 0) {
    return std::nullopt;
  }
  if (at < text.size() && ascii_lower(text[at]) == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = digits_at(text, at);
    if (exponent == 0) return std::nullopt;
    at += exponent;
  }
  if (at != text.size()) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return std::nullopt;
  return value;
}

// The text between a candidate's URL and the comma after it.
class Descriptors {
 public:
  // One of them, without white space around it. False when the candidate is not valid any more.
  bool take(std::string_view text) {
    const char unit = text.back();
    const std::string_view number = text.substr(0, text.size() - 1);
    if (unit == 'w') return take_size(number, width_, width_ || density_);
    if (unit == 'h') return take_size(number, height_, height_ || density_);
    if (unit != 'x' || width_ || density_ || height_) return false;
    density_ = parse_density(number);
    return density_.has_value();
  }
  bool valid() const { return !height_ || width_; }
  std::uint32_t width() const { return width_.value_or(0); }
  double density() const { return width_ ? 0 : density_.value_or(1); }

 private:
  static bool take_size(std::string_view number, std::optional<std::uint32_t>& out, bool refused) {
    if (refused) return false;
    out = parse_size(number);
    return out.has_value();
  }

  std::optional<std::uint32_t> width_, height_;
  std::optional<double> density_;
};

// The end of the descriptor that begins at `at`: white space or a comma, unless in parentheses.
std::size_t descriptor_end(std::string_view text, std::size_t at) {
  for (bool in_parentheses = false; at < text.size(); ++at) {
    if (in_parentheses) {
      in_parentheses = text[at] != ')';
    } else if (text[at] == '(') {
      in_parentheses = true;
    } else if (is_html_space(text[at]) || text[at] == ',') {
      break;
    }
  }
  return at;
}

}  // namespace

std::vector<SrcsetCandidate> parse_srcset(std::string_view srcset) {
  return guarded_or_empty([&]() -> std::vector<SrcsetCandidate> {
    std::vector<SrcsetCandidate> candidates;
    for (std::size_t at = 0;;) {
      while (at < srcset.size() && (is_html_space(srcset[at]) || srcset[at] == ',')) ++at;
      if (at == srcset.size()) return candidates;
      const std::size_t begin = at;
      while (at < srcset.size() && !is_html_space(srcset[at])) ++at;
      std::string_view url = srcset.substr(begin, at - begin);
      Descriptors descriptors;
      bool valid = true;
      if (url.ends_with(',')) {
        while (url.ends_with(',')) url.remove_suffix(1);
      } else {
        for (;;) {
          while (at < srcset.size() && is_html_space(srcset[at])) ++at;
          const std::size_t end = descriptor_end(srcset, at);
          if (end > at) valid = valid && descriptors.take(srcset.substr(at, end - at));
          at = end;
          if (at == srcset.size() || srcset[at] == ',') break;
        }
      }
      if (valid && descriptors.valid())
        candidates.push_back({url, descriptors.width(), descriptors.density()});
    }
  });
}

}  // namespace bfa
