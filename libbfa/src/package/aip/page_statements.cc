// SPDX-License-Identifier: Apache-2.0
#include "package/aip/page_statements.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/html/content.h"
#include "bfa/html/document.h"
#include "bfa/text/charset.h"
#include "bfa/url/url.h"
#include "package/aip/marc_record.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxPage = 16u << 20;
constexpr std::size_t kMaxStatement = 200;  // bytes of a statement of rights

// Elements that may state something, or change how others are read.
constexpr std::array<std::string_view, 6> kStating = {"a", "link", "meta", "input", "base", "frameset"};

// Words that show that a footer's line is about the theme, or about the program.
constexpr std::array<std::string_view, 9> kOfOthers = {
    "theme", "template", "powered", "design by", "designed", "hosted", "wordpress", "blogger", "comments"};

bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find_first_of(" \t\n", at), list.size());
    if (ascii_lower_case(list.substr(at, end - at)) == word) return true;
    at = end + 1;
  }
  return false;
}

bool is_web(const std::string& url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// Whether a tag, in lower case, may state something, or changes how other elements are read.
bool may_state(std::string_view name, std::string_view tag) {
  if (name == "base" || name == "frameset") return true;
  if (name == "meta") return has_any(tag, {"geo.position", "icbm", "copyright", "rights", "&"});
  if (name == "input") return has_any(tag, {"post_password", "&"});
  if (name != "link" && name != "a") return false;
  return has_any(tag, {"rel"}) && has_any(tag, {"license", "canonical", "shortlink", "&#"});
}

// Where a tag that begins at `at` ends, behind its '>'; 0: it has no end within `most` bytes.
std::size_t end_of_tag(std::string_view text, std::size_t at, std::size_t most) {
  char quote = '\0';
  for (std::size_t i = at; i < text.size() && i - at < most; ++i) {
    const char c = text[i];
    if (quote == '\0' && c == '>') return i + 1;
    if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    }
  }
  return 0;
}

// The end of the last tag that may state something. What looks like a tag in a script or comment counts too.
// The whole text when a tag is long, or tags within tags make the search long.
std::size_t end_of_statements(std::string_view text) {
  constexpr std::size_t kMaxTag = 8u << 10;
  std::size_t end = 0, looked = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    std::size_t name_end = at + 1;
    while (name_end < text.size() && is_letter(text[name_end])) ++name_end;
    const std::string_view name = text.substr(at + 1, name_end - at - 1);
    const auto is_name = [&](std::string_view one) { return equals_ignoring_case(name, one); };
    if (std::ranges::none_of(kStating, is_name)) continue;
    const std::size_t tag_end = end_of_tag(text, at, kMaxTag);
    looked += tag_end - at;
    if (tag_end == 0 || looked > 2 * text.size()) return text.size();
    if (may_state(ascii_lower_case(name), ascii_lower_case(text.substr(at, tag_end - at)))) end = tag_end;
  }
  return end;
}

class StatementReader {
 public:
  StatementReader(const HtmlDocument& doc, const Url& page, bool home, PageStatements& out)
      : doc_(doc), base_(base_url(doc, page)), home_(home), out_(out) {}

  void run() {
    for (HtmlDocument::NodeId n = 0; n < doc_.size(); ++n) {
      const std::string_view tag = doc_.tag(n);
      if (tag == "meta") meta(n);
      if (tag == "link" || tag == "a") link(n, tag == "a");
      if (tag == "input" && ascii_lower_case(doc_.attribute(n, "name")) == "post_password")
        out_.asks_password = true;
      if (home_ && is_footer(n)) footer(n);
    }
  }

 private:
  std::string absolute(std::string_view href) const {
    const auto url = Url::parse(href, &base_);
    return url && is_web(url->href()) ? url->href() : std::string();
  }

  void meta(HtmlDocument::NodeId n) {
    const std::string name = ascii_lower_case(doc_.attribute(n, "name"));
    const std::string content = one_line(std::string(doc_.attribute(n, "content")));
    if (content.empty()) return;
    if ((name == "geo.position" || name == "icbm") && out_.geo.empty()) out_.geo = geo_of(content);
    if (home_ && name == "generator" && out_.generator.empty()) out_.generator = content;
    const bool rights =
        name == "copyright" || name == "rights" || name == "dc.rights" || name == "dcterms.rights";
    if (rights && out_.rights.empty() && content.size() <= kMaxStatement) out_.rights = content;
  }

  void link(HtmlDocument::NodeId n, bool anchor) {
    const std::string_view rel = doc_.attribute(n, "rel"), href = doc_.attribute(n, "href");
    if (home_ && anchor && out_.mail.empty() && ascii_lower_case(href.substr(0, 7)) == "mailto:") {
      const std::string_view mail = href.substr(7, href.find('?') - 7);
      if (mail.find('@') != std::string_view::npos && mail.find(' ') == std::string_view::npos)
        out_.mail = std::string(mail);
    }
    if (rel.empty()) return;
    if (has_word(rel, "license") && out_.license.empty()) out_.license = absolute(href);
    if (anchor) return;
    if (has_word(rel, "canonical") && out_.canonical.empty()) out_.canonical = absolute(href);
    if (has_word(rel, "shortlink")) {
      if (std::string url = absolute(href); !url.empty()) out_.shortlinks.push_back(std::move(url));
    }
  }

