// SPDX-License-Identifier: Apache-2.0
#include "replay/rewrite/static_page.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/html/content.h"
#include "replay/rewrite/css_links.h"
#include "replay/rewrite/inert_markup.h"
#include "replay/rewrite/markup_writer.h"

namespace bfa {
namespace {

template <std::size_t N>
bool one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Left out with their content.
constexpr std::string_view kDropped[] = {"template", "base",     "applet", "object",  "embed",
                                         "noembed",  "noframes", "portal", "bgsound", "fencedframe"};
// Left out, but their content is kept: readers see it without scripts.
constexpr std::string_view kUnwrapped[] = {"noscript"};
constexpr std::string_view kDroppedAttributes[] = {
    "integrity",      "crossorigin", "nonce",   "ping",        "srcdoc",  "formaction",
    "action",         "manifest",    "profile", "codebase",    "archive", "classid",
    "attributionsrc", "http-equiv",  "charset", "imagesrcset", "longdesc"};
constexpr std::string_view kLazySources[] = {"data-src", "data-lazy-src", "data-original", "data-orig-file",
                                             "data-full-url"};
constexpr std::string_view kDroppedLinks[] = {"preload",       "prefetch",  "preconnect", "dns-prefetch",
                                              "modulepreload", "prerender", "manifest",   "import"};

bool is_resource_attribute(std::string_view tag, std::string_view name) {
  if (name == "src") return true;
  if (name == "poster" || name == "background" || name == "lowsrc" || name == "dynsrc") return true;
  const bool svg_user = tag == "use" || tag == "image" || tag == "feimage";
  return svg_user && (name == "href" || name == "xlink:href");
}

class StaticPageWriter final : public MarkupWriter {
 public:
  StaticPageWriter(const HtmlDocument& doc, const Url& url, const SitePlaces& places, bool formulas)
      : MarkupWriter(doc, url, formulas), places_(places) {}

  StaticPage page() { return {std::move(html_), title(), scripts(), missing_, {}}; }

 private:
  Fate begin(NodeId node, std::string_view tag) override {
    if (one_of(tag, kDropped)) return Fate::kDropped;
    if (one_of(tag, kUnwrapped)) return Fate::kUnwrapped;
    const bool left_out = (tag == "meta" && !keep_meta(node)) || (tag == "link" && !keep_link(node));
    return left_out ? Fate::kDropped : Fate::kKept;
  }

  void inside(NodeId, std::string_view tag) override {
    if (tag != "head") return;
    html_ +=
        "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src file: "
        "data: "
        "'unsafe-inline'; script-src 'none'; object-src 'none'\">";
  }

  bool keep_meta(NodeId node) {
    if (doc_.has_attribute(node, "charset")) return false;
    if (!doc_.has_attribute(node, "http-equiv")) return true;
    if (!equals_ignoring_case(doc_.attribute(node, "http-equiv"), "refresh")) return false;
    // A page that refreshes to another one still does so if the target was captured.
    const auto target = meta_refresh(doc_, url_);
    const auto place = target ? places_.captured(*target) : std::nullopt;
    if (place) html_ += "<meta http-equiv=\"refresh\" content=\"0; url=" + escaped_markup(*place) + "\">";
    return false;
  }

  bool keep_link(NodeId node) {
    const std::string rel = rel_of(doc_, node);
    if (std::any_of(std::begin(kDroppedLinks), std::end(kDroppedLinks),
                    [&](std::string_view dropped) { return has_rel(rel, dropped); }))
      return false;
    if (!is_loaded(rel)) return true;
    const auto target = Url::parse(doc_.attribute(node, "href"), &base_);
    const bool there = target && (places_.captured(*target) || target->scheme() == "data");
    if (!there) ++missing_;
    return there;
  }

  void end_attributes(NodeId node, std::string_view tag, bool has_source) override {
    if (tag == "img" && !has_source) put_lazy_source(node);
  }

  std::optional<std::string> value_of(NodeId node, std::string_view tag,
                                      const HtmlAttribute& attribute) override {
    const std::string_view name = attribute.name;
    if (one_of(name, kDroppedAttributes)) return std::nullopt;
    if (name == "style") return css(attribute.value);
    if (name == "srcset") return srcset(attribute.value);
    if (is_resource_attribute(tag, name)) return resource(attribute.value);
    if (tag == "link" && name == "href")
      return is_loaded(rel_of(doc_, node)) ? resource(attribute.value) : link(attribute.value);
    if (name == "href" || name == "xlink:href" || name == "cite") return link(attribute.value);
    // Animations may set an address too.
    const bool scripted = tag == "animate" || tag == "set" || tag == "animatetransform";
    if (scripted && (name == "to" || name == "values" || name == "from")) return std::nullopt;
    return std::string(attribute.value);
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
    ++missing_;
    if (target->is_http()) put("data-missing-src", target->href());
    return std::nullopt;
  }

  std::optional<std::string> srcset(std::string_view value) const {
    std::string out;
    for (const auto& candidate : parse_srcset(value)) {
      const auto target = Url::parse(candidate.url, &base_);
      const auto place = target ? places_.captured(*target) : std::nullopt;
      if (place) append_srcset(candidate, *place, out);
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

  std::string css(std::string_view text) { return write_static_css(text, base_, places_, missing_); }
  std::string sheet(NodeId, std::string_view text) override { return css(text); }

  const SitePlaces& places_;
  std::uint64_t missing_ = 0;
};

StaticPage written(const HtmlDocument& doc, std::string_view source, const Url& url, const SitePlaces& places,
                   bool formulas) {
  StaticPageWriter writer(doc, url, places, formulas);
  writer.run(source);
  return writer.page();
}

}  // namespace

std::string write_static_css(std::string_view css, const Url& base, const SitePlaces& places,
                             std::uint64_t& missing) {
  return css_in_markup(rewrite_css(css, [&](const std::string& value) -> std::string {
    const auto target = Url::parse(value, &base);
    const auto place = target ? places.captured(*target) : std::nullopt;
    if (place) return *place;
    ++missing;
    return "data:,";
  }));
}

StaticPage write_static_page(const HtmlDocument& doc, std::string_view source, const Url& url,
                             const SitePlaces& places) {
  StaticPage page = written(doc, source, url, places, true);
  if (is_inert(page.html)) return page;
  page = written(doc, source, url, places, false);
  page.left_out = "MathML and SVG";
  if (is_inert(page.html)) return page;
  page.left_out = "all markup";
  page.html = only_text(doc, {});
  return page;
}

}  // namespace bfa
