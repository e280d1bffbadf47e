// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "bfa/html/document.h"
#include "html/path_key.h"
#include "html/tag_table.h"

namespace bfa {

// Bytes that never move, in few allocations.
class Arena {
 public:
  // Room for about `bytes` in the first block.
  void reserve(std::size_t bytes);
  // A copy of `text`, valid until the arena is cleared or destroyed.
  std::string_view keep(std::string_view text);
  // Keeps its first block for new texts.
  void clear();

 private:
  static constexpr std::size_t kMinimumBlock = 16u << 10;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = 0, size_ = 0;  // of the last block
  std::size_t first_size_ = 0;
};

// The arrays behind an HtmlDocument.
struct FlatTree {
  using NodeId = HtmlDocument::NodeId;

  // Kinds of attributes that most elements lack (Node::holds): those elements are not searched.
  enum Holds : std::uint8_t {
    kHoldsStyle = 1,     // style, hidden
    kHoldsRole = 2,      // role, aria-hidden
    kHoldsMeaning = 4,   // itemprop, itemtype, rel, property
    kHoldsMachines = 8,  // datetime, title, content: which may have a machine-readable date
  };

  struct Text {
    const char* data = nullptr;
    std::uint32_t size = 0;
    std::uint32_t graphic = 0;  // bytes that are not white space; 0 in scripts and styles
  };
  struct Element {
    std::uint32_t attribute_begin;
    std::uint32_t attributes;  // how many
    std::uint32_t class_name;  // indexes into names; 0: it has none
    std::uint32_t id_name;
  };

  // Two nodes fill one cache line.
  struct Node {
    NodeId parent = HtmlDocument::kNone;
    NodeId end = 0;
    std::uint32_t tag = 0;  // index into tags; 0: a text node, or the document

    std::uint32_t depth() const noexcept { return level_ >> 8; }
    std::string_view text() const noexcept { return {text_.data, text_.size}; }
    std::uint32_t text_size() const noexcept { return tag == 0 ? text_.size : 0; }
    std::uint32_t graphic() const noexcept { return text_.graphic; }  // of a text node
    std::uint8_t shape() const noexcept {
      return static_cast<std::uint8_t>(level_);
    }  // of a text node: bits of TextShape
    void set_text(const Text& text) noexcept { text_ = text; }

    // Only for elements:
    const Element& element() const noexcept { return element_; }
    void set_element(const Element& element) noexcept { element_ = element; }
    bool has(std::uint8_t holds) const noexcept { return tag != 0 && element_holds(holds); }
    bool element_holds(std::uint8_t holds) const noexcept { return (level_ & holds) != 0; }

    std::uint32_t attributes() const noexcept { return tag == 0 ? 0 : element_.attributes; }

    // `bits`: of a text node those of TextShape, of an element those of Holds; `depth` is less than 2^24.
    void set_level(std::uint32_t depth, std::uint8_t bits) noexcept { level_ = depth << 8 | bits; }

   private:
    std::uint32_t level_ = 0;
    union {
      Text text_{};
      Element element_;
    };
  };
  static_assert(sizeof(Node) == 32);

  struct Tag {
    std::string_view name;
    TagTraits traits;
    std::uint64_t hash = 0;
  };

  // A value that a class or an id attribute of the page has; elements with the same one share it.
  struct Name {
    std::string_view value;
    NameHash hash;
    NodeId first = 0, last = 0;  // the first and the last element that has it
  };

  std::vector<Node> nodes;
  std::vector<std::uint64_t> keys;  // one for each node: the key of its rule (path_key.h); 0: not an element
  std::vector<HtmlAttribute> attributes;
  std::vector<Tag> tags;    // 0 is the empty name
  std::vector<Name> names;  // index 0: elements without a name
  std::vector<std::uint32_t>
      name_slots;  // a hash table of indexes into names, 0: empty; its size is a power of two
  Arena arena;     // of names
  // The memory of texts and values. It was the parser's, and outlives the parser's tree.
  std::unique_ptr<void, void (*)(void*)> texts{nullptr, [](void*) {}};

  std::string_view attribute(const Node& node, std::string_view name) const noexcept {
    for (const HtmlAttribute& attribute : attributes_of(node)) {
      if (attribute.name.size() == name.size() && !name.empty() && attribute.name[0] == name[0] &&
          attribute.name == name)
        return attribute.value;
    }
    return {};
  }
  std::span<const HtmlAttribute> attributes_of(const Node& node) const noexcept {
    if (node.tag == 0) return {};
    return {attributes.data() + node.element().attribute_begin, node.element().attributes};
  }
  std::string_view id_of(const Node& node) const noexcept {
    return node.tag == 0 ? std::string_view() : names[node.element().id_name].value;
  }

  // Makes the tree empty, and keeps its memory for the next page.
  void clear();
  std::size_t bytes() const noexcept;     // that it takes
  std::size_t capacity() const noexcept;  // that it has taken from the system

  // The index of a tag name in `tags`; 0 when no element has it.
  std::uint32_t find_tag(std::string_view name) const noexcept;
  // The index of a class or an id in `names`; 0 when no element has it.
  std::uint32_t find_name(std::string_view value) const noexcept;
  // The same, but adds it for the element, whose number is the greatest so far. `value` must outlive the
  // tree.
  std::uint32_t add_name(std::string_view value, NodeId element);
  // The index in name_slots where the name is or would be inserted; the size of name_slots when too many
  // names have this hash.
  std::size_t name_slot(std::string_view value, std::uint64_t hash) const noexcept;
};

struct HtmlDocument::Impl : FlatTree {};

// The module's other files use this to read the arrays.
struct HtmlAccess {
  // Without nodes when there was no memory for the document.
  static const FlatTree& tree(const HtmlDocument& doc) noexcept {
    static const FlatTree none;
    return doc.impl_ ? *doc.impl_ : none;
  }
  static FlatTree& tree(HtmlDocument& doc) noexcept { return *doc.impl_; }
};

}  // namespace bfa
