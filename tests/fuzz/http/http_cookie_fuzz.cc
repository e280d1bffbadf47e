// SPDX-License-Identifier: Apache-2.0
// Lines of any bytes as Set-Cookie values: the result is one header line of bounded size, for the host that
// set it only or for hosts below its domain, and never for a public suffix.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "http/cookie_jar.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bfa::Url url(const char* text) {
  auto parsed = bfa::Url::parse(text);
  require(parsed.has_value());
  return std::move(parsed).value();
}

}  // namespace

BFA_FUZZ_TARGET(http_cookie) {
  const auto now = bfa::UtcTime(std::chrono::sys_days(std::chrono::year(2026) / 3 / 4));
  const bfa::Url page = url("https://www.blog.co.uk/a/b");
  bfa::http::CookieJar jar;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    jar.store(page, rest.substr(0, end), now);
    bfa::http::parse_cookie_date(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  require(jar.size() <= bfa::http::CookieJar::kMaxPerDomain);
  const std::string header = jar.header(page, now);
  require(header.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos);
  require(header.size() <= bfa::http::CookieJar::kMaxPerDomain * (bfa::http::CookieJar::kMaxBytes + 3));
  require(jar.header(page, now) == header);
  require(jar.header(url("https://other.co.uk/a/b"), now).empty());
  require(jar.header(url("https://co.uk/a/b"), now).empty());
  require(jar.header(url("https://blog.example/a/b"), now).empty());
  return 0;
}
