// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/html/document.h"
#include "extract/page/class_name_hints.h"
#include "extract/page/tags.h"
#include "extract/page/text_hash.h"
#include "extract/words/zones.h"
#include "html/flat_tree.h"

namespace bfa {

// A run of text between two block borders: a paragraph, a heading, a list item.
struct TextBlock {
  HtmlDocument::NodeId first = 0, last = 0;  // its first and last text node
  HtmlDocument::NodeId container = 0;        // nearest block element
  std::uint32_t bytes = 0;                   // of text, white space not counted
  std::uint32_t link_bytes = 0;              // of those, inside links
  std::uint64_t hash = 0;   // of the text (text_hash.h), where the index was made with hashes
  std::uint32_t zones = 0;  // of its first text node
};

// Learning compares blocks over pages; reading one page has no use for their hashes.
enum class BlockHashes : std::uint8_t { kNone, kMade };

// A page seen as extraction needs it, made in one pass: flat arrays over the nodes of the document, so that
// the text, links and blocks of any subtree are differences of two prefix sums. The weight of text is its
// bytes: a Han character counts three, and says about three times as much as a letter.
class PageIndex {
 public:
  using NodeId = HtmlDocument::NodeId;

  // `doc` must outlive the index.
  explicit PageIndex(const HtmlDocument& doc, BlockHashes hashes = BlockHashes::kNone);

  const HtmlDocument& doc() const noexcept { return *doc_; }
  // The document's own answers, without a call and without a range check: for loops over all nodes.
  NodeId end(NodeId n) const noexcept { return tree_->nodes[n].end; }
  NodeId parent(NodeId n) const noexcept { return tree_->nodes[n].parent; }
  bool contains(NodeId ancestor, NodeId n) const noexcept { return ancestor <= n && n < end(ancestor); }
  std::span<const HtmlAttribute> attributes(NodeId n) const noexcept {
    return tree_->attributes_of(tree_->nodes[n]);
  }
  std::string_view attribute(NodeId n, std::string_view name) const noexcept {
    return tree_->attribute(tree_->nodes[n], name);
  }
  std::size_t size() const noexcept { return tree_->nodes.size(); }
  Tag tag(NodeId n) const noexcept { return tags_[n]; }
  // False for elements that have no attribute of these kinds (FlatTree::Holds), and for texts.
  bool holds(NodeId n, std::uint8_t kinds) const noexcept { return tree_->nodes[n].has(kinds); }
  // The hints of an element's class and id. `n` must not be a text.
  const ClassNameHints& class_hints(NodeId n) const { return names_.of_class(tree_->nodes[n]); }
  const ClassNameHints& id_hints(NodeId n) const { return names_.of_id(tree_->nodes[n]); }
  std::uint32_t zones(NodeId n) const noexcept { return places_[n].zones; }

  std::uint32_t text_bytes(NodeId n) const noexcept { return sums_[end(n)].text - sums_[n].text; }
  std::uint32_t link_bytes(NodeId n) const noexcept { return sums_[end(n)].links - sums_[n].links; }
  std::uint32_t media_count(NodeId n) const noexcept { return sums_[end(n)].media - sums_[n].media; }
  std::uint32_t text_before(NodeId n) const noexcept { return sums_[n].text; }

  // Elements of one kind in [begin, end), in the order of the document: links, headings (h1 to h6), and
  // elements with a marked meaning, by an attribute of kHoldsMeaning, by a name that does
  // (ClassNameHints::kTells), or by their tag: <time>, and those that mention the page (<html>, <title>,
  // <meta>, <script>, <svg>).
  std::span<const NodeId> links(NodeId begin, NodeId end) const noexcept { return links_.among(begin, end); }
  std::span<const NodeId> headings(NodeId begin, NodeId end) const noexcept {
    return headings_.among(begin, end);
  }
  std::span<const NodeId> telling(NodeId begin, NodeId end) const noexcept {
    return telling_.among(begin, end);
  }
  // False when no element in [begin, end) has a name that may have the flag.
  bool may_have_name(ClassNameHints::Flag flag, NodeId begin, NodeId end) const;
  // True when some element in the subtree of `n` is shown and in the zone, which a name or a role gave it.
  bool has_zone(Zone zone, NodeId n) const noexcept;

