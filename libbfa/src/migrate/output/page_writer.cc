// SPDX-License-Identifier: Apache-2.0
#include "migrate/output/page_writer.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "migrate/output/css_links.h"
#include "migrate/output/inert_markup.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

template <std::size_t N>
bool one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr std::string_view kVoid[] = {"area",  "base",  "basefont", "bgsound", "br",    "col",
                                      "embed", "frame", "hr",       "img",     "input", "keygen",
                                      "link",  "meta",  "param",    "source",  "track", "wbr"};
// Left out with their content.
constexpr std::string_view kDropped[] = {"script",  "template", "base",   "applet",  "object",     "embed",
                                         "noembed", "noframes", "portal", "bgsound", "fencedframe"};
// Left out, but their content is kept: readers see it without scripts.
constexpr std::string_view kUnwrapped[] = {"noscript"};
constexpr std::string_view kDroppedAttributes[] = {
    "integrity",      "crossorigin", "nonce",   "ping",        "srcdoc",  "formaction",
    "action",         "manifest",    "profile", "codebase",    "archive", "classid",
    "attributionsrc", "http-equiv",  "charset", "imagesrcset", "longdesc"};
constexpr std::string_view kLazySources[] = {"data-src", "data-lazy-src", "data-original", "data-orig-file",
                                             "data-full-url"};

bool is_resource_attribute(std::string_view tag, std::string_view name) {
  if (name == "src") return true;
  if (name == "poster" || name == "background" || name == "lowsrc" || name == "dynsrc") return true;
  const bool svg_user = tag == "use" || tag == "image" || tag == "feimage";
  return svg_user && (name == "href" || name == "xlink:href");
}

std::string first_space_collapsed(std::string_view text) {
  return collapse_space(text);
}

// "<!DOCTYPE ...>" of a page, which decides how browsers lay it out; empty when it has none.
std::string document_type(std::string_view source) {
  if (source.starts_with("\xef\xbb\xbf")) source.remove_prefix(3);
  for (;;) {
    const std::size_t at = source.find_first_not_of(" \t\r\n\f");
    if (at == std::string_view::npos) return {};
    source.remove_prefix(at);
    if (!source.starts_with("<!--") && !source.starts_with("<?")) break;
    const std::string_view end = source.starts_with("<?") ? ">" : "-->";
    const std::size_t close = source.find(end);
    if (close == std::string_view::npos) return {};
    source.remove_prefix(close + end.size());
  }
  constexpr std::string_view kBegin = "<!doctype";
  if (!starts_ignoring_case(source, kBegin)) return {};
  const std::size_t close = source.find('>');
  if (close == std::string_view::npos || close > 1000) return {};
  const std::string_view type = source.substr(0, close + 1);
  return type.find('<', 1) == std::string_view::npos ? std::string(type) + "\n" : std::string();
}

class PageWriter {
 public:
  // `formulas`: also MathML and SVG, where the next parse may read other tags than this one wrote.
  PageWriter(const HtmlDocument& doc, const Url& url, const SitePlaces& places, bool formulas)
      : doc_(doc), url_(url), base_(base_url(doc, url)), places_(places), formulas_(formulas) {}

  StaticPage run(std::string_view source) {
    page_.html = document_type(source);
    if (const NodeId title = doc_.find_first("title"); title != HtmlDocument::kNone)
      page_.title = first_space_collapsed(text_below(title));
    for (NodeId node = doc_.first_child(0); node != HtmlDocument::kNone; node = doc_.next_sibling(node))
      write(node);
    return std::move(page_);
  }

 private:
  // Depth is bounded by the parser's limit.
  void write(NodeId node) {  // NOLINT(misc-no-recursion)
    if (doc_.is_text(node)) return write_text(node);
    const std::string_view tag = doc_.tag(node);
    if (one_of(tag, kDropped)) {
      if (tag == "script") ++page_.scripts;
      return;
    }
    if (!formulas_ && (tag == "math" || tag == "svg")) return;
    if (one_of(tag, kUnwrapped)) return write_children(node);
    if ((tag == "meta" && !keep_meta(node)) || (tag == "link" && !keep_link(node))) return;
    // Text in these two elements is not escaped, and would be parsed as tags.
    const std::string_view written = tag == "xmp" || tag == "plaintext" || tag == "listing" ? "pre" : tag;
    page_.html.append("<").append(written);
    write_attributes(node, tag);
    page_.html.append(">");
    if (tag == "head") write_head_start();
    if (one_of(tag, kVoid)) return;
    if (written == "pre" || tag == "textarea") write_first_line_end(node);
    if (tag == "style") {
      page_.html += css(text_below(node));
    } else if (tag != "iframe") {
      write_children(node);
    }
    page_.html.append("</").append(written).append(">");
  }

