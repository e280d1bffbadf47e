// SPDX-License-Identifier: Apache-2.0
#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/dom/interfaces/element.h>
#include <lexbor/html/interfaces/document.h>
#include <lexbor/html/interfaces/template_element.h>
#include <lexbor/html/parser.h>
#include <lexbor/html/tokenizer/state.h>
#include <lexbor/html/tree/active_formatting.h>
#include <lexbor/html/tree/insertion_mode.h>
#include <lexbor/html/tree/open_elements.h>

#include <algorithm>
#include <array>
#include <new>
#include <unordered_map>
#include <utility>

#include "base/guard_parse.h"
#include "bfa/html/document.h"
#include "html/flat_tree.h"
#include "html/link_encoding.h"
#include "html/parser_memory.h"
#include "html/streamed_parts.h"
#include "html/text_shape.h"

namespace bfa {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kChunkBytes = 16u << 10;
constexpr std::size_t kCheckEvery = 64;     // tokens between two checks of clock and memory
constexpr std::size_t kBytesPerNode = 160;  // of the parser's tree, the average of real pages

void limit_finding(Findings& findings, const char* id, std::string message, std::int64_t offset) {
  findings.push_back({Code::kLimit, id, std::move(message), offset, {}});
}

// Receives tokens from the tokenizer, passes them to the tree builder, and enforces the limits for both.
class GuardedParser {
 public:
  GuardedParser(ParserMemory& memory, const HtmlLimits& limits, Findings& findings)
      : memory_(memory),
        limits_(limits),
        findings_(findings),
        deadline_(SteadyClock::now() + limits.deadline) {}

  // The parser's tree, or null when memory ends. It may be cut short: see findings.
  lxb_html_document_t* parse(std::string_view html);

 private:
  static lxb_html_token_t* on_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token, void* self) {
    return static_cast<GuardedParser*>(self)->filter(tokenizer, token);
  }
  lxb_html_token_t* filter(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token);
  void cut_attributes(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token, bool complete);
  void close_deepest(lxb_html_tree_t* tree);
  void end_iframe(lxb_html_tokenizer_t* tokenizer);
  bool within_limits();
  std::int64_t offset() const { return static_cast<std::int64_t>(offset_); }

  ParserMemory& memory_;
  const HtmlLimits& limits_;
  Findings& findings_;
  const SteadyClock::time_point deadline_;
  lxb_html_parser_t* parser_ = nullptr;
  lxb_html_tokenizer_token_f builder_ = nullptr;
  void* builder_context_ = nullptr;
  std::size_t tokens_ = 0, offset_ = 0;
  bool stopped_ = false, depth_said_ = false, attributes_said_ = false;
  bool in_noscript_ = false;
  bool streamed_ = false;  // parts of the page follow at its end
};

