// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <string>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/html/content.h"
#include "html/flat_tree.h"
#include "html/visibility.h"

namespace bfa {
namespace {

constexpr int kMaxSeconds = 5;  // a page with a longer delay has content to read, and reloads itself

// The position of "url=" in any case of letters; npos when it is absent.
std::size_t find_url(std::string_view content) {
  for (std::size_t at = 0; at + 4 <= content.size(); ++at) {
    if (equals_ignoring_case(content.substr(at, 4), "url=")) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<Url> meta_refresh(const HtmlDocument& doc, const Url& page) {
  return guarded_or_empty([&]() -> std::optional<Url> {
    const FlatTree& tree = HtmlAccess::tree(doc);
    const std::uint32_t body = tree.find_tag("body"), meta = tree.find_tag("meta");
    if (meta == 0) return std::nullopt;
    for (HtmlDocument::NodeId n = 1; n < doc.size(); ++n) {
      const std::uint32_t tag = tree.nodes[n].tag;
      if (tag == body && body != 0) return std::nullopt;
      if (tag != meta || !equals_ignoring_case(doc.attribute(n, "http-equiv"), "refresh")) continue;
      const std::string_view content = trim_html_space(doc.attribute(n, "content"));
      int seconds = 0;
      std::from_chars(content.data(), content.data() + content.size(), seconds);
      const std::size_t at = find_url(content);
      if (seconds > kMaxSeconds || at == std::string_view::npos) continue;
      std::string_view target = content.substr(at + 4);
      const auto quote = [](char c) { return c == '\'' || c == '"' || c == ' '; };
      while (!target.empty() && quote(target.front())) target.remove_prefix(1);
      while (!target.empty() && quote(target.back())) target.remove_suffix(1);
      auto url = Url::parse(target, &page);
      if (url && url->is_http() && url->without_fragment() != page.without_fragment()) return *url;
    }
    return std::nullopt;
  });
}

}  // namespace bfa
