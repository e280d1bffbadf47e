// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "extract/page/page_index.h"

namespace bfa {

// Zones without article text.
inline constexpr std::uint32_t kAwayZones = kZoneIgnored | kZoneNav | kZoneAside | kZoneFooter | kZoneForm |
                                            kZoneComments | kZoneShare | kZoneRelated | kZoneSide | kZoneMenu;

// How much text of any subtree reads like an article, and how much does not: prefix sums over the page's
// blocks. Good: running text outside navigation, comments and such. Bad: link lists and text in such places.
// Headings and scraps are neither.
class ContentMass {
 public:
  // `cut`: a flag per node that removes it (with its descendants flagged too); may be empty. `away`: the
  // zones without article text.
  ContentMass(const PageIndex& page, const std::vector<std::uint8_t>& cut, std::uint32_t away = kAwayZones);

  std::int64_t good(HtmlDocument::NodeId n) const noexcept {
    return good_[page_->end_block(n)] - good_[page_->first_block(n)];
  }
  std::int64_t bad(HtmlDocument::NodeId n) const noexcept {
    return bad_[page_->end_block(n)] - bad_[page_->first_block(n)];
  }
  // Of `bad`, what is in such places: extraction cuts it everywhere.
  std::int64_t away(HtmlDocument::NodeId n) const noexcept {
    return away_[page_->end_block(n)] - away_[page_->first_block(n)];
  }

 private:
  const PageIndex* page_;
  std::vector<std::int64_t> good_, bad_, away_;
};

// The element with the article when nothing has been learned; kNone when no text reads like one. Marked
// places (articleBody, e-content, a single article element, main) are accepted when they contain a good part
// of the running text. Inside, or otherwise in the body, the result is the node with the most good minus bad
// text, the deepest of equals.
HtmlDocument::NodeId find_article(const PageIndex& page, const ContentMass& mass);

// For pages that are not posts, where a wrong guess would change with every side bar: the only place that
// standards mark as the page's content, if it contains running text and no list of posts; otherwise kNone.
HtmlDocument::NodeId find_sure_article(const PageIndex& page, const ContentMass& mass);

// True when headings in `n` are links: titles of posts that are elsewhere.
bool lists_posts(const PageIndex& page, HtmlDocument::NodeId n);
// True when standards mark one place of the page as an article: articleBody, e-content, a lone <article>.
bool marks_one_article(const PageIndex& page, const ContentMass& mass);

// From `seed` upwards: the ancestor (or seed) with the most good minus bad text; of equals one with an id or
// class, then the deepest. For feeds that give only an excerpt: the seed is where the excerpt is.
HtmlDocument::NodeId grow(const PageIndex& page, const ContentMass& mass, HtmlDocument::NodeId seed);

}  // namespace bfa
