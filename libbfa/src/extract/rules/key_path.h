// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/html/document.h"

namespace bfa {

// A path in the tree of a page, as lightweight as an XPath can be: names of elements, each with attributes
// whose values may contain "*" for any text; absolute (from the root) or relative (from anywhere). Text
// form:
//   |html|body|div[@id=post-*]|div[@class=post-header]|h1      absolute
//   div[@id=post-*]|*|div[@class=post-content]                 relative; "*" is any number of nodes, or none
// In values "\" is before each of | [ ] , = * \ that means itself. A value; thread-safe. Source: Berger et
// al., Adaptive Post Recognition, III.B and III.C.
class KeyPath {
 public:
  struct Attribute {
    std::string name;
    std::string value;  // in text form: "*" and escapes
    bool operator==(const Attribute&) const = default;
  };
  struct Node {
    std::string tag;
    std::vector<Attribute> attributes;  // all must be there; others do not matter
    bool gap = false;                   // any number of nodes may be before it
    bool operator==(const Node&) const = default;
  };
  static constexpr std::size_t kMaxNodes = 64;

  // Errors: kInvalidArgument: empty, too long, or not of that form.
  static Result<KeyPath> parse(std::string_view text);
  // The path of a node from the root, with its attributes and its ancestors': all but style, handlers and
  // addresses. Of a node deeper than kMaxNodes the relative path of the last ones.
  static KeyPath of_node(const HtmlDocument& doc, HtmlDocument::NodeId n);

  std::string to_text() const;
  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  bool is_absolute() const noexcept { return !nodes_.empty() && !nodes_.front().gap; }

  // The common part of both paths: nodes as long as their names agree, with the attributes that both have,
  // with the common beginning of their values and "*" where they differ (a run of digits is never divided).
  // Nothing when fewer than `min_nodes` nodes agree. Source: III.C, Listing 2.
  static std::optional<KeyPath> merge(const KeyPath& a, const KeyPath& b, std::size_t min_nodes = 3);
  // For paths of different depth: common beginning, "*", common end; relative when they have no more than
  // html and body in common. Nothing unless a node of the end carries an attribute.
  static std::optional<KeyPath> merge_ends(const KeyPath& a, const KeyPath& b);
  // The number of leading nodes with equal names and attributes: it identifies the right one of several
  // matches.
  static std::size_t shared_prefix(const KeyPath& a, const KeyPath& b) noexcept;
  // The path without its last node.
  KeyPath parent() const;

  // All nodes that the path designates, in document order. Linear in the page.
  std::vector<HtmlDocument::NodeId> match(const HtmlDocument& doc) const;

  bool operator==(const KeyPath&) const = default;

 private:
  std::vector<Node> nodes_;
};

}  // namespace bfa
