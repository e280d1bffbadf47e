// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "extract/learn/training.h"
#include "extract/page/page_index.h"
#include "extract/rules/line_frame.h"

namespace bfa {

// Thresholds that the learners of places and lines in articles share.
inline constexpr std::size_t kMinArticles = 3;
inline constexpr double kManyArticles = 0.3;   // that have a place or a line for it to count
inline constexpr double kNearlyAll = 0.85;     // the same amid the text, and of lines that no feed disowns
inline constexpr double kSame = 0.8;           // of a place's nodes, of a line's articles: that are alike
inline constexpr std::size_t kMaxTried = 256;  // of each kind: each is looked for in all the feed's texts
inline constexpr std::size_t kMinTold = 3;     // articles with the whole text in the feed

// One article of a blog, with the data that the learners of places and lines in articles use repeatedly.
struct LearningArticle {
  const PageIndex* page = nullptr;
  HtmlDocument::NodeId node = HtmlDocument::kNone;
  const TrainingExample* example = nullptr;  // null: in no feed
  std::span<const std::uint8_t> cut;         // RepeatPage::cut
  std::string title;                         // of the post; empty: unknown
  LineContext words;                         // but for the title
  std::vector<std::uint64_t> paths;    // a key per node of the subtree: of the tags down to it; 0: too deep
  std::vector<std::uint64_t> places;   // a key per node of the subtree; 0: too deep, or no element
  std::vector<std::uint64_t> sums;     // prefix sums of mixed block hashes
  std::vector<std::uint32_t> fed;      // prefix sums of the blocks that the feed has
  std::vector<std::uint32_t> running;  // prefix sums of text outside of links, less what is gone
  std::uint32_t first_fed = 0, end_fed = 0;
  bool told = false;               // the feed has the whole article
  bool is_post = true;             // false: its address says that it is another page
  std::vector<std::uint8_t> gone;  // a flag per block: a rule takes it away

  LineContext context() const { return {title, words.language, words.now, words.host}; }
  std::uint32_t begin() const { return page->first_block(node); }
  std::uint32_t end() const { return page->end_block(node); }
  std::uint64_t place(HtmlDocument::NodeId n) const { return places[n - node]; }
  bool is_fed(HtmlDocument::NodeId n) const {
    return fed[page->end_block(n) - begin()] > fed[page->first_block(n) - begin()];
  }
};

// Fills in which parts of the article the feed has, when `gone` is known.
void read_feed_text(LearningArticle& article);
// Marks the subtree of `n` as gone.
void take_away(LearningArticle& article, HtmlDocument::NodeId n);
// True when nothing of the subtree of `n` is left.
bool is_gone(const LearningArticle& article, HtmlDocument::NodeId n);
// Whether the feed of `article` has a block of another article's page, possibly divided into lines in another
// way.
bool is_in_feed(const PageIndex& page, const TextBlock& block, const LearningArticle& article);

}  // namespace bfa
