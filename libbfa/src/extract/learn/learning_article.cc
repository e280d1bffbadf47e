// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/learning_article.h"

#include <algorithm>
#include <string>

#include "bfa/text/utf8.h"

namespace bfa {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinSearched = 16;  // bytes of a line that is in another text by no chance
constexpr double kHeard = 0.45;  // of a feed's text, which may say the lead twice: that an article must have

void read_feed_text(LearningArticle& article) {
  const PageIndex& page = *article.page;
  const std::uint32_t count = article.end() - article.begin();
  article.sums.assign(count + 1, 0);
  article.fed.assign(count + 1, 0);
  article.running.assign(count + 1, 0);
  std::uint32_t bytes = 0;
  std::uint32_t all = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const TextBlock& block = page.blocks()[article.begin() + i];
    article.sums[i + 1] = article.sums[i] + scramble(block.hash);
    article.fed[i + 1] = article.fed[i];
    const bool gone = article.gone[i] != 0;
    article.running[i + 1] = article.running[i] + (gone ? 0 : block.bytes - block.link_bytes);
    all += gone ? 0 : block.bytes;
    if (article.example == nullptr) continue;
    const std::vector<std::uint64_t>& lines = article.example->lines;
    // A feed without markup has the text on one line.
    if (!std::binary_search(lines.begin(), lines.end(), block.hash) &&
        (lines.size() > 1 || !is_in_feed(page, block, article)))
      continue;
    bytes += block.bytes;
    if (article.fed[i + 1]++ == 0) article.first_fed = article.begin() + i;
    article.end_fed = article.begin() + i + 1;
  }
  if (article.example == nullptr || bytes == 0) return;
  article.told =
      !article.example->cut_short && bytes >= kHeard * article.example->article.bytes && 2 * bytes >= all;
}

void take_away(LearningArticle& article, NodeId n) {
  const std::uint32_t end = article.page->end_block(n) - article.begin();
  for (std::uint32_t i = article.page->first_block(n) - article.begin(); i < end; ++i) article.gone[i] = 1;
}

bool is_gone(const LearningArticle& article, NodeId n) {
  const std::span<const std::uint8_t> gone = article.gone;
  const std::uint32_t first = article.page->first_block(n) - article.begin();
  const std::span<const std::uint8_t> own =
      gone.subspan(first, article.page->end_block(n) - article.page->first_block(n));
  return std::all_of(own.begin(), own.end(), [](std::uint8_t each) { return each != 0; });
}

bool is_in_feed(const PageIndex& page, const TextBlock& block, const LearningArticle& article) {
  if (article.example == nullptr || block.bytes < kMinSearched) return false;
  return article.example->text.find(collapse_space(text_of(page, block))) != std::string::npos;
}

}  // namespace bfa