  void write_children(NodeId node) {  // NOLINT(misc-no-recursion)
    for (NodeId child = doc_.first_child(node); child != HtmlDocument::kNone;
         child = doc_.next_sibling(child))
      write(child);
  }

  void write_text(NodeId node) { page_.html += escaped_markup(doc_.text(node)); }

  // The parser drops the first line end of these.
  void write_first_line_end(NodeId node) {
    const NodeId child = doc_.first_child(node);
    if (child != HtmlDocument::kNone && doc_.is_text(child) && doc_.text(child).starts_with('\n'))
      page_.html += "\n";
  }

  void write_head_start() {
    page_.html +=
        "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src file: "
        "data: "
        "'unsafe-inline'; script-src 'none'; object-src 'none'\">";
  }

  std::string text_below(NodeId node) const {
    std::string text;
    for (NodeId n = node + 1; n < doc_.end(node); ++n) {
      if (doc_.is_text(n)) text += doc_.text(n);
    }
    return text;
  }

  bool keep_meta(NodeId node) {
    if (doc_.has_attribute(node, "charset")) return false;
    if (!doc_.has_attribute(node, "http-equiv")) return true;
    if (!equals_ignoring_case(doc_.attribute(node, "http-equiv"), "refresh")) return false;
    // A page that refreshes to another one still does so if the target was captured.
    const auto target = meta_refresh(doc_, url_);
    const auto place = target ? places_.captured(*target) : std::nullopt;
    if (place)
      page_.html += "<meta http-equiv=\"refresh\" content=\"0; url=" + escaped_markup(*place) + "\">";
    return false;
  }

  bool keep_link(NodeId node) {
    const std::string rel = " " + fold_case(doc_.attribute(node, "rel")) + " ";
    for (const std::string_view dropped : {" preload ", " prefetch ", " preconnect ", " dns-prefetch ",
                                           " modulepreload ", " prerender ", " manifest ", " import "}) {
      if (rel.find(dropped) != std::string::npos) return false;
    }
    if (!loads(rel)) return true;
    const auto target = Url::parse(doc_.attribute(node, "href"), &base_);
    const bool there = target && (places_.captured(*target) || target->scheme() == "data");
    if (!there) ++page_.missing;
    return there;
  }

  // True for links that a browser fetches by itself.
  static bool loads(const std::string& rel) {
    return rel.find(" stylesheet ") != std::string::npos || rel.find("icon") != std::string::npos;
  }

  void write_attributes(NodeId node, std::string_view tag) {
    bool has_source = false;
    for (const auto& attribute : doc_.attributes(node)) {
      const auto value = value_of(node, tag, attribute);
      if (!value) continue;
      put(attribute.name, *value);
      has_source = has_source || attribute.name == "src";
    }
    if (tag == "img" && !has_source) put_lazy_source(node);
  }

  void put(std::string_view name, std::string_view value) {
    page_.html.append(" ").append(name).append("=\"").append(escaped_markup(value)).append("\"");
  }

  // The value to write for the attribute; nothing: it is left out.
  std::optional<std::string> value_of(NodeId node, std::string_view tag, const HtmlAttribute& attribute) {
    const std::string_view name = attribute.name;
    if (name.starts_with("on") || name.find_first_of("\"'<>/= \t\r\n") != std::string_view::npos)
      return std::nullopt;
    if (one_of(name, kDroppedAttributes)) return std::nullopt;
    if (name == "style") return css(attribute.value);
    if (name == "srcset") return srcset(attribute.value);
    if (is_resource_attribute(tag, name)) return resource(attribute.value);
    if (tag == "link" && name == "href") return link_address(node, attribute.value);
    if (name == "href" || name == "xlink:href" || name == "cite") return link(attribute.value);
    // Animations may set an address too.
    const bool scripted = tag == "animate" || tag == "set" || tag == "animatetransform";
    if (scripted && (name == "to" || name == "values" || name == "from")) return std::nullopt;
    return std::string(attribute.value);
  }

