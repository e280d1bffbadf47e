// SPDX-License-Identifier: Apache-2.0
#include "markup.h"

#include <algorithm>
#include <map>

#include "bfa/html/document.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "measure.h"

namespace bfa::conformance {
namespace {

using NodeId = HtmlDocument::NodeId;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_address(std::string_view name) {
  return is_one_of(name, {"href", "src", "cite", "longdesc", "action", "background", "poster"});
}

std::string attribute_value(std::string_view name, std::string_view value) {
  if (name == "style") {
    std::string out = fold_case(without_space(value));
    while (out.ends_with(';')) out.pop_back();
    return out;
  }
  if (is_address(name)) {
    const auto url = Url::parse(value);
    if (url) return url->href();
  }
  return std::string(value);
}

// The document as one string, the same for equal documents.
std::string outline(std::string_view html) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  if (!doc) return {};
  std::string out, text;
  const auto flush = [&] {
    const std::string collapsed = collapse_space(text);
    if (!collapsed.empty()) out += "\"" + collapsed + "\"";
    text.clear();
  };
  std::vector<NodeId> open;
  const auto close_before = [&](NodeId n) {
    while (!open.empty() && doc->end(open.back()) <= n) {
      flush();
      out += ")";
      open.pop_back();
    }
  };
  for (NodeId n = 0; n < doc->size(); ++n) {
    close_before(n);
    if (doc->is_text(n)) text += doc->text(n);
    if (!doc->is_element(n) || is_one_of(doc->tag(n), {"html", "head", "body"})) continue;
    flush();
    std::map<std::string, std::string> attributes;
    for (const HtmlAttribute& a : doc->attributes(n)) {
      // Declarations of namespaces mean nothing in HTML; an address that was emptied and one that was left
      // out lead nowhere alike.
      if (a.name.starts_with("xmlns") || a.name == "xlink") continue;
      if (a.value.empty() && is_address(a.name)) continue;
      attributes.emplace(a.name, attribute_value(a.name, a.value));
    }
    out += "(" + std::string(doc->tag(n));
    for (const auto& [name, value] : attributes) out += " " + name + "='" + value + "'";
    open.push_back(n);
  }
  flush();
  return out;
}

bool is_script(std::string_view value) {
  const std::string squeezed = fold_case(without_space(value));
  return squeezed.starts_with("javascript:") || squeezed.starts_with("vbscript:") ||
         squeezed.starts_with("data:text") || squeezed.starts_with("livescript:");
}

}  // namespace

bool same_markup(const std::string& got, const std::string& wanted) {
  if (got == wanted) return true;
  const bool has_markup =
      got.find_first_of("<&") != std::string::npos || wanted.find_first_of("<&") != std::string::npos;
  if (!has_markup) return collapse_space(got) == collapse_space(wanted);
  return html_text(got) == html_text(wanted) && outline(got) == outline(wanted);
}

std::string unsafe_markup(std::string_view html) {
  Findings findings;
  const auto doc = HtmlDocument::parse(html, findings);
  if (!doc) return "unreadable";
  for (NodeId n = 0; n < doc->size(); ++n) {
    if (!doc->is_element(n)) continue;
    const std::string tag(doc->tag(n));
    if (is_one_of(tag, {"script", "style", "iframe", "object", "embed", "applet", "frame", "frameset", "link",
                        "meta", "base"})) {
      return "element " + tag;
    }
    for (const HtmlAttribute& a : doc->attributes(n)) {
      const std::string name(a.name);
      if (name.starts_with("on") || name == "srcdoc") return "attribute " + name;
      if (name != "style" && is_script(a.value)) return "address in " + name;
      if (name != "style") continue;
      const std::string style = fold_case(without_space(a.value));
      for (const std::string_view part :
           {"expression", "url(", "position", "behavior", "-moz-", "javascript", "\\", "@import"}) {
        if (style.find(part) != std::string::npos) return "style " + std::string(part);
      }
    }
  }
  return {};
}

}  // namespace bfa::conformance
