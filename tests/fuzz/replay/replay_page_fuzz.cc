// SPDX-License-Identifier: Apache-2.0
// Pages and style sheets for a server of archived pages: whatever the bytes are, what is written has no
// script, no handler, and no address but those that begin with our prefix, are in the page, or are images in
// it.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/text/charset.h"
#include "fuzz/fuzz_target.h"
#include "replay/rewrite/css_links.h"
#include "replay/rewrite/served_page.h"
#include "replay/rewrite/xhtml_source.h"

namespace {

constexpr std::array<std::string_view, 8> kAddresses = {"href", "xlink:href", "src",        "poster",
                                                        "cite", "action",     "formaction", "background"};

void check_element(const bfa::HtmlDocument& doc, bfa::HtmlDocument::NodeId node) {
  if (doc.tag(node) == "script" || doc.tag(node) == "object" || doc.tag(node) == "embed") std::abort();
  for (const auto& attribute : doc.attributes(node)) {
    if (attribute.name.starts_with("on") || attribute.name == "srcdoc") std::abort();
    if (std::find(kAddresses.begin(), kAddresses.end(), attribute.name) == kAddresses.end()) continue;
    const std::string_view value = attribute.value;
    if (!value.empty() && !value.starts_with('#') && !value.starts_with("/web/") &&
        !value.starts_with("data:image/"))
      std::abort();
  }
}

void check_sheet(const std::string& css) {
  (void)bfa::rewrite_css_strictly(css, [](const std::string& url, bool) -> std::string {
    if (!url.empty() && !url.starts_with('#') && !url.starts_with("/web/") && !url.starts_with("data:"))
      std::abort();
    return {};
  });
}

}  // namespace

BFA_FUZZ_TARGET(replay_page) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const auto text = bfa::decode_text(bytes, "", bfa::CharsetContext::kHtml, findings);
  const auto url = bfa::Url::parse("http://a.example/dir/page");
  const bfa::ServedPlaces places{"/web/", "20260102030405", "",
                                 [](const bfa::Url& part) { return part.href().size() % 2 == 0; }};
  for (const std::string& source : {text.text, bfa::xhtml_as_html(text.text)}) {
    const auto doc = bfa::HtmlDocument::parse(source, findings, {}, text.encoding);
    if (!doc) continue;
    const auto page = bfa::write_served_page(*doc, source, *url, places);
    if (page.start > page.html.size()) std::abort();
    const auto again = bfa::HtmlDocument::parse(page.html, findings);
    for (bfa::HtmlDocument::NodeId node = 0; again && node < again->size(); ++node) {
      if (again->is_element(node)) check_element(*again, node);
    }
  }
  std::uint64_t missing = 0;
  check_sheet(bfa::write_served_css(text.text, *url, places, missing));
  return 0;
}