lxb_html_document_t* GuardedParser::parse(std::string_view html) {
  parser_ = memory_.parser();
  if (parser_ == nullptr) return nullptr;
  lxb_html_parser_scripting_set(parser_, false);
  lxb_html_parser_dom_opt_set(parser_, LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
  lxb_html_document_t* document = memory_.begin();
  if (document == nullptr) return nullptr;
  // Texts are in few blocks of memory, so that the memory freed with the tree is contiguous.
  lexbor_mem_t* texts = document->dom_document.text->mem;
  texts->chunk_min_size = std::max(texts->chunk_min_size, html.size());
  lxb_html_tokenizer_t* tokenizer = parser_->tkz;
  builder_ = tokenizer->callback_token_done;
  builder_context_ = tokenizer->callback_token_ctx;
  lxb_html_tokenizer_callback_token_done_set(tokenizer, &GuardedParser::on_token, this);

  while (offset_ < html.size() && !stopped_) {
    const std::string_view chunk = html.substr(offset_, kChunkBytes);
    const lxb_status_t status = lxb_html_parse_chunk_process(
        parser_, reinterpret_cast<const lxb_char_t*>(chunk.data()), chunk.size());
    if (stopped_) break;
    if (status != LXB_STATUS_OK) return nullptr;
    offset_ += chunk.size();
    if (!within_limits()) stopped_ = true;
    if (!stopped_ && tokenizer->token != nullptr) cut_attributes(tokenizer, tokenizer->token, false);
  }
  if (!stopped_ && lxb_html_parse_chunk_end(parser_) != LXB_STATUS_OK && !stopped_) return nullptr;
  if (!stopped_) {
    lxb_html_tokenizer_callback_token_done_set(tokenizer, builder_, builder_context_);
    memory_.finish();
  }
  if (streamed_) place_streamed_parts(*document);
  return document;
}

lxb_html_token_t* GuardedParser::filter(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token) {
  const bool comment = token->tag_id == LXB_TAG__EM_COMMENT;
  if (comment && !streamed_) return token;  // not needed; the text around is one node
  if (++tokens_ % kCheckEvery == 0 && !within_limits()) {
    stopped_ = true;
    tokenizer->status = LXB_STATUS_STOPPED;
    return nullptr;
  }
  if (!comment && token->attr_first != nullptr) cut_attributes(tokenizer, token, true);
  lxb_html_tree_t* tree = parser_->tree;
  while (tree->open_elements->length > limits_.max_depth + 2) {
    const std::size_t before = tree->open_elements->length;
    close_deepest(tree);
    if (tree->open_elements->length == before) break;
  }
  const lxb_tag_id_t tag = token->tag_id;
  const bool begins = (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) == 0;
  if (tag == LXB_TAG_NOSCRIPT) in_noscript_ = begins;
  streamed_ = streamed_ || is_streamed_place(*token);
  lxb_html_token_t* const next = builder_(tokenizer, token, builder_context_);
  if (tag == LXB_TAG_IFRAME && begins && in_noscript_) end_iframe(tokenizer);
  return next;
}

// The content of an <iframe> is raw text up to its end tag. Browsers take that of <noscript> for raw text, so
// that an <iframe> in it without an end tag ends there, too. Without this it would take the rest of the page.
void GuardedParser::end_iframe(lxb_html_tokenizer_t* tokenizer) {
  lxb_html_tree_t* tree = parser_->tree;
  if (tree->mode != lxb_html_tree_insertion_mode_text) return;
  tree->mode = tree->original_mode;
  lxb_html_tree_open_elements_pop(tree);
  lxb_html_tokenizer_state_set(tokenizer, lxb_html_tokenizer_state_data_before);
}

// Drops the attributes above the limit. While a token is still being read (`complete` is false), its last
// attribute is in use and is kept.
void GuardedParser::cut_attributes(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token, bool complete) {
  std::size_t count = 0;
  lxb_html_token_attr_t* attribute = token->attr_first;
  while (attribute != nullptr && count < limits_.max_attributes) {
    attribute = attribute->next;
    ++count;
  }
  while (attribute != nullptr && (complete || attribute != token->attr_last)) {
    lxb_html_token_attr_t* next = attribute->next;
    lxb_html_token_attr_delete(token, attribute, tokenizer->dobj_token_attr);
    attribute = next;
    if (!attributes_said_) {
      attributes_said_ = true;
      limit_finding(findings_, "html_attributes",
                    "an element has more than " + std::to_string(limits_.max_attributes) +
                        " attributes; the rest are dropped",
                    offset());
    }
  }
}

// Removes the innermost element from the stack of open elements, so that the next nodes become its siblings.
void GuardedParser::close_deepest(lxb_html_tree_t* tree) {
  if (tree->mode == lxb_html_tree_insertion_mode_text ||
      tree->mode == lxb_html_tree_insertion_mode_in_table_text)
    return;
  lexbor_array_t* open = tree->open_elements;
  auto* node = static_cast<lxb_dom_node_t*>(open->list[open->length - 1]);
  if (node->local_name == LXB_TAG_TEMPLATE && node->ns == LXB_NS_HTML) return;
  --open->length;
  lxb_html_tree_active_formatting_remove_by_node(tree, node);
  if (tree->mode != lxb_html_tree_insertion_mode_in_body)
    lxb_html_tree_reset_insertion_mode_appropriately(tree);
  if (depth_said_) return;
  depth_said_ = true;
  limit_finding(findings_, "html_depth",
                "elements are nested deeper than " + std::to_string(limits_.max_depth) +
                    "; deeper ones become siblings",
                offset());
}

bool GuardedParser::within_limits() {
  if (memory_.tree_bytes() > limits_.max_nodes * kBytesPerNode + (1u << 20)) {
    limit_finding(findings_, "html_nodes",
                  "the page makes more nodes than its limit allows; the rest is left out", offset());
    return false;
  }
  if (parser_->tree->open_elements->length > limits_.max_depth + kChunkBytes) {
    limit_finding(findings_, "html_depth", "templates are nested too deep; the rest is left out", offset());
    return false;
  }
  if (SteadyClock::now() <= deadline_) return true;
  limit_finding(
      findings_, "html_deadline",
      "parsing took more than " + std::to_string(limits_.deadline.count()) + " ms; the rest is left out",
      offset());
  return false;
}

std::string_view tag_name(lxb_tag_id_t id) {
  std::size_t length = 0;
  const lxb_char_t* name = lxb_tag_name_by_id(id, &length);
  return {reinterpret_cast<const char*>(name), length};
}

// The elements that the parser knows, by its numbers for them. Their names are in its own tables.
const std::vector<FlatTree::Tag>& standard_tags() {
  static const std::vector<FlatTree::Tag> tags = [] {
    std::vector<FlatTree::Tag> all(LXB_TAG__LAST_ENTRY);
    for (lxb_tag_id_t id = 0; id < all.size(); ++id) {
      all[id] = {tag_name(id), tag_traits(tag_name(id)), hash_of_tag(tag_name(id))};
    }
    return all;
  }();
  return tags;
}

// Bits of FlatTree::Holds.
std::uint8_t kinds_of_attribute(std::string_view name) {
  struct Kind {
    std::string_view name;
    std::uint8_t holds;
  };
  static constexpr std::array<Kind, 11> kKinds{{
      {"style", FlatTree::kHoldsStyle},
      {"hidden", FlatTree::kHoldsStyle},
      {"role", FlatTree::kHoldsRole},
      {"aria-hidden", FlatTree::kHoldsRole},
      {"itemprop", FlatTree::kHoldsMeaning},
      {"itemtype", FlatTree::kHoldsMeaning},
      {"rel", FlatTree::kHoldsMeaning},
      {"property", FlatTree::kHoldsMeaning},
      {"datetime", FlatTree::kHoldsMachines},
      {"title", FlatTree::kHoldsMachines},
      {"content", FlatTree::kHoldsMachines},
  }};
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return kind.holds;
  }
  return 0;
}

