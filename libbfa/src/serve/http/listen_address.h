// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa::serve_http {

struct ListenAddress {
  std::string host = "127.0.0.1";  // in numbers, without brackets
  std::uint16_t port = 0;
  bool six = false;

  // As it stands in URLs: with brackets for IPv6.
  std::string in_url() const;
  // 127.0.0.0/8 and ::1.
  bool loopback() const;
};

// The forms of HttpServerOptions::listen, and an address without a port, which means port 0. Errors:
// kInvalidArgument.
Result<ListenAddress> parse_listen_address(std::string_view text);

// The one spelling of an IPv4 or IPv6 address in numbers; empty for anything else.
std::string canonical_address(std::string_view text, bool six);

}  // namespace bfa::serve_http
