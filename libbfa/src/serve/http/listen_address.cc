// SPDX-License-Identifier: Apache-2.0
#include "serve/http/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <optional>

#include "base/ascii.h"

namespace bfa::serve_http {
namespace {

Error bad_address(std::string_view text) {
  return Error{Code::kInvalidArgument,
               "not an address to listen at: wanted is ADDRESS:PORT, [IPV6]:PORT or PORT, in numbers",
               std::string(text), -1};
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  const auto port = parse_number(text);
  if (!port || *port > 65535) return std::nullopt;
  return static_cast<std::uint16_t>(*port);
}

}  // namespace

std::string canonical_address(std::string_view text, bool six) {
  const int family = six ? AF_INET6 : AF_INET;
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (::inet_pton(family, std::string(text).c_str(), bytes.data()) != 1) return {};
  if (::inet_ntop(family, bytes.data(), out.data(), out.size()) == nullptr) return {};
  return out.data();
}

std::string ListenAddress::in_url() const {
  return six ? "[" + host + "]" : host;
}

bool ListenAddress::loopback() const {
  return six ? host == "::1" : host.starts_with("127.");
}

Result<ListenAddress> parse_listen_address(std::string_view text) {
  ListenAddress out;
  if (std::string whole = canonical_address(text, true); !whole.empty()) {
    out.host = std::move(whole);
    out.six = true;
    return out;
  }
  std::string_view host;
  std::optional<std::uint16_t> port = std::uint16_t{0};
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return bad_address(text);
    host = text.substr(1, end - 1);
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty()) port = rest.front() == ':' ? parse_port(rest.substr(1)) : std::nullopt;
    out.six = true;
  } else if (is_all_digits(text)) {
    port = parse_port(text);
  } else {
    const std::size_t colon = text.rfind(':');
    host = text.substr(0, colon);
    if (colon != std::string_view::npos) port = parse_port(text.substr(colon + 1));
    if (host.empty() && colon == std::string_view::npos) return bad_address(text);
  }
  if (!port) return bad_address(text);
  out.port = *port;
  if (out.six || !host.empty()) out.host = canonical_address(host, out.six);
  if (out.host.empty()) return bad_address(text);
  return out;
}

}  // namespace bfa::serve_http
