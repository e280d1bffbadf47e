// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/io/sink.h"

namespace bfa {

// An element of an XML document, free of any parser's types. Namespace prefixes are resolved: `ns` is the
// namespace URI (empty without a namespace), `name` the local name. `children` has text and elements in
// document order.
struct XmlNode {
  enum class Kind : std::uint8_t { kElement, kText } kind = Kind::kElement;
  std::string ns, name;  // of an element
  std::string text;      // of a text node; entities resolved, CDATA merged
  struct Attribute {
    std::string ns, name, value;
  };
  std::vector<Attribute> attributes;
  std::vector<XmlNode> children;
  std::int64_t offset = -1;  // bytes from the start of the input where known

  // The first child element of that local name in any namespace; nullptr when absent. Valid as long as this
  // node.
  const XmlNode* child(std::string_view local_name) const;
  // The value of an attribute by local name; empty when absent.
  std::string_view attribute(std::string_view local_name) const;
  // All text below, concatenated.
  std::string all_text() const;
};

struct XmlLimits {
  std::size_t max_bytes = 64u << 20;  // feeds of real blogs stay under 30 MB
  std::size_t max_depth = 256;        // deeper nesting is an attack
  std::size_t max_nodes = 4'000'000;
};

// Reads well-formed UTF-8 XML; the caller decodes other encodings first. DTDs and external entities are not
// read. `namespaces`, when not null, gets the URI of each declared prefix (empty: the default namespace): the
// first declaration of each, at most 64. Errors: kCorrupt with the offset, kLimit. Thread-safe.
Result<XmlNode> read_xml(std::string_view utf8, const XmlLimits& limits = {},
                         std::map<std::string, std::string>* namespaces = nullptr);

// Reads ill-formed XML as far as possible: HTML entities, stray ampersands, unclosed tags, control characters
// and junk before the prolog are repaired. Each repair is a finding with its offset. Errors: kCorrupt when
// there is no element, kLimit. Thread-safe.
Result<XmlNode> read_xml_tolerant(std::string_view utf8, Findings& findings, const XmlLimits& limits = {},
                                  std::map<std::string, std::string>* namespaces = nullptr);

// Writes XML to a sink without a tree in memory. Escapes text and attribute values; control characters that
// XML 1.0 does not allow become U+FFFD. Not thread-safe. The sink must outlive the writer. finish() returns
// the first error of the sink.
class XmlWriter {
 public:
  explicit XmlWriter(Sink& sink, bool indent = true);
  ~XmlWriter();
  void start(std::string_view qualified_name);
  void attribute(std::string_view qualified_name, std::string_view value);  // right after start()
  void text(std::string_view value);
  void end();                                                             // closes the innermost element
  void element(std::string_view qualified_name, std::string_view value);  // start, text, end
  Status finish();  // closes all open elements; does not finish the sink

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
