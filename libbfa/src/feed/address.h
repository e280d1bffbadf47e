// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/url/url.h"
#include "bfa/xml/xml.h"

namespace bfa {

// What holds for the texts at one place of a feed: the address that relative ones count from, and the
// language. Cheap to copy: places share them.
class BaseAddress {
 public:
  BaseAddress() = default;  // unknown: relative addresses stay as they are
  explicit BaseAddress(std::string_view url, std::string_view language = {});

  // The same within `node`: its xml:base against this one (RFC 4287 section 2, XML Base), and its xml:lang.
  BaseAddress within(const XmlNode& node) const;

  // `text` absolute where possible. An address that is absolute already stays as it is written, trimmed;
  // script addresses give nothing.
  std::string resolve(std::string_view text) const;

  bool known() const { return place_ != nullptr && place_->url.has_value(); }
  const std::string& text() const { return place_ == nullptr ? kNothing : place_->text; }
  const std::string& language() const { return language_ == nullptr ? kNothing : *language_; }
  void set_language(std::string_view language);

 private:
  struct Place {
    std::optional<Url> url;
    std::string text;  // as it is written; kept apart for bases that are no URL
  };
  static const std::string kNothing;

  std::shared_ptr<const Place> place_;           // shared by all that stands under one xml:base
  std::shared_ptr<const std::string> language_;  // shared as well
};

// True for addresses that run code when followed: javascript:, vbscript:, data:text/html and the like.
bool is_script_address(std::string_view text);
bool is_http_address(std::string_view text);

}  // namespace bfa
