// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/markup_cuts.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "extract/fields/post_tags.h"
#include "extract/page/page_facts.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMinContents = 3;      // links of a list of contents
constexpr std::uint32_t kHeadingBytes = 40;  // of its own heading
constexpr std::uint32_t kSignBytes = 12;     // of a sign: "#", a symbol
constexpr std::uint32_t kLabelBytes = 32;    // of a line of tags

// The element with the id that a link within the page leads to; kNone for other links.
NodeId target_of(const PageIndex& page, NodeId link) {
  const std::string_view href = page.attribute(link, "href");
  if (href.size() < 2 || href.front() != '#') return HtmlDocument::kNone;
  const std::string id = percent_decode(href.substr(1));
  const FlatTree& tree = HtmlAccess::tree(page.doc());
  const std::uint32_t name = tree.find_name(id);
  if (name == 0) return HtmlDocument::kNone;
  const NodeId n = tree.names[name].first;
  return page.attribute(n, "id") == id ? n : HtmlDocument::kNone;
}

// The heading that a node is, is in, or begins; kNone: none.
NodeId heading_at(const PageIndex& page, NodeId n) {
  for (NodeId up = n; up != HtmlDocument::kNone && up != page.body(); up = page.parent(up)) {
    if (is_heading(page.tag(up))) return up;
    if (up != n && is_container(page.tag(up))) break;
  }
  const auto headings = page.headings(n + 1, page.end(n));
  if (headings.empty() || page.text_before(headings.front()) > page.text_before(n))
    return HtmlDocument::kNone;
  return headings.front();
}

class HeadingLinkCutter {
 public:
  HeadingLinkCutter(const PageIndex& page, NodeId article, RemovalMask& cut)
      : page_(page), article_(article), cut_(cut) {}

  void run() {
    for (const NodeId n : page_.links(article_ + 1, page_.end(article_))) {
      if (cut_[n] || !page_.attribute(n, "href").starts_with('#')) continue;
      if (is_sign_of_heading(n)) {
        cut_subtree(page_, n, cut_);
        continue;
      }
      const NodeId target = target_of(page_, n);
      const NodeId heading = target == HtmlDocument::kNone ? target : heading_at(page_, target);
      if (heading == HtmlDocument::kNone) continue;
      if (page_.contains(heading, n) && 2 * page_.text_bytes(n) < page_.text_bytes(heading)) {
        cut_subtree(page_, n, cut_);
      } else if (heading > n) {
        cut_list(n);
      }
    }
  }

 private:
  // A link of signs alone in a heading, or right after it.
  bool is_sign_of_heading(NodeId n) const {
    if (page_.text_bytes(n) > kSignBytes || !comparable_title(line_of(page_, n)).empty()) return false;
    for (NodeId up = page_.parent(n); up != article_ && up != HtmlDocument::kNone; up = page_.parent(up)) {
      if (is_heading(page_.tag(up))) return page_.text_bytes(n) < page_.text_bytes(up);
      if (is_container(page_.tag(up))) break;
    }
    const NodeId before = n - 1;  // the last node of what is before it
    return page_.tag(before) == Tag::kText && (page_.zones(before) & kZoneHeading) &&
           page_.tag(page_.parent(n)) != Tag::kP;
  }

  bool leads_to_heading(NodeId n) const {
    const NodeId target = target_of(page_, n);
    return target != HtmlDocument::kNone && heading_at(page_, target) != HtmlDocument::kNone;
  }

  // A folded list of contents: <details> with links to headings and a summary.
  void cut_list(NodeId n) {
    NodeId top = n;
    while (top != article_ && page_.doc().tag(top) != "details") top = page_.parent(top);
    if (top != article_ && is_contents(top)) cut_subtree(page_, top, cut_);
  }

  bool is_contents(NodeId n) const {
    const std::uint32_t beside = page_.link_bytes(n) / 8 + kHeadingBytes;  // "1.", "-"; "Contents"
    if (page_.text_bytes(n) - page_.link_bytes(n) > beside || page_.media_count(n) > 0) return false;
    const auto links = page_.links(n, page_.end(n));
    return links.size() >= kMinContents && std::all_of(links.begin(), links.end(), [&](NodeId link) {
             return page_.text_bytes(link) == 0 || leads_to_heading(link);
           });
  }

  const PageIndex& page_;
  NodeId article_;
  RemovalMask& cut_;
};

}  // namespace

void cut_heading_links(const PageIndex& page, NodeId article, RemovalMask& cut) {
  HeadingLinkCutter(page, article, cut).run();
}

bool is_tag_line(const PageIndex& page, const TextBlock& block, NodeId article) {
  if (block.link_bytes == 0 || block.bytes - block.link_bytes > kLabelBytes) return false;
  std::string beside;
  for (NodeId n = block.first; n <= block.last; ++n) {
    if (page.tag(n) == Tag::kText && !(page.zones(n) & (kZoneLink | kZoneIgnored)))
      beside += page.doc().text(n);
  }
  const std::string label = collapse_space(beside);
  const bool named = comparable_title(label).empty() || label.find(':') != std::string::npos ||
                     label.find("\xEF\xBC\x9A") != std::string::npos ||
                     taxonomy_by_word(fold_case(label)) != Taxonomy::kNone;
  if (!named) return false;
  const NodeId from = page.tag(page.parent(block.first)) == Tag::kA ? page.parent(block.first) : block.first;
  const auto links = page.links(from, block.last + 1);
  return !links.empty() && std::all_of(links.begin(), links.end(), [&](NodeId n) {
    const std::string_view rel = page.attribute(n, "rel");
    return has_rel(rel, "tag") || has_rel(rel, "category") ||
           taxonomy_by_surroundings(page, article, n) != Taxonomy::kNone;
  });
}

}  // namespace bfa
