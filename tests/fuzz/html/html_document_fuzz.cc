// SPDX-License-Identifier: Apache-2.0
// Any bytes give a consistent tree whose clean form contains the same letters, and each element is matched
// by its own rule.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/html/content.h"
#include "bfa/html/path_rule.h"
#include "bfa/text/utf8.h"
#include "fuzz/fuzz_target.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string letters(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) > ' ') out += c;
  }
  return out;
}

void check_tree(const bfa::HtmlDocument& doc) {
  require(doc.end(0) == doc.size());
  for (bfa::HtmlDocument::NodeId n = 1; n < doc.size(); ++n) {
    require(doc.parent(n) < n);
    require(doc.end(n) > n && doc.end(n) <= doc.end(doc.parent(n)));
    require(doc.depth(n) == doc.depth(doc.parent(n)) + 1);
  }
}

}  // namespace

BFA_FUZZ_TARGET(html_document) {
  const std::string text = bfa::repair_utf8({reinterpret_cast<const char*>(data), size});
  bfa::HtmlLimits limits;
  limits.max_depth = 64;
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse(text, findings, limits);
  require(doc.has_value());
  check_tree(*doc);
  const auto url = bfa::Url::parse("https://blog.example/post");
  require(url.has_value());
  for (const auto& link : bfa::links_of(*doc, 0, bfa::base_url(*doc, *url)))
    require(link.url.starts_with("http"));
  const std::string clean = bfa::clean_html(*doc, 0, *url);
  bfa::Findings more;
  const auto again = bfa::HtmlDocument::parse(clean, more);
  require(again.has_value());
  if (findings.empty() && more.empty())
    require(letters(bfa::text_of(*again, 0)) == letters(bfa::text_of(*doc, 0)));
  std::size_t tried = 0;
  for (auto n = static_cast<bfa::HtmlDocument::NodeId>(doc->size() > 40 ? doc->size() - 40 : 1);
       n < doc->size() && tried < 8; ++n) {
    if (!doc->is_element(n)) continue;
    ++tried;
    bool found = false;
    for (const auto m : bfa::PathRule::for_node(*doc, n).match(*doc)) found = found || m == n;
    require(found);
  }
  return 0;
}
