// SPDX-License-Identifier: Apache-2.0
#include "serve/http/host_rules.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "serve/http/listen_address.h"

namespace bfa::serve_http {
namespace {

constexpr std::size_t kLongestHost = 255;

bool is_host_character(char c) {
  return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
}

}  // namespace

std::optional<HostAndPort> parse_host(std::string_view text) {
  HostAndPort out;
  std::size_t end = 0;
  if (text.starts_with('[')) {
    end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string six = canonical_address(text.substr(1, end - 1), true);
    if (six.empty()) return std::nullopt;
    out.host = "[" + six + "]";
    ++end;
  } else {
    end = std::min(text.find(':'), text.size());
    const std::string_view name = text.substr(0, end);
    if (name.empty() || name.size() > kLongestHost) return std::nullopt;
    if (!std::all_of(name.begin(), name.end(), is_host_character)) return std::nullopt;
    out.host = ascii_lower_case(name);
  }
  if (end == text.size()) return out;
  if (text[end] != ':') return std::nullopt;
  const auto port = parse_number(text.substr(end + 1));
  if (!port || *port == 0 || *port > 65535) return std::nullopt;
  out.port = static_cast<int>(*port);
  return out;
}

Result<HostRules> HostRules::make(const std::vector<std::string>& hosts) {
  HostRules rules;
  for (const std::string& text : hosts) {
    Allowed allowed;
    allowed.scheme = starts_ignoring_case(text, "https://") ? "https://" : "http://";
    std::string_view rest = text;
    if (starts_ignoring_case(rest, allowed.scheme)) rest.remove_prefix(allowed.scheme.size());
    auto name = parse_host(rest);
    if (!name)
      return Error{Code::kInvalidArgument,
                   "not a host: wanted is NAME, NAME:PORT or one of these behind https://", text, -1};
    allowed.name = std::move(*name);
    rules.allowed_.push_back(std::move(allowed));
  }
  return rules;
}

std::optional<std::string> HostRules::origin(const HostAndPort& asked, const Place& place) const {
  const std::string shown = asked.host + (asked.port < 0 ? "" : ":" + std::to_string(asked.port));
  for (const Allowed& allowed : allowed_) {
    if (allowed.name.host != asked.host) continue;
    if (allowed.name.port < 0 || allowed.name.port == asked.port) return allowed.scheme + shown;
  }
  // Without a port, a client means that of its scheme.
  const int port = asked.port < 0 ? 80 : asked.port;
  if (port != place.port) return std::nullopt;
  if (asked.host != "localhost" && asked.host != place.address) return std::nullopt;
  return "http://" + shown;
}

}  // namespace bfa::serve_http
