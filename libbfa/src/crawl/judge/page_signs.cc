// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "crawl/judge/not_page.h"
#include "crawl/judge/phrases.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxText = 6000;   // bytes of the body that phrases are looked for in
constexpr std::size_t kShortText = 200;  // bytes
constexpr NodeId kSmallTree = 12;        // nodes of a button
constexpr NodeId kHeadingTree = 40;      // of a heading
constexpr std::size_t kMaxSegments = 12;
constexpr std::size_t kMaxButtons = 400;  // bytes

std::string_view without_www(std::string_view host) {
  return host.starts_with("www.") ? host.substr(4) : host;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool has_token(std::string_view list, std::string_view token) {
  for (std::size_t at = list.find(token); at != std::string_view::npos; at = list.find(token, at + 1)) {
    const std::size_t end = at + token.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

std::string noscript_text(const HtmlDocument& doc) {
  std::string text;
  for (NodeId n = 1; n < doc.size(); ++n) {
    if (doc.tag(n) != "noscript") continue;
    for (NodeId child = n + 1; child < doc.end(n); ++child) {
      if (doc.is_text(child)) text += " " + std::string(doc.text(child));
    }
  }
  return text;
}

// The parts of a title: "Page not found - Example" has two.
void add_segments(PageSigns& signs, std::string_view text, bool heading) {
  static constexpr std::string_view kBetween[] = {
      " - ",        " | ",        " \xE2\x80\x93 ", " \xE2\x80\x94 ", " \xC2\xBB ",
      " \xC2\xAB ", " \xC2\xB7 ", " \xE2\x80\xA2 ", " :: ",           " \xEF\xBD\x9C "};
  while (!text.empty() && signs.segments.size() < kMaxSegments) {
    std::size_t cut = text.size(), next = text.size();
    for (const std::string_view between : kBetween) {
      const std::size_t at = text.find(between);
      if (at != std::string_view::npos && at < cut) {
        cut = at;
        next = at + between.size();
      }
    }
    std::string part = phrase_text(text.substr(0, cut));
    if (part.size() > 2) {
      signs.segments.push_back(std::move(part));
      signs.heading.push_back(heading);
    }
    text.remove_prefix(next);
  }
}

// How the page says that it is a post.
std::string_view mark_of_meta(const HtmlDocument& doc, NodeId n) {
  const std::string_view property = doc.attribute(n, "property");
  if (property == "article:published_time") return "article:published_time";
  if (property == "og:type" && equals_ignoring_case(doc.attribute(n, "content"), "article"))
    return "og:type article";
  return {};
}

bool names_a_post(std::string_view text) {
  return contains(text, "BlogPosting") || contains(text, "NewsArticle") || contains(text, "\"Article\"");
}

std::string_view mark_of(const HtmlDocument& doc, NodeId n, std::string_view tag) {
  if (tag == "meta") return mark_of_meta(doc, n);
  const std::string_view itemtype = doc.attribute(n, "itemtype");
  if (!itemtype.empty() && (itemtype.ends_with("/BlogPosting") || itemtype.ends_with("/NewsArticle")))
    return "itemtype of a post";
  const std::string_view itemprop = doc.attribute(n, "itemprop");
  if (itemprop == "datePublished" || itemprop == "articleBody") return itemprop;
  const std::string_view names = doc.attribute(n, "class");
  if (has_token(names, "dt-published") || has_token(names, "e-content")) return "h-entry";
  if (tag == "textarea" && doc.attribute(n, "name") == "comment") return "a comment form";
  if (tag == "script" && contains(doc.attribute(n, "type"), "ld+json")) {
    for (NodeId child = n + 1; child < doc.end(n); ++child) {
      if (names_a_post(doc.text(child))) return "JSON-LD of a post";
    }
  }
  return {};
}

bool names_captcha(std::string_view value) {
  if (value.size() < 6) return false;
  const std::string lower = ascii_lower_case(value);
  return contains(lower, "captcha") || contains(lower, "turnstile") || contains(lower, "challenge");
}

void add_control(PageSigns& signs, const HtmlDocument& doc, NodeId n, std::string_view tag) {
  const std::string type = ascii_lower_case(doc.attribute(n, "type"));
  if (tag == "form") {
    signs.form = true;
    if (doc.attribute(n, "role") == "search") signs.search = true;
  }
  if (tag == "input") {
    if (type == "password") signs.password = true;
    if (type == "search" || doc.attribute(n, "name") == "s" || doc.attribute(n, "name") == "q")
      signs.search = true;
  }
  std::string_view value;
  if (tag == "input" && (type == "submit" || type == "button")) value = doc.attribute(n, "value");
  std::string text;
  if ((tag == "button" || tag == "a") && doc.end(n) - n < kSmallTree) text = text_of(doc, n);
  if (!value.empty()) text = std::string(value);
  if (text.empty() || text.size() > 60 || signs.buttons.size() > kMaxButtons) return;
  signs.buttons += phrase_text(text);
}

// The tag of the headings that count.
std::string_view heading_tag(const HtmlDocument& doc) {
  return doc.find_first("h1") == HtmlDocument::kNone ? "h2" : "h1";
}

void add_title(PageSigns& signs, const HtmlDocument& doc, NodeId n, std::string_view headings) {
  const std::string_view tag = doc.tag(n);
  if (tag == "title" && signs.title.empty()) {
    const std::string title = text_of(doc, n);
    signs.title = phrase_text(title);
    add_segments(signs, title, false);
  } else if (tag == headings && doc.end(n) - n < kHeadingTree) {
    add_segments(signs, text_of(doc, n), true);
  }
}

void add_element(PageSigns& signs, const HtmlDocument& doc, NodeId n) {
  const std::string_view tag = doc.tag(n);
  if (tag == "body") {
    signs.error_class = has_token(doc.attribute(n, "class"), "error404");
  } else if (tag == "meta") {
    const std::string content = ascii_lower_case(doc.attribute(n, "content"));
    if (equals_ignoring_case(doc.attribute(n, "name"), "robots") && contains(content, "noindex"))
      signs.noindex = true;
    if (equals_ignoring_case(doc.attribute(n, "http-equiv"), "refresh")) signs.refresh = true;
  } else if (tag == "iframe" || tag == "frame") {
    signs.frame = true;
  } else if (tag == "script") {
    signs.script = true;
  } else if (tag == "noscript") {
    signs.asks_script = signs.asks_script || doc.end(n) > n + 1;
  }
  if (tag == "form" || tag == "input" || tag == "button" || tag == "a") add_control(signs, doc, n, tag);
  if (!signs.captcha && tag != "a" && tag != "body" && tag != "meta") {
    for (const char* name : {"id", "class", "src", "action", "name"}) {
      if (names_captcha(doc.attribute(n, name))) signs.captcha = true;
    }
  }
}

// Stops as soon as more than `most_inner` addresses of the same host are found.
void count_links(PageSigns& signs, const Url& page, const Url& home, const std::vector<HtmlLink>& links,
                 std::size_t most_inner) {
  std::set<std::string> inner, outer;
  const std::string own(without_www(page.host()));
  for (const HtmlLink& link : links) {
    if (link.kind != LinkKind::kLink) continue;
    const auto url = Url::parse(link.url);
    if (!url || !url->is_http()) continue;
    if (without_www(url->host()) != own) {
      outer.insert(std::string(url->host()));
      continue;
    }
    const std::string path(url->path());
    if (path == "/" || path == page.path() || path == home.path()) continue;
    inner.insert(path);
    if (inner.size() > most_inner) break;
  }
  signs.inner_links = inner.size();
  signs.outer_links = outer.size();
}

}  // namespace

std::size_t count_page_words(std::string_view text) {
  std::size_t words = 0, joined = 0;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_cjk_char(c)) {
      ++joined;
      inside = false;
    } else if (is_word_char(c)) {
      if (!inside) ++words;
      inside = true;
    } else {
      inside = false;
    }
  }
  return words + joined / 2;
}

