// SPDX-License-Identifier: Apache-2.0
#include "page_index.h"

#include <algorithm>
#include <memory>
#include <type_traits>

#include "html/visibility.h"
#include "vocabulary.h"

namespace bfa {
namespace {

// Zones of elements and roles that stand beside the article.
constexpr std::uint32_t kFrameZones = kZoneAside | kZoneFooter | kZoneHeader | kZoneForm;

std::uint32_t zone_of_tag(Tag tag) {
  switch (tag) {
    case Tag::kNav:
    case Tag::kMenu:
      return kZoneNav;
    case Tag::kAside:
      return kZoneAside;
    case Tag::kFooter:
      return kZoneFooter;
    case Tag::kHeader:
      return kZoneHeader;
    case Tag::kForm:
      return kZoneForm;
    case Tag::kA:
      return kZoneLink;
    case Tag::kPre:
      return kZonePre;
    default:
      return is_heading(tag) ? static_cast<std::uint32_t>(kZoneHeading) : 0;
  }
}

bool style_hides(std::string_view style) {
  for (std::size_t at = style.find("display"); at != std::string_view::npos;
       at = style.find("display", at + 1)) {
    std::size_t pos = at + 7;
    while (pos < style.size() && (style[pos] == ' ' || style[pos] == ':')) ++pos;
    if (style.substr(pos, 4) == "none") return true;
  }
  return false;
}

}  // namespace

PageIndex::PageIndex(const HtmlDocument& doc, BlockHashes hashes)
    : doc_(&doc), tree_(&HtmlAccess::tree(doc)), names_(*tree_), hashed_(hashes == BlockHashes::kMade) {
  build();
  if (reveal()) build();
  drop_wrong_hints();
}

void PageIndex::build() {
  const std::size_t n = tree_->nodes.size();
  std::vector<Tag> tags(tree_->tags.size(), Tag::kOther);
  std::transform(tree_->tags.begin(), tree_->tags.end(), tags.begin(),
                 [](const FlatTree::Tag& tag) { return tag_of(tag.name); });
  blocks_.clear();
  hints_.clear();
  hidden_.clear();
  border_ = true;
  const auto entries = [&](auto& array) {
    using Entry = std::remove_reference_t<decltype(array[0])>;
    if (!array) array = std::make_unique_for_overwrite<Entry[]>(n + 1);
    return array.get();
  };
  Tag* const tag_at = entries(tags_);
  std::uint32_t* const zones = entries(zones_);
  std::uint32_t* const text = entries(text_);
  std::uint32_t* const links = entries(links_);
  std::uint32_t* const media = entries(media_);
  std::uint32_t* const block_at = entries(block_at_);
  NodeId* const block_parent = entries(block_parent_);
  zones[0] = block_parent[0] = 0;
  text[0] = links[0] = media[0] = block_at[0] = 0;
  blocks_.reserve(n / 8 + 8);
  const FlatTree::Node* const nodes = tree_->nodes.data();
  for (NodeId id = 0; id < n; ++id) {
    text[id + 1] = text[id];
    links[id + 1] = links[id];
    media[id + 1] = media[id];
    const FlatTree::Node& node = nodes[id];
    if (node.parent != HtmlDocument::kNone) {
      zones[id] = zones[node.parent];
      block_parent[id] = is_block(tag_at[node.parent]) ? node.parent : block_parent[node.parent];
    }
    if (id == 0) {
      tag_at[id] = Tag::kDocument;
    } else if (node.tag == 0) {
      tag_at[id] = Tag::kText;
      if (node.graphic() != 0 && !(zones[id] & kZoneIgnored)) visit_text(id);
    } else {
      tag_at[id] = tags[node.tag];
      visit_element(id, tag_at[id]);
    }
    block_at[id + 1] = static_cast<std::uint32_t>(blocks_.size());
  }
  if (revealed_ != 0) body_ = revealed_;
}

// Pages that scripts put together may come with all their text in a hidden part or in <noscript>: when one
// such part holds far more text than the rest of the page shows, it is the page.
bool PageIndex::reveal() {
  constexpr std::uint64_t kMinHiddenBytes = 400;
  std::uint64_t most = std::max<std::uint64_t>(kMinHiddenBytes, 2 * (text_bytes(body_) - link_bytes(body_)));
  for (const NodeId n : hidden_) {
    std::uint64_t bytes = 0;
    for (NodeId id = n; id < end(n); ++id) {
      const Tag tag = tags_[id];
      const bool beside = tag == Tag::kA || tag == Tag::kNav || tag == Tag::kFooter || tag == Tag::kForm;
      if (id != n && (beside || (is_ignored(tag) && tag != Tag::kNoscript))) {
        id = end(id) - 1;
      } else if (tag == Tag::kText) {
        bytes += tree_->nodes[id].graphic();
      }
    }
    if (bytes <= most) continue;
    most = bytes;
    revealed_ = n;
  }
  return revealed_ != 0;
}

void PageIndex::visit_element(NodeId n, Tag tag) {
  if (tag == Tag::kBody && body_ == 0) body_ = n;
  if (is_block(tag)) border_ = true;
  if (is_ignored(tag) && n != revealed_) {
    if (tag == Tag::kNoscript && !(zones_[n] & kZoneIgnored) && body_ != 0) hidden_.push_back(n);
    zones_[n] |= kZoneIgnored;
    return;
  }
  if (zones_[n] & kZoneIgnored) return;
  if (is_media(tag)) ++media_[n + 1];
  std::uint32_t own = zone_of_tag(tag);
  bool shown_by_tab = false;
  if (holds(n, FlatTree::kHoldsRole | FlatTree::kHoldsStyle)) {
    for (const HtmlAttribute& attribute : attributes(n)) {
      if (attribute.name == "role") {
        own |= zone_of_role(attribute.value);
        shown_by_tab = is_tab_panel(attribute.value);
      } else if (attribute.name == "hidden" ||
                 (attribute.name == "aria-hidden" && attribute.value == "true" && tag != Tag::kA) ||
                 (attribute.name == "style" && style_hides(attribute.value))) {
        own |= kZoneIgnored;
      }
    }
  }
  // Words on the page's frame and on whole articles describe what is in them, not what they are; on inline
  // elements and in code they colour syntax.
  const bool described = !is_block(tag) || (zones_[n] & kZonePre) || tag == Tag::kPre || tag == Tag::kHtml ||
                         tag == Tag::kBody || tag == Tag::kArticle || tag == Tag::kMain;
  const std::uint32_t named = described ? 0 : class_meaning(n).zones | id_meaning(n).zones;
  if (tag == Tag::kBody || tag == Tag::kHtml || n == revealed_ || shown_by_tab)
    own &= ~static_cast<std::uint32_t>(kZoneIgnored);
  if (own & kZoneIgnored) hidden_.push_back(n);
  if (named != 0) hints_.push_back({n, named, false});
  if (own & kFrameZones) hints_.push_back({n, own & kFrameZones, true});
  zones_[n] |= own | named;
}

// A name is wrong about an element that holds most of the page's running text ("social-blog"), unless what
// it names may well be the most: a discussion that begins after the first fifth. So is a name that many
// elements have that together hold most of it. An element is wrong when it holds most of the text and the
// article's own element besides: a form around a whole page, an aside that nobody closed.
void PageIndex::drop_wrong_hints() {
  const std::uint32_t all = text_bytes(body_) - link_bytes(body_);
  std::uint32_t wrong_names = 0;
  for (std::uint32_t bit = kZoneForm; bit <= kZoneMeta; bit <<= 1) {
    if (bit == kZoneComments || bit == kZoneMeta) continue;
    std::uint64_t sum = 0;
    NodeId past = 0;
    for (const Hint& hint : hints_) {
      if (hint.said || !(hint.bits & bit) || hint.node < past) continue;
      sum += text_bytes(hint.node) - link_bytes(hint.node);
      past = end(hint.node);
    }
    if (2 * sum > all) wrong_names |= bit;
  }
  NodeId dropped_to = 0;
  for (const Hint& hint : hints_) {
    const NodeId n = hint.node;
    const std::uint32_t own = text_bytes(n) - link_bytes(n);
    std::uint32_t wrong = 0;
    if (hint.said) {
      if (2 * own > all && ((hint.bits & kZoneForm) || holds_main(n))) wrong = hint.bits;
    } else {
      const bool late = 5 * (text_[n] - text_[body_]) > text_bytes(body_);
      wrong = 2 * own > all && !((hint.bits & kZoneComments) && late) ? hint.bits : hint.bits & wrong_names;
    }
    if (wrong == 0 && n >= dropped_to) continue;
    const NodeId past_node = end(n);
    for (NodeId inside = n; inside < past_node; ++inside) {
      zones_[inside] = (zones_[inside] | hint.bits) & ~wrong;
    }
    for (std::uint32_t i = first_block(n); i < end_block(n); ++i) blocks_[i].zones = zones_[blocks_[i].first];
    if (wrong != 0) dropped_to = std::max(dropped_to, past_node);
  }
}

// True when the page's main element or its only first heading stands in the subtree.
bool PageIndex::holds_main(NodeId n) const {
  for (NodeId id = n + 1; id < end(n); ++id) {
    if (tags_[id] == Tag::kMain || tags_[id] == Tag::kArticle || tags_[id] == Tag::kH1) return true;
  }
  return false;
}

void PageIndex::visit_text(NodeId n) {
  const bool goes_on = !border_ && !blocks_.empty() && blocks_.back().container == block_parent_[n];
  if (hashed_ && !goes_on) hash_ = TextHash();
  if (hashed_) hash_.add(doc_->text(n));
  const std::uint32_t bytes = tree_->nodes[n].graphic();
  if (!goes_on) {
    TextBlock block;
    block.first = n;
    block.container = block_parent_[n];
    block.zones = zones_[n];
    blocks_.push_back(block);
    border_ = false;
  }
  TextBlock& block = blocks_.back();
  block.last = n;
  block.bytes += bytes;
  if (hashed_) block.hash = hash_.value();
  text_[n + 1] += bytes;
  if (zones_[n] & kZoneLink) {
    links_[n + 1] += bytes;
    block.link_bytes += bytes;
  }
}

bool PageIndex::begins_zone(NodeId n, std::uint32_t bit) const noexcept {
  if (!(zones_[n] & bit)) return false;
  const NodeId parent = this->parent(n);
  return parent == HtmlDocument::kNone || !(zones_[parent] & bit);
}

std::string line_of(const PageIndex& page, HtmlDocument::NodeId n) {
  std::string out;
  bool space = false;
  for (HtmlDocument::NodeId id = n; id < page.end(n); ++id) {
    const Tag tag = page.tag(id);
    if (tag != Tag::kText) {
      if (is_block(tag) || tag == Tag::kBr) space = true;
      continue;
    }
    if (page.zones(id) & kZoneIgnored) continue;
    for (const char ch : page.doc().text(id)) {
      if (static_cast<unsigned char>(ch) <= 0x20) {
        space = true;
        continue;
      }
      if (space && !out.empty()) out.push_back(' ');
      space = false;
      out.push_back(ch);
    }
  }
  return out;
}

std::uint32_t tree_distance(const HtmlDocument& doc, HtmlDocument::NodeId a,
                            HtmlDocument::NodeId b) noexcept {
  const std::vector<FlatTree::Node>& nodes = HtmlAccess::tree(doc).nodes;
  HtmlDocument::NodeId top = a;
  while (b < top || b >= nodes[top].end) top = nodes[top].parent;
  return nodes[a].depth() + nodes[b].depth() - 2 * nodes[top].depth();
}

}  // namespace bfa
