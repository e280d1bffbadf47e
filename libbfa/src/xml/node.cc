// SPDX-License-Identifier: Apache-2.0
#include "xml/xml.h"

namespace bfa {

const XmlNode* XmlNode::child(std::string_view local_name) const {
  for (const XmlNode& node : children) {
    if (node.kind == Kind::kElement && node.name == local_name) return &node;
  }
  return nullptr;
}

std::string_view XmlNode::attribute(std::string_view local_name) const {
  for (const Attribute& a : attributes) {
    if (a.name == local_name) return a.value;
  }
  return {};
}

std::string XmlNode::all_text() const {
  if (kind == Kind::kText) return text;
  std::string out;
  for (const XmlNode& node : children) out += node.all_text();
  return out;
}

}  // namespace bfa
