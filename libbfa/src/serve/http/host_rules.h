// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"

namespace bfa::serve_http {

// An authority of a URL or a Host header: RFC 9110 section 7.2.
struct HostAndPort {
  std::string host;  // lower case; IPv6 with brackets, in its one spelling
  int port = -1;     // -1: none was given
};
std::optional<HostAndPort> parse_host(std::string_view text);

// Where a request came in.
struct Place {
  std::string address;  // of the server's end of the connection; IPv6 with brackets
  int port = 0;
};

// Under which hosts clients may ask. A page of another site that makes its own name point to this machine
// (DNS rebinding) asks under its own name, and is refused.
class HostRules {
 public:
  // `hosts`: HttpServerOptions::hosts. Errors: kInvalidArgument.
  static Result<HostRules> make(const std::vector<std::string>& hosts);

  // The origin under which the client asks; nothing when that host is not ours.
  std::optional<std::string> origin(const HostAndPort& asked, const Place& place) const;

 private:
  struct Allowed {
    HostAndPort name;
    std::string scheme;  // with "://"
  };
  std::vector<Allowed> allowed_;
};

}  // namespace bfa::serve_http
