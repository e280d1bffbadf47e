// SPDX-License-Identifier: Apache-2.0
#include "bfa/html/document.h"

#include <algorithm>
#include <cstring>

#include "base/guard.h"
#include "html/flat_tree.h"

namespace bfa {

void Arena::reserve(std::size_t bytes) {
  if (bytes <= size_ - used_) return;
  size_ = std::max(bytes, kMinimumBlock);
  if (blocks_.empty()) first_size_ = size_;
  used_ = 0;
  blocks_.push_back(std::make_unique_for_overwrite<char[]>(size_));
}

std::string_view Arena::keep(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > size_ - used_) reserve(text.size());
  char* at = blocks_.back().get() + used_;
  std::memcpy(at, text.data(), text.size());
  used_ += text.size();
  return {at, text.size()};
}

void Arena::clear() {
  if (blocks_.empty()) return;
  blocks_.resize(1);
  used_ = 0;
  size_ = first_size_;
}

void FlatTree::clear() {
  nodes.clear();
  keys.clear();
  attributes.clear();
  tags.clear();
  names.clear();
  std::fill(name_slots.begin(), name_slots.end(), 0);
  arena.clear();
  texts.reset();
  nodes.emplace_back().end = 1;
  keys.push_back(0);
  tags.emplace_back();
  names.emplace_back();
}

std::size_t FlatTree::bytes() const noexcept {
  return nodes.size() * sizeof(Node) + keys.size() * sizeof(keys[0]) +
         attributes.size() * sizeof(HtmlAttribute) + names.size() * sizeof(Name);
}

std::size_t FlatTree::capacity() const noexcept {
  return nodes.capacity() * sizeof(Node) + keys.capacity() * sizeof(keys[0]) +
         attributes.capacity() * sizeof(HtmlAttribute) + names.capacity() * sizeof(Name) +
         name_slots.capacity() * sizeof(name_slots[0]);
}

std::uint32_t FlatTree::find_tag(std::string_view name) const noexcept {
  const std::uint64_t hash = hash_of_tag(name);
  for (std::uint32_t i = 1; i < tags.size(); ++i) {
    if (tags[i].hash == hash && tags[i].name == name) return i;
  }
  return 0;
}

std::uint32_t FlatTree::find_name(std::string_view value) const noexcept {
  if (value.empty() || name_slots.empty()) return 0;
  const std::size_t slot = name_slot(value, hash_of_name(value).hash);
  return slot == name_slots.size() ? 0 : name_slots[slot];
}

// Limits the steps, because a hostile page can have many names with the same hash.
std::size_t FlatTree::name_slot(std::string_view value, std::uint64_t hash) const noexcept {
  constexpr std::size_t kMostSteps = 64;
  const std::size_t mask = name_slots.size() - 1;
  for (std::size_t step = 0; step < kMostSteps; ++step) {
    const std::size_t slot = (hash + step) & mask;
    const std::uint32_t at = name_slots[slot];
    if (at == 0 || (names[at].hash.hash == hash && names[at].value == value)) return slot;
  }
  return name_slots.size();
}

std::uint32_t FlatTree::add_name(std::string_view value, NodeId element) {
  constexpr std::size_t kFirstSlots = 256;
  if (value.empty()) return 0;
  if (2 * names.size() >= name_slots.size()) {
    name_slots.assign(std::max(kFirstSlots, 2 * name_slots.size()), 0);
    for (std::uint32_t i = 1; i < names.size(); ++i) {
      const std::size_t slot = name_slot(names[i].value, names[i].hash.hash);
      if (slot != name_slots.size()) name_slots[slot] = i;
    }
  }
  const NameHash hash = hash_of_name(value);
  const std::size_t slot = name_slot(value, hash.hash);
  const bool has_room = slot != name_slots.size();
  if (has_room && name_slots[slot] != 0) {
    names[name_slots[slot]].last = element;
    return name_slots[slot];
  }
  const auto added = static_cast<std::uint32_t>(names.size());
  if (has_room) name_slots[slot] = added;
  names.push_back({value, hash, element, element});
  return added;
}

// The arrays of the thread's last page, kept for its next one by the same rules as those of ParserMemory.
struct HtmlDocument::Spare {
  std::unique_ptr<Impl> tree;
  unsigned small_pages = 0;  // consecutive pages that needed less than a quarter of it