// Copies the parser's tree into flat arrays, except texts and values: they stay in the parser's memory for
// texts, which the document takes over.
class Flattener {
 public:
  Flattener(FlatTree& out, const HtmlLimits& limits, Findings& findings)
      : out_(out),
        max_depth_(static_cast<std::uint32_t>(std::min<std::size_t>(limits.max_depth, 1u << 20))),
        max_nodes_(std::min<std::size_t>(limits.max_nodes, HtmlDocument::kNone - 1)),
        findings_(findings),
        standard_tags_(standard_tags()) {}

  void run(lxb_dom_node_t* root);

 private:
  bool add(const lxb_dom_node_t* node, std::uint32_t depth);  // false: no room
  // Returns bits of FlatTree::Holds.
  std::uint8_t add_attributes(const lxb_dom_element_t* element, FlatTree::Node& record);
  std::uint64_t key_of(const FlatTree::Node& record) const;
  void close_to(std::uint32_t depth);
  std::uint32_t tag_index(lxb_tag_id_t id);
  struct AttributeName {
    std::string_view text;
    std::uint8_t holds = 0;  // bits of FlatTree::Holds
  };
  const AttributeName& attribute_name(const lxb_dom_attr_t* attribute);

  FlatTree& out_;
  const std::uint32_t max_depth_;
  const std::size_t max_nodes_;
  Findings& findings_;
  const std::vector<FlatTree::Tag>& standard_tags_;
  std::vector<FlatTree::NodeId> open_{0};  // by depth
  std::array<std::uint32_t, LXB_TAG__LAST_ENTRY> known_tags_{};
  std::unordered_map<lxb_tag_id_t, std::uint32_t> other_tags_;
  std::array<AttributeName, LXB_DOM_ATTR__LAST_ENTRY> known_names_{};
  std::unordered_map<lxb_dom_attr_id_t, AttributeName> other_names_;
};

