// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/url/url.h"

namespace bfa::http {

// The date forms that servers put into cookies ("Wed, 09 Jun 2021 10:18:14 GMT", "09-Jun-21 10:18:14").
// Nothing when it is not a date. Source: RFC 6265 section 5.1.1.
std::optional<UtcTime> parse_cookie_date(std::string_view text);

// The cookies of one crawl. The caller passes the time, so that equal answers in equal order give equal
// requests. Not thread-safe. Source: RFC 6265 section 5, with the limits, the prefixes (__Host-, __Secure-)
// and the refusals of its revision (draft-ietf-httpbis-rfc6265bis).
class CookieJar {
 public:
  // Most cookies of one registered domain, and of all; beyond them the longest unused are removed first.
  static constexpr std::size_t kMaxPerDomain = 50;
  static constexpr std::size_t kMaxCookies = 3000;
  static constexpr std::size_t kMaxBytes = 4096;  // of name and value; larger ones are refused

  // Of all cookies of a request: usual servers refuse a head of more than 8,192 bytes, and then every page.
  static constexpr std::size_t kMaxHeaderBytes = 6000;

  // Stores the value of one Set-Cookie header of an answer to `url`. False when it is refused: it has no
  // name and value, is too large, is for another domain or for a public suffix, or is a secure one from a
  // plain connection.
  bool store(const Url& url, std::string_view set_cookie, UtcTime now);

  // "a=1; b=2" for a request to `url`; empty without cookies. Longer paths first, then older ones;
  // one that does not fit into kMaxHeaderBytes beside those before it is left out.
  std::string header(const Url& url, UtcTime now);

  std::size_t size() const noexcept { return size_; }

 private:
  struct Cookie {
    std::string name, value, domain, path;
    std::optional<UtcTime> expires;  // nothing: for the whole crawl
    bool host_only = true, secure = false;
    std::uint64_t made = 0, used = 0;  // counts
  };
  using Cookies = std::vector<Cookie>;

  struct Parsed;
  bool admit(const Url& url, const Parsed& parsed, Cookie& cookie) const;
  void put(Cookie cookie, UtcTime now);
  void drop_expired(Cookies& cookies, UtcTime now);
  void make_room();

  std::unordered_map<std::string, Cookies> domains_;  // by registered domain
  std::size_t size_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace bfa::http
