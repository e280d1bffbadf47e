// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/article.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "bfa/html/content.h"
#include "bfa/html/document.h"
#include "bfa/text/utf8.h"
#include "serve/pages/site_page.h"

namespace bfa::pages {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::array<MarkupName, 45> kElements = {
    "a",   "abbr",  "b",     "bdi",  "blockquote", "br",   "caption", "cite",       "code",
    "dd",  "del",   "dfn",   "div",  "dl",         "dt",   "em",      "figcaption", "figure",
    "hr",  "i",     "ins",   "kbd",  "li",         "mark", "ol",      "p",          "pre",
    "q",   "rp",    "rt",    "ruby", "s",          "samp", "small",   "strong",     "sub",
    "sup", "table", "tbody", "td",   "tfoot",      "th",   "thead",   "time",       "tr"};
constexpr std::array<MarkupName, 5> kMoreElements = {"u", "ul", "var", "span", "section"};

std::optional<MarkupName> known_element(std::string_view tag) {
  for (const MarkupName name : kElements) {
    if (name.text() == tag) return name;
  }
  for (const MarkupName name : kMoreElements) {
    if (name.text() == tag) return name;
  }
  return std::nullopt;
}

// Parts of a page have no meaning within an article of ours; their content stands on lines of its own.
bool is_block(std::string_view tag) {
  constexpr std::array<std::string_view, 9> kNames = {"article", "aside",   "footer",  "header", "main",
                                                      "nav",     "details", "summary", "address"};
  return std::find(kNames.begin(), kNames.end(), tag) != kNames.end();
}

// Whether an item stands in a list of its kind; else it is a line.
bool is_stray_item(std::string_view tag, std::string_view parent) {
  if (tag == "li") return parent != "ul" && parent != "ol";
  return (tag == "dt" || tag == "dd") && parent != "dl";
}

unsigned heading_level(std::string_view tag) {
  return tag.size() == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6'
             ? static_cast<unsigned>(tag[1] - '0')
             : 0;
}

MarkupName heading_name(unsigned level) {
  constexpr std::array<MarkupName, 6> kNames = {"h1", "h2", "h3", "h4", "h5", "h6"};
  return kNames[std::clamp(level, 1U, 6U) - 1];
}

// A small whole number, else nothing.
std::string number_of(std::string_view text, std::size_t digits = 4) {
  const bool good = !text.empty() && text.size() <= digits &&
                    text.find_first_not_of("0123456789") == std::string_view::npos;
  return good ? std::string(text) : std::string();
}

std::string direction_of(std::string_view text) {
  return text == "ltr" || text == "rtl" || text == "auto" ? std::string(text) : std::string();
}

bool is_media(std::string_view tag) {
  return tag == "audio" || tag == "video" || tag == "iframe" || tag == "object" || tag == "embed";
}

bool is_left_out(std::string_view tag) {
  constexpr std::array<std::string_view, 8> kNames = {"script", "style", "template", "head",
                                                      "title",  "svg",   "form",     "noscript"};
  return std::find(kNames.begin(), kNames.end(), tag) != kNames.end();
}

class ArticleWalk {
 public:
  ArticleWalk(const HtmlDocument& doc, const ArticlePlaces& places, unsigned heading)
      : doc_(doc), places_(places), first_heading_(heading) {
    for (NodeId n = 0; n < doc.size(); ++n) {
      if (const unsigned level = heading_level(doc.tag(n))) least_ = std::min(least_, level);
    }
    last_heading_ = heading - 1;
  }

  Markup run() {
    const NodeId body = doc_.find_first("body");
    const NodeId root = body == HtmlDocument::kNone ? 0 : body;
    for (NodeId n = root + 1; n < doc_.end(root);) {
      close_until(n);
      n = doc_.is_text(n) ? text(n) : element_at(n);
    }
    close_until(doc_.end(root));
    return std::move(out_);
  }

 private:
  struct Open {
    NodeId end;
    std::string_view name;
  };

  void close_until(NodeId n) {
    while (!open_.empty() && open_.back().end <= n) {
      out_.add(Markup::trusted("</" + std::string(open_.back().name) + ">"));
      open_.pop_back();
    }
  }

  NodeId text(NodeId n) {
    out_.add(doc_.text(n));
    return n + 1;
  }

  NodeId element_at(NodeId n) {
    const std::string_view tag = doc_.tag(n);
    if (is_left_out(tag)) return doc_.end(n);
    if (tag == "img") return image(n);
    if (is_media(tag)) return media(n);
    if (tag == "math") return formula(n);
    if (const unsigned level = heading_level(tag)) return heading(n, level);
    const NodeId parent = doc_.parent(n);
    const bool stray =
        is_stray_item(tag, parent == HtmlDocument::kNone ? std::string_view() : doc_.tag(parent));
    const auto name = is_block(tag) || stray ? known_element("div") : known_element(tag);
    if (!name) return n + 1;
    if (tag == "a") {
      anchor(n);
    } else {
      open(n, *name);
    }
    return n + 1;
  }

