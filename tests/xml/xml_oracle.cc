// SPDX-License-Identifier: Apache-2.0
#include "xml_oracle.h"

#include <expat.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <memory>
#include <vector>

namespace xml_oracle {
namespace {

using bfa::XmlNode;

void append_text(XmlNode& parent, std::string_view text) {
  if (parent.children.empty() || parent.children.back().kind != XmlNode::Kind::kText) {
    parent.children.emplace_back().kind = XmlNode::Kind::kText;
  }
  parent.children.back().text += text;
}

std::string text_of(const xmlChar* text) {
  return text != nullptr ? std::string(reinterpret_cast<const char*>(text)) : std::string();
}

void take_children(const xmlNode* from, XmlNode& into);

XmlNode take_element(const xmlNode* element) {
  XmlNode node;
  node.name = text_of(element->name);
  if (element->ns != nullptr) node.ns = text_of(element->ns->href);
  for (const xmlAttr* a = element->properties; a != nullptr; a = a->next) {
    xmlChar* value = xmlNodeListGetString(element->doc, a->children, 1);
    node.attributes.push_back(
        {a->ns != nullptr ? text_of(a->ns->href) : "", text_of(a->name), text_of(value)});
    xmlFree(value);
  }
  take_children(element, node);
  return node;
}

void take_children(const xmlNode* from, XmlNode& into) {
  for (const xmlNode* child = from->children; child != nullptr; child = child->next) {
    if (child->type == XML_ELEMENT_NODE) {
      into.children.push_back(take_element(child));
    } else if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE) {
      const std::string text = text_of(child->content);
      if (!text.empty()) append_text(into, text);
    }
  }
}

xmlParserInputPtr load_nothing(const char*, const char*, xmlParserCtxtPtr) {
  return nullptr;
}

void say_nothing(void*, const char*, ...) {}

// The open elements of an expat run; the first is the document.
struct ExpatTree {
  std::vector<XmlNode> open = std::vector<XmlNode>(1);
};

// Namespace and local name of "uri\nname".
void split_name(const char* raw, std::string& ns, std::string& name) {
  const std::string_view text(raw);
  const std::size_t mark = text.find('\n');
  name = text.substr(mark == std::string_view::npos ? 0 : mark + 1);
  if (mark != std::string_view::npos) ns = text.substr(0, mark);
}

void XMLCALL expat_start(void* tree, const XML_Char* raw, const XML_Char** attributes) {
  XmlNode node;
  split_name(raw, node.ns, node.name);
  for (; *attributes != nullptr; attributes += 2) {
    XmlNode::Attribute attribute;
    split_name(attributes[0], attribute.ns, attribute.name);
    attribute.value = attributes[1];
    node.attributes.push_back(std::move(attribute));
  }
  static_cast<ExpatTree*>(tree)->open.push_back(std::move(node));
}

void XMLCALL expat_end(void* tree, const XML_Char*) {
  auto& open = static_cast<ExpatTree*>(tree)->open;
  XmlNode closed = std::move(open.back());
  open.pop_back();
  open.back().children.push_back(std::move(closed));
}

void XMLCALL expat_text(void* tree, const XML_Char* text, int size) {
  append_text(static_cast<ExpatTree*>(tree)->open.back(), {text, static_cast<std::size_t>(size)});
}

}  // namespace

std::string dump(const XmlNode& node) {
  if (node.kind == XmlNode::Kind::kText) return "'" + node.text + "'";
  std::string out = node.name;
  if (!node.ns.empty()) out += "{" + node.ns + "}";
  for (const auto& a : node.attributes) {
    out += "[" + (a.ns.empty() ? "" : "{" + a.ns + "}") + a.name + "=" + a.value + "]";
  }
  if (node.children.empty()) return out;
  out += "(";
  for (const XmlNode& child : node.children) out += dump(child);
  return out + ")";
}

std::optional<std::string> read_by_libxml2(std::string_view utf8) {
  [[maybe_unused]] static const bool is_ready = [] {
    xmlInitParser();
    xmlSetExternalEntityLoader(load_nothing);
    xmlSetGenericErrorFunc(nullptr, say_nothing);
    return true;
  }();
  const std::unique_ptr<xmlParserCtxt, void (*)(xmlParserCtxtPtr)> context(xmlNewParserCtxt(),
                                                                           xmlFreeParserCtxt);
  const std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)> doc(
      xmlCtxtReadMemory(
          context.get(), utf8.data(), static_cast<int>(utf8.size()), nullptr, "UTF-8",
          XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_DTDATTR | XML_PARSE_NOERROR | XML_PARSE_NOWARNING),
      xmlFreeDoc);
  if (!doc || context->wellFormed == 0 || context->nsWellFormed == 0) return std::nullopt;
  const xmlNode* root = xmlDocGetRootElement(doc.get());
  if (root == nullptr) return std::nullopt;
  return dump(take_element(root));
}

std::optional<std::string> read_by_expat(std::string_view utf8) {
  const std::unique_ptr<std::remove_pointer_t<XML_Parser>, void (*)(XML_Parser)> parser(
      XML_ParserCreateNS("UTF-8", '\n'), XML_ParserFree);
  ExpatTree tree;
  XML_SetUserData(parser.get(), &tree);
  XML_SetElementHandler(parser.get(), expat_start, expat_end);
  XML_SetCharacterDataHandler(parser.get(), expat_text);
  if (XML_Parse(parser.get(), utf8.data(), static_cast<int>(utf8.size()), XML_TRUE) != XML_STATUS_OK) {
    return std::nullopt;
  }
  return dump(tree.open.front().children.front());
}

}  // namespace xml_oracle
