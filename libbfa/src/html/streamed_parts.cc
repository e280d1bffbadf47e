// SPDX-License-Identifier: Apache-2.0
#include "html/streamed_parts.h"

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/dom/interfaces/element.h>
#include <lexbor/html/interfaces/template_element.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bfa {
namespace {

std::string_view view_of(const lxb_char_t* bytes, std::size_t size) {
  return bytes == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(bytes), size);
}

bool is_place_id(std::string_view id) {
  return id.starts_with("B:") || id.starts_with("P:");
}

std::string_view id_of(const lxb_dom_node_t* node) {
  if (node->type != LXB_DOM_NODE_TYPE_ELEMENT) return {};
  const lxb_dom_attr_t* id = reinterpret_cast<const lxb_dom_element_t*>(node)->attr_id;
  return id == nullptr || id->value == nullptr ? std::string_view()
                                               : view_of(id->value->data, id->value->length);
}

bool is_hidden(lxb_dom_node_t* node) {
  constexpr std::string_view kName = "hidden";
  return lxb_dom_element_has_attribute(reinterpret_cast<lxb_dom_element_t*>(node),
                                       reinterpret_cast<const lxb_char_t*>(kName.data()), kName.size());
}

// The next node of the tree in document order. Contents of <template> are not in it.
lxb_dom_node_t* next_of(lxb_dom_node_t* node, const lxb_dom_node_t* root) {
  if (node->first_child != nullptr) return node->first_child;
  while (node != root && node->next == nullptr) node = node->parent;
  return node == root ? nullptr : node->next;
}

bool holds(const lxb_dom_node_t* outer, const lxb_dom_node_t* node) {
  while (node != nullptr && node != outer) node = node->parent;
  return node == outer;
}

void move_before(lxb_dom_node_t* place, lxb_dom_node_t* node) {
  lxb_dom_node_remove_wo_events(node);
  lxb_dom_node_insert_before_wo_events(place, node);
}

std::string_view comment_of(const lxb_dom_node_t* node) {
  if (node->type != LXB_DOM_NODE_TYPE_COMMENT) return {};
  const lexbor_str_t& data = reinterpret_cast<const lxb_dom_character_data_t*>(node)->data;
  return view_of(data.data, data.length);
}

// Removes what follows `place` up to the comment that ends the text to wait with. Without that comment
// nothing is removed.
void remove_waiting_text(lxb_dom_node_t* place) {
  std::size_t inner = 0;
  const lxb_dom_node_t* end = place->next;
  for (; end != nullptr; end = end->next) {
    const std::string_view comment = comment_of(end);
    if (comment == "/$" && inner-- == 0) break;
    if (comment.starts_with('$')) ++inner;
  }
  if (end == nullptr) return;
  while (place->next != end) lxb_dom_node_remove_wo_events(place->next);
}

}  // namespace

bool is_streamed_place(const lxb_html_token_t& token) {
  if (token.tag_id != LXB_TAG_TEMPLATE || (token.type & LXB_HTML_TOKEN_TYPE_CLOSE) != 0) return false;
  for (const lxb_html_token_attr_t* a = token.attr_first; a != nullptr; a = a->next) {
    if (a->name != nullptr && a->name->attr_id == LXB_DOM_ATTR_ID)
      return is_place_id(view_of(a->value, a->value_size));
  }
  return false;
}

void place_streamed_parts(lxb_html_document_t& document) {
  lxb_dom_node_t* const root = &document.dom_document.node;
  std::unordered_map<std::string_view, lxb_dom_node_t*> places;
  std::vector<lxb_dom_node_t*> parts;
  for (lxb_dom_node_t* node = root->first_child; node != nullptr; node = next_of(node, root)) {
    const std::string_view id = id_of(node);
    if (node->local_name == LXB_TAG_TEMPLATE && is_place_id(id)) {
      places.emplace(id, node);
    } else if (id.starts_with("S:") && is_hidden(node)) {
      parts.push_back(node);
    }
  }
  for (lxb_dom_node_t* part : parts) {
    std::string name(id_of(part));
    name[0] = 'P';
    auto place = places.find(name);
    if (place == places.end()) {
      name[0] = 'B';
      place = places.find(name);
    }
    if (place == places.end() || holds(part, place->second)) continue;
    while (part->first_child != nullptr) move_before(place->second, part->first_child);
    if (name[0] == 'B') remove_waiting_text(place->second);
  }
}

}  // namespace bfa
