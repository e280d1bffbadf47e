// SPDX-License-Identifier: Apache-2.0
#include "feed/address.h"

#include <algorithm>

#include "base/ascii.h"
#include "feed/names.h"

namespace bfa {
namespace {

constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";

// The scheme in lower case, without the blanks and controls that browsers ignore; empty when the text has no
// scheme.
std::string scheme_of(std::string_view text) {
  std::string scheme;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= 0x20) continue;
    if (c == ':') return ascii_lower_case(scheme);
    const bool is_scheme_char = is_letter_or_digit(c) || c == '+' || c == '-' || c == '.';
    if (!is_scheme_char || scheme.size() > 32) return {};
    scheme += c;
  }
  return {};
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != '\x7f' && c != '\\' && c != '"' && c != '<' &&
           c != '>';
  });
}

}  // namespace

bool is_script_address(std::string_view text) {
  const std::string scheme = scheme_of(text);
  if (scheme == "data") {
    const std::string lower = ascii_lower_case(trim_c_space(text).substr(0, 32));
    return !lower.starts_with("data:image/") || lower.starts_with("data:image/svg");
  }
  return scheme == "javascript" || scheme == "vbscript" || scheme == "livescript" || scheme == "mocha";
}

bool is_http_address(std::string_view text) {
  const std::string scheme = scheme_of(text);
  return scheme == "http" || scheme == "https";
}

const std::string BaseAddress::kNothing;

BaseAddress::BaseAddress(std::string_view url, std::string_view language) {
  set_language(language);
  const std::string_view trimmed = trim_c_space(url);
  if (trimmed.empty()) return;
  auto parsed = Url::parse(trimmed);
  if (!parsed) return;
  place_ = std::make_shared<const Place>(Place{*std::move(parsed), std::string(trimmed)});
}

void BaseAddress::set_language(std::string_view language) {
  if (language.empty()) {
    language_.reset();
  } else {
    language_ = std::make_shared<const std::string>(language);
  }
}

BaseAddress BaseAddress::within(const XmlNode& node) const {
  BaseAddress out = *this;
  for (const XmlNode::Attribute& a : node.attributes) {
    if (a.name == "base" && a.ns == kXmlNamespace && !trim_c_space(a.value).empty()) {
      const BaseAddress inner(resolve(a.value));
      if (inner.known()) out.place_ = inner.place_;
    }
    // An empty xml:lang means that the language is not known. Feeds also use plain `lang`.
    if (a.name == "lang" && (a.ns == kXmlNamespace || a.ns.empty())) {
      std::string tag(trim_c_space(a.value));
      std::replace(tag.begin(), tag.end(), '_', '-');
      out.set_language(tag);
    }
  }
  return out;
}

std::string BaseAddress::resolve(std::string_view text) const {
  const std::string_view trimmed = trim_c_space(text);
  if (trimmed.empty() || is_script_address(trimmed)) return {};
  if (!scheme_of(trimmed).empty() && is_plain(trimmed)) {
    // "http:foo" is relative to a base of the same scheme; others are complete.
    if (!is_http_address(trimmed) || trimmed.find("://") != std::string_view::npos) {
      return std::string(trimmed);
    }
  }
  const auto parsed = Url::parse(trimmed, known() ? &*place_->url : nullptr);
  if (parsed) return parsed->href();
  return std::string(trimmed);
}

}  // namespace bfa
