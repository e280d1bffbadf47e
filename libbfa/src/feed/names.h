// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "xml/xml.h"

namespace bfa {

// The short prefix of a namespace in this module, for any prefix in the document: "dc", "content", "atom",
// ... Variants that feeds are known to use (other case, no trailing slash, https) count as the same. Empty
// for RSS's own namespaces, "?" for unknown ones.
std::string_view namespace_prefix(std::string_view uri);

// The child elements of one element by canonical name: local name in lower case, after the prefix from
// namespace_prefix() unless the namespace is the format's own ("title", "dc:creator", "atom:link"). Views
// into the tree.
class ElementMap {
 public:
  // `core`: the namespace of the format itself, whose elements have no prefix here.
  ElementMap(const XmlNode& parent, std::string_view core);

  const XmlNode* first(std::string_view key) const;  // nullptr when absent
  // The first element with text or children among `keys`, in the order of the keys.
  const XmlNode* first_of(std::initializer_list<std::string_view> keys) const;
  const XmlNode* last_of(std::string_view key) const;  // the last one with text or children
  std::vector<const XmlNode*> all(std::string_view key) const;
  // The trimmed text of first_of(keys); empty when absent.
  std::string text_of(std::initializer_list<std::string_view> keys) const;
  const std::vector<std::pair<std::string, const XmlNode*>>& items() const { return items_; }

 private:
  std::vector<std::pair<std::string, const XmlNode*>> items_;
};

// True when it contains more than white space.
bool has_content(const XmlNode& node);

// The key that ElementMap gives to `node`.
std::string element_key(const XmlNode& node, std::string_view core);

}  // namespace bfa
