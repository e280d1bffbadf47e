// SPDX-License-Identifier: Apache-2.0
#include "serve/http/request_check.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace bfa::serve_http {
namespace {

// The headers that say whom the request is for and how it ends.
struct Framing {
  std::size_t hosts = 0, lengths = 0, encodings = 0;
  std::string_view host, length, encoding, connection, expect;
};

// True when a list of tokens has this one, in any case.
bool lists(std::string_view list, std::string_view token) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    if (equals_ignoring_case(trim_blanks(item), token)) return true;
  }
  return false;
}

Framing framing_of(const RequestHead& head) {
  Framing out;
  for (const auto& [name, value] : head.headers) {
    if (equals_ignoring_case(name, "host")) {
      ++out.hosts;
      out.host = trim_blanks(value);
    } else if (equals_ignoring_case(name, "content-length")) {
      ++out.lengths;
      out.length = trim_blanks(value);
    } else if (equals_ignoring_case(name, "transfer-encoding")) {
      ++out.encodings;
      out.encoding = trim_blanks(value);
    } else if (equals_ignoring_case(name, "connection") && !lists(out.connection, "close")) {
      out.connection = value;
    } else if (equals_ignoring_case(name, "expect")) {
      out.expect = trim_blanks(value);
    }
  }
  return out;
}

std::optional<Refusal> check_length(const Framing& framing, int minor_version) {
  if (framing.lengths > 0 && framing.encodings > 0)
    return Refusal{400, "the body has two lengths: Content-Length and Transfer-Encoding"};
  if (framing.lengths > 1 || framing.encodings > 1)
    return Refusal{400, "the length of the body is given more than once"};
  if (framing.lengths == 1 && !is_all_digits(framing.length))
    return Refusal{400, "the length of the body is not clear: Content-Length"};
  if (framing.encodings == 0) return std::nullopt;
  if (minor_version == 0) return Refusal{400, "HTTP/1.0 has no Transfer-Encoding"};
  if (!equals_ignoring_case(framing.encoding, "chunked"))
    return Refusal{501, "only the transfer coding 'chunked' is known here"};
  return std::nullopt;
}

// The part of an absolute target (RFC 9112 section 3.2.2) behind the scheme, split before its path.
bool split_absolute(std::string& target, std::string& authority) {
  constexpr std::string_view kScheme = "http://";
  if (!starts_ignoring_case(target, kScheme)) return false;
  const std::size_t end = std::min(target.find_first_of("/?", kScheme.size()), target.size());
  authority = target.substr(kScheme.size(), end - kScheme.size());
  target.erase(0, end);
  if (!target.starts_with('/')) target.insert(0, 1, '/');
  return true;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f;
}

std::optional<Refusal> check_target(const RequestHead& head, std::string& target, std::string& authority,
                                    bool& ping) {
  if (head.method == "CONNECT") return Refusal{405, "this is not a proxy"};
  target = head.target;
  if (target == "*" && head.method == "OPTIONS") {
    ping = true;
    return std::nullopt;
  }
  if (std::any_of(target.begin(), target.end(), is_control))
    return Refusal{400, "the request line has no readable target"};
  if (target.starts_with('/') || split_absolute(target, authority)) return std::nullopt;
  return Refusal{400, "the target of the request is neither a path nor an http URL"};
}

std::optional<Refusal> check_host(const Framing& framing, const std::string& authority,
                                  const HostRules& hosts, const Place& place, std::string& origin) {
  if (framing.hosts > 1) return Refusal{400, "there is more than one Host header"};
  if (framing.hosts == 0) return Refusal{400, "there is no Host header"};
  const auto asked = parse_host(framing.host);
  if (!asked) return Refusal{400, "the Host header has no readable host"};
  if (!authority.empty()) {
    const auto absolute = parse_host(authority);
    if (!absolute || absolute->host != asked->host || absolute->port != asked->port)
      return Refusal{400, "the Host header and the target name different hosts"};
  }
  auto allowed = hosts.origin(*asked, place);
  if (!allowed) return Refusal{421, "this server does not answer for the host of the request"};
  origin = std::move(*allowed);
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> check_head(RequestHead& head, const HostRules& hosts, const Place& place,
                                  ServeRequest& request, CheckedHead& checked) {
  const Framing framing = framing_of(head);
  if (auto refusal = check_length(framing, head.minor_version)) return refusal;
  std::string authority;
  if (auto refusal = check_target(head, request.target, authority, checked.ping)) return refusal;
  if (auto refusal = check_host(framing, authority, hosts, place, request.origin)) return refusal;
  if (!framing.expect.empty() && head.minor_version > 0) {
    if (!equals_ignoring_case(framing.expect, "100-continue"))
      return Refusal{417, "the only expectation that is known here is 100-continue"};
    checked.expects_continue = true;
  }
  checked.keep_alive =
      head.minor_version > 0 ? !lists(framing.connection, "close") : lists(framing.connection, "keep-alive");
  request.method = std::move(head.method);
  request.headers = std::move(head.headers);
  return std::nullopt;
}

}  // namespace bfa::serve_http