  const std::vector<TextBlock>& blocks() const noexcept { return blocks_; }
  // Blocks that begin in the subtree of `n`: [first_block(n), end_block(n)).
  std::uint32_t first_block(NodeId n) const noexcept { return sums_[n].blocks; }
  std::uint32_t end_block(NodeId n) const noexcept { return sums_[end(n)].blocks; }

  // The body; 0 without one. When all text is hidden until a script shows it: the part with the text.
  NodeId body() const noexcept { return body_; }
  NodeId nearest_block(NodeId n) const noexcept { return n == 0 ? 0 : places_[parent(n)].block; }

 private:
  void build();
  bool reveal();
  struct TagFacts {
    Tag tag = Tag::kOther;
    bool block = false, ignored = false, media = false, telling = false;
    std::uint32_t zone = 0;
  };
  // Sorted; its room lies in the index's block of memory.
  struct NodeList {
    NodeId* nodes = nullptr;
    std::size_t size = 0;

    // Without a branch: if `counts` is false, the next value overwrites this one.
    void add(NodeId n, bool counts) noexcept {
      nodes[size] = n;
      size += static_cast<std::size_t>(counts);
    }
    std::span<const NodeId> among(NodeId begin, NodeId end) const noexcept {
      const NodeId* const first = std::lower_bound(nodes, nodes + size, begin);
      return {first, std::lower_bound(first, static_cast<const NodeId*>(nodes + size), end)};
    }
  };
  static TagFacts facts_of(std::string_view tag);
  void visit_element(NodeId n, const TagFacts& facts);
  void drop_wrong_hints();
  bool holds_main(NodeId n) const;
  void visit_text(NodeId n);

  const HtmlDocument* doc_;
  const FlatTree* tree_;
  ClassNameHintCache names_;
  // The totals before a node.
  struct Sums {
    std::uint32_t text, links, media, blocks;
  };
  struct Place {
    std::uint32_t zones;
    NodeId block;  // the node itself if it is a block, else the nearest one around it
  };
  // An entry a node, and one more for the sums; each is written once, so none is cleared before. All in one
  // block of memory, which a thread keeps for its next page.
  struct GiveBack {
    std::size_t bytes;
    void operator()(std::byte* block) const noexcept;
  };
  struct SpareBlock;
  using Block = std::unique_ptr<std::byte[], GiveBack>;
  static Block take_block(std::size_t bytes);
  Block memory_;
  Sums* sums_ = nullptr;
  Place* places_ = nullptr;
  NodeList links_, headings_, telling_;
  Tag* tags_ = nullptr;
  std::vector<TextBlock> blocks_;
  bool hashed_ = false;
  TextHash hash_;  // of the last block
  struct Hint {
    NodeId node = 0;
    std::uint32_t bits = 0;
    bool said = false;  // by the element's tag or role, not by a name
  };
  std::vector<Hint> hints_;
  std::vector<NodeId> hidden_;  // the topmost hidden parts and noscript elements
  NodeId revealed_ = 0;         // the one of these that is the page's content; 0: none
  NodeId body_ = 0;
  bool border_ = true;  // a block border lies between the last text and the next
  int breaks_ = 0;      // the number of <br> between them
};

// The visible text of a subtree on one line, white space collapsed. `enough`: it may end after so many bytes.
std::string line_of(const PageIndex& page, HtmlDocument::NodeId n, std::size_t enough = std::string::npos);
// The visible text of a block unchanged.
std::string text_of(const PageIndex& page, const TextBlock& block);

// The number of steps in the tree between two nodes.
std::uint32_t tree_distance(const HtmlDocument& doc, HtmlDocument::NodeId a, HtmlDocument::NodeId b) noexcept;

}  // namespace bfa
