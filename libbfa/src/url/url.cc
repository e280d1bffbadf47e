// SPDX-License-Identifier: Apache-2.0
#include "bfa/url/url.h"

#include <lexbor/url/url.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/guard_parse.h"
#include "bfa/text/utf8.h"
#include "url/bidi.h"
#include "url/plain_href.h"

namespace bfa {
namespace {

struct ParserDeleter {
  void operator()(lxb_url_parser_t* parser) const {
    lxb_url_parser_memory_destroy(parser);
    lxb_url_parser_destroy(parser, true);
  }
};
using ParserPtr = std::unique_ptr<lxb_url_parser_t, ParserDeleter>;

const lxb_char_t* bytes(std::string_view text) {
  return reinterpret_cast<const lxb_char_t*>(text.empty() ? "" : text.data());
}

lxb_status_t append_bytes(const lxb_char_t* data, std::size_t size, void* out) {
  try {
    static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), size);
    return LXB_STATUS_OK;
  } catch (const std::bad_alloc&) {
    return LXB_STATUS_ERROR_MEMORY_ALLOCATION;
  }
}

Error no_memory() {
  return Error{Code::kIo, "out of memory", {}, -1};
}

int default_port(std::string_view scheme) {
  if (scheme == "http" || scheme == "ws") return 80;
  if (scheme == "https" || scheme == "wss") return 443;
  return scheme == "ftp" ? 21 : -1;
}

// An ASCII host is kept unchanged, even if a label only looks like Punycode: browsers resolve "xn--a".
// lexbor refuses such hosts, so on failure the "xn--" of the authority is replaced by a mark of the same
// length.
constexpr std::string_view kMark = "0zq0";

std::string hide_punycode(std::string_view text) {
  std::string out(text);
  const auto slashes = text.find_first_of("/\\");
  if (slashes == std::string_view::npos) return out;
  const auto begin = std::min(text.find_first_not_of("/\\", slashes), text.size());
  const auto end = std::min(text.find_first_of("/\\?#", begin), text.size());
  for (auto i = begin; i + 4 <= end; ++i) {
    const bool starts_label = i == begin || text[i - 1] == '.' || text[i - 1] == '@';
    if (starts_label && (text[i] | 0x20) == 'x' && (text[i + 1] | 0x20) == 'n' && text[i + 2] == '-' &&
        text[i + 3] == '-')
      out.replace(i, kMark.size(), kMark);
  }
  return out;
}

// Puts "xn--" back; false when the host is not all ASCII after all (then its bad Punycode is an error) or the
// mark was in the input.
bool reveal_punycode(std::string& href, std::string_view text) {
  if (text.find(kMark) != std::string_view::npos) return false;
  const auto slashes = href.find("//");
  if (slashes == std::string::npos) return false;
  const auto end = std::min(href.find_first_of("/?#", slashes + 2), href.size());
  if (std::string_view(href).substr(slashes, end - slashes).find("xn--") != std::string_view::npos)
    return false;
  for (auto at = href.find(kMark); at < end; at = href.find(kMark, at))
    href.replace(at, kMark.size(), "xn--");
  return true;
}

const lxb_url_t* parse_one(lxb_url_parser_t* parser, const lxb_url_t* base, std::string_view text) {
  lxb_url_parser_clean(parser);
  return lxb_url_parse(parser, base, bytes(text), text.size());
}

// The URL standard keeps a space before "?" or "#" of an opaque path as "%20"; lexbor keeps it as it is.
void escape_last_space(std::string& href) {
  const auto end = href.find_first_of("?#");
  if (end != std::string::npos && end > 0 && href[end - 1] == ' ') href.replace(end - 1, 1, "%20");
}

Result<std::string> serialise(const lxb_url_t* url, std::size_t size_hint) {
  std::string href;
  href.reserve(size_hint + 16);
  if (lxb_url_serialize(url, append_bytes, &href, false) != LXB_STATUS_OK) return no_memory();
  if (url->path.opaque) escape_last_space(href);
  return href;
}