  bool is_footer(HtmlDocument::NodeId n) const {
    if (!doc_.is_element(n)) return false;
    if (doc_.tag(n) == "footer") return true;
    for (const char* const name : {"id", "class"}) {
      const std::string value = ascii_lower_case(doc_.attribute(n, name));
      if (value.find("footer") != std::string::npos || value.find("copyright") != std::string::npos ||
          value.find("colophon") != std::string::npos)
        return true;
    }
    return false;
  }

  // The line with a copyright sign; the last one, because posts may have footers of their own.
  void footer(HtmlDocument::NodeId root) {
    const std::string text = text_of(doc_, root);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string line = one_line(text.substr(at, end - at));
      at = end + 1;
      const std::string folded = ascii_lower_case(line);
      const bool sign = line.find("\xC2\xA9") != std::string::npos || folded.starts_with("copyright ") ||
                        folded.find("(c) 20") != std::string::npos;
      const bool year = folded.find("19") != std::string::npos || folded.find("20") != std::string::npos;
      const bool others = std::ranges::any_of(
          kOfOthers, [&](std::string_view word) { return folded.find(word) != std::string::npos; });
      if (sign && year && !others && line.size() <= kMaxStatement) out_.footer_rights = line;
    }
  }

  const HtmlDocument& doc_;
  const Url base_;
  const bool home_;
  PageStatements& out_;
};

}  // namespace

Result<PageStatements> read_statements(const Exchange& exchange, bool home) {
  PageStatements out;
  Findings findings;
  const MediaType type = parse_media_type(exchange.head.header("Content-Type"));
  out.encoding = encoding_name(type.charset);
  if (!type.essence.empty() && type.essence != "text/html" && type.essence != "application/xhtml+xml")
    return out;
  BFA_ASSIGN_OR_RETURN(const std::string body, decoded_prefix(exchange, kMaxPage, findings));
  if (out.encoding.empty()) out.encoding = prescan_html_encoding(body);
  const auto page = Url::parse(exchange.url);
  if (!page) return out;
  const DecodedText text = decode_text(body, type.charset, CharsetContext::kHtml, findings);
  const std::string_view all = text.text;
  const std::string_view part = home ? all : all.substr(0, end_of_statements(all));
  if (part.empty()) return out;
  BFA_ASSIGN_OR_RETURN(const HtmlDocument doc, HtmlDocument::parse(part, findings, {}, text.encoding));
  StatementReader(doc, *page, home, out).run();
  return out;
}

PlatformName platform_of(const std::string& generator) {
  std::string text = ascii_lower_case(generator);
  // WordPress feeds name themselves by an address: "https://wordpress.org/?v=5.1".
  const std::size_t query = text.find("?v=");
  if (is_web(text)) {
    const auto url = Url::parse(generator);
    std::string name = url ? std::string(url->host()) : text;
    if (name.starts_with("www.")) name.erase(0, 4);
    name = name.substr(0, name.find('.'));
    if (name == "getnikola") name = "nikola";
    return {name, query == std::string::npos ? std::string() : text.substr(query + 3)};
  }
  PlatformName platform;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" /(;,", at), text.size());
    const std::string word = text.substr(at, end - at);
    std::size_t digits = !word.empty() && word[0] == 'v' ? 1 : 0;
    const bool version = word.size() > digits && is_digit(word[digits]);
    if (version) {
      platform.version = word.substr(digits);
      break;
    }
    const bool letters = std::any_of(word.begin(), word.end(), is_letter_or_digit);
    if (letters && word.find("://") == std::string::npos)
      (platform.name += platform.name.empty() ? "" : " ") += word;
    if (end < text.size() && (text[end] == '(' || text[end] == ';' || text[end] == ',')) break;
    at = end + 1;
  }
  return platform;
}

std::string geo_of(const std::string& text) {
  const std::size_t gap = text.find_first_of(";, ");
  if (gap == std::string::npos) return {};
  const std::size_t next = text.find_first_not_of(";, ", gap);
  if (next == std::string::npos) return {};
  const std::string north = text.substr(0, gap), east = text.substr(next);
  for (const auto& [part, limit] : {std::pair(north, 90.0), std::pair(east, 180.0)}) {
    char* end = nullptr;
    const double degrees = std::strtod(part.c_str(), &end);
    if (end == part.c_str() || *end != '\0' || degrees < -limit || degrees > limit) return {};
  }
  return north + "," + east;
}

bool is_list_above(std::string_view canonical, std::string_view url) {
  const auto place = [](std::string_view address) {
    const std::size_t scheme = address.find("://");
    address.remove_prefix(scheme == std::string_view::npos ? 0 : scheme + 3);
    return address.substr(address.starts_with("www.") ? 4 : 0);
  };
  std::string above(place(canonical));
  if (!above.empty() && above.back() != '/') above += '/';
  const std::string_view own = place(url);
  if (above.empty() || own.size() <= above.size() || !own.starts_with(above)) return false;
  const std::string_view rest = own.substr(above.size());
  return rest.front() != '?' && !rest.starts_with("index.") && !rest.starts_with("default.") &&
         rest != "amp" && !rest.starts_with("amp/");
}

std::string mailbox_of(std::string_view text) {
  while (text.starts_with('/')) text.remove_prefix(1);  // "mailto://"
  const std::string lower = ascii_lower_case(text);
  const bool nobody =
      lower.starts_with("noreply@") || lower.starts_with("no-reply@") || lower.starts_with("donotreply@");
  return nobody ? std::string() : std::string(text);
}

}  // namespace bfa
