// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/url/url.h"
#include "xml/xml.h"

namespace bfa {

// The base URL and the language that apply at one position in a feed. Cheap to copy: copies share the
// strings.
class BaseAddress {
 public:
  BaseAddress() = default;  // unknown: relative URLs are kept
  explicit BaseAddress(std::string_view url, std::string_view language = {});

  // The same within `node`: its xml:base against this one (RFC 4287 section 2, XML Base), and its xml:lang.
  BaseAddress within(const XmlNode& node) const;

  // `text` as an absolute URL where possible. An absolute URL is trimmed and otherwise kept as written; a
  // script URL gives an empty string.
  std::string resolve(std::string_view text) const;

  bool known() const { return place_ != nullptr && place_->url.has_value(); }
  const std::string& text() const { return place_ == nullptr ? kNothing : place_->text; }
  const std::string& language() const { return language_ == nullptr ? kNothing : *language_; }
  void set_language(std::string_view language);

 private:
  struct Place {
    std::optional<Url> url;
    std::string text;  // as written; for bases that are not URLs
  };
  static const std::string kNothing;

  std::shared_ptr<const Place> place_;           // shared by all elements under one xml:base
  std::shared_ptr<const std::string> language_;  // shared as well
};

// True for URLs that run code when followed: javascript:, vbscript:, data:text/html and the like.
bool is_script_address(std::string_view text);
bool is_http_address(std::string_view text);

}  // namespace bfa
