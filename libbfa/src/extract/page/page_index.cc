// SPDX-License-Identifier: Apache-2.0
#include "extract/page/page_index.h"

#include <algorithm>
#include <memory>

#include "extract/words/vocabulary.h"
#include "html/visibility.h"

namespace bfa {
namespace {

// Zones of elements and roles outside of the article.
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

}  // namespace

PageIndex::PageIndex(const HtmlDocument& doc, BlockHashes hashes)
    : doc_(&doc), tree_(&HtmlAccess::tree(doc)), names_(*tree_), hashed_(hashes == BlockHashes::kMade) {
  build();
  if (reveal()) build();
  drop_wrong_hints();
}

struct PageIndex::SpareBlock {
  Block block;
  ~SpareBlock() { ended = true; }
  static SpareBlock* of_thread() {
    thread_local SpareBlock kept;
    return ended ? nullptr : &kept;
  }
  static thread_local bool ended;  // an index may outlive this memory of its thread
};
thread_local bool PageIndex::SpareBlock::ended = false;

void PageIndex::GiveBack::operator()(std::byte* block) const noexcept {
  constexpr std::size_t kMost = 8u << 20;
  SpareBlock* const spare = SpareBlock::of_thread();
  if (spare == nullptr || bytes > kMost || (spare->block && spare->block.get_deleter().bytes >= bytes)) {
    delete[] block;
    return;
  }
  delete[] spare->block.release();
  spare->block = Block(block, *this);
}

PageIndex::Block PageIndex::take_block(std::size_t bytes) {
  SpareBlock* const spare = SpareBlock::of_thread();
  if (spare != nullptr && spare->block && spare->block.get_deleter().bytes >= bytes)
    return std::move(spare->block);
  return Block(new std::byte[bytes], GiveBack{bytes});
}

PageIndex::TagFacts PageIndex::facts_of(std::string_view tag) {
  TagFacts facts;
  facts.tag = tag_of(tag);
  facts.block = is_block(facts.tag);
  facts.ignored = is_ignored(facts.tag);
  facts.media = is_media(facts.tag);
  constexpr TagSet kTelling{Tag::kTime, Tag::kHtml, Tag::kTitle, Tag::kMeta, Tag::kScript, Tag::kSvg};
  facts.telling = kTelling.has(facts.tag);
  facts.zone = zone_of_tag(facts.tag);
  return facts;
}

void PageIndex::build() {
  const std::size_t n = tree_->nodes.size();
  std::vector<TagFacts> facts(tree_->tags.size());
  std::transform(tree_->tags.begin(), tree_->tags.end(), facts.begin(),
                 [](const FlatTree::Tag& tag) { return facts_of(tag.name); });
  blocks_.clear();
  hints_.clear();
  hidden_.clear();
  border_ = true;
  breaks_ = 0;
  if (!memory_) {
    static_assert(alignof(Sums) == alignof(Place) && alignof(Place) == alignof(NodeId) && sizeof(Tag) == 1);
    memory_ = take_block((n + 1) * (sizeof(Sums) + sizeof(Place) + 3 * sizeof(NodeId) + sizeof(Tag)));
    sums_ = reinterpret_cast<Sums*>(memory_.get());
    places_ = reinterpret_cast<Place*>(sums_ + n + 1);
    links_.nodes = reinterpret_cast<NodeId*>(places_ + n + 1);
    headings_.nodes = links_.nodes + n + 1;
    telling_.nodes = headings_.nodes + n + 1;
    tags_ = reinterpret_cast<Tag*>(telling_.nodes + n + 1);
  }
  links_.size = headings_.size = telling_.size = 0;
  blocks_.reserve(n / 8 + 8);
  Tag* const tags = tags_;
  Sums* const sums = sums_;
  Place* const places = places_;
  const FlatTree::Node* const nodes = tree_->nodes.data();
  tags[0] = Tag::kDocument;
  places[0] = {0, 0};
  sums[0] = sums[1] = {0, 0, 0, 0};
  for (NodeId id = 1; id < n; ++id) {
    const FlatTree::Node& node = nodes[id];
    places[id] = places[node.parent];
    sums[id + 1] = sums[id];
    if (node.tag == 0) {
      tags[id] = Tag::kText;
      if (node.graphic() != 0 && !(places[id].zones & kZoneIgnored)) visit_text(id);
    } else {
      const TagFacts& fact = facts[node.tag];
      tags[id] = fact.tag;
      if (fact.block) places[id].block = id;
      links_.add(id, fact.tag == Tag::kA);
      headings_.add(id, is_heading(fact.tag));
      visit_element(id, fact);
    }
  }
  if (revealed_ != 0) body_ = revealed_;
}

bool PageIndex::may_have_name(ClassNameHints::Flag flag, NodeId begin, NodeId end) const {
  for (std::uint32_t i = 1; i < tree_->names.size(); ++i) {
    const FlatTree::Name& name = tree_->names[i];
    if (name.first < end && name.last >= begin && (names_.of(i).flags & flag)) return true;
  }
  return false;
}

bool PageIndex::has_zone(Zone zone, NodeId n) const noexcept {
  const auto shown_in = [&](NodeId at) {
    return (zones(at) & (zone | kZoneIgnored)) == static_cast<std::uint32_t>(zone);
  };
  // The node in the zone is `n`, or is inside an element that has the zone by its own name.
  return shown_in(n) || std::any_of(hints_.begin(), hints_.end(), [&](const Hint& hint) {
           return contains(n, hint.node) && shown_in(hint.node);
         });
}

// Pages that scripts assemble may have all their text in a hidden part or in <noscript>. When such a part
// contains far more text than the visible page, it is the page's content.
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

void PageIndex::visit_element(NodeId n, const TagFacts& facts) {
  const Tag tag = facts.tag;
  std::uint32_t& zones = places_[n].zones;
  const ClassNameHints& by_class = class_hints(n);
  const ClassNameHints& by_id = id_hints(n);
  const bool named_so = ((by_class.flags | by_id.flags) & ClassNameHints::kTells) != 0;
  telling_.add(n, facts.telling | named_so | tree_->nodes[n].element_holds(FlatTree::kHoldsMeaning));
  if (tag == Tag::kBody && body_ == 0) body_ = n;
  if (tag == Tag::kBr) ++breaks_;
  if (facts.block || breaks_ > 1) border_ = true;
  if (facts.ignored && n != revealed_) {
    if (tag == Tag::kNoscript && !(zones & kZoneIgnored) && body_ != 0) hidden_.push_back(n);
    zones |= kZoneIgnored;
    return;
  }
  if (zones & kZoneIgnored) return;
  if (facts.media) ++sums_[n + 1].media;
  std::uint32_t own = facts.zone;
  bool opened_by_reader = false;
  if (holds(n, FlatTree::kHoldsRole | FlatTree::kHoldsStyle)) {
    for (const HtmlAttribute& attribute : attributes(n)) {
      if (attribute.name == "role") {
        own |= zone_of_role(attribute.value);
        opened_by_reader = is_panel(attributes(n));
      } else if (attribute.name == "hidden" ||
                 (attribute.name == "aria-hidden" && attribute.value == "true" && tag != Tag::kA) ||
                 (attribute.name == "style" && style_hides(attribute.value))) {
        own |= kZoneIgnored;
      }
    }
  }
  // Words on the page's frame and on whole articles describe their content, not their kind; on inline
  // elements and in code they are for syntax colours.
  const bool described = !facts.block || (zones & kZonePre) || tag == Tag::kPre || tag == Tag::kHtml ||
                         tag == Tag::kBody || tag == Tag::kArticle || tag == Tag::kMain;
  const std::uint32_t named = described ? 0 : by_class.zones | by_id.zones;
  if (tag == Tag::kBody || tag == Tag::kHtml || n == revealed_ || opened_by_reader)
    own &= ~static_cast<std::uint32_t>(kZoneIgnored);
  if (own & kZoneIgnored) hidden_.push_back(n);
  if (named != 0) hints_.push_back({n, named, false});
  if (own & kFrameZones) hints_.push_back({n, own & kFrameZones, true});
  zones |= own | named;
}

// A name is wrong for an element with most of the page's running text ("social-blog"), unless such a part
// can be that large: a discussion that begins after the first fifth. A name is also wrong if many elements
// have it that together contain most of the text. An element's tag is wrong when it contains most of the
// text and the article's own element: a form around a whole page, an unclosed aside.
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
      const bool late = 5 * (text_before(n) - text_before(body_)) > text_bytes(body_);
      wrong = 2 * own > all && !((hint.bits & kZoneComments) && late) ? hint.bits : hint.bits & wrong_names;
    }
    if (wrong == 0 && n >= dropped_to) continue;
    const NodeId past_node = end(n);
    for (NodeId inside = n; inside < past_node; ++inside) {
      places_[inside].zones = (zones(inside) | hint.bits) & ~wrong;
    }
    for (std::uint32_t i = first_block(n); i < end_block(n); ++i) blocks_[i].zones = zones(blocks_[i].first);
    if (wrong != 0) dropped_to = std::max(dropped_to, past_node);
  }
}

