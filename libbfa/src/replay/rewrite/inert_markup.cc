// SPDX-License-Identifier: Apache-2.0
#include "replay/rewrite/inert_markup.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "bfa/html/document.h"

namespace bfa {
namespace {

constexpr std::array<std::string_view, 9> kActive = {"script", "object", "embed",   "applet",     "portal",
                                                     "base",   "frame",  "bgsound", "fencedframe"};
constexpr std::array<std::string_view, 8> kAddresses = {"href",       "xlink:href", "src",  "action",
                                                        "formaction", "to",         "from", "values"};
constexpr std::array<std::string_view, 3> kSchemes = {"javascript:", "vbscript:", "data:text"};

// The scheme as browsers read it: they ignore controls and spaces before and within it.
bool runs(std::string_view address) {
  std::string text;
  for (const char c : address) {
    if (static_cast<unsigned char>(c) > 0x20) text += ascii_lower(c);
    if (text.size() == 16) break;
  }
  return std::any_of(kSchemes.begin(), kSchemes.end(),
                     [&](std::string_view scheme) { return text.starts_with(scheme); });
}

bool is_one_of(std::string_view name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_active(const HtmlAttribute& attribute) {
  if (attribute.name.starts_with("on") || attribute.name == "srcdoc") return true;
  return is_one_of(attribute.name, kAddresses) && runs(attribute.value);
}

}  // namespace

bool is_inert(std::string_view html) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  if (!doc || !findings.empty()) return false;
  for (HtmlDocument::NodeId node = 0; node < doc->size(); ++node) {
    if (doc->is_text(node)) continue;
    if (is_one_of(doc->tag(node), kActive)) return false;
    const auto attributes = doc->attributes(node);
    if (std::any_of(attributes.begin(), attributes.end(), is_active)) return false;
  }
  return true;
}

}  // namespace bfa
