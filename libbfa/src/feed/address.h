// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/url/url.h"
#include "bfa/xml/xml.h"

namespace bfa {

// The address that relative ones count from, at one place of a feed.
class BaseAddress {
 public:
  BaseAddress() = default;  // unknown: relative addresses stay as they are
  explicit BaseAddress(std::string_view url);

  // The base within `node`: its xml:base against this one (RFC 4287 section 2, XML Base), else this one.
  BaseAddress within(const XmlNode& node) const;

  // `text` absolute where possible. An address that is absolute already stays as it is written, trimmed;
  // script addresses give nothing.
  std::string resolve(std::string_view text) const;

  bool known() const { return url_.has_value(); }
  const std::string& text() const { return text_; }

 private:
  std::optional<Url> url_;
  std::string text_;  // as resolved; kept apart for bases that are no URL
};

// True for addresses that run code when followed: javascript:, vbscript:, data:text/html and the like.
bool is_script_address(std::string_view text);
bool is_http_address(std::string_view text);

}  // namespace bfa
