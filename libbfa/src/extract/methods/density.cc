// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/density.h"

#include <algorithm>
#include <utility>

#include "bfa/text/utf8.h"
#include "extract/page/content_mass.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kGram = 3;       // words; the best length by the paper
constexpr std::size_t kConcepts = 24;  // outstanding ones of an entry
constexpr double kConsistent = 0.5;
// Places that contain no object of the feed, with any words.
constexpr std::uint32_t kNoObject = kZoneIgnored | kZoneComments | kZoneSide | kZoneRelated | kZoneNav;

std::uint64_t hash_word(std::string_view word) {
  std::uint64_t hash = 14695981039346656037ull;
  for (std::size_t pos = 0; pos < word.size();) {
    const auto c = static_cast<unsigned char>(word[pos]);
    char32_t folded = c;
    if (c < 0x80) {
      ++pos;
      if (c >= 'A' && c <= 'Z') folded = c - 'A' + 'a';
    } else {
      folded = fold_case(next_code_point(word, pos));
    }
    hash = (hash ^ folded) * 1099511628211ull;
  }
  return hash ^ hash >> 31;
}

// Calls `take(hash)` for each run of three words.
template <class Take>
void for_each_gram(const std::vector<std::string_view>& words, const Take& take) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t c = hash_word(words[i]);
    if (i + 1 >= kGram) take((a * 0x9E3779B97F4A7C15ull + b) * 0x9E3779B97F4A7C15ull + c);
    a = b;
    b = c;
  }
}

bool is_leaf(const PageIndex& page, NodeId n) {
  return page.tag(n) == Tag::kText && !(page.zones(n) & kNoObject);
}

// The stems of a page's words, each worked out once.
class StemMap {
 public:
  StemMap(const SemanticKeys& keys, const Stemmer& stemmer) : keys_(keys), stemmer_(stemmer) {}

  // The concept of the word; nullptr if the word is not a concept.
  const std::string* concept_of(std::string_view word) {
    const auto [at, fresh] = known_.try_emplace(hash_word(word), nullptr);
    if (fresh) {
      const auto found = keys_.concepts.find(stemmer_.stem(word));
      if (found != keys_.concepts.end()) at->second = &found->first;
    }
    return at->second;
  }

 private:
  const SemanticKeys& keys_;
  const Stemmer& stemmer_;
  std::unordered_map<std::uint64_t, const std::string*> known_;
};

void note(const PageIndex& page, NodeId n, std::uint32_t matches, std::vector<ConceptualNode>& out) {
  if (matches == 0) return;
  const std::size_t length = count_code_points(collapse_space(page.doc().text(n)));
  out.push_back(
      {n, matches, static_cast<double>(matches) / static_cast<double>(std::max<std::size_t>(length, 1))});
}

NodeId block_around(const PageIndex& page, NodeId n) {
  while (n != page.body() && n != HtmlDocument::kNone && !is_container(page.tag(n))) n = page.doc().parent(n);
  return n;
}

}  // namespace

std::size_t GramSet::place_of(std::uint64_t hash) const noexcept {
  const std::size_t last = slots_.size() - 1;
  std::size_t at = (hash ^ hash >> 32) & last;
  while (slots_[at] != 0 && slots_[at] != hash) at = (at + 1) & last;
  return at;
}

void GramSet::grow() {
  constexpr std::size_t kLeast = 64;
  std::vector<std::uint64_t> before(std::max(kLeast, 2 * slots_.size()));
  before.swap(slots_);
  for (const std::uint64_t hash : before) {
    if (hash != 0) slots_[place_of(hash)] = hash;
  }
}

void GramSet::insert(std::uint64_t hash) {
  if (hash == 0) {
    size_ += has_zero_ ? 0 : 1;
    has_zero_ = true;
    return;
  }
  if (2 * (size_ + 1) > slots_.size()) grow();
  std::uint64_t& slot = slots_[place_of(hash)];
  size_ += slot == 0 ? 1 : 0;
  slot = hash;
}

bool GramSet::contains(std::uint64_t hash) const noexcept {
  if (hash == 0) return has_zero_;
  return !slots_.empty() && slots_[place_of(hash)] == hash;
}

std::unordered_set<std::string> common_stems(const std::vector<std::string>& texts, const Stemmer& stemmer) {
  constexpr std::size_t kMinTexts = 3;
  std::unordered_set<std::string> common;
  if (texts.size() < kMinTexts) return common;
  struct Count {
    std::size_t texts = 0, last = 0;  // the last text with it, counted from 1
  };
  std::unordered_map<const std::string*, Count> counts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const std::string_view word : split_words(texts[i])) {
      Count& count = counts[&stemmer.stem(word)];
      if (count.last == i + 1) continue;
      count.last = i + 1;
      ++count.texts;
    }
  }
  for (const auto& [stem, count] : counts) {
    if (2 * count.texts > texts.size()) common.insert(*stem);
  }
  return common;
}

