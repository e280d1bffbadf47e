// SPDX-License-Identifier: Apache-2.0
// The rules of webarchive-commons' WaybackURLKeyMaker, which come from Google's canonical form for safe
// browsing and the Internet Archive's additions (docs/formats/url.md). They are not the URL standard's: the
// path is unescaped again and again, everything is lower-cased.
#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/url/canonical.h"
#include "url/session_id.h"

namespace bfa {
namespace {

// Unescapes until no escape is left, but in one pass: two escapes never overlap, so their order does not
// matter, and "%2525...25" of a megabyte costs no more than other text.
std::string unescape_repeatedly(std::string text) {
  if (text.find('%') == std::string::npos) return text;
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    out += c;
    while (out.size() >= 3 && out[out.size() - 3] == '%') {
      const int high = hex_value(out[out.size() - 2]), low = hex_value(out.back());
      if (high < 0 || low < 0) break;
      out.resize(out.size() - 3);
      out += static_cast<char>(high * 16 + low);
    }
  }
  return out;
}

// A host that only needs lower case: most hosts are such, and parsing takes longer than all other steps.
bool is_plain_host(std::string_view host) {
  if (host.empty() || host.front() == '.' || host.back() == '.') return false;
  for (std::size_t i = 0; i < host.size(); ++i) {
    const char c = host[i];
    if (c == '.' ? host[i - 1] == '.' : !(is_letter_or_digit(c) || c == '-' || c == '_')) return false;
    const bool label_begins = i == 0 || host[i - 1] == '.';
    if (label_begins && (c | 0x20) == 'x' && host.substr(i, 4).ends_with("--")) return false;
  }
  return !is_digit(host[host.rfind('.') + 1]);  // npos + 1 is 0
}

// Escapes the bytes that a URL cannot contain, once: controls, space, "#", "%" and all bytes from 0x7F on.
std::string escape_once(std::string_view text) {
  const auto stays = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte < 0x7F && c != '#' && c != '%';
  };
  if (std::all_of(text.begin(), text.end(), stays)) return std::string(text);
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (stays(c)) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

// As escape_once(unescape_repeatedly()), but escapes of "&", "=", "+" and "%" stay: unescaped they would
// have another meaning in a query.
std::string minimal_query(std::string_view query) {
  if (query.find('%') == std::string_view::npos) return escape_once(query);
  std::string out;
  for (std::size_t i = 0; i < query.size(); ++i) {
    if (query[i] != '%' || i + 2 >= query.size()) {
      out += query[i] == '%' ? "%25" : escape_once(query.substr(i, 1));
      continue;
    }
    const std::string decoded = percent_decode(query.substr(i, 3));
    if (decoded.size() != 1) {
      out += "%25";
      continue;
    }
    const bool keep = decoded == "&" || decoded == "=" || decoded == "+" || decoded == "%";
    out += keep ? std::string(query.substr(i, 3)) : escape_once(decoded);
    i += 2;
  }
  return out;
}

// "." and ".." segments resolved, empty ones dropped.
std::string normal_path(std::string_view path) {
  const bool is_normal = path.starts_with('/') && path.find("//") == std::string_view::npos &&
                         path.find("/.") == std::string_view::npos;
  if (is_normal) return std::string(path);
  std::vector<std::string_view> segments;
  bool open = true;  // ends with a slash
  for (std::size_t begin = 0; begin < path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    const auto segment = path.substr(begin, end - begin);
    open = end < path.size();
    begin = end + 1;
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
      open = true;
    } else if (segment == ".") {
      open = true;
    } else if (!segment.empty()) {
      segments.push_back(segment);
    }
  }
  std::string out;
  out.reserve(path.size() + 1);
  for (const auto segment : segments) out.append("/").append(segment);
  if (open || out.empty()) out += '/';
  return out;
}

std::string normal_host(std::string_view host) {
  if (is_plain_host(host)) return ascii_lower_case(host);
  std::string decoded = unescape_repeatedly(std::string(host));
  std::string joined;  // without leading, trailing and doubled dots
  for (const char c : decoded)
    if (c != '.' || (!joined.empty() && joined.back() != '.')) joined += c;
  if (!joined.empty() && joined.back() == '.') joined.pop_back();
  if (const auto ascii = host_to_ascii(joined)) return *ascii;
  return ascii_lower_case(escape_once(joined));
}

// "www.", "www2." and the like.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  const auto dot = host.find_first_not_of("0123456789", 3);
  if (dot == std::string_view::npos || host[dot] != '.' || dot + 1 == host.size()) return host;
  return host.substr(dot + 1);
}

