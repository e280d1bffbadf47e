// SPDX-License-Identifier: Apache-2.0
#include "extract/page/region_signs.h"

#include <algorithm>

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinLinks = 2;  // of a list of links to other posts
constexpr double kMostlyLinks = 0.7;    // of the text of such a list, headings left out: in its links

Tag first_heading(const PageIndex& page, NodeId n) {
  for (NodeId at = n + 1; at < page.end(n); ++at) {
    if (page.tag(at) == Tag::kText ? page.text_bytes(at) > 0 : is_block(page.tag(at)))
      return is_heading(page.tag(at)) ? page.tag(at) : Tag::kOther;
  }
  return Tag::kOther;
}

// The element before `n` among its parent's children. Cost: the depth of that element.
NodeId element_before(const PageIndex& page, NodeId n) {
  const NodeId around = page.parent(n);
  for (NodeId at = n - 1; at > around; --at) {
    while (page.parent(at) != around) at = page.parent(at);
    if (page.tag(at) != Tag::kText) return at;
  }
  return HtmlDocument::kNone;
}

}  // namespace

std::span<const NodeId> links_of(const PageIndex& page, const TextBlock& block) {
  NodeId from = block.first;
  while (from > 0 && page.parent(from) != block.container && !is_block(page.tag(page.parent(from))))
    from = page.parent(from);
  return page.links(from, block.last + 1);
}

bool is_own_address(std::string_view href, std::string_view host) {
  if (href.empty() || href.front() == '#') return false;
  const std::string_view other = host_of_link(href);
  if (other.empty()) return href.find(':') == std::string_view::npos;  // a path; not "mailto:"
  return other == without_www(host);
}

std::string_view without_www(std::string_view host) {
  return host.starts_with("www.") ? host.substr(4) : host;
}

std::string_view host_of_link(std::string_view href) {
  const std::size_t slashes = href.find("//");
  if (slashes == std::string_view::npos || slashes > sizeof "https:" - 1) return {};
  const std::string_view host = href.substr(slashes + 2);
  return without_www(host.substr(0, host.find_first_of("/:?#")));
}

bool is_text_region(const PageIndex& page, NodeId n) {
  if (page.tag(n) == Tag::kText || page.text_bytes(n) == 0) return false;
  return page.end_block(n) > page.first_block(n);
}

bool leads_to_posts(const PageIndex& page, NodeId n, std::string_view host) {
  if (2 * page.link_bytes(n) < page.text_bytes(n)) return false;
  std::uint32_t text = page.text_bytes(n);
  std::uint32_t links = 0;
  std::uint32_t count = 0;
  for (const NodeId id : page.headings(n + 1, page.end(n))) {
    if (page.link_bytes(id) == 0) text -= page.text_bytes(id);
  }
  for (const NodeId id : page.links(n + 1, page.end(n))) {
    if (page.text_bytes(id) == 0 || !is_own_address(page.attribute(id, "href"), host)) continue;
    links += page.text_bytes(id);
    ++count;
  }
  return count >= kMinLinks && links >= kMostlyLinks * text;
}

bool is_line_of_links(const PageIndex& page, const TextBlock& block, std::string_view host) {
  if (block.link_bytes == 0 || block.link_bytes < kMostlyLinks * block.bytes) return false;
  const std::span<const NodeId> links = links_of(page, block);
  return !links.empty() && std::all_of(links.begin(), links.end(), [&](NodeId n) {
    return is_own_address(page.attribute(n, "href"), host);
  });
}

bool is_section(const PageIndex& page, NodeId n) {
  const HtmlDocument& doc = page.doc();
  const Tag heading = first_heading(page, n);
  if (heading == Tag::kOther) return false;
  const NodeId before = element_before(page, n);
  return before != HtmlDocument::kNone && page.tag(before) == page.tag(n) &&
         doc.attribute(before, "class") == doc.attribute(n, "class") &&
         first_heading(page, before) == heading &&
         page.text_bytes(before) - page.link_bytes(before) > page.text_bytes(n) - page.link_bytes(n);
}

}  // namespace bfa
