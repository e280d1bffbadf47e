// SPDX-License-Identifier: Apache-2.0
#include "bfa/url/canonical.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "url/dedup_key.h"
#include "url/session_id.h"
#include "url/tracking.h"

namespace bfa {
namespace {

bool is_tracking(std::string_view parameter) {
  const auto written = parameter.substr(0, parameter.find('='));
  if (written.size() < 3) return false;  // "_ga" is the shortest
  const std::string name = ascii_lower_case(written);
  return std::ranges::find(tracking_names(), name) != tracking_names().end() ||
         std::ranges::any_of(tracking_prefixes(),
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// The query without the parameters that the options remove; the others keep their order and bytes.
std::string kept_query(std::string_view query, const CanonicalOptions& options) {
  std::string out;
  bool first = true;
  for (std::size_t begin = 0; begin <= query.size();) {
    const auto end = std::min(query.find('&', begin), query.size());
    const auto parameter = query.substr(begin, end - begin);
    begin = end + 1;
    if (options.drop_tracking && is_tracking(parameter)) continue;
    if (options.drop_session_ids && is_session_parameter(parameter)) continue;
    if (!first) out += '&';
    out += parameter;
    first = false;
  }
  return out;
}

std::string kept_path(std::string_view path, const CanonicalOptions& options) {
  std::string out(path);
  if (options.drop_session_ids) remove_path_session_id(out);
  if (options.drop_index_file) {
    const auto file = std::string_view(out).substr(out.rfind('/') + 1);
    if (file == "index.html" || file == "index.htm" || file == "index.php")
      out.resize(out.size() - file.size());
  }
  return out;
}

// With its question mark.
void append_query(const Url& url, const CanonicalOptions& options, std::string& out) {
  if (!url.has_query()) return;
  const std::string query = kept_query(url.query(), options);
  const bool emptied = query.empty() && !url.query().empty();
  if (!query.empty() || !(emptied || options.drop_empty_query)) out.append("?").append(query);
}

std::string_view without_www(std::string_view host) {
  while (host.starts_with("www.") && host.find('.', 4) != std::string_view::npos) host.remove_prefix(4);
  return host;
}

// Escapes that differ only in form made one (RFC 3986 6.2.2): letters, digits and "-._~" unescaped, the hex
// digits of the rest in upper case.
std::string normal_escapes(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string decoded = text[i] == '%' ? percent_decode(text.substr(i, 3)) : std::string();
    if (decoded.size() != 1) {
      out += text[i];
      continue;
    }
    const char c = decoded[0];
    const bool unreserved = is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
    if (unreserved) {
      out += c;
    } else {
      out += '%';
      for (const char digit : text.substr(i + 1, 2))
        out += digit >= 'a' ? static_cast<char>(digit - 32) : digit;
    }
    i += 2;
  }
  return out;
}

// The path without empty segments: "/blog//post" as "/blog/post".
std::string without_empty_segments(std::string path) {
  path.erase(std::unique(path.begin(), path.end(), [](char a, char b) { return a == '/' && b == '/'; }),
             path.end());
  return path;
}

}  // namespace

Url canonical_url(const Url& url, const CanonicalOptions& options) {
  return guarded_or_empty([&]() -> Url {
    if (!url.is_http()) return options.drop_fragment ? url.without_fragment() : url;
    const bool to_https = options.unify_scheme && !url.has_explicit_port();
    std::string href(to_https ? "https" : url.scheme());
    href.reserve(url.href().size() + 8);
    href += "://";
    if (!options.drop_userinfo && !(url.username().empty() && url.password().empty())) {
      href += url.username();
      if (!url.password().empty()) href.append(":").append(url.password());
      href += '@';
    }
    href += options.drop_www ? without_www(url.host()) : url.host();
    if (url.has_explicit_port()) href.append(":").append(std::to_string(url.port()));
    href += kept_path(url.path(), options);
    append_query(url, options, href);
    if (!options.drop_fragment && url.href().find('#') != std::string::npos)
      href.append("#").append(url.fragment());
    return Url::from_href(std::move(href));
  });
}

static std::string dedup_key(const Url& url, bool fold_empty_segments) {
  CanonicalOptions options;
  options.drop_fragment = true;
  options.drop_index_file = true;
  if (!url.is_http()) return canonical_url(url, options).href();
  std::string key(without_www(url.host()));
  if (url.has_explicit_port()) key.append(":").append(std::to_string(url.port()));
  std::string path = kept_path(url.path(), options);
  key += fold_empty_segments ? without_empty_segments(std::move(path)) : path;
  append_query(url, options, key);
  return key.find('%') == std::string::npos ? key : normal_escapes(key);
}

std::string fetch_dedup_key(const Url& url) {
  return guarded_or_empty([&] { return dedup_key(url, true); });
}

std::string dedup_key_with_empty_segments(const Url& url) {
  return guarded_or_empty([&] { return dedup_key(url, false); });
}

}  // namespace bfa
