// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <new>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/base/result.h"
#include "bfa/text/charset.h"
#include "feed/build.h"
#include "xml/xml.h"

namespace bfa {
namespace {

Error not_a_feed(std::string message) {
  return Error{Code::kCorrupt, std::move(message), "feed", -1};
}

std::string charset_of(std::string_view content_type) {
  const std::string lower = ascii_lower_case(content_type);
  const std::size_t at = lower.find("charset");
  if (at == std::string::npos) return {};
  std::string_view value = trim_c_space(std::string_view(lower).substr(at + 7));
  if (!value.starts_with('=')) return {};
  value = trim_c_space(value.substr(1));
  value = value.substr(0, value.find(';'));
  constexpr std::string_view kQuotes = "\"' \t";
  const std::size_t begin = value.find_first_not_of(kQuotes);
  if (begin == std::string_view::npos) return {};
  return std::string(value.substr(begin, value.find_last_not_of(kQuotes) - begin + 1));
}

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool is_feed_root(std::string_view raw_name) {
  const std::string name = ascii_lower_case(local_name(raw_name));
  return name == "rss" || name == "rdf" || name == "feed" || name == "channel" || name == "entry";
}

bool is_name_char(char c) {
  return is_letter_or_digit(c) || c == ':' || c == '_' || c == '-' || c == '.';
}

// The name of the first element after declarations, comments and blanks; `at` becomes its offset.
std::string_view first_element(std::string_view text, std::size_t& at) {
  while (at < text.size()) {
    at = text.find('<', at);
    if (at == std::string_view::npos) break;
    const std::string_view rest = text.substr(at);
    std::size_t skip = 0;
    if (rest.starts_with("<!--")) {
      skip = rest.find("-->");
    } else if (rest.starts_with("<?")) {
      skip = rest.find("?>");
    } else if (rest.starts_with("<!")) {
      const std::size_t bracket = rest.substr(0, rest.find('>')).find('[');
      skip = bracket == std::string_view::npos ? rest.find('>') : rest.find("]>");
    } else {
      std::size_t end = 1;
      while (end < rest.size() && is_name_char(rest[end])) ++end;
      if (end > 1) return rest.substr(1, end - 1);
    }
    if (skip == std::string_view::npos) break;
    at += skip + 1;
  }
  at = std::string_view::npos;
  return {};
}

bool is_html_root(std::string_view name) {
  const std::string lower = ascii_lower_case(name);
  return lower == "html" || lower == "head" || lower == "body";
}

bool has_html_doctype(std::string_view text) {
  const std::string start = ascii_lower_case(trim_c_space(text).substr(0, 512));
  const std::size_t at = start.find("<!doctype html");
  return at != std::string::npos && start.find("<rss") == std::string::npos;
}

// The position where a feed begins after other text, such as the warnings of a script; npos if no feed
// begins.
std::size_t find_feed_start(std::string_view text) {
  const std::string start = ascii_lower_case(text.substr(0, 256 << 10));
  std::size_t best = std::string::npos;
  for (const std::string_view root : {"<rss", "<rdf:rdf", "<feed"}) {
    for (std::size_t at = start.find(root); at != std::string::npos; at = start.find(root, at + 1)) {
      const std::size_t end = at + root.size();
      if (end >= start.size() || is_name_char(start[end])) continue;
      best = std::min(best, at);
      break;
    }
  }
  return best;
}

Result<XmlNode> read_document(std::string_view text, const FeedLimits& limits, Findings& findings,
                              std::map<std::string, std::string>& namespaces) {
  XmlLimits xml;
  xml.max_bytes = std::max(limits.max_bytes * 4, std::size_t{1} << 20);  // UTF-8 may be longer than the bytes
  auto strict = read_xml(text, xml, &namespaces);
  if (strict) return strict;
  auto tolerant = read_xml_tolerant(text, findings, xml, &namespaces);
  if (!tolerant) return strict;
  // The two modes find different errors. A document that only the strict mode refuses must have a finding,
  // too.
  const bool is_noted = std::any_of(findings.begin(), findings.end(),
                                    [](const Finding& finding) { return finding.where == "xml"; });
  if (!is_noted) {
    findings.push_back(
        {Code::kCorrupt, "not_well_formed", strict.error().message, strict.error().offset, "xml"});
  }
  return tolerant;
}

// The version of an RDF feed by its namespaces, for one with neither channel nor item.
std::string rdf_version(const std::map<std::string, std::string>& namespaces) {
  for (const auto& [prefix, uri] : namespaces) {
    if (uri.find("netscape.com/rdf/simple/0.9") != std::string::npos) return "0.90";
    if (uri.find("purl.org/rss/1.0/") != std::string::npos && uri.find("modules") == std::string::npos)
      return "1.0";
  }
  return {};
}

// The system identifier of the document type, which distinguishes the two kinds of RSS 0.91; empty when it
// has none.
std::string document_type(std::string_view text) {
  constexpr std::size_t kMaxLength = 1024;
  const std::string_view start = text.substr(0, kMaxLength);
  const std::size_t at = start.find("<!DOCTYPE");
  const std::size_t end = at == std::string_view::npos ? at : start.find_first_of(">[", at);
  if (end == std::string_view::npos) return {};
  const std::string_view declaration = start.substr(at, end - at);
  const std::size_t close = declaration.find_last_of("\"'");
  if (close == std::string_view::npos || close == 0) return {};
  const std::size_t open = declaration.find_last_of(declaration[close], close - 1);
  return open == std::string_view::npos ? std::string()
                                        : std::string(declaration.substr(open + 1, close - open - 1));
}

Result<Feed> read_xml_feed(std::string_view text, const BaseAddress& address, const FeedLimits& limits,
                           Findings& findings) {
  std::size_t at = 0;
  const std::string_view root_name = first_element(text, at);
  const bool is_html = is_html_root(root_name) || (has_html_doctype(text) && !is_feed_root(root_name));
  if (is_html) return not_a_feed("looks like an HTML page, not a feed");
  if (!is_feed_root(root_name)) {
    const std::size_t start = find_feed_start(text);
    if (start == std::string_view::npos) {
      return not_a_feed(root_name.empty()
                            ? "no feed: neither XML nor JSON"
                            : "no feed: the root element is <" + std::string(root_name.substr(0, 40)) + ">");
    }
    findings.push_back({Code::kCorrupt, "junk_before_prolog", "something stands before the feed", 0, "xml"});
    text.remove_prefix(start);
  }
  std::map<std::string, std::string> namespaces;
  auto root = read_document(text, limits, findings, namespaces);
  if (!root) return std::move(root).error();
  const std::string name = ascii_lower_case(root->name);
  const bool is_cdf = name == "channel" && (root->name == "CHANNEL" || !root->attribute("HREF").empty());
  const bool is_rss = !is_cdf && (name == "rss" || name == "rdf" || name == "channel");
  if (!is_rss && !is_cdf && name != "feed" && name != "entry") {
    return not_a_feed("no feed: the root element is <" + root->name.substr(0, 40) + ">");
  }
  Feed feed = is_rss   ? read_rss(*root, address, limits, findings)
              : is_cdf ? read_cdf(*root, address, limits, findings)
                       : read_atom(*root, address, limits, findings);
  feed.namespaces = std::move(namespaces);
  if (feed.format == "rdf" && feed.version.empty()) feed.version = rdf_version(feed.namespaces);
  set_extra(feed.extra, "dtd", document_type(text));
  return feed;
}

Result<Feed> read_feed(std::string_view bytes, const FeedOrigin& origin, Findings& findings,
                       const FeedLimits& limits) {
  if (bytes.size() > limits.max_bytes) {
    return Error{Code::kLimit,
                 "feed of " + std::to_string(bytes.size()) + " bytes, the limit is " +
                     std::to_string(limits.max_bytes),
                 "feed", -1};
  }
  const DecodedText decoded =
      decode_text(bytes, charset_of(origin.content_type), CharsetContext::kXml, findings);
  std::string_view text = decoded.text;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string_view trimmed = trim_c_space(text);
  if (trimmed.empty()) return not_a_feed("no feed: the document is empty");
  const bool is_json = trimmed.front() == '{' || trimmed.front() == '[';
  const BaseAddress base(origin.address, language_tag(origin.language));
  auto feed =
      is_json ? read_json_feed(trimmed, base, limits, findings) : read_xml_feed(text, base, limits, findings);
  if (!feed) return feed;
  feed->encoding = decoded.encoding;
  const bool is_guess =
      decoded.source == DecodedText::Source::kDetected || decoded.source == DecodedText::Source::kDefault;
  // UTF-16 and UTF-32 need no declaration: XML 1.0 appendix F recognises them by their first bytes.
  if (is_guess && !decoded.encoding.starts_with("utf-")) {
    findings.push_back({Code::kCorrupt, "undeclared_charset",
                        "no declared encoding and not UTF-8: taken for " + decoded.encoding, -1, "feed"});
  }
  finish_feed(*feed, origin.address);
  return feed;
}

}  // namespace

Result<Feed> parse_feed(std::string_view bytes, const FeedOrigin& origin, Findings& findings,
                        const FeedLimits& limits) {
  return guarded([&] { return read_feed(bytes, origin, findings, limits); }, "feed");
}

Result<Feed> parse_feed(std::string_view bytes, std::string_view http_content_type, std::string_view base,
                        Findings& findings, const FeedLimits& limits) {
  return guarded(
      [&] {
        return read_feed(bytes, FeedOrigin{std::string(base), std::string(http_content_type), {}}, findings,
                         limits);
      },
      "feed");
}

bool looks_like_feed(std::string_view bytes) {
  return guarded_or_empty([&] {
    // The root is near the start; without the NULs of UTF-16 it is readable.
    std::string start;
    for (const char c : bytes.substr(0, 8192)) {
      if (c != '\0') start += c;
    }
    const std::string_view trimmed = trim_c_space(start);
    if (trimmed.starts_with('{')) {
      return trimmed.find("jsonfeed.org/version") != std::string_view::npos ||
             (trimmed.find("\"items\"") != std::string_view::npos &&
              trimmed.find("\"title\"") != std::string_view::npos);
    }
    std::size_t at = 0;
    const std::string_view root = first_element(start, at);
    return is_feed_root(root);
  });
}

}  // namespace bfa