// "." and "..", also escaped, as the last segment of a path.
bool ends_with_dots(std::string_view path) {
  std::string last(path.substr(path.find_last_of("/\\:") + 1));  // npos + 1 is 0
  for (std::size_t at = last.find('%'); at != std::string::npos; at = last.find('%', at + 1)) {
    if (last.compare(at, 3, "%2e") == 0 || last.compare(at, 3, "%2E") == 0) last.replace(at, 3, ".");
  }
  return last == "." || last == "..";
}

// The place of a "?" or "#" directly after a cut escape ("%9?", "%?"), which lexbor 3.0.1 takes for a part of
// the path, or after a dot segment (".?q", "a/..#f"), where it loses the "?" or "#". npos: nowhere.
std::size_t badly_read_part(std::string_view text) {
  for (auto at = text.find_first_of("?#"); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const auto before = text.substr(0, at);
    if (before.ends_with('%') || (before.size() >= 2 && before[before.size() - 2] == '%')) return at;
    if (before.find_first_of("?#") == std::string_view::npos && ends_with_dots(before)) return at;
    if (text[at] == '#') break;  // in a fragment, and a "?" in a query, they have no meaning
  }
  return std::string_view::npos;
}

// lexbor 3.0.1 loses an empty first segment when the next one has something to escape ("http://a//b c"), so
// the empty one is parsed under a name; ".." removes it like any other. Empty: the URL has no such segment.
constexpr std::string_view kEmptySegment = "0zq0";

std::string name_empty_segment(std::string_view text, const std::string* base) {
  const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
  const bool of_base = text.size() > 1 && is_slash(text[0]) && is_slash(text[1]);
  if (of_base && base == nullptr) return {};
  const std::string_view with_scheme = of_base ? std::string_view(*base) : text;
  const auto colon = with_scheme.find(':');
  if (colon == std::string_view::npos || default_port(with_scheme.substr(0, colon)) < 0) return {};
  const auto authority = text.find_first_not_of("/\\", of_base ? 0 : colon + 1);
  const auto path = text.find_first_of("/\\?#", authority);
  if (authority == std::string_view::npos || path == std::string_view::npos || path + 1 >= text.size())
    return {};
  if (!is_slash(text[path]) || !is_slash(text[path + 1])) return {};
  if (text.find(kEmptySegment) != std::string_view::npos) return {};
  return std::string(text.substr(0, path + 1)).append(kEmptySegment).append(text.substr(path + 1));
}

void restore_empty_segment(std::string& href) {
  const auto named = href.find(kEmptySegment);
  if (named != std::string::npos) href.erase(named, kEmptySegment.size());
}

Result<std::string> parse_whole(std::string_view text, const std::string* base);

// The serialised URL, or the error. Two steps avoid lexbor's mistake: a query or fragment alone, relative to
// the text before it, means the same.
Result<std::string> parse_href(std::string_view text, const std::string* base) {
  if (const std::string named = name_empty_segment(text, base); !named.empty()) {
    auto href = parse_href(named, base);
    if (href) restore_empty_segment(*href);
    return href;
  }
  const auto cut = badly_read_part(text);
  if (cut == std::string_view::npos) return parse_whole(text, base);
  std::string before(text.substr(0, cut));
  if (before.ends_with(' '))
    before.replace(before.size() - 1, 1, "%20");  // otherwise it would be removed as a blank at the end
  auto head = parse_whole(before, base);
  // A path that is opaque ("mailto:x%9?q") cannot be a base.
  if (head && head->compare(head->find(':') + 1, 1, "/") != 0) return parse_whole(text, base);
  for (auto rest = text.substr(cut); head && !rest.empty();) {
    const auto next = rest.front() == '?' ? std::min(rest.find('#'), rest.size()) : rest.size();
    head = parse_whole(rest.substr(0, next), &*head);
    rest.remove_prefix(next);
  }
  return head;
}

// Letters from escapes ("http://%41/"): lexbor 3.0.1 does not change their case.
void lower_host(std::string& href) {
  const auto scheme = std::string_view(href).substr(0, href.find(':'));
  if (scheme != "file" && default_port(scheme) < 0) return;
  const auto authority = scheme.size() + 3;
  const auto end = std::min(href.find_first_of("/?#", authority), href.size());
  const auto at = href.find('@', authority);
  for (auto i = at < end ? at + 1 : authority; i < end; ++i) href[i] = ascii_lower(href[i]);
}

