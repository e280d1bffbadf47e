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

constexpr std::size_t kMostWaiting = 256;

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

void move_before(lxb_dom_node_t* place, lxb_dom_node_t* node) {
  lxb_dom_node_remove_wo_events(node);
  lxb_dom_node_insert_before_wo_events(place, node);
}

std::string_view comment_of(const lxb_dom_node_t* node) {
  if (node->type != LXB_DOM_NODE_TYPE_COMMENT) return {};
  const lexbor_str_t& data = reinterpret_cast<const lxb_dom_character_data_t*>(node)->data;
  return view_of(data.data, data.length);
}

// Removes what follows `place` up to the comment that ends the text to wait with. Without that comment among
// the next kMostWaiting nodes nothing is removed.
void remove_waiting_text(lxb_dom_node_t* place) {
  std::size_t inner = 0;
  const lxb_dom_node_t* end = place->next;
  for (std::size_t seen = 0; end != nullptr; end = end->next) {
    if (++seen > kMostWaiting) return;
    const std::string_view comment = comment_of(end);
    if (comment == "/$" && inner-- == 0) break;
    if (comment.starts_with('$')) ++inner;
  }
  if (end == nullptr) return;
  while (place->next != end) lxb_dom_node_remove_wo_events(place->next);
}

// Finds the parts of a page, and in which part the place of each one is.
class PartFinder {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // Contents of <template> are not looked at.
  void walk(lxb_dom_node_t* root) {
    for (lxb_dom_node_t* node = root->first_child; node != nullptr;) {
      enter(node);
      if (node->first_child != nullptr) {
        node = node->first_child;
        continue;
      }
      leave(node);
      while (node != root && node->next == nullptr) {
        node = node->parent;
        leave(node);
      }
      node = node == root ? nullptr : node->next;
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (const Place* place = place_of(parts_[i]); place != nullptr) inside_[place->part].push_back(i);
    }
  }

  std::vector<std::size_t> parts_with_place_in(std::size_t part) const {
    const auto at = inside_.find(part);
    return at == inside_.end() ? std::vector<std::size_t>() : at->second;
  }

  void place(std::size_t part) const {
    const Place& place = *place_of(parts_[part]);
    while (parts_[part]->first_child != nullptr) move_before(place.node, parts_[part]->first_child);
    if (id_of(place.node).starts_with('B')) remove_waiting_text(place.node);
  }

 private:
  struct Place {
    lxb_dom_node_t* node = nullptr;
    std::size_t part = kNone;  // that it is in
  };

  void enter(lxb_dom_node_t* node) {
    const std::string_view id = id_of(node);
    if (node->local_name == LXB_TAG_TEMPLATE && is_place_id(id)) {
      places_.emplace(id, Place{node, open_.empty() ? kNone : open_.back()});
    } else if (id.starts_with("S:") && is_hidden(node)) {
      open_.push_back(parts_.size());
      parts_.push_back(node);
    }
  }

  void leave(const lxb_dom_node_t* node) {
    if (!open_.empty() && parts_[open_.back()] == node) open_.pop_back();
  }

  const Place* place_of(const lxb_dom_node_t* part) const {
    std::string name(id_of(part));
    for (const char kind : {'P', 'B'}) {
      name[0] = kind;
      if (const auto at = places_.find(name); at != places_.end()) return &at->second;
    }
    return nullptr;
  }

  std::unordered_map<std::string_view, Place> places_;
  std::vector<lxb_dom_node_t*> parts_;
  std::vector<std::size_t> open_;                                     // parts that the walk is in
  std::unordered_map<std::size_t, std::vector<std::size_t>> inside_;  // by the part that their place is in
};

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
  PartFinder finder;
  finder.walk(&document.dom_document.node);
  std::vector<std::size_t> next = finder.parts_with_place_in(PartFinder::kNone);
  // The outer ones first, so that each node moves once. Parts that are places for each other are reached by
  // none.
  while (!next.empty()) {
    const std::size_t at = next.back();
    next.pop_back();
    finder.place(at);
    for (const std::size_t inner : finder.parts_with_place_in(at)) next.push_back(inner);
  }
}

}  // namespace bfa
