// SPDX-License-Identifier: Apache-2.0
#include "html/media_source.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "html/visibility.h"
#include "url/plain_href.h"

namespace bfa {
namespace {

// Attributes in which lazy loaders keep the real address until a script copies it to src: lazysizes, WP
// Rocket, Jetpack, jQuery.lazyload, and others by the same names.
constexpr auto kLazySets = std::to_array<std::string_view>({"data-srcset", "data-lazy-srcset"});
constexpr auto kLazySources = std::to_array<std::string_view>(
    {"data-src", "data-lazy-src", "data-original", "data-orig-file", "data-actualsrc"});
// Slider Revolution, slick, Echo.js, Cloudflare Mirage, Squarespace. These names are common: only values
// that look like an address count.
constexpr auto kLooseSources =
    std::to_array<std::string_view>({"data-lazyload", "data-lazy", "data-echo", "data-cfsrc", "data-image"});

bool looks_like_address(std::string_view text) {
  text = trim_html_space(text);
  return text.find('/') != std::string_view::npos && std::ranges::none_of(text, is_html_space);
}

// True for texts with a scheme other than http and https. Images within the page (data:) can have megabytes;
// this test leaves them out without a parser.
bool has_other_scheme(std::string_view text) {
  constexpr std::size_t kLongest = 24;
  const std::size_t colon = text.substr(0, kLongest).find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(text[0])) return false;
  const std::string_view scheme = text.substr(0, colon);
  const bool whole = std::ranges::all_of(
      scheme, [&](char c) { return is_letter_or_digit(c) || c == '+' || c == '-' || c == '.'; });
  return whole && !equals_ignoring_case(scheme, "http") && !equals_ignoring_case(scheme, "https");
}

}  // namespace

std::string absolute_url(std::string_view text, const Url& base) {
  text = trim_html_space(text);
  if (text.empty()) return {};
  if (std::string plain = plain_href(text, &base); !plain.empty()) return plain;
  if (has_other_scheme(text)) return {};
  const Result<Url> url = Url::parse(text, &base);
  if (!url || !url->is_http()) return {};
  return url->href();
}

std::string_view largest_of_srcset(std::string_view srcset) {
  const SrcsetCandidate* best = nullptr;
  const auto candidates = parse_srcset(srcset);
  for (const SrcsetCandidate& candidate : candidates) {
    const bool larger = best == nullptr || candidate.width > best->width ||
                        (candidate.width == best->width && candidate.density > best->density);
    if (larger) best = &candidate;
  }
  return best != nullptr ? best->url : std::string_view();
}

std::string image_url(const HtmlDocument& doc, HtmlDocument::NodeId node, const Url& base) {
  std::string url;
  const auto try_set = [&](std::string_view name) {
    const std::string_view value = doc.attribute(node, name);
    if (!value.empty()) url = absolute_url(largest_of_srcset(value), base);
    return !url.empty();
  };
  const auto try_source = [&](std::string_view name) {
    url = absolute_url(doc.attribute(node, name), base);
    return !url.empty();
  };
  const auto try_loose = [&](std::string_view name) {
    return looks_like_address(doc.attribute(node, name)) && try_source(name);
  };
  if (std::ranges::any_of(kLazySets, try_set) || try_set("srcset") ||
      std::ranges::any_of(kLazySources, try_source) || std::ranges::any_of(kLooseSources, try_loose))
    return url;
  try_source("src");
  return url;
}

}  // namespace bfa
