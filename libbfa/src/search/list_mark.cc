// SPDX-License-Identifier: Apache-2.0
#include "search/list_mark.h"

#include <charconv>
#include <optional>

namespace bfa {
namespace {

using Order = ObjectListQuery::Order;

Error bad_mark() {
  return {Code::kInvalidArgument, "`after` is not the mark of a page of this list", {}, -1};
}

char letter_of(Order order) {
  return order == Order::kPublished ? 'p' : order == Order::kChanged ? 'c' : 'k';
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4U];
    out += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return out;
}

std::optional<std::string> from_hex(std::string_view text) {
  std::string out;
  if (text.size() % 2 != 0) return {};
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + i + 2, value, 16);
    if (error != std::errc() || end != text.data() + i + 2) return {};
    out += static_cast<char>(value);
  }
  return out;
}

}  // namespace

std::string list_mark_text(Order order, const ListMark& mark) {
  const std::string letter(1, letter_of(order));
  if (order == Order::kKey) return letter + "." + hex(mark.key);
  return letter + "." + std::to_string(mark.sort) + "." + std::to_string(mark.id);
}

Result<ListMark> parse_list_mark(Order order, std::string_view text) {
  ListMark mark;
  if (text.size() < 3 || text[0] != letter_of(order) || text[1] != '.') return bad_mark();
  text.remove_prefix(2);
  if (order == Order::kKey) {
    auto key = from_hex(text);
    if (!key) return bad_mark();
    mark.key = std::move(*key);
    return mark;
  }
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return bad_mark();
  const auto read = [](std::string_view digits, std::int64_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  if (!read(text.substr(0, dot), mark.sort) || !read(text.substr(dot + 1), mark.id)) return bad_mark();
  return mark;
}

}  // namespace bfa
