// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_runs.h"

#include <algorithm>
#include <unordered_map>

#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

class RunFinder {
 public:
  RunFinder(const PageIndex& page, const CommentSearch& search, const std::vector<CommentRegion>& regions)
      : page_(page), doc_(page.doc()), search_(search), regions_(regions) {}

  std::vector<CommentItem> run(const std::vector<NodeId>& anchors) const {
    const NodeId parent = anchors.size() < 2 ? known_parent(anchors) : common_parent(anchors);
    if (parent == HtmlDocument::kNone || parent == 0) return {};
    std::vector<NodeId> children;  // that contain an anchor
    for (const NodeId anchor : anchors) {
      if (!doc_.contains(parent, anchor) || anchor == parent) continue;
      NodeId child = anchor;
      while (doc_.parent(child) != parent) child = doc_.parent(child);
      if (search_.article != HtmlDocument::kNone && doc_.contains(child, search_.article)) continue;
      if (children.empty() || children.back() != child) children.push_back(child);
    }
    if (children.size() < std::min<std::size_t>(anchors.size(), 2)) return {};
    return runs_of(parent, children);
  }

 private:
  // The parent whose children contain most of the anchors, one each.
  NodeId common_parent(const std::vector<NodeId>& anchors) const {
    std::unordered_map<NodeId, std::uint32_t> votes;
    for (std::size_t i = 1; i < anchors.size(); ++i) {
      NodeId at = doc_.parent(anchors[i]);
      while (!doc_.contains(at, anchors[i - 1])) at = doc_.parent(at);
      ++votes[at];
    }
    NodeId parent = HtmlDocument::kNone;
    std::uint32_t most = 0;
    for (const auto& [n, count] : votes) {
      if (count > most || (count == most && n < parent)) {
        most = count;
        parent = n;
      }
    }
    return parent;
  }

  NodeId known_parent(const std::vector<NodeId>& anchors) const {
    if (anchors.empty()) return HtmlDocument::kNone;
    for (NodeId n = anchors.front(); n != HtmlDocument::kNone && n != page_.body(); n = doc_.parent(n)) {
      for (const CommentRule& rule : search_.known_places) {
        if (rule.matches(doc_, n)) return doc_.parent(n);
      }
    }
    return search_.known_places.empty() ? parent_of_two(anchors.front()) : HtmlDocument::kNone;
  }

  // The lowest element around a single anchor with several children that may be of comments: a line that
  // signs, and the text.
  NodeId parent_of_two(NodeId anchor) const {
    for (NodeId n = anchor; n != page_.body() && lies_in(regions_, n); n = doc_.parent(n)) {
      const NodeId parent = doc_.parent(n);
      if (talking_children(parent, {n}).size() > 1) return parent;
    }
    return HtmlDocument::kNone;
  }

  // The children of `parent` that may be of comments: in the regions, behind the heading of the discussion,
  // before the line that invites to write one.
  std::vector<NodeId> talking_children(NodeId parent, const std::vector<NodeId>& children) const {
    std::vector<NodeId> all;
    for (NodeId n = doc_.first_child(parent); n != HtmlDocument::kNone; n = doc_.next_sibling(n)) {
      if (page_.text_bytes(n) == 0 || (page_.zones(n) & kZoneForm) || !lies_in(regions_, n)) continue;
      if (is_heading_of_discussion(n)) {
        if (n > children.back()) break;
        if (n < children.front()) all.clear();
        continue;
      }
      all.push_back(n);
    }
    return all;
  }

  std::vector<CommentItem> runs_of(NodeId parent, const std::vector<NodeId>& children) const {
    const std::vector<NodeId> all = talking_children(parent, children);
    const auto first = std::find(all.begin(), all.end(), children.front());
    const auto last = std::find(all.begin(), all.end(), children.back());
    if (first == all.end() || last == all.end()) return {};
    // Do the children with the anchors end comments? Then there is nothing behind the last one. Else comments
    // begin as many children before theirs as the first one does.
    const bool ends = first != all.begin() && last + 1 == all.end();
    const auto before = first - all.begin();
    std::vector<CommentItem> items;
    auto begin = all.begin();
    for (const NodeId child : children) {
      const auto at = std::find(begin, all.end(), child);
      if (at == all.end()) return {};
      if (ends) {
        items.push_back({*begin, doc_.end(child), false, false});
        begin = at + 1;
      } else {
        const auto from = at - begin < before ? begin : at - before;
        if (!items.empty()) items.back().end = *from;
        items.push_back({*from, doc_.end(all.back()), false, false});
        begin = at + 1;
      }
    }
    return items;
  }

  bool is_heading_of_discussion(NodeId n) const {
    if (page_.tag(n) == Tag::kText || page_.text_bytes(n) > (is_heading(page_.tag(n)) ? 120 : 60))
      return false;
    return is_comment_heading(line_of(page_, n));
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CommentSearch& search_;
  const std::vector<CommentRegion>& regions_;
};

}  // namespace

bool lies_in(const std::vector<CommentRegion>& list, NodeId n) {
  const auto after = std::upper_bound(list.begin(), list.end(), n,
                                      [](NodeId at, const CommentRegion& r) { return at < r.begin; });
  return after != list.begin() && n < (after - 1)->end;
}

std::vector<CommentItem> comment_runs(const PageIndex& page, const CommentSearch& search,
                                      const std::vector<CommentRegion>& regions,
                                      const std::vector<NodeId>& anchors) {
  return RunFinder(page, search, regions).run(anchors);
}

}  // namespace bfa
