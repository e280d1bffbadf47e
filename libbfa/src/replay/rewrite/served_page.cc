// SPDX-License-Identifier: Apache-2.0
#include "replay/rewrite/served_page.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/html/content.h"
#include "replay/rewrite/css_links.h"
#include "replay/rewrite/markup_writer.h"

namespace bfa {
namespace {

using Names = std::string_view;

// Left out with their content.
constexpr auto kDropped = std::to_array<Names>({"base", "embed", "noembed", "noframes", "portal", "bgsound",
                                                "fencedframe", "param", "handler", "listener"});
// Left out, but their content is kept: what is shown without scripts and plug-ins.
constexpr auto kUnwrapped = std::to_array<Names>({"noscript", "object", "applet"});
constexpr auto kDroppedAttributes = std::to_array<Names>({"integrity",
                                                          "crossorigin",
                                                          "nonce",
                                                          "ping",
                                                          "srcdoc",
                                                          "formaction",
                                                          "action",
                                                          "manifest",
                                                          "profile",
                                                          "codebase",
                                                          "archive",
                                                          "classid",
                                                          "attributionsrc",
                                                          "http-equiv",
                                                          "charset",
                                                          "imagesrcset",
                                                          "longdesc",
                                                          "data",
                                                          "code",
                                                          "object",
                                                          "target",
                                                          "formtarget",
                                                          "xml:base",
                                                          "sandbox",
                                                          "allow",
                                                          "allowfullscreen",
                                                          "csp",
                                                          "credentialless",
                                                          "lowsrc",
                                                          "dynsrc",
                                                          "referrerpolicy",
                                                          "fetchpriority",
                                                          "blocking",
                                                          "language",
                                                          "imagesizes",
                                                          "data-missing-src",
                                                          "shadowrootmode",
                                                          "popovertarget",
                                                          "command",
                                                          "commandfor",
                                                          "browsingtopics",
                                                          "sharedstoragewritable",
                                                          "privatetoken",
                                                          "icon",
                                                          "autofocus"});
constexpr auto kLazySources = std::to_array<Names>(
    {"data-src", "data-lazy-src", "data-original", "data-orig-file", "data-actualsrc", "data-full-url"});
constexpr auto kLazySets = std::to_array<Names>({"data-srcset", "data-lazy-srcset"});
// Links to documents that a browser does not fetch by itself.
constexpr auto kLinks = std::to_array<Names>({"canonical", "alternate", "next", "prev", "first", "last",
                                              "author", "license", "shortlink", "bookmark", "help", "up",
                                              "index", "me", "start", "contents", "search"});
constexpr auto kPaints = std::to_array<Names>({"fill", "stroke", "filter", "mask", "clip-path", "marker",
                                               "marker-start", "marker-mid", "marker-end", "cursor"});
constexpr auto kAnimations = std::to_array<Names>({"set", "animate", "animatetransform", "animatemotion"});
constexpr auto kAnimated = std::to_array<Names>({"to", "from", "by", "values"});

// Parts that are missing are seen as such, and nothing of the page is sent to where a link leads.
constexpr std::string_view kHead =
    "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'\"><meta name=\"referrer\" "
    "content=\"no-referrer\"><style>[data-missing-src]{outline:1px dashed #a40000!important;outline-offset:"
    "-1px}img[data-missing-src]{min-width:1.5em;min-height:1.5em;background:#a400001a!important}"
    ".bfa-missing{display:inline-block;padding:.3em .6em;font:13px/1.4 sans-serif;color:#a40000;"
    "background:#fff}</style>";

template <std::size_t N>
bool one_of(std::string_view name, const std::array<Names, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string address_of(const ServedPlaces& places, std::string_view modifier, const Url& url) {
  return places.prefix + places.time + std::string(modifier) + "/" + url.href();
}

bool is_image_data(const Url& url) {
  return url.scheme() == "data" && starts_ignoring_case(url.path(), "image/");
}

// What a sheet may have within itself.
bool is_sheet_data(const Url& url) {
  return is_image_data(url) || (url.scheme() == "data" && (starts_ignoring_case(url.path(), "font/") ||
                                                           starts_ignoring_case(url.path(), "application/")));
}

std::string_view modifier_for(std::string_view tag) {
  if (tag == "iframe" || tag == "frame") return "if_";
  if (tag == "link") return "cs_";
  if (tag == "audio" || tag == "video" || tag == "source" || tag == "track") return "oe_";
  return "im_";
}

class ServedPageWriter final : public MarkupWriter {
 public:
  ServedPageWriter(const HtmlDocument& doc, const Url& url, const ServedPlaces& places, bool formulas)
      : MarkupWriter(doc, url, formulas), places_(places) {}

  ServedPage page() { return {std::move(html_), title(), start_, scripts(), missing_, {}}; }

 private:
  Fate begin(NodeId node, std::string_view tag) override {
    missing_source_.clear();
    has_set_ = false;
    if (one_of(tag, kDropped)) return Fate::kDropped;
    if (one_of(tag, kUnwrapped)) return Fate::kUnwrapped;
    if (tag == "template")
      return doc_.has_attribute(node, "shadowrootmode") ? Fate::kUnwrapped : Fate::kDropped;
    if (tag == "meta") return keep_meta(node) ? Fate::kKept : Fate::kDropped;
    if (tag == "link") return keep_link(node) ? Fate::kKept : Fate::kDropped;
    if (tag == "iframe") return begin_frame(node);
    return Fate::kKept;
  }

  void inside(NodeId, std::string_view tag) override {
    if (tag == "head") html_ += kHead;
    if (tag != "body" || start_ != 0) return;
    start_ = html_.size();
    // A page without script does not send a browser on by itself: the reader decides.
    const auto target = meta_refresh(doc_, base_);
    if (!target || target->without_fragment() == url_.without_fragment()) return;
    html_ += "<p class=\"bfa-missing\">This page sends browsers on to <a href=\"" +
             escaped_markup(address_of(places_, places_.links, *target)) + "\">" +
             escaped_markup(target->href()) + "</a></p>";
  }

  bool keep_meta(NodeId node) const {
    if (doc_.has_attribute(node, "charset") || doc_.has_attribute(node, "http-equiv")) return false;
    return !equals_ignoring_case(trim_html_space(doc_.attribute(node, "name")), "referrer");
  }

  bool keep_link(NodeId node) const {
    const std::string rel = own_rel(node);
    return is_loaded(rel) ||
           std::any_of(kLinks.begin(), kLinks.end(), [&](Names kept) { return has_rel(rel, kept); });
  }

  // With any white space between its tokens.
  std::string own_rel(NodeId node) const {
    std::string rel = rel_of(doc_, node);
    for (char& c : rel) {
      if (is_html_space(c)) c = ' ';
    }
    return rel;
  }

  // A frame that was not captured is replaced: browsers connect to the host of a frame that they then refuse.
  Fate begin_frame(NodeId node) {
    std::string_view source = doc_.attribute(node, "src");
    if (captured_source(node, kLazySources)) return Fate::kKept;
    const auto url = Url::parse(source, &base_);
    if (!source.empty() && url && url->is_http() && places_.captured(*url)) return Fate::kKept;
    if (source.empty()) source = doc_.attribute(node, "data-src");
    if (source.empty() && !doc_.has_attribute(node, "srcdoc")) return Fate::kDropped;
    ++missing_;
    const auto wanted = Url::parse(source, &base_);
    html_ += "<span class=\"bfa-missing\"";
    if (wanted && wanted->is_http() && !source.empty()) put("data-missing-src", wanted->href());
    html_ += ">frame, not archived";
    if (wanted && wanted->is_http() && !source.empty())
      html_ += ": " + escaped_markup(std::string(wanted->host()));
    html_ += "</span>";
    return Fate::kReplaced;
  }

  std::optional<std::string> value_of(NodeId node, std::string_view tag,
                                      const HtmlAttribute& attribute) override {
    const std::string_view name = attribute.name;
    if (one_of(name, kDroppedAttributes)) return std::nullopt;
    if (name == "style" || one_of(name, kPaints)) return css(attribute.value);
    if (name == "srcset") {
      auto set = srcset(attribute.value);
      has_set_ = has_set_ || set;
      return set;
    }
    if (name == "usemap")
      return attribute.value.starts_with('#') ? std::optional(std::string(attribute.value)) : std::nullopt;
    if (name == "src") {
      if (const auto lazy = captured_source(node, kLazySources))
        return address_of(places_, modifier_for(tag), *lazy);
    }
    if (name == "src" || name == "poster" || name == "background")
      return resource(tag, name, attribute.value);
    const bool link_like = name == "href" || name == "xlink:href";
    if (link_like && (tag == "use" || tag == "image" || tag == "feimage"))
      return resource(tag, name, attribute.value);
    if (link_like && tag == "link" && is_loaded(own_rel(node))) return resource(tag, name, attribute.value);
    if (link_like || name == "cite") return link(attribute.value);
    if (one_of(tag, kAnimations) && one_of(name, kAnimated)) return std::nullopt;
    return std::string(attribute.value);
  }

  void end_attributes(NodeId node, std::string_view tag, bool has_source) override {
    const bool lazy = tag == "img" || tag == "source" || tag == "iframe" || tag == "video";
    if (tag == "iframe" || tag == "frame") put("sandbox", "");
    if (lazy && !has_source) {
      if (const auto source = captured_source(node, kLazySources)) {
        put("src", address_of(places_, modifier_for(tag), *source));
        missing_source_.clear();
      }
    }
    if ((tag == "img" || tag == "source") && !has_set_) {
      for (const auto name : kLazySets) {
        const auto set = srcset(doc_.attribute(node, name));
        if (!set) continue;
        put("srcset", *set);
        has_set_ = true;
        break;
      }
    }
    if (missing_source_.empty() || has_set_) return;
    ++missing_;
    put("data-missing-src", missing_source_);
  }

  // Scripts would have set it.
  template <std::size_t N>
  std::optional<Url> captured_source(NodeId node, const std::array<Names, N>& names) const {
    for (const auto name : names) {
      const auto value = doc_.attribute(node, name);
      if (value.empty()) continue;
      auto url = Url::parse(value, &base_);
      if (url && url->is_http() && places_.captured(*url)) return std::move(*url);
    }
    return std::nullopt;
  }

  std::optional<std::string> link(std::string_view value) const {
    if (value.starts_with('#')) return std::string(value);
    const auto target = Url::parse(value, &base_);
    if (!target || !target->is_http()) return std::nullopt;
    return address_of(places_, places_.links, *target);
  }

  std::optional<std::string> resource(std::string_view tag, std::string_view name, std::string_view value) {
    if (value.starts_with('#')) return std::string(value);
    const auto target = Url::parse(value, &base_);
    if (!target || trim_html_space(value).empty()) return std::nullopt;
    const bool image = tag != "use" && tag != "source" && tag != "frame" && tag != "iframe";
    if (image && is_image_data(*target)) return "data:" + target->href().substr(target->href().find(':') + 1);
    if (target->is_http() && places_.captured(*target))
      return address_of(places_, name == "src" || tag == "link" ? modifier_for(tag) : "im_", *target);
    if (name == "src" || tag == "link" || tag == "image")
      missing_source_ = target->is_http() ? target->href() : "data:,";
    return std::nullopt;
  }

  std::optional<std::string> srcset(std::string_view value) const {
    std::string out;
    for (const auto& candidate : parse_srcset(value)) {
      const auto target = Url::parse(candidate.url, &base_);
      if (target && target->is_http() && places_.captured(*target))
        append_srcset(candidate, address_in_set(*target), out);
    }
    return out.empty() ? std::nullopt : std::optional(out);
  }

  // Commas at the ends of an address would end it.
  std::string address_in_set(const Url& url) const {
    std::string address = address_of(places_, "im_", url);
    while (address.ends_with(',')) address.replace(address.size() - 1, 1, "%2C");
    return address;
  }

  std::string css(std::string_view text) { return write_served_css(text, base_, places_, missing_); }

  std::string sheet(NodeId node, std::string_view text) override {
    std::string out = css_in_markup(css(text));
    return in_formula(node) ? escaped_markup(out) : out;
  }

  // There the text of a style element is markup.
  bool in_formula(NodeId node) const {
    for (NodeId up = doc_.parent(node); up != HtmlDocument::kNone; up = doc_.parent(up)) {
      const std::string_view tag = doc_.tag(up);
      if (tag == "svg" || tag == "math") return true;
      if (tag == "foreignobject" || tag == "desc" || tag == "annotation-xml") return false;
    }
    return false;
  }

  const ServedPlaces& places_;
  std::size_t start_ = 0;
  std::uint64_t missing_ = 0;
  std::string missing_source_;  // of the element that is written
  bool has_set_ = false;        // it has a srcset
};

ServedPage written(const HtmlDocument& doc, std::string_view source, const Url& url,
                   const ServedPlaces& places, bool formulas) {
  ServedPageWriter writer(doc, url, places, formulas);
  writer.run(source);
  return writer.page();
}

}  // namespace

std::string write_served_css(std::string_view css, const Url& base, const ServedPlaces& places,
                             std::uint64_t& missing) {
  return rewrite_css_strictly(css, [&](const std::string& value, bool sheet) -> std::string {
    const auto target = Url::parse(value, &base);
    if (target && !sheet && is_sheet_data(*target)) return target->href();
    if (target && target->is_http() && places.captured(*target))
      return address_of(places, sheet ? "cs_" : "im_", *target);
    ++missing;
    return "data:,";
  });
}

ServedPage write_served_page(const HtmlDocument& doc, std::string_view source, const Url& url,
                             const ServedPlaces& places) {
  ServedPage page = written(doc, source, url, places, true);
  if (is_served_safely(page.html, places.prefix)) return page;
  page = written(doc, source, url, places, false);
  page.left_out = "MathML and SVG";
  if (is_served_safely(page.html, places.prefix)) return page;
  page.left_out = "all markup";
  page.html = only_text(doc, kHead);
  page.start = page.html.find("<body>") + 6;
  return page;
}

}  // namespace bfa