  void open(NodeId n, MarkupName name) {
    append_opening(out_, name,
                   {if_set("id", id_of(n)), if_set("lang", language_tag(doc_.attribute(n, "lang"))),
                    if_set("dir", direction_of(doc_.attribute(n, "dir"))),
                    if_set("title", std::string(doc_.attribute(n, "title").substr(0, 500))),
                    if_set("colspan", number_of(doc_.attribute(n, "colspan"), 3)),
                    if_set("rowspan", number_of(doc_.attribute(n, "rowspan"), 3)),
                    if_set("start", number_of(doc_.attribute(n, "start"))),
                    if_set("value", name.text() == "li" ? number_of(doc_.attribute(n, "value")) : "")});
    push(n, name);
  }

  void push(NodeId n, MarkupName name) {
    const std::string_view closing = closing_of(name);
    if (!closing.empty()) open_.push_back({doc_.end(n), closing});
  }

  std::string id_of(NodeId n) const {
    const std::string_view id = doc_.attribute(n, "id");
    return id.empty() || id.size() > 200 ? std::string() : "x-" + std::string(id);
  }

  NodeId heading(NodeId n, unsigned level) {
    if (text_of(doc_, n).empty()) return n + 1;
    // No level is left out, as readers of the page's outline expect.
    const unsigned wanted = first_heading_ + level - std::min(least_, level);
    last_heading_ = std::min(wanted, last_heading_ + 1);
    const MarkupName name = heading_name(last_heading_);
    append_opening(out_, name,
                   {if_set("id", id_of(n)), if_set("lang", language_tag(doc_.attribute(n, "lang")))});
    push(n, name);
    return n + 1;
  }

  void anchor(NodeId n) {
    const std::string href(doc_.attribute(n, "href"));
    std::string place;
    if (href.starts_with("#")) {
      place = "#x-" + href.substr(1);
    } else if (href.starts_with("http://") || href.starts_with("https://")) {
      place = places_.link(href);
    }
    append_opening(
        out_, "a",
        {if_set("id", id_of(n)), if_set("href", place), if_set("title", place.empty() ? "" : href)});
    push(n, "a");
    // A link without words has its address for a name.
    if (place.empty() || !text_of(doc_, n).empty()) return;
    for (NodeId inner = n + 1; inner < doc_.end(n); ++inner) {
      if (doc_.tag(inner) == "img" && !doc_.attribute(inner, "alt").empty()) return;
    }
    out_.add(shortened_text(href, 80));
  }

  NodeId image(NodeId n) {
    const std::string source(doc_.attribute(n, "src"));
    const std::string alternative(doc_.attribute(n, "alt"));
    const std::string place = source.empty() ? std::string() : places_.image(source);
    if (place.empty()) {
      out_ += element("span", {{"class", "missing"}, if_set("title", source)}, "Image not in the archive",
                      alternative.empty() ? "" : ": ", shortened_text(alternative, 200));
      return n + 1;
    }
    append_opening(out_, "img",
                   {{"src", place},
                    {"alt", alternative},
                    {"loading", "lazy"},
                    if_set("width", number_of(doc_.attribute(n, "width"))),
                    if_set("height", number_of(doc_.attribute(n, "height")))});
    return n + 1;
  }

  // A player would need the file, whole: the page as it looked has it.
  NodeId media(NodeId n) {
    std::string source(doc_.attribute(n, "src"));
    for (NodeId inner = n + 1; source.empty() && inner < doc_.end(n); ++inner) {
      if (doc_.tag(inner) == "source") source = doc_.attribute(inner, "src");
    }
    if (source.starts_with("http://") || source.starts_with("https://")) {
      const std::string place = places_.link(source);
      out_ += element("a", {if_set("href", place)}, doc_.tag(n), ": ", shortened_text(source, 80));
    }
    return doc_.end(n);
  }

  NodeId formula(NodeId n) {
    const std::string_view source = doc_.attribute(n, "alttext");
    if (source.empty()) return n + 1;
    out_ += element("code", {{"class", "formula"}}, source);
    return doc_.end(n);
  }

  const HtmlDocument& doc_;
  const ArticlePlaces& places_;
  unsigned first_heading_, least_ = 6, last_heading_ = 0;
  std::vector<Open> open_;
  Markup out_;
};

Markup paragraphs_of(std::string_view text) {
  Markup out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    std::string_view paragraph = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    Markup lines;
    while (!paragraph.empty()) {
      const std::size_t line = std::min(paragraph.find('\n'), paragraph.size());
      if (!lines.empty()) lines += element("br", {});
      lines.add(paragraph.substr(0, line));
      paragraph.remove_prefix(std::min(line + 1, paragraph.size()));
    }
    if (!lines.empty()) out += element("p", {}, lines);
  }
  return out;
}

}  // namespace

Markup article_markup(const DataObject& object, const ArticlePlaces& places, unsigned heading) {
  if (object.html.empty()) return paragraphs_of(object.text);
  Findings findings;
  const auto doc = HtmlDocument::parse("<!DOCTYPE html><html><body>" + object.html, findings);
  if (!doc) return paragraphs_of(object.text);
  return ArticleWalk(*doc, places, heading).run();
}

}  // namespace bfa::pages