// "www.archive.org" gives "org,archive"; an IPv4 address is turned round like a name, an IPv6 one loses its
// brackets.
std::string surt_host(std::string_view host, bool keep_www) {
  if (host.starts_with('[')) return std::string(host.substr(1, host.size() - 2));
  if (!keep_www) host = without_www(host);
  std::string out;
  while (!host.empty()) {
    const auto dot = host.rfind('.');
    if (!out.empty()) out += ',';
    out += dot == std::string_view::npos ? host : host.substr(dot + 1);
    host = host.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return out;
}

std::string sorted_query(std::string_view query) {
  std::vector<std::pair<std::string_view, std::string_view>> parameters;  // name, "=value" or nothing
  for (std::size_t begin = 0; begin <= query.size();) {
    const auto end = std::min(query.find('&', begin), query.size());
    const auto parameter = query.substr(begin, end - begin);
    begin = end + 1;
    if (is_session_parameter(parameter)) continue;
    const auto equals = std::min(parameter.find('='), parameter.size());
    parameters.emplace_back(parameter.substr(0, equals), parameter.substr(equals));
  }
  std::sort(parameters.begin(), parameters.end());
  std::string out;
  for (const auto& [name, value] : parameters) {
    if (!out.empty() || &name != &parameters.front().first) out += '&';
    out.append(name).append(value);
  }
  return out;
}

std::string surt_path(std::string_view path, bool has_host) {
  std::string out = unescape_repeatedly(std::string(path));
  if (has_host) out = normal_path(out);
  out = ascii_lower_case(escape_once(out));
  remove_path_session_id(out);
  if (out.size() > 1 && out.back() == '/') out.pop_back();
  return out;
}

struct Pieces {
  std::string_view scheme, host, port, path, query;
  bool has_query = false;
};

Pieces split_url(std::string_view scheme, std::string_view rest) {
  Pieces p;
  p.scheme = scheme;
  rest = rest.substr(0, rest.find('#'));
  rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
  const auto authority_end = std::min(rest.find_first_of("/?"), rest.size());
  p.host = rest.substr(0, authority_end);
  p.path = rest.substr(authority_end);
  if (const auto mark = p.path.find('?'); mark != std::string_view::npos) {
    p.query = p.path.substr(mark + 1);
    p.path = p.path.substr(0, mark);
    p.has_query = true;
  }
  if (const auto at = p.host.rfind('@'); at != std::string_view::npos) p.host.remove_prefix(at + 1);
  const auto bracket = p.host.rfind(']');
  const auto colon = p.host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    p.port = p.host.substr(colon + 1);
    p.host = p.host.substr(0, colon);
  }
  return p;
}

// The scheme of `url` without its colon; nothing without a scheme ("example.com:80/").
std::string_view scheme_of(std::string_view url) {
  const auto colon = url.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(url[0])) return {};
  const auto scheme = url.substr(0, colon);
  const bool legal = std::all_of(scheme.begin(), scheme.end(), [](char c) {
    return is_letter_or_digit(c) || c == '+' || c == '-' || c == '.';
  });
  const bool port_follows = colon + 1 < url.size() && is_digit(url[colon + 1]) && scheme != "tel";
  return legal && !port_follows ? scheme : std::string_view();
}

// Without white space around and without tabs and line breaks inside.
std::string cleaned(std::string_view url) {
  if (url.find_first_of(" \t\r\n") == std::string_view::npos) return std::string(url);
  std::string out;
  for (const char c : url)
    if (c != '\t' && c != '\r' && c != '\n') out += c;
  const auto end = out.find_last_not_of(' ');
  out.resize(end == std::string::npos ? 0 : end + 1);
  return out.substr(std::min(out.find_first_not_of(' '), out.size()));
}

std::string web_key(const Pieces& p, bool keep_www) {
  std::string key = surt_host(normal_host(p.host), keep_www);
  const bool default_port =
      p.port.empty() || (p.scheme == "http" && p.port == "80") || (p.scheme == "https" && p.port == "443");
  if (!default_port) key.append(":").append(p.port);
  key += ')';
  key += surt_path(p.path.empty() ? "/" : p.path, true);
  if (!p.has_query || p.query.empty()) return key;
  const std::string query = sorted_query(ascii_lower_case(minimal_query(p.query)));
  if (!query.empty()) key.append("?").append(query);
  return key;
}

}  // namespace

std::string surt_key(std::string_view url, SurtDialect dialect, bool keep_www) {
  return guarded_or_empty([&]() -> std::string {
    const std::string text = cleaned(url);
    if (text.empty()) return "-";
    const std::string scheme = ascii_lower_case(scheme_of(text));
    const auto rest = std::string_view(text).substr(scheme.empty() ? 0 : scheme.size() + 1);
    if (scheme.empty()) return web_key(split_url("http", text), keep_www);
    if (scheme == "dns" && dialect == SurtDialect::kWayback)
      return surt_host(normal_host(rest), keep_www) + ")";
    const bool web = scheme == "http" || scheme == "https" || scheme == "ftp";
    if (!web && !rest.starts_with("//")) return text;
    // "http://https://example.com/": a scheme in front of a whole URL is a slip that archives are full of.
    const auto inner = rest.substr(std::min(rest.find_first_not_of('/'), rest.size()));
    if (web && (inner.starts_with("http://") || inner.starts_with("https://")))
      return surt_key(inner, dialect, keep_www);
    return web_key(split_url(scheme, rest), keep_www);
  });
}

}  // namespace bfa
