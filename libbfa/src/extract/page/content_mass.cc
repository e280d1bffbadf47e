// SPDX-License-Identifier: Apache-2.0
#include "extract/page/content_mass.h"

#include <algorithm>

#include "extract/page/rule_hash.h"
#include "extract/words/word_list.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kScrapBytes = 24;
constexpr double kMarkedShare = 0.1;   // of the page's good text: the least in a place marked as an article's
constexpr double kTrustedShare = 0.3;  // of the page's good text: the least in a marked place

// Places that standards mark as an article's text: schema.org articleBody, microformats e-content and
// entry-content.
bool is_marked_body(const PageIndex& page, NodeId n) {
  if (page.class_hints(n).flags & ClassNameHints::kMarksBody) return true;
  return page.holds(n, FlatTree::kHoldsMeaning) && has_word(page.attribute(n, "itemprop"), "articleBody");
}

struct Marked {
  NodeId node = HtmlDocument::kNone;
  int count = 0;

  void note(const HtmlDocument& doc, NodeId n) {
    if (count > 0 && doc.contains(node, n)) return;
    node = n;
    ++count;
  }
};

// The container with the most good minus bad text; `forgive`: bad text that is cut anyway is ignored.
NodeId best_container(const PageIndex& page, const ContentMass& mass, NodeId start, bool forgive) {
  NodeId best = HtmlDocument::kNone;
  std::int64_t best_value = 0;
  for (NodeId n = start; n < page.end(start); ++n) {
    if (!is_container(page.tag(n)) || (page.zones(n) & kAwayZones)) continue;
    const std::int64_t value = mass.good(n) - mass.bad(n) + (forgive ? mass.away(n) : 0);
    const bool deeper = best != HtmlDocument::kNone && value == best_value && page.doc().contains(best, n);
    if (value > best_value || (deeper && value > 0)) {
      best = n;
      best_value = value;
    }
  }
  return best;
}

// If a long discussion has more text than the article in every container of both, the article's container is
// searched without regard to the discussion.
NodeId best_below(const PageIndex& page, const ContentMass& mass, NodeId start) {
  const NodeId best = best_container(page, mass, start, false);
  if (best != HtmlDocument::kNone && 3 * mass.good(best) >= mass.good(start)) return best;
  const NodeId other = best_container(page, mass, start, true);
  return other == HtmlDocument::kNone ? best : other;
}

}  // namespace

ContentMass::ContentMass(const PageIndex& page, const std::vector<std::uint8_t>& cut, std::uint32_t away)
    : page_(&page) {
  const std::vector<TextBlock>& blocks = page.blocks();
  good_.assign(blocks.size() + 1, 0);
  bad_.assign(blocks.size() + 1, 0);
  away_.assign(blocks.size() + 1, 0);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const TextBlock& block = blocks[i];
    const bool beside = (block.zones & away) || (!cut.empty() && cut[block.first]);
    std::int64_t good = 0;
    std::int64_t bad = 0;
    if (beside || 2 * block.link_bytes > block.bytes) {
      bad = block.bytes;
    } else if (!(block.zones & (kZoneHeading | kZoneMeta)) && block.bytes >= kScrapBytes) {
      good = block.bytes;
    }
    good_[i + 1] = good_[i] + good;
    bad_[i + 1] = bad_[i] + bad;
    away_[i + 1] = away_[i] + (beside ? bad : 0);
  }
}

namespace {

struct MarkedPlaces {
  Marked body, article, main;
};

MarkedPlaces find_marked(const PageIndex& page, const ContentMass& mass) {
  const HtmlDocument& doc = page.doc();
  const NodeId body = page.body();
  const double total = static_cast<double>(mass.good(body));
  MarkedPlaces places;
  for (NodeId n = body; n < doc.end(body); ++n) {
    if (page.tag(n) == Tag::kText || (page.zones(n) & kAwayZones)) continue;
    if (!is_container(page.tag(n))) continue;
    const double good = static_cast<double>(mass.good(n));
    if (good < kMarkedShare * total || mass.good(n) == 0) continue;
    if (is_marked_body(page, n)) places.body.note(doc, n);
    if (good < kTrustedShare * total) continue;
    if (page.tag(n) == Tag::kArticle) places.article.note(doc, n);
    if (page.tag(n) == Tag::kMain ||
        (page.holds(n, FlatTree::kHoldsRole) && page.attribute(n, "role") == "main"))
      places.main.note(doc, n);
  }
  return places;
}

}  // namespace

bool lists_posts(const PageIndex& page, NodeId n) {
  int linked = 0;
  for (NodeId id = n; id < page.end(n); ++id) {
    if (!is_heading(page.tag(id)) || 2 * page.link_bytes(id) <= page.text_bytes(id)) continue;
    const NodeId link = page.doc().find_first("a", id);
    // A heading that links to a place on its own page is one of a table of contents.
    if (link != HtmlDocument::kNone && !page.doc().attribute(link, "href").starts_with('#')) ++linked;
  }
  return linked > 1;
}

bool marks_one_article(const PageIndex& page, const ContentMass& mass) {
  const MarkedPlaces places = find_marked(page, mass);
  return places.body.count == 1 || (places.body.count == 0 && places.article.count == 1);
}

NodeId find_article(const PageIndex& page, const ContentMass& mass) {
  const MarkedPlaces places = find_marked(page, mass);
  if (places.body.count == 1) return places.body.node;
  if (places.article.count == 1) return best_below(page, mass, places.article.node);
  if (places.main.count == 1) return best_below(page, mass, places.main.node);
  return best_below(page, mass, page.body());
}

NodeId find_sure_article(const PageIndex& page, const ContentMass& mass) {
  constexpr std::int64_t kSureBytes = 400;
  int articles = 0;
  for (NodeId n = page.body(); n < page.end(page.body()); ++n) {
    if (page.tag(n) == Tag::kArticle && page.text_bytes(n) > 0 && ++articles > 1) return HtmlDocument::kNone;
  }
  const MarkedPlaces places = find_marked(page, mass);
  for (const Marked& place : {places.body, places.article, places.main}) {
    if (place.count != 1) continue;
    const bool sure = mass.good(place.node) >= kSureBytes && mass.good(place.node) > 2 * mass.bad(place.node);
    return sure && !lists_posts(page, place.node) ? place.node : HtmlDocument::kNone;
  }
  return HtmlDocument::kNone;
}

NodeId grow(const PageIndex& page, const ContentMass& mass, NodeId seed) {
  const HtmlDocument& doc = page.doc();
  NodeId best = seed;
  std::int64_t best_value = mass.good(seed) - mass.bad(seed);
  for (NodeId n = doc.parent(seed); n != HtmlDocument::kNone && page.tag(n) != Tag::kHtml;
       n = doc.parent(n)) {
    if (!is_container(page.tag(n))) continue;
    const std::int64_t value = mass.good(n) - mass.bad(n);
    const bool named = value == best_value && has_own_rule(doc, n) && !has_own_rule(doc, best);
    if (value > best_value || named || !is_container(page.tag(best))) {
      best = n;
      best_value = value;
    }
  }
  return best;
}

}  // namespace bfa