  ~Spare() { ended = true; }
  static Spare* of_thread() {
    thread_local Spare kept;
    return ended ? nullptr : &kept;
  }
  static thread_local bool ended;  // documents may outlive this memory of their thread
};
thread_local bool HtmlDocument::Spare::ended = false;

HtmlDocument::HtmlDocument() {
  impl_ = guarded_or_empty([]() -> std::unique_ptr<Impl> {
    std::unique_ptr<Impl> tree;
    if (Spare* const spare = Spare::of_thread(); spare != nullptr) tree = std::move(spare->tree);
    if (!tree) tree = std::make_unique<Impl>();
    tree->clear();
    return tree;
  });
}

HtmlDocument::~HtmlDocument() {
  constexpr std::size_t kMost = 64u << 20, kSmall = 256u << 10;
  constexpr unsigned kPages = 16;
  if (!impl_ || impl_->nodes.capacity() < 2) return;
  Spare* const spare = Spare::of_thread();
  const std::size_t capacity = impl_->capacity();
  if (spare == nullptr || capacity > kMost || (spare->tree && spare->tree->capacity() >= capacity)) return;
  spare->small_pages = 4 * std::max(impl_->bytes(), kSmall) < capacity ? spare->small_pages + 1 : 0;
  if (spare->small_pages == kPages) {
    spare->small_pages = 0;
    return;
  }
  impl_->texts.reset();
  spare->tree = std::move(impl_);
}
HtmlDocument::HtmlDocument(HtmlDocument&&) noexcept = default;
HtmlDocument& HtmlDocument::operator=(HtmlDocument&&) noexcept = default;

std::size_t HtmlDocument::size() const noexcept {
  return impl_ ? impl_->nodes.size() : 0;
}

bool HtmlDocument::is_element(NodeId n) const noexcept {
  return n < size() && impl_->nodes[n].tag != 0;
}

bool HtmlDocument::is_text(NodeId n) const noexcept {
  return n != 0 && n < size() && impl_->nodes[n].tag == 0;
}

std::string_view HtmlDocument::tag(NodeId n) const noexcept {
  return n < size() ? impl_->tags[impl_->nodes[n].tag].name : std::string_view();
}

std::string_view HtmlDocument::text(NodeId n) const noexcept {
  if (n == 0 || n >= size() || impl_->nodes[n].tag != 0) return {};
  return impl_->nodes[n].text();
}

HtmlDocument::NodeId HtmlDocument::parent(NodeId n) const noexcept {
  return n < size() ? impl_->nodes[n].parent : kNone;
}

HtmlDocument::NodeId HtmlDocument::end(NodeId n) const noexcept {
  return n < size() ? impl_->nodes[n].end : n;
}

HtmlDocument::NodeId HtmlDocument::next_sibling(NodeId n) const noexcept {
  const NodeId up = parent(n);
  if (up == kNone) return kNone;
  const NodeId next = impl_->nodes[n].end;
  return next < impl_->nodes[up].end ? next : kNone;
}

HtmlDocument::NodeId HtmlDocument::first_child(NodeId n) const noexcept {
  return n < size() && n + 1 < impl_->nodes[n].end ? n + 1 : kNone;
}

std::uint32_t HtmlDocument::depth(NodeId n) const noexcept {
  return n < size() ? impl_->nodes[n].depth() : 0;
}

std::span<const HtmlAttribute> HtmlDocument::attributes(NodeId n) const noexcept {
  if (n >= size()) return {};
  return impl_->attributes_of(impl_->nodes[n]);
}

std::string_view HtmlDocument::attribute(NodeId n, std::string_view name) const noexcept {
  if (n >= size()) return {};
  return impl_->attribute(impl_->nodes[n], name);
}

bool HtmlDocument::has_attribute(NodeId n, std::string_view name) const noexcept {
  return std::ranges::any_of(attributes(n), [&](const HtmlAttribute& a) { return a.name == name; });
}

HtmlDocument::NodeId HtmlDocument::find_first(std::string_view tag, NodeId from) const noexcept {
  const std::uint32_t wanted = impl_ ? impl_->find_tag(tag) : 0;
  if (wanted == 0) return kNone;
  for (NodeId n = from; n < end(from); ++n) {
    if (impl_->nodes[n].tag == wanted) return n;
  }
  return kNone;
}

}  // namespace bfa
