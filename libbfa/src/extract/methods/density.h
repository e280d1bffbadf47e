// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "extract/page/page_index.h"
#include "text/stemmer.h"

namespace bfa {

// A set of hashes in one block of memory: an entry has thousands.
class GramSet {
 public:
  void insert(std::uint64_t hash);
  bool contains(std::uint64_t hash) const noexcept;
  std::size_t size() const noexcept { return size_; }

 private:
  // Where the hash is, or the free slot for it.
  std::size_t place_of(std::uint64_t hash) const noexcept;
  void grow();

  std::vector<std::uint64_t> slots_;  // a power of two of them, at most half in use; 0: free
  std::size_t size_ = 0;
  bool has_zero_ = false;
};

// The subject of an entry's title and description, as keys to search in a page: the stems of their commonest
// words, and each run of three words. Source: Oita and Senellart, Archiving Data Objects using Web Feeds,
// 4.1.
struct SemanticKeys {
  GramSet grams;                                  // hashes of three words in a row, case folded
  std::unordered_map<std::string, int> concepts;  // stems, and how often the entry has them
};

// Stems of words that distinguish no entry from another: those in more than half of `texts` (of three at
// least). They replace the paper's list of stop words, in any language.
std::unordered_set<std::string> common_stems(const std::vector<std::string>& texts, const Stemmer& stemmer);

// Keys of one entry; `common` stems are not concepts.
SemanticKeys semantic_keys(std::string_view title, std::string_view description, const Stemmer& stemmer,
                           const std::unordered_set<std::string>& common);

// A leaf with keys in it, Definitions 1 and 2: density is the number of matched keys by the length of its
// text in code points.
struct ConceptualNode {
  HtmlDocument::NodeId leaf = HtmlDocument::kNone;
  std::uint32_t matches = 0;
  double density = 0;
};
std::vector<ConceptualNode> conceptual_nodes_by_grams(const PageIndex& page, const SemanticKeys& keys);
std::vector<ConceptualNode> conceptual_nodes_by_concepts(const PageIndex& page, const SemanticKeys& keys,
                                                         const Stemmer& stemmer);

// The block around each conceptual node is a semantic node (Definition 3); the one whose conceptual nodes
// have the greatest sum of densities is the wrapper (Definition 4); of equals the deepest. kNone when there
// are no conceptual nodes.
HtmlDocument::NodeId densest_node(const PageIndex& page, const std::vector<ConceptualNode>& nodes);

// `node`, or the lowest node above it that is semantically consistent (Definition 5: it contains half of the
// concepts); kNone when only the root is.
HtmlDocument::NodeId consistent_node(const PageIndex& page, HtmlDocument::NodeId node,
                                     const SemanticKeys& keys, const Stemmer& stemmer);

// The wrapper of the entry's object: by 3-grams, otherwise by concepts. Source: Algorithm 1.
HtmlDocument::NodeId find_wrapper(const PageIndex& page, const SemanticKeys& keys, const Stemmer& stemmer);

}  // namespace bfa