// The text of scripts and styles is not shown.
bool is_code(const lxb_dom_node_t* node) {
  return node != nullptr && (node->local_name == LXB_TAG_SCRIPT || node->local_name == LXB_TAG_STYLE);
}

lxb_dom_node_t* content_of(lxb_dom_node_t* node) {
  if (node->first_child != nullptr || node->local_name != LXB_TAG_TEMPLATE || node->ns != LXB_NS_HTML ||
      node->type != LXB_DOM_NODE_TYPE_ELEMENT)
    return node->first_child;
  lxb_dom_document_fragment_t* content = reinterpret_cast<lxb_html_template_element_t*>(node)->content;
  return content == nullptr ? nullptr : content->node.first_child;
}

void Flattener::run(lxb_dom_node_t* root) {
  std::vector<lxb_dom_node_t*> hosts;  // template elements whose content is being walked
  std::uint32_t depth = 1;
  lxb_dom_node_t* node = root->first_child;
  while (node != nullptr) {
    if (!add(node, depth)) break;
    if (lxb_dom_node_t* child = content_of(node); child != nullptr) {
      if (child->parent != node) hosts.push_back(node);
      node = child;
      ++depth;
      continue;
    }
    while (node != nullptr && node->next == nullptr) {
      lxb_dom_node_t* up = node->parent;
      if (up != nullptr && up->type == LXB_DOM_NODE_TYPE_DOCUMENT_FRAGMENT && !hosts.empty()) {
        up = hosts.back();
        hosts.pop_back();
      }
      node = up == root ? nullptr : up;
      --depth;
    }
    if (node != nullptr) node = node->next;
  }
  close_to(0);
  out_.nodes[0].end = static_cast<FlatTree::NodeId>(out_.nodes.size());
}

void Flattener::close_to(std::uint32_t depth) {
  while (open_.size() > depth + 1u) {
    out_.nodes[open_.back()].end = static_cast<FlatTree::NodeId>(out_.nodes.size());
    open_.pop_back();
  }
}

bool Flattener::add(const lxb_dom_node_t* node, std::uint32_t depth) {
  const bool element = node->type == LXB_DOM_NODE_TYPE_ELEMENT;
  if (!element && node->type != LXB_DOM_NODE_TYPE_TEXT) return true;
  if (out_.nodes.size() >= max_nodes_) {
    limit_finding(findings_, "html_nodes",
                  "the page has more than " + std::to_string(max_nodes_) + " nodes; the rest is left out",
                  -1);
    return false;
  }
  const std::uint32_t at = std::min(depth, std::max<std::uint32_t>(max_depth_, 1));
  close_to(at - 1);
  const auto id = static_cast<FlatTree::NodeId>(out_.nodes.size());
  FlatTree::Node& record = out_.nodes.emplace_back();  // written in place: a copy would wait for the parts
  record.parent = open_.back();
  record.end = id + 1;
  const auto level = static_cast<std::uint32_t>(open_.size());
  if (element) {
    record.tag = tag_index(node->local_name);
    record.set_level(level, add_attributes(reinterpret_cast<const lxb_dom_element_t*>(node), record));
    out_.keys.push_back(key_of(record));
    open_.push_back(id);
  } else {
    const lexbor_str_t& data = reinterpret_cast<const lxb_dom_character_data_t*>(node)->data;
    const auto* bytes = reinterpret_cast<const char*>(data.data);
    const TextShape shape = is_code(node->parent) ? TextShape() : shape_of_text({bytes, data.length});
    record.set_text({bytes, static_cast<std::uint32_t>(data.length), shape.graphic});
    record.set_level(level, shape.bits);
    out_.keys.push_back(0);
  }
  return true;
}

std::uint64_t Flattener::key_of(const FlatTree::Node& record) const {
  const FlatTree::Name& id = out_.names[record.element().id_name];
  if (id.hash.stable) return key_of_id(id.hash.hash);
  const std::uint64_t tag = out_.tags[record.tag].hash;
  const FlatTree::Name& name = out_.names[record.element().class_name];
  return name.hash.stable ? key_of_class(tag, name.hash.hash) : key_of_child(out_.keys[record.parent], tag);
}