  std::optional<std::string> link_address(NodeId node, std::string_view value) {
    const std::string rel = " " + fold_case(doc_.attribute(node, "rel")) + " ";
    return loads(rel) ? resource(value) : link(value);
  }

  std::optional<std::string> link(std::string_view value) const {
    if (value.starts_with('#')) return std::string(value);
    const auto target = Url::parse(value, &base_);
    if (!target) return std::nullopt;
    if (const auto place = places_.captured(*target)) {
      const auto fragment = target->fragment();
      return fragment.empty() ? *place : *place + "#" + std::string(fragment);
    }
    const auto scheme = target->scheme();
    const bool harmless = target->is_http() || scheme == "mailto" || scheme == "ftp" || scheme == "tel";
    return harmless ? std::optional(target->href()) : std::nullopt;
  }

  std::optional<std::string> resource(std::string_view value) {
    const auto target = Url::parse(value, &base_);
    if (!target) return std::nullopt;
    if (value.starts_with('#')) return std::string(value);
    if (target->scheme() == "data" && target->path().starts_with("image/")) return target->href();
    if (auto place = places_.captured(*target)) return place;
    ++page_.missing;
    if (target->is_http()) put("data-missing-src", target->href());
    return std::nullopt;
  }

  std::optional<std::string> srcset(std::string_view value) const {
    std::string out;
    for (const auto& candidate : parse_srcset(value)) {
      const auto target = Url::parse(candidate.url, &base_);
      const auto place = target ? places_.captured(*target) : std::nullopt;
      if (!place) continue;
      out += (out.empty() ? "" : ", ") + *place;
      if (candidate.width != 0) {
        out += " " + std::to_string(candidate.width) + "w";
      } else if (candidate.density != 1) {
        std::string density = std::to_string(candidate.density);
        while (density.ends_with('0') || density.ends_with('.')) density.pop_back();
        out += " " + density + "x";
      }
    }
    return out.empty() ? std::nullopt : std::optional(out);
  }

  // Scripts would have set it.
  void put_lazy_source(NodeId node) {
    for (const auto name : kLazySources) {
      const auto value = doc_.attribute(node, name);
      const auto target = value.empty() ? Result<Url>(Error{}) : Url::parse(value, &base_);
      const auto place = target ? places_.captured(*target) : std::nullopt;
      if (!place) continue;
      put("src", *place);
      return;
    }
  }

  std::string css(std::string_view text) { return write_static_css(text, base_, places_, page_.missing); }

  const HtmlDocument& doc_;
  const Url& url_;
  const Url base_;
  const SitePlaces& places_;
  const bool formulas_;
  StaticPage page_;
};

// What is left of a page when no form of its markup is safe: its text.
std::string only_text(const HtmlDocument& doc) {
  std::string html = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><body><pre>\n";
  for (NodeId node = 0; node < doc.size(); ++node) {
    if (doc.is_text(node)) html += escaped_markup(doc.text(node));
  }
  return html + "</pre></body></html>";
}

}  // namespace

std::string write_static_css(std::string_view css, const Url& base, const SitePlaces& places,
                             std::uint64_t& missing) {
  std::string out = rewrite_css(css, [&](const std::string& value) -> std::string {
    const auto target = Url::parse(value, &base);
    const auto place = target ? places.captured(*target) : std::nullopt;
    if (place) return *place;
    ++missing;
    return "data:,";
  });
  // In a style element a tag would end it.
  std::size_t at = 0;
  while ((at = out.find("</", at)) != std::string::npos) out.replace(at, 2, "<\\/");
  return out;
}

StaticPage write_static_page(const HtmlDocument& doc, std::string_view source, const Url& url,
                             const SitePlaces& places) {
  StaticPage page = PageWriter(doc, url, places, true).run(source);
  if (is_inert(page.html)) return page;
  page = PageWriter(doc, url, places, false).run(source);
  page.left_out = "MathML and SVG";
  if (is_inert(page.html)) return page;
  page.left_out = "all markup";
  page.html = only_text(doc);
  return page;
}

}  // namespace bfa
