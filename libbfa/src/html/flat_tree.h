// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "bfa/html/document.h"
#include "html/tag_table.h"

namespace bfa {

// Bytes that never move, in few allocations.
class Arena {
 public:
  // Room for about `bytes` in the first block.
  void reserve(std::size_t bytes);
  // A copy of `text` that lives as long as the arena.
  std::string_view keep(std::string_view text);

 private:
  static constexpr std::size_t kMinimumBlock = 16u << 10;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = 0, size_ = 0;  // of the last block
};

// The arrays behind an HtmlDocument.
struct FlatTree {
  using NodeId = HtmlDocument::NodeId;

  struct Node {
    NodeId parent = HtmlDocument::kNone;
    NodeId end = 0;
    std::uint32_t depth = 0;
    std::uint32_t tag = 0;              // index into tags; 0: a text node, or the document
    const char* text = nullptr;         // of a text node
    std::uint32_t text_size = 0;        // of a text node
    std::uint32_t graphic = 0;          // of a text node: bytes that are not white space
    std::uint32_t attribute_begin = 0;  // of an element
    std::uint16_t attributes = 0;       // of an element: how many
    std::uint8_t shape = 0;             // of a text node: bits of TextShape
    bool styled = false;                // of an element: an attribute may hide it
  };

  struct Tag {
    std::string_view name;
    TagTraits traits;
  };

  std::vector<Node> nodes;
  std::vector<HtmlAttribute> attributes;
  std::vector<Tag> tags;  // 0 is the empty name
  Arena arena;            // of names
  // What holds texts and values: the parser's own memory for them, which outlives its tree.
  std::unique_ptr<void, void (*)(void*)> texts{nullptr, [](void*) {}};

  std::string_view attribute(const Node& node, std::string_view name) const noexcept {
    const HtmlAttribute* at = attributes.data() + node.attribute_begin;
    for (const HtmlAttribute* end = at + node.attributes; at != end; ++at) {
      if (at->name == name) return at->value;
    }
    return {};
  }

  // The index of a tag name in `tags`; 0 when no element has it.
  std::uint32_t find_tag(std::string_view name) const noexcept;
};

struct HtmlDocument::Impl : FlatTree {};

// The one way for the module's other files to the arrays.
struct HtmlAccess {
  static const FlatTree& tree(const HtmlDocument& doc) noexcept { return *doc.impl_; }
  static FlatTree& tree(HtmlDocument& doc) noexcept { return *doc.impl_; }
};

}  // namespace bfa