std::uint8_t Flattener::add_attributes(const lxb_dom_element_t* element, FlatTree::Node& record) {
  FlatTree::Element out{};
  const auto node = static_cast<FlatTree::NodeId>(out_.nodes.size() - 1);
  out.attribute_begin = static_cast<std::uint32_t>(out_.attributes.size());
  std::uint8_t holds = 0;
  for (const lxb_dom_attr_t* a = element->first_attr; a != nullptr; a = a->next) {
    std::string_view value;
    if (a->value != nullptr) value = {reinterpret_cast<const char*>(a->value->data), a->value->length};
    const lxb_dom_attr_id_t id = a->node.local_name;
    const AttributeName& name = attribute_name(a);
    holds |= name.holds;
    if (id == LXB_DOM_ATTR_CLASS && out.class_name == 0) out.class_name = out_.add_name(value, node);
    if (id == LXB_DOM_ATTR_ID && out.id_name == 0) out.id_name = out_.add_name(value, node);
    out_.attributes.push_back({name.text, value});
    ++out.attributes;
  }
  record.set_element(out);
  return holds;
}

std::uint32_t Flattener::tag_index(lxb_tag_id_t id) {
  const bool standard = id < LXB_TAG__LAST_ENTRY;
  std::uint32_t& known = standard ? known_tags_[id] : other_tags_[id];
  if (known != 0) return known;
  known = static_cast<std::uint32_t>(out_.tags.size());
  if (standard) {
    out_.tags.push_back(standard_tags_[id]);
  } else {
    const std::string_view kept = out_.arena.keep(tag_name(id));
    out_.tags.push_back({kept, tag_traits(kept), hash_of_tag(kept)});
  }
  return known;
}

const Flattener::AttributeName& Flattener::attribute_name(const lxb_dom_attr_t* attribute) {
  const lxb_dom_attr_id_t id = attribute->node.local_name;
  AttributeName& known = id < LXB_DOM_ATTR__LAST_ENTRY ? known_names_[id] : other_names_[id];
  if (!known.text.empty()) return known;
  std::size_t length = 0;
  const lxb_char_t* name = lxb_dom_attr_local_name_noi(const_cast<lxb_dom_attr_t*>(attribute), &length);
  known.text = out_.arena.keep({reinterpret_cast<const char*>(name), length});
  known.holds = kinds_of_attribute(known.text);
  return known;
}

}  // namespace

Result<HtmlDocument> HtmlDocument::parse(std::string_view utf8, Findings& findings, const HtmlLimits& limits,
                                         std::string_view encoding) {
  return guarded_parse([&]() -> Result<HtmlDocument> {
    if (utf8.starts_with("\xEF\xBB\xBF")) utf8.remove_prefix(3);
    if (utf8.size() > limits.max_bytes) {
      limit_finding(findings, "html_size",
                    "the page has " + std::to_string(utf8.size()) + " bytes; only the first " +
                        std::to_string(limits.max_bytes) + " are parsed",
                    static_cast<std::int64_t>(limits.max_bytes));
      utf8 = utf8.substr(0, limits.max_bytes);
    }
    ParserMemory memory(utf8.size());
    lxb_html_document_t* tree = GuardedParser(memory, limits, findings).parse(utf8);
    if (tree == nullptr) return Error{Code::kIo, "no memory left to parse a page", {}, -1};
    HtmlDocument document;
    FlatTree& flat = *document.impl_;
    flat.nodes.reserve(utf8.size() / 32 + 16);
    flat.keys.reserve(utf8.size() / 32 + 16);
    flat.attributes.reserve(utf8.size() / 64 + 16);
    flat.names.reserve(128);
    Flattener(flat, limits, findings).run(&tree->dom_document.node);
    flat.texts = {std::exchange(tree->dom_document.text, nullptr),
                  [](void* texts) { lexbor_mraw_destroy(static_cast<lexbor_mraw_t*>(texts), true); }};
    encode_queries_of_links(flat, encoding);
    return document;
  });
}

}  // namespace bfa
