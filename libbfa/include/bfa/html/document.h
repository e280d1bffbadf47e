// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"

namespace bfa {

// Limits of the parser. Over a limit the parser drops the excess or stops, uses what was parsed, and reports
// a finding. With the defaults a hostile page takes less than a second and 100 MB; real blog pages stay far
// below the limits (docs/html.md has the figures).
struct HtmlLimits {
  // Larger pages are parsed up to this size. The longest real pages (a year of posts with all comments) have
  // a few MB.
  std::size_t max_bytes = 16u << 20;
  // Deeper elements become siblings at this depth, as in browsers, whose limit is also 512. HTML's tree
  // builder is quadratic in depth.
  std::size_t max_depth = 512;
  // Parsing stops there. This also bounds the parser's memory, about 160 bytes a node: a few bytes of markup
  // can make hundreds of nodes (formatting elements that are opened again).
  std::size_t max_nodes = 400'000;
  // Per element; the rest are dropped. Each one is compared with all before it: the cost is quadratic.
  std::size_t max_attributes = 256;
  // Wall time of one parse, for input that the other limits do not cover; checked every 64 tokens and 16 KiB.
  std::chrono::milliseconds deadline{5000};
};

struct HtmlAttribute {
  std::string_view name;  // lower case
  std::string_view value;
};

// A parsed HTML page as flat arrays in document order (pre-order): node 0 is the document, the descendants of
// n are n + 1 ... end(n) - 1. It contains elements and text nodes; comments are dropped; the content of
// <template> and <noscript> is kept as children (noscript parsed as with scripting off). Immutable after
// parsing: reading is thread-safe. Views live as long as the document. Movable, not copyable.
class BFA_EXPORT HtmlDocument {
 public:
  using NodeId = std::uint32_t;
  static constexpr NodeId kNone = 0xffffffffu;

  // Parses UTF-8 text as WHATWG HTML; a byte order mark is skipped. Every text gives a document. A limit that
  // is reached is a finding (kLimit; html_size, html_depth, html_nodes, html_attributes, html_deadline), and
  // the part that was parsed is used. Errors: kIo when memory runs out. Cost: linear in size, below the
  // limits. Thread-safe; each thread keeps memory for its next page, at most 64 MB for the parser and as much
  // for one document (docs/html.md).
  // `encoding` is the name of the encoding that the page's bytes had (DecodedText): in pages of other
  // encodings than UTF-8, characters beyond ASCII in the queries of addresses are percent-encoded in it
  // (HTML, "encoding-parsing a URL"). Empty: UTF-8.
  static Result<HtmlDocument> parse(std::string_view utf8, Findings& findings, const HtmlLimits& limits = {},
                                    std::string_view encoding = {});

  HtmlDocument();  // the document node alone; without memory not even that: size() is 0
  ~HtmlDocument();
  HtmlDocument(HtmlDocument&&) noexcept;
  HtmlDocument& operator=(HtmlDocument&&) noexcept;

  std::size_t size() const noexcept;  // nodes
  bool is_element(NodeId n) const noexcept;
  bool is_text(NodeId n) const noexcept;
  std::string_view tag(NodeId n) const noexcept;   // lower-case local name; empty for text and the document
  std::string_view text(NodeId n) const noexcept;  // of a text node
  NodeId parent(NodeId n) const noexcept;          // kNone for 0
  NodeId end(NodeId n) const noexcept;             // one past the last descendant
  NodeId next_sibling(NodeId n) const noexcept;    // kNone at the end
  NodeId first_child(NodeId n) const noexcept;     // kNone when empty
  std::uint32_t depth(NodeId n) const noexcept;    // 0 for the document
  std::span<const HtmlAttribute> attributes(NodeId n) const noexcept;
  std::string_view attribute(NodeId n, std::string_view name) const noexcept;  // empty when absent
  bool has_attribute(NodeId n, std::string_view name) const noexcept;
  NodeId find_first(std::string_view tag, NodeId from = 0) const noexcept;  // in the subtree of `from`; kNone
  bool contains(NodeId ancestor, NodeId n) const noexcept { return ancestor <= n && n < end(ancestor); }

 private:
  friend struct HtmlAccess;
  struct Impl;
  struct Spare;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
