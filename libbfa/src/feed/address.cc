// SPDX-License-Identifier: Apache-2.0
#include "address.h"

#include <algorithm>

#include "names.h"

namespace bfa {
namespace {

constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";

// The scheme in lower case, without the blanks and controls that browsers leave out; empty when there is
// none.
std::string scheme_of(std::string_view text) {
  std::string scheme;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= 0x20) continue;
    if (c == ':') return lower_ascii(scheme);
    const bool is_scheme_char = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                                c == '+' || c == '-' || c == '.';
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
    const std::string lower = lower_ascii(trimmed_space(text).substr(0, 32));
    return !lower.starts_with("data:image/") || lower.starts_with("data:image/svg");
  }
  return scheme == "javascript" || scheme == "vbscript" || scheme == "livescript" || scheme == "mocha";
}

bool is_http_address(std::string_view text) {
  const std::string scheme = scheme_of(text);
  return scheme == "http" || scheme == "https";
}

BaseAddress::BaseAddress(std::string_view url) {
  const std::string_view trimmed = trimmed_space(url);
  if (trimmed.empty()) return;
  auto parsed = Url::parse(trimmed);
  if (!parsed) return;
  text_ = std::string(trimmed);
  url_ = *std::move(parsed);
}

BaseAddress BaseAddress::within(const XmlNode& node) const {
  const auto found =
      std::find_if(node.attributes.begin(), node.attributes.end(),
                   [](const XmlNode::Attribute& a) { return a.name == "base" && a.ns == kXmlNamespace; });
  if (found == node.attributes.end() || trimmed_space(found->value).empty()) return *this;
  BaseAddress inner(resolve(found->value));
  return inner.known() ? inner : *this;
}

std::string BaseAddress::resolve(std::string_view text) const {
  const std::string_view trimmed = trimmed_space(text);
  if (trimmed.empty() || is_script_address(trimmed)) return {};
  if (!scheme_of(trimmed).empty() && is_plain(trimmed)) {
    // "http:foo" is relative to a base of the same scheme; others are complete.
    if (!is_http_address(trimmed) || trimmed.find("://") != std::string_view::npos) {
      return std::string(trimmed);
    }
  }
  const auto parsed = Url::parse(trimmed, url_ ? &*url_ : nullptr);
  if (parsed) return parsed->href();
  return std::string(trimmed);
}

}  // namespace bfa