SemanticKeys semantic_keys(std::string_view title, std::string_view description, const Stemmer& stemmer,
                           const std::unordered_set<std::string>& common) {
  SemanticKeys keys;
  std::unordered_map<const std::string*, int> counts;
  for (const std::string_view text : {title, description}) {
    const std::vector<std::string_view> words = split_words(text);
    for_each_gram(words, [&](std::uint64_t hash) { keys.grams.insert(hash); });
    for (const std::string_view word : words) ++counts[&stemmer.stem(word)];
  }
  std::vector<std::pair<const std::string*, int>> ranked;
  for (const auto& [stem, count] : counts) {
    if (!common.contains(*stem)) ranked.emplace_back(stem, count);
  }
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(ranked.size(), kConcepts));
  std::partial_sort(ranked.begin(), end, ranked.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : *a.first < *b.first;
  });
  for (auto at = ranked.begin(); at != end; ++at) keys.concepts.emplace(*at->first, at->second);
  return keys;
}

std::vector<ConceptualNode> conceptual_nodes_by_grams(const PageIndex& page, const SemanticKeys& keys) {
  std::vector<ConceptualNode> out;
  for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
    if (!is_leaf(page, n)) continue;
    std::uint32_t matches = 0;
    for_each_gram(split_words(page.doc().text(n)),
                  [&](std::uint64_t hash) { matches += keys.grams.contains(hash) ? 1 : 0; });
    note(page, n, matches, out);
  }
  return out;
}

std::vector<ConceptualNode> conceptual_nodes_by_concepts(const PageIndex& page, const SemanticKeys& keys,
                                                         const Stemmer& stemmer) {
  std::vector<ConceptualNode> out;
  StemMap stems(keys, stemmer);
  for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
    if (!is_leaf(page, n)) continue;
    std::uint32_t matches = 0;
    for (const std::string_view word : split_words(page.doc().text(n)))
      matches += stems.concept_of(word) != nullptr ? 1 : 0;
    note(page, n, matches, out);
  }
  return out;
}

NodeId densest_node(const PageIndex& page, const std::vector<ConceptualNode>& nodes) {
  std::vector<double> before(1, 0);  // sums of densities, in document order
  std::vector<NodeId> blocks;
  for (const ConceptualNode& node : nodes) {
    before.push_back(before.back() + node.density);
    const NodeId block = block_around(page, node.leaf);
    if (block != HtmlDocument::kNone) blocks.push_back(block);
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  NodeId best = HtmlDocument::kNone;
  double best_sum = 0;
  const auto first_in = [&](NodeId limit) {
    return std::lower_bound(nodes.begin(), nodes.end(), limit,
                            [](const ConceptualNode& node, NodeId at) { return node.leaf < at; }) -
           nodes.begin();
  };
  for (const NodeId block : blocks) {
    const double sum = before[static_cast<std::size_t>(first_in(page.doc().end(block)))] -
                       before[static_cast<std::size_t>(first_in(block))];
    if (sum >= best_sum && sum > 0) {  // later ones with the same sum are deeper
      best = block;
      best_sum = sum;
    }
  }
  return best;
}

NodeId consistent_node(const PageIndex& page, NodeId node, const SemanticKeys& keys, const Stemmer& stemmer) {
  StemMap stems(keys, stemmer);
  const auto wanted = kConsistent * static_cast<double>(keys.concepts.size());
  std::unordered_set<const std::string*> here;
  const auto read = [&](NodeId begin, NodeId end) {
    for (NodeId at = begin; at < end; ++at) {
      if (page.tag(at) != Tag::kText || (page.zones(at) & kZoneIgnored)) continue;
      for (const std::string_view word : split_words(page.doc().text(at))) {
        if (const std::string* found = stems.concept_of(word)) here.insert(found);
      }
    }
  };
  NodeId begin = node;  // of what was read
  NodeId end = node;
  for (NodeId n = node; n != page.body() && n != 0 && n != HtmlDocument::kNone; n = page.parent(n)) {
    read(n, begin);
    read(end, page.end(n));
    begin = n;
    end = page.end(n);
    if (static_cast<double>(here.size()) >= wanted) return block_around(page, n);
  }
  return HtmlDocument::kNone;
}

NodeId find_wrapper(const PageIndex& page, const SemanticKeys& keys, const Stemmer& stemmer) {
  NodeId node = densest_node(page, conceptual_nodes_by_grams(page, keys));
  if (node != HtmlDocument::kNone) node = consistent_node(page, node, keys, stemmer);
  if (node != HtmlDocument::kNone) return node;
  node = densest_node(page, conceptual_nodes_by_concepts(page, keys, stemmer));
  return node == HtmlDocument::kNone ? node : consistent_node(page, node, keys, stemmer);
}

}  // namespace bfa