void add_titles(PageSigns& signs, const HtmlDocument& doc) {
  const std::string_view headings = heading_tag(doc);
  for (NodeId n = 1; n < doc.size(); ++n) {
    if (doc.is_element(n)) add_title(signs, doc, n, headings);
  }
}

std::string_view post_mark_of(const HtmlDocument& doc) {
  for (NodeId n = 1; n < doc.size(); ++n) {
    if (!doc.is_element(n)) continue;
    if (const std::string_view mark = mark_of(doc, n, doc.tag(n)); !mark.empty()) return mark;
  }
  return {};
}

PageSigns first_signs_of(const HtmlDocument& doc, const Url& page, const Url& home,
                         const std::vector<HtmlLink>& links) {
  PageSigns signs;
  add_titles(signs, doc);
  count_links(signs, page, home, links, kMostLinksOfWall);
  return signs;
}

PageSigns signs_of(const HtmlDocument& doc, const Url& page, const Url& home,
                   const std::vector<HtmlLink>& links) {
  PageSigns signs;
  signs.host = std::string(without_www(page.host()));
  signs.named_404 = contains(page.path(), "/404");
  signs.post_mark = std::string(post_mark_of(doc));
  add_titles(signs, doc);
  for (NodeId n = 1; n < doc.size(); ++n) {
    if (doc.is_element(n)) add_element(signs, doc, n);
  }
  const NodeId body = doc.find_first("body");
  std::string text = text_of(doc, body == HtmlDocument::kNone ? 0 : body);
  if (text.size() < kShortText) text += noscript_text(doc);  // all that a page by script says to this program
  signs.words = count_page_words(text);
  signs.text = phrase_text(std::string_view(text).substr(0, kMaxText));
  count_links(signs, page, home, links, links.size());
  return signs;
}

}  // namespace bfa