Result<std::string> parse_whole(std::string_view text, const std::string* base) {
  const ParserPtr parser(lxb_url_parser_create());
  if (!parser || lxb_url_parser_init(parser.get(), nullptr) != LXB_STATUS_OK) return no_memory();
  const lxb_url_t* base_url = base != nullptr ? parse_one(parser.get(), nullptr, *base) : nullptr;
  const lxb_url_t* url = nullptr;
  if (base == nullptr || base_url != nullptr) url = parse_one(parser.get(), base_url, text);
  if (url != nullptr) {
    auto href = serialise(url, text.size());
    if (href && text.find('%') != std::string_view::npos) lower_host(*href);
    return href;
  }

  base_url = base != nullptr ? parse_one(parser.get(), nullptr, hide_punycode(*base)) : nullptr;
  if (base == nullptr || base_url != nullptr) url = parse_one(parser.get(), base_url, hide_punycode(text));
  if (url != nullptr) {
    auto href = serialise(url, text.size());
    if (!href) return href;
    if (reveal_punycode(*href, text)) {
      lower_host(*href);
      return href;
    }
  }
  const char* what = base != nullptr ? "not a URL" : "not an absolute URL";
  return Error{Code::kInvalidArgument, what, std::string(text), -1};
}

// A host that was not ASCII in the text has to obey the Bidi rule, which lexbor 3.0.1 does not check.
bool is_mixed_direction(std::string_view host, std::string_view text, const Url* base) {
  if (host.find("xn--") == std::string_view::npos || (base != nullptr && base->host() == host)) return false;
  const auto same = [](char a, char b) { return ascii_lower(a) == b; };
  const bool as_written = std::search(text.begin(), text.end(), host.begin(), host.end(), same) != text.end();
  return !as_written && !obeys_bidi_rule(host);
}

}  // namespace

// The parts are found in the serialisation, which has exactly one reading.
void Url::locate_parts() {
  const std::string_view href = href_;
  Parts& p = parts_;
  const auto position = [&](char c, std::size_t from, std::size_t end) {
    return std::min(href.find(c, from), end);
  };
  p = Parts{};
  p.scheme_end = href.find(':');
  p.port = default_port(scheme());
  const auto hash = position('#', p.scheme_end, href.size());
  p.has_fragment = hash < href.size();
  p.fragment_begin = std::min(hash + 1, href.size());
  const auto mark = position('?', p.scheme_end, hash);
  p.has_query = mark < hash;
  p.query_begin = std::min(mark + 1, hash);
  p.query_end = hash;
  p.path_begin = p.scheme_end + 1;
  p.path_end = mark;
  p.user_begin = p.user_end = p.pass_begin = p.pass_end = p.host_begin = p.host_end = p.path_begin;
  if (href.substr(p.path_begin, 2) == "//") {
    locate_authority(p.path_begin + 2);
  } else if (href.substr(p.path_begin, 4) == "/.//") {
    p.path_begin += 2;  // "/." only keeps a path with an empty first segment from reading as a host
  }
}

void Url::locate_authority(std::size_t begin) {
  const std::string_view href = href_;
  Parts& p = parts_;
  p.path_begin = std::min(href.find('/', begin), p.path_end);
  const auto authority = href.substr(begin, p.path_begin - begin);
  p.user_begin = p.user_end = p.pass_begin = p.pass_end = p.host_begin = begin;
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    const auto colon = std::min(authority.find(':'), at);
    p.user_end = begin + colon;
    p.pass_begin = begin + std::min(colon + 1, at);
    p.pass_end = begin + at;
    p.host_begin = begin + at + 1;
  }
  const auto host = href.substr(p.host_begin, p.path_begin - p.host_begin);
  const auto bracket = host.rfind(']');
  const auto colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  p.host_end = p.host_begin + std::min(colon, host.size());
  if (colon == std::string_view::npos || colon + 1 >= host.size()) return;
  p.explicit_port = true;
  p.port = 0;
  for (const char digit : host.substr(colon + 1)) p.port = p.port * 10 + (digit - '0');
}

