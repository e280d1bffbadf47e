// SPDX-License-Identifier: Apache-2.0
#include "http/cookie_jar.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "bfa/url/canonical.h"

namespace bfa::http {
namespace {

constexpr std::size_t kMaxAttribute = 1024;
constexpr auto kMaxAge = std::chrono::hours(400 * 24);

bool is_address(std::string_view host) {
  return host.starts_with('[') || (!host.empty() && is_digit(host.back()));
}

bool domain_matches(std::string_view host, std::string_view domain) {
  if (host == domain) return true;
  return host.size() > domain.size() && host.ends_with(domain) &&
         host[host.size() - domain.size() - 1] == '.' && !is_address(host);
}

// A public suffix, under which anybody can register: each label below it is a separate registered domain.
bool is_public_suffix(const std::string& domain) {
  const std::string below = "x." + domain;
  return registered_domain(below) == below;
}

// RFC 6265 section 5.1.4.
std::string default_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string_view::npos ? "/" : std::string(path.substr(0, slash));
}

bool path_matches(std::string_view path, std::string_view cookie_path) {
  if (!path.starts_with(cookie_path)) return false;
  return path.size() == cookie_path.size() || cookie_path.ends_with('/') || path[cookie_path.size()] == '/';
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
  });
}

// The digits at the front of `text`, at least one and at most `most`; the next character must not be a
// digit.
std::optional<int> number(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t digits = 0;
  int value = 0;
  while (digits < text.size() && is_digit(text[digits]) && digits <= most)
    value = value * 10 + text[digits++] - '0';
  if (digits < least || digits > most) return std::nullopt;
  text.remove_prefix(digits);
  return value;
}

struct CookieDate {
  std::optional<int> hour, minute, second, day, month, year;
};

// "10:18:14"
bool take_time(std::string_view token, CookieDate& date) {
  const auto hour = number(token, 1, 2);
  if (!hour || !token.starts_with(':')) return false;
  token.remove_prefix(1);
  const auto minute = number(token, 1, 2);
  if (!minute || !token.starts_with(':')) return false;
  token.remove_prefix(1);
  const auto second = number(token, 1, 2);
  if (!second) return false;
  date.hour = hour;
  date.minute = minute;
  date.second = second;
  return true;
}

bool take_month(std::string_view token, CookieDate& date) {
  constexpr std::string_view kMonths = "janfebmaraprmayjunjulaugsepoctnovdec";
  if (token.size() < 3) return false;
  const auto at = kMonths.find(ascii_lower_case(token.substr(0, 3)));
  if (at == std::string_view::npos || at % 3 != 0) return false;
  date.month = static_cast<int>(at / 3) + 1;
  return true;
}

void take_token(std::string_view token, CookieDate& date) {
  if (!date.hour && take_time(token, date)) return;
  std::string_view rest = token;
  if (const auto day = number(rest, 1, 2); !date.day && day) {
    date.day = day;
    return;
  }
  if (!date.month && take_month(token, date)) return;
  rest = token;
  if (const auto year = number(rest, 2, 4); !date.year && year) date.year = year;
}

bool is_date_delimiter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x09 || (byte >= 0x20 && byte <= 0x2F) || (byte >= 0x3B && byte <= 0x40) ||
         (byte >= 0x5B && byte <= 0x60) || (byte >= 0x7B && byte <= 0x7E);
}

std::optional<UtcTime> time_of(CookieDate date) {
  if (!date.hour || !date.day || !date.month || !date.year) return std::nullopt;
  if (*date.year >= 70 && *date.year <= 99) *date.year += 1900;
  if (*date.year >= 0 && *date.year <= 69) *date.year += 2000;
  const std::chrono::year_month_day day{std::chrono::year(*date.year),
                                        std::chrono::month(static_cast<unsigned>(*date.month)),
                                        std::chrono::day(static_cast<unsigned>(*date.day))};
  if (!day.ok() || *date.year < 1601 || *date.hour > 23 || *date.minute > 59 || *date.second > 59)
    return std::nullopt;
  return UtcTime(std::chrono::sys_days(day) + std::chrono::hours(*date.hour) +
                 std::chrono::minutes(*date.minute) + std::chrono::seconds(*date.second));
}

}  // namespace

