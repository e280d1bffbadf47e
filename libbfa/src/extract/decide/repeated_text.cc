// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/repeated_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kLeastBytes = 40;   // of a block that nobody writes twice by chance
constexpr std::size_t kLeastBlocks = 8;     // of a second copy
constexpr std::uint64_t kMostOfQuote = 60;  // percent of a quotation that is a repeat

bool is_cut(const TextBlock& block, const RemovalMask& cut) {
  return cut[block.first] != 0;
}

// The text without white space.
std::string bare_text(const PageIndex& page, const TextBlock& block) {
  std::string text = text_of(page, block);
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
  return text;
}

// A block that repeats an earlier one.
struct Repeat {
  const TextBlock* block = nullptr;
  // Its own number and that of the earlier one, among the blocks that are long enough.
  std::size_t at = 0, of = 0;
};

std::vector<Repeat> find_repeats(const PageIndex& page, NodeId root, const RemovalMask& cut) {
  std::unordered_map<std::string, std::size_t> said;
  std::vector<Repeat> repeats;
  std::size_t at = 0;
  for (std::uint32_t i = page.first_block(root); i < page.end_block(root); ++i) {
    const TextBlock& block = page.blocks()[i];
    if (block.bytes < kLeastBytes || is_cut(block, cut)) continue;
    const auto [earlier, is_new] = said.emplace(bare_text(page, block), at);
    if (!is_new) repeats.push_back({&block, at, earlier->second});
    ++at;
  }
  return repeats;
}

// Of these, the ones that follow each other as the earlier ones do, kLeastBlocks and more: a second copy of a
// text.
std::vector<Repeat> find_copies(const std::vector<Repeat>& repeats) {
  std::vector<Repeat> copies;
  for (std::size_t begin = 0, end = 0; begin < repeats.size(); begin = end) {
    for (end = begin + 1; end < repeats.size(); ++end) {
      if (repeats[end].at != repeats[end - 1].at + 1 || repeats[end].of != repeats[end - 1].of + 1) break;
    }
    if (end - begin < kLeastBlocks) continue;
    copies.insert(copies.end(), repeats.begin() + static_cast<std::ptrdiff_t>(begin),
                  repeats.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return copies;
}

void cut_block(const PageIndex& page, const TextBlock& block, RemovalMask& cut) {
  for (NodeId n = block.first; n <= block.last; ++n) {
    if (page.tag(n) == Tag::kText) cut[n] = 1;
  }
}

// Cuts quotations that hold little else than repeats: the name of who is quoted, a button.
void cut_quotations(const PageIndex& page, NodeId root, const std::vector<Repeat>& repeats,
                    RemovalMask& cut) {
  // Quotations may be nested: the repeats of each are a difference of sums.
  std::vector<NodeId> starts;
  std::vector<std::uint64_t> sums = {0};
  for (const Repeat& repeat : repeats) {
    starts.push_back(repeat.block->first);
    sums.push_back(sums.back() + repeat.block->bytes);
  }
  const auto bytes_before = [&](NodeId n) {
    return sums[static_cast<std::size_t>(std::ranges::lower_bound(starts, n) - starts.begin())];
  };
  for (NodeId n = root + 1; n < page.end(root); ++n) {
    if (page.tag(n) != Tag::kBlockquote || cut[n]) continue;
    const std::uint64_t bytes = bytes_before(page.end(n)) - bytes_before(n);
    if (100 * bytes < kMostOfQuote * page.text_bytes(n)) continue;
    cut_subtree(page, n, cut);
    n = page.end(n) - 1;
  }
}

}  // namespace

void cut_repeats(const PageIndex& page, NodeId root, Repeats which, RemovalMask& cut) {
  std::vector<Repeat> repeats = find_repeats(page, root, cut);
  if (which == Repeats::kCopies) repeats = find_copies(repeats);
  for (const Repeat& repeat : repeats) cut_block(page, *repeat.block, cut);
  if (which == Repeats::kEvery && !repeats.empty()) cut_quotations(page, root, repeats, cut);
}

}  // namespace bfa