// True when the page's main element or its only first heading is in the subtree.
bool PageIndex::holds_main(NodeId n) const {
  for (NodeId id = n + 1; id < end(n); ++id) {
    if (tags_[id] == Tag::kMain || tags_[id] == Tag::kArticle || tags_[id] == Tag::kH1) return true;
  }
  return false;
}

void PageIndex::visit_text(NodeId n) {
  const Place place = places_[n];
  breaks_ = 0;
  const bool goes_on = !border_ && !blocks_.empty() && blocks_.back().container == place.block;
  if (hashed_ && !goes_on) hash_ = TextHash();
  if (hashed_) hash_.add(doc_->text(n));
  const std::uint32_t bytes = tree_->nodes[n].graphic();
  if (!goes_on) {
    TextBlock block;
    block.first = n;
    block.container = place.block;
    block.zones = place.zones;
    blocks_.push_back(block);
    ++sums_[n + 1].blocks;
    border_ = false;
  }
  TextBlock& block = blocks_.back();
  block.last = n;
  block.bytes += bytes;
  if (hashed_) block.hash = hash_.value();
  sums_[n + 1].text += bytes;
  if (place.zones & kZoneLink) {
    sums_[n + 1].links += bytes;
    block.link_bytes += bytes;
  }
}

std::string text_of(const PageIndex& page, const TextBlock& block) {
  std::string text;
  for (HtmlDocument::NodeId n = block.first; n <= block.last; ++n) {
    if (page.tag(n) == Tag::kText && !(page.zones(n) & kZoneIgnored)) text += page.doc().text(n);
  }
  return text;
}

std::string line_of(const PageIndex& page, HtmlDocument::NodeId n, std::size_t enough) {
  std::string out;
  bool space = false;
  for (HtmlDocument::NodeId id = n; id < page.end(n); ++id) {
    const Tag tag = page.tag(id);
    if (tag != Tag::kText) {
      if (is_block(tag) || tag == Tag::kBr) space = true;
      continue;
    }
    if (page.zones(id) & kZoneIgnored) continue;
    const std::string_view text = page.doc().text(id);
    const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
    for (std::size_t pos = 0; pos < text.size();) {
      if (is_space(text[pos])) {
        space = true;
        ++pos;
        continue;
      }
      // Words with one space between them are copied at once.
      std::size_t end = pos + 1;
      while (end < text.size() && (!is_space(text[end]) ||
                                   (text[end] == ' ' && end + 1 < text.size() && !is_space(text[end + 1]))))
        ++end;
      if (space && !out.empty()) out.push_back(' ');
      space = false;
      out.append(text, pos, end - pos);
      if (out.size() >= enough) return out;
      pos = end;
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