std::optional<UtcTime> parse_cookie_date(std::string_view text) {
  CookieDate date;
  while (!text.empty()) {
    std::size_t size = 0;
    while (size < text.size() && !is_date_delimiter(text[size])) ++size;
    if (size > 0) take_token(text.substr(0, size), date);
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return time_of(date);
}

// A Set-Cookie value as received.
struct CookieJar::Parsed {
  std::string_view name, value;
  std::optional<std::string> domain;     // lower case, without a leading dot
  std::optional<std::string_view> path;  // absolute
  std::optional<UtcTime> expires;
  bool secure = false;

  // RFC 6265bis section 5.6. False when it contains no cookie.
  bool read(std::string_view text, UtcTime now);

 private:
  void attribute(std::string_view name, std::string_view value, UtcTime now);
  void max_age(std::string_view value, UtcTime now);

  bool has_max_age_ = false;
};

bool CookieJar::Parsed::read(std::string_view text, UtcTime now) {
  if (has_control(text)) return false;
  std::size_t end = std::min(text.find(';'), text.size());
  const std::string_view pair = text.substr(0, end);
  const std::size_t equals = pair.find('=');
  name = equals == std::string_view::npos ? std::string_view() : trim_line_space(pair.substr(0, equals));
  value = trim_line_space(equals == std::string_view::npos ? pair : pair.substr(equals + 1));
  if (name.size() + value.size() > kMaxBytes || (name.empty() && value.empty())) return false;
  while (end < text.size()) {
    text.remove_prefix(end + 1);
    end = std::min(text.find(';'), text.size());
    const std::string_view part = text.substr(0, end);
    const std::size_t at = std::min(part.find('='), part.size());
    attribute(trim_line_space(part.substr(0, at)),
              trim_line_space(part.substr(std::min(at + 1, part.size()))), now);
  }
  return true;
}

void CookieJar::Parsed::attribute(std::string_view key, std::string_view text, UtcTime now) {
  if (text.size() > kMaxAttribute) return;
  if (equals_ignoring_case(key, "expires")) {
    if (has_max_age_) return;
    if (const auto date = parse_cookie_date(text)) expires = std::min(*date, now + kMaxAge);
  } else if (equals_ignoring_case(key, "max-age")) {
    max_age(text, now);
  } else if (equals_ignoring_case(key, "domain")) {
    if (text.starts_with('.')) text.remove_prefix(1);
    domain = ascii_lower_case(text);
  } else if (equals_ignoring_case(key, "path")) {
    path = text.starts_with('/') ? std::optional(text) : std::nullopt;
  } else if (equals_ignoring_case(key, "secure")) {
    secure = true;
  }
}

void CookieJar::Parsed::max_age(std::string_view text, UtcTime now) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  has_max_age_ = true;
  const auto most = std::chrono::seconds(kMaxAge);
  const auto age = error == std::errc() ? std::min(std::chrono::seconds(seconds), most) : most;
  expires = negative || age.count() == 0 ? UtcTime::min() : now + age;
}

// Whether `url` may set it, and for which hosts and paths.
bool CookieJar::admit(const Url& url, const Parsed& parsed, Cookie& cookie) const {
  const std::string_view host = url.host();
  cookie.domain = host;
  if (parsed.domain && !parsed.domain->empty()) {
    if (!domain_matches(host, *parsed.domain)) return false;
    const bool suffix = is_address(host) || is_public_suffix(*parsed.domain);
    if (suffix && *parsed.domain != host) return false;
    cookie.host_only = suffix;
    cookie.domain = *parsed.domain;
  }
  cookie.path = parsed.path ? std::string(*parsed.path) : default_path(url.path());
  cookie.secure = parsed.secure;
  const bool safe = url.scheme() == "https";
  if (cookie.secure && !safe) return false;
  if (starts_ignoring_case(parsed.name, "__Secure-") && !cookie.secure) return false;
  if (starts_ignoring_case(parsed.name, "__Host-") &&
      (!cookie.secure || parsed.domain || !parsed.path || cookie.path != "/"))
    return false;
  return true;
}

