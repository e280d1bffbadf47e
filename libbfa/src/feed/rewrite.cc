// SPDX-License-Identifier: Apache-2.0
#include "feed/rewrite.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/html/document.h"
#include "feed/build.h"
#include "feed/names.h"
#include "feed/style.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

// The elements that are kept: those of texts, tables, lists, images, sound and film, forms, MathML, and SVG
// without animation, references and foreign content. Sorted.
constexpr std::string_view kElements[] = {
    "a",           "abbr",       "acronym",      "address",    "annotation",
    "area",        "article",    "aside",        "audio",      "b",
    "bdi",         "bdo",        "big",          "blockquote", "br",
    "button",      "canvas",     "caption",      "center",     "circle",
    "cite",        "clippath",   "code",         "col",        "colgroup",
    "command",     "data",       "datagrid",     "datalist",   "dd",
    "defs",        "del",        "desc",         "details",    "dfn",
    "dialog",      "dir",        "div",          "dl",         "dt",
    "ellipse",     "em",         "event-source", "fieldset",   "figcaption",
    "figure",      "font",       "footer",       "form",       "g",
    "h1",          "h2",         "h3",           "h4",         "h5",
    "h6",          "header",     "hgroup",       "hr",         "i",
    "img",         "input",      "ins",          "kbd",        "keygen",
    "label",       "legend",     "li",           "line",       "lineargradient",
    "m",           "maction",    "main",         "map",        "mark",
    "marker",      "math",       "menclose",     "menu",       "merror",
    "meter",       "mfenced",    "mfrac",        "mi",         "mmultiscripts",
    "mn",          "mo",         "mover",        "mpadded",    "mphantom",
    "mprescripts", "mroot",      "mrow",         "ms",         "mspace",
    "msqrt",       "mstyle",     "msub",         "msubsup",    "msup",
    "mtable",      "mtd",        "mtext",        "mtr",        "multicol",
    "munder",      "munderover", "nav",          "nextid",     "none",
    "noscript",    "ol",         "optgroup",     "option",     "output",
    "p",           "path",       "pattern",      "picture",    "polygon",
    "polyline",    "pre",        "progress",     "q",          "radialgradient",
    "rect",        "rp",         "rt",           "ruby",       "s",
    "samp",        "section",    "select",       "semantics",  "small",
    "sound",       "source",     "spacer",       "span",       "stop",
    "strike",      "strong",     "sub",          "summary",    "sup",
    "svg",         "switch",     "table",        "tbody",      "td",
    "text",        "textarea",   "textpath",     "tfoot",      "th",
    "thead",       "time",       "tr",           "track",      "tspan",
    "tt",          "u",          "ul",           "var",        "video",
    "wbr"};

