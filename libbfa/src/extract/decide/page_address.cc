// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/page_address.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/words/phrase_table.h"

namespace bfa {
namespace {

// A page's number: one or two digits, not zero; 0 for other texts.
std::uint32_t number_of(std::string_view text) {
  if (text.empty() || text.size() > 2 || !std::all_of(text.begin(), text.end(), is_digit)) return 0;
  std::uint32_t number = 0;
  for (const char c : text) number = number * 10 + static_cast<std::uint32_t>(c - '0');
  return number;
}

bool is_page_name(std::string_view name) {
  const std::string folded = fold_case(name);
  const auto names = page_number_names();
  return std::find(names.begin(), names.end(), folded) != names.end();
}

std::optional<PageAddress> with_path(const Url& url, std::string_view path, std::uint32_t number,
                                     bool plain) {
  std::string text = url.origin() + std::string(path);
  if (url.has_query()) (text += '?') += url.query();
  Result<Url> first = Url::parse(text);
  if (!first || number == 0) return std::nullopt;
  return PageAddress{std::move(*first), number, plain};
}

std::optional<PageAddress> by_query(const Url& url) {
  std::string rest;
  std::uint32_t number = 0;
  for (std::string_view query = url.query(); !query.empty();) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
    if (number == 0 && is_page_name(pair.substr(0, equals)) && number_of(value) > 0) {
      number = number_of(value);
    } else {
      (rest += rest.empty() ? "?" : "&") += pair;
    }
  }
  if (number == 0) return std::nullopt;
  Result<Url> first = Url::parse(url.origin() + std::string(url.path()) + rest);
  if (!first) return std::nullopt;
  return PageAddress{std::move(*first), number, true};
}

// "/story/2/", "/story/page/2", "/story/page-2".
std::optional<PageAddress> by_segment(const Url& url) {
  std::string_view path = url.path();
  const bool slash = path.size() > 1 && path.ends_with('/');
  if (slash) path.remove_suffix(1);
  const std::size_t cut = path.rfind('/');
  if (cut == 0 || cut == std::string_view::npos) return std::nullopt;
  std::string_view name = path.substr(cut + 1);
  const std::size_t digits = name.size() - std::min(name.find_first_of("0123456789"), name.size());
  const std::uint32_t number = number_of(name.substr(name.size() - digits));
  if (number == 0) return std::nullopt;
  name.remove_suffix(digits);
  std::string_view before = path.substr(0, cut);
  if (name.empty()) {
    const std::size_t up = before.rfind('/');
    if (up != std::string_view::npos && up > 0 && is_page_name(before.substr(up + 1)))
      before = before.substr(0, up);
  } else {
    if (name.ends_with('-') || name.ends_with('_')) name.remove_suffix(1);
    if (!is_page_name(name)) return std::nullopt;
  }
  return with_path(url, std::string(before) + (slash ? "/" : ""), number, true);
}

// "/story-2.html", "/story_page2.html".
std::optional<PageAddress> by_file(const Url& url) {
  const std::string_view path = url.path();
  const std::size_t begin = path.rfind('/') + 1;
  const std::size_t dot = path.find('.', begin);
  if (dot == std::string_view::npos || dot == begin || !is_digit(path[dot - 1])) return std::nullopt;
  std::size_t digits = dot;
  while (digits > begin && is_digit(path[digits - 1])) --digits;
  std::string_view name = path.substr(begin, digits - begin);
  for (const std::string_view word : page_number_names()) {
    if (name.ends_with(word)) {
      name.remove_suffix(word.size());
      break;
    }
  }
  if (name.size() < 2 || std::string_view("-_,").find(name.back()) == std::string_view::npos)
    return std::nullopt;
  name.remove_suffix(1);
  return with_path(url,
                   std::string(path.substr(0, begin)) + std::string(name) + std::string(path.substr(dot)),
                   number_of(path.substr(digits, dot - digits)), false);
}

}  // namespace

std::optional<PageAddress> page_address(const Url& url) {
  if (!url.is_http()) return std::nullopt;
  if (url.has_query()) {
    if (auto found = by_query(url)) return found;
  }
  const std::string_view path = url.path();
  const std::string_view bare = path.substr(0, path.ends_with('/') ? path.size() - 1 : path.size());
  if (!bare.empty() && is_digit(bare.back())) return by_segment(url);
  return by_file(url);
}

}  // namespace bfa