bool CookieJar::store(const Url& url, std::string_view set_cookie, UtcTime now) {
  Parsed parsed;
  Cookie cookie;
  if (!parsed.read(set_cookie, now) || !admit(url, parsed, cookie)) return false;
  cookie.name = parsed.name;
  cookie.value = parsed.value;
  cookie.expires = parsed.expires;
  put(std::move(cookie), now);
  return true;
}

void CookieJar::put(Cookie cookie, UtcTime now) {
  const std::string key = registered_domain(cookie.domain);
  Cookies& cookies = domains_[key];
  drop_expired(cookies, now);
  cookie.made = cookie.used = ++count_;
  const auto old = std::find_if(cookies.begin(), cookies.end(), [&](const Cookie& other) {
    return other.name == cookie.name && other.domain == cookie.domain && other.path == cookie.path &&
           other.host_only == cookie.host_only;
  });
  if (old != cookies.end()) {
    cookie.made = old->made;
    *old = std::move(cookie);
    drop_expired(cookies, now);  // a time in the past deletes the cookie
    if (cookies.empty()) domains_.erase(key);
    return;
  }
  if (cookie.expires && *cookie.expires <= now) {
    if (cookies.empty()) domains_.erase(key);
    return;
  }
  if (cookies.size() >= kMaxPerDomain) {
    cookies.erase(std::min_element(cookies.begin(), cookies.end(),
                                   [](const Cookie& a, const Cookie& b) { return a.used < b.used; }));
    --size_;
  }
  cookies.push_back(std::move(cookie));
  if (++size_ > kMaxCookies) make_room();
}

void CookieJar::drop_expired(Cookies& cookies, UtcTime now) {
  size_ -= std::erase_if(cookies,
                         [now](const Cookie& cookie) { return cookie.expires && *cookie.expires <= now; });
}

// Removes the whole domain that was unused for the longest time.
void CookieJar::make_room() {
  const auto last_use = [](const Cookies& cookies) {
    std::uint64_t last = 0;
    for (const Cookie& cookie : cookies) last = std::max(last, cookie.used);
    return last;
  };
  const auto oldest = std::min_element(domains_.begin(), domains_.end(), [&](const auto& a, const auto& b) {
    return last_use(a.second) < last_use(b.second);
  });
  size_ -= oldest->second.size();
  domains_.erase(oldest);
}

std::string CookieJar::header(const Url& url, UtcTime now) {
  if (size_ == 0) return {};
  const auto found = domains_.find(registered_domain(url.host()));
  if (found == domains_.end()) return {};
  drop_expired(found->second, now);
  std::vector<Cookie*> sent;
  for (Cookie& cookie : found->second) {
    const bool host =
        cookie.host_only ? cookie.domain == url.host() : domain_matches(url.host(), cookie.domain);
    if (host && path_matches(url.path(), cookie.path) && (!cookie.secure || url.scheme() == "https"))
      sent.push_back(&cookie);
  }
  std::sort(sent.begin(), sent.end(), [](const Cookie* a, const Cookie* b) {
    return a->path.size() != b->path.size() ? a->path.size() > b->path.size() : a->made < b->made;
  });
  std::string text;
  for (Cookie* cookie : sent) {
    const std::size_t size = cookie->name.size() + cookie->value.size() + 3;  // with "; " and "="
    if (text.size() + size > kMaxHeaderBytes) continue;
    cookie->used = ++count_;
    if (!text.empty()) text += "; ";
    if (!cookie->name.empty()) text.append(cookie->name).append("=");
    text += cookie->value;
  }
  return text;
}

}  // namespace bfa::http