template <std::size_t n>
bool is_one_of(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_kept(std::string_view tag) {
  return std::binary_search(std::begin(kElements), std::end(kElements), tag);
}

// Elements that are removed with their content: programs, and elements that are never shown.
bool is_dropped(std::string_view tag) {
  return is_one_of(tag, std::array<std::string_view, 6>{"script", "style", "applet", "title", "template",
                                                        "foreignobject"});
}

// Elements whose content HTML parses as plain text. Feeds use it for fallback markup. When such an element
// is removed, its content is parsed as markup.
bool is_raw_text(std::string_view tag) {
  return is_one_of(tag, std::array<std::string_view, 4>{"iframe", "noembed", "noframes", "xmp"});
}

// Frames and players.
bool is_embed(std::string_view tag) {
  return is_one_of(tag, std::array<std::string_view, 4>{"iframe", "embed", "object", "frame"});
}

bool is_void(std::string_view tag) {
  return is_one_of(tag, std::array<std::string_view, 11>{"br", "hr", "img", "wbr", "col", "source", "area",
                                                         "track", "input", "keygen", "command"});
}

bool is_address(std::string_view name) {
  return is_one_of(name, std::array<std::string_view, 19>{
                             "href", "src", "cite", "poster", "data", "longdesc", "background", "action",
                             "usemap", "codebase", "classid", "profile", "formaction", "data-src",
                             "data-original", "ping", "xlink:href", "lowsrc", "dynsrc"});
}

std::string resolve_srcset(std::string_view value, const BaseAddress& base) {
  std::string out;
  while (!value.empty()) {
    value = trim_c_space(value);
    const std::size_t end = std::min(value.find_first_of(" \t\r\n"), value.size());
    const bool ends_with_comma = end > 0 && value[end - 1] == ',';
    const std::string url = base.resolve(value.substr(0, ends_with_comma ? end - 1 : end));
    value.remove_prefix(end);
    std::string_view descriptor;
    if (!ends_with_comma) {
      const std::size_t comma = std::min(value.find(','), value.size());
      descriptor = trim_c_space(value.substr(0, comma));
      value.remove_prefix(std::min(comma + 1, value.size()));
    }
    if (url.empty()) continue;
    if (!out.empty()) out += ", ";
    out += url;
    if (!descriptor.empty()) out += " " + std::string(descriptor);
  }
  return out;
}

constexpr int kMaxRawDepth = 3;  // frames in frames

std::string rewrite_fragment(std::string_view html, const BaseAddress& base, std::vector<std::string>* embeds,
                             int depth);

class Rewriter {
 public:
  Rewriter(const HtmlDocument& doc, const BaseAddress& base, std::vector<std::string>* embeds, int depth)
      : doc_(doc), base_(base), embeds_(embeds), depth_(depth) {}

  std::string run(std::size_t size) {
    out_.reserve(size + size / 8);
    for (NodeId n = 0; n < doc_.size();) {
      close_before(n);
      if (doc_.is_text(n)) {
        append_text(n);
      } else if (doc_.is_element(n)) {
        const std::string_view tag = doc_.tag(n);
        if (is_dropped(tag)) {
          n = doc_.end(n);
          continue;
        }
        if (is_kept(tag)) {
          open(n, tag);
        } else if (is_embed(tag)) {
          add_embed(n);
        }
      }
      ++n;
    }
    close_before(static_cast<NodeId>(doc_.size()));
    return std::move(out_);
  }

 private:
  void close_before(NodeId n) {
    while (!open_.empty() && doc_.end(open_.back()) <= n) {
      const std::string_view tag = doc_.tag(open_.back());
      if (!is_void(tag)) {
        out_ += "</";
        out_ += tag;
        out_ += '>';
      }
      open_.pop_back();
    }
  }

  void append_text(NodeId n) {
    const NodeId parent = doc_.parent(n);
    const bool is_markup = parent != HtmlDocument::kNone && doc_.is_element(parent) &&
                           is_raw_text(doc_.tag(parent)) && depth_ < kMaxRawDepth &&
                           doc_.text(n).find('<') != std::string_view::npos;
    if (is_markup) {
      out_ += rewrite_fragment(doc_.text(n), base_, embeds_, depth_ + 1);
    } else {
      append_escaped_markup(doc_.text(n), out_);
    }
  }

  void add_embed(NodeId n) {
    if (embeds_ == nullptr) return;
    for (const std::string_view name : {"src", "data"}) {
      const std::string url = base_.resolve(doc_.attribute(n, name));
      const bool is_new = !has_lately(*embeds_, url);
      if (is_http_address(url) && is_new) embeds_->push_back(url);
    }
  }

  void open(NodeId n, std::string_view tag) {
    out_ += '<';
    out_ += tag;
    bool has_xlink = false;
    for (const HtmlAttribute& a : doc_.attributes(n)) {
      if (a.name.starts_with("on") || a.name == "srcdoc" || a.name == "xmlns" || a.name == "xmlns:xlink")
        continue;
      has_xlink = has_xlink || a.name.starts_with("xlink:");
      append_attribute(a);
    }
    // These parts are then valid in XML as well.
    if (tag == "svg") out_ += " xmlns=\"http://www.w3.org/2000/svg\"";
    if (tag == "math") out_ += " xmlns=\"http://www.w3.org/1998/Math/MathML\"";
    if (has_xlink) out_ += " xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    out_ += '>';
    open_.push_back(n);
  }

  void append_attribute(const HtmlAttribute& a) {
    const bool is_url = is_address(a.name);
    std::string made;
    std::string_view value = a.value;
    if (is_url) {
      made = base_.resolve(a.value);
      if (made.empty() && !a.value.empty()) return;
      value = made;
    } else if (a.name == "srcset") {
      made = resolve_srcset(a.value, base_);
      value = made;
    } else if (a.name == "style") {
      made = safe_style(a.value);
      if (made.empty()) return;
      value = made;
    }
    out_ += ' ';
    out_ += a.name;
    out_ += "=\"";
    append_escaped_markup(value, out_);
    out_ += '"';
  }

  const HtmlDocument& doc_;
  const BaseAddress& base_;
  std::vector<std::string>* embeds_;
  int depth_;
  std::vector<NodeId> open_;
  std::string out_;
};

std::string rewrite_fragment(std::string_view html, const BaseAddress& base, std::vector<std::string>* embeds,
                             int depth) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  if (!doc) return {};
  return Rewriter(*doc, base, embeds, depth).run(html.size());
}

}  // namespace

std::string rewrite_html(std::string_view html, const BaseAddress& base, std::vector<std::string>* embeds) {
  return rewrite_fragment(html, base, embeds, 0);
}

}  // namespace bfa
