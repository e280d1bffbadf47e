// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "replay/rewrite/css_links.h"
#include "replay/rewrite/served_page.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 12> kActive = {"script", "object",   "embed",    "applet",
                                                      "portal", "base",     "bgsound",  "fencedframe",
                                                      "param",  "template", "noscript", "handler"};
constexpr std::array<std::string_view, 17> kAddresses = {
    "href",     "xlink:href", "src",      "cite",   "poster",        "background",
    "data",     "manifest",   "longdesc", "code",   "profile",       "archive",
    "codebase", "lowsrc",     "dynsrc",   "usemap", "attributionsrc"};
constexpr std::array<std::string_view, 4> kAnimated = {"to", "from", "by", "values"};
constexpr std::array<std::string_view, 4> kAnimations = {"set", "animate", "animatetransform",
                                                         "animatemotion"};
constexpr std::array<std::string_view, 10> kShowImages = {"img",  "image", "input", "feimage", "video",
                                                          "body", "table", "td",    "th",      "link"};
constexpr std::array<std::string_view, 4> kNever = {"srcdoc", "action", "formaction", "ping"};
constexpr std::array<std::string_view, 11> kPaints = {"fill",       "stroke", "filter",       "mask",
                                                      "clip-path",  "marker", "marker-start", "marker-mid",
                                                      "marker-end", "cursor", "style"};

bool is_one_of(std::string_view name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_own(std::string_view address, std::string_view prefix) {
  return address.empty() || address.starts_with('#') || address.starts_with(prefix);
}

bool is_safe_css(std::string_view css, std::string_view prefix) {
  bool safe = true;
  (void)rewrite_css_strictly(css, [&](const std::string& url, bool sheet) -> std::string {
    safe = safe && (is_own(url, prefix) || url == "data:," || (!sheet && url.starts_with("data:")));
    return {};
  });
  return safe;
}

bool is_safe_srcset(std::string_view srcset, std::string_view prefix) {
  const auto candidates = parse_srcset(srcset);
  return std::all_of(candidates.begin(), candidates.end(),
                     [&](const SrcsetCandidate& candidate) { return candidate.url.starts_with(prefix); });
}

bool is_safe(std::string_view tag, const HtmlAttribute& attribute, std::string_view prefix) {
  const std::string_view name = attribute.name, value = attribute.value;
  if (name.starts_with("on") || is_one_of(name, kNever)) return false;
  if (name == "http-equiv") return equals_ignoring_case(value, "content-security-policy");
  if (name == "srcset" || name == "imagesrcset") return is_safe_srcset(value, prefix);
  if (is_one_of(name, kPaints)) return is_safe_css(value, prefix);
  if (is_one_of(name, kAnimated) && is_one_of(tag, kAnimations)) return false;
  if (!is_one_of(name, kAddresses) || is_own(value, prefix)) return true;
  return is_one_of(tag, kShowImages) && value.starts_with("data:image/");
}

// The page grew by what was written into it.
HtmlLimits limits_of_check() {
  HtmlLimits limits;
  limits.max_bytes *= 6;
  limits.max_nodes *= 2;
  limits.max_depth += 64;
  return limits;
}

}  // namespace

bool is_served_safely(std::string_view html, std::string_view prefix) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings, limits_of_check());
  if (!doc || !findings.empty()) return false;
  for (HtmlDocument::NodeId node = 0; node < doc->size(); ++node) {
    if (doc->is_text(node)) continue;
    const std::string_view tag = doc->tag(node);
    if (is_one_of(tag, kActive)) return false;
    for (const auto& attribute : doc->attributes(node)) {
      if (!is_safe(tag, attribute, prefix)) return false;
    }
    if (tag != "style") continue;
    std::string css;
    for (auto below = node + 1; below < doc->end(node); ++below) {
      if (doc->is_text(below)) css += doc->text(below);
    }
    if (!is_safe_css(css, prefix)) return false;
  }
  return true;
}

}  // namespace bfa
