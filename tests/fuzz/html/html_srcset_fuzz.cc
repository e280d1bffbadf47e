// SPDX-License-Identifier: Apache-2.0
// Any bytes give candidates that are parts of them, in order, without white space, and that read the same
// alone; as the attributes of images they give http addresses or none.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "fuzz/fuzz_target.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"')
      out += "&quot;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

}  // namespace

BFA_FUZZ_TARGET(html_srcset) {
  const std::string_view srcset(reinterpret_cast<const char*>(data), size);
  const char* last = srcset.data();
  for (const auto& candidate : bfa::parse_srcset(srcset)) {
    require(!candidate.url.empty() && candidate.url.find_first_of(" \t\n\f\r") == std::string_view::npos);
    require(candidate.url.data() >= last &&
            candidate.url.data() + candidate.url.size() <= srcset.data() + size);
    require(candidate.density >= 0 && (candidate.width == 0 || candidate.density == 0));
    last = candidate.url.data() + candidate.url.size();
    const auto alone = bfa::parse_srcset(candidate.url);
    require(alone.size() == 1 && alone[0].url == candidate.url);
  }
  const std::string value = quoted(bfa::repair_utf8(srcset));
  const std::string html = "<base href=\"" + value + "\"><img srcset=\"" + value + "\" data-src=\"" + value +
                           "\" alt=\"" + value + "\"><a href=\"" + value + "\">" + value +
                           "</a><source srcset=\"" + value + "\">";
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse(html, findings);
  require(doc.has_value());
  const auto page = bfa::Url::parse("https://blog.example/post");
  require(page.has_value());
  for (const auto& link : bfa::links_of(*doc, 0, bfa::base_url(*doc, *page)))
    require(link.url.starts_with("http"));
  return 0;
}