Url Url::from_href(std::string href) {
  Url url;
  url.href_ = std::move(href);
  url.locate_parts();
  return url;
}

Result<Url> Url::parse(std::string_view text, const Url* base) {
  return guarded_parse([&]() -> Result<Url> {
    if (std::string plain = plain_href(text, base); !plain.empty()) return from_href(std::move(plain));
    // The standard parses code points; invalid UTF-8 would remain unescaped.
    std::string repaired = is_valid_utf8(text) ? std::string() : repair_utf8(text);
    if (text.find_first_of("\t\n\r") != std::string_view::npos) {
      // The standard's parser removes them first, at any place.
      if (repaired.empty()) repaired = text;
      std::erase_if(repaired, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
    }
    const std::string_view input = repaired.empty() ? text : repaired;
    auto href = parse_href(input, base != nullptr ? &base->href_ : nullptr);
    if (!href && href.error().code == Code::kIo) throw std::bad_alloc();
    if (!href) return std::move(href).error();
    Url url = from_href(std::move(href).value());
    if (is_mixed_direction(url.host(), input, base))
      return Error{Code::kInvalidArgument, "the host mixes directions of writing", std::string(text), -1};
    return url;
  });
}

std::string_view Url::scheme() const noexcept {
  return std::string_view(href_).substr(0, parts_.scheme_end);
}

std::string_view Url::host() const noexcept {
  return std::string_view(href_).substr(parts_.host_begin, parts_.host_end - parts_.host_begin);
}

int Url::port() const noexcept {
  return parts_.port;
}

bool Url::has_explicit_port() const noexcept {
  return parts_.explicit_port;
}

std::string_view Url::path() const noexcept {
  return std::string_view(href_).substr(parts_.path_begin, parts_.path_end - parts_.path_begin);
}

std::string_view Url::query() const noexcept {
  return std::string_view(href_).substr(parts_.query_begin, parts_.query_end - parts_.query_begin);
}

bool Url::has_query() const noexcept {
  return parts_.has_query;
}

std::string_view Url::fragment() const noexcept {
  return parts_.has_fragment ? std::string_view(href_).substr(parts_.fragment_begin) : std::string_view();
}

std::string Url::origin() const {
  return guarded_or_empty([&]() -> std::string {
    std::string out(scheme());
    out.append("://").append(host());
    if (parts_.explicit_port) out.append(":").append(std::to_string(parts_.port));
    return out;
  });
}

bool Url::is_http() const noexcept {
  return scheme() == "http" || scheme() == "https";
}

std::string_view Url::username() const noexcept {
  return std::string_view(href_).substr(parts_.user_begin, parts_.user_end - parts_.user_begin);
}

std::string_view Url::password() const noexcept {
  return std::string_view(href_).substr(parts_.pass_begin, parts_.pass_end - parts_.pass_begin);
}

Url Url::without_fragment() const {
  return guarded_or_empty(
      [&]() -> Url { return parts_.has_fragment ? from_href(href_.substr(0, parts_.query_end)) : *this; });
}

std::string percent_decode(std::string_view text) {
  return guarded_or_empty([&]() -> std::string {
    if (text.find('%') == std::string_view::npos) return std::string(text);
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '%' && i + 2 < text.size() && is_hex_digit(text[i + 1]) && is_hex_digit(text[i + 2])) {
        out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
        i += 2;
      } else {
        out += text[i];
      }
    }
    return out;
  });
}

Result<std::string> host_to_ascii(std::string_view host) {
  return guarded_parse([&]() -> Result<std::string> {
    auto url = Url::parse("https://" + std::string(host) + "/x");
    if (!url || url->path() != "/x" || url->host().empty() || url->has_query() || url->has_explicit_port() ||
        !url->username().empty())
      return Error{Code::kInvalidArgument, "not a host", std::string(host), -1};
    return std::string(url->host());
  });
}

}  // namespace bfa
