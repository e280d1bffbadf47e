// SPDX-License-Identifier: Apache-2.0
#include "cuts.h"

#include <algorithm>

#include "bfa/html/path_rule.h"
#include "bylines.h"
#include "content_mass.h"
#include "page_facts.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kHeadBlocks = 8;  // blocks at the head that may be title and byline
constexpr std::uint32_t kBylineBytes = 140;

class ArticleCutter {
 public:
  ArticleCutter(const PageIndex& page, const CutContext& context, CutMap& cut)
      : page_(page), doc_(page.doc()), context_(context), cut_(cut) {}

  void run() {
    cut_zones();
    cut_head();
    cut_tail();
  }

 private:
  bool is_most(NodeId n) const { return 2 * page_.text_bytes(n) > page_.text_bytes(context_.article); }

  // Navigation, comments, forms, share bars anywhere; other places at the article's borders only.
  void cut_zones() {
    const std::uint32_t outer = page_.zones(context_.article);
    std::uint32_t zones = kZoneNav | kZoneComments | kZoneShare | kZoneMenu | kZoneForm | kZoneRelated;
    if (!context_.learned) zones |= kZoneAside | kZoneSide | kZoneFooter;
    zones &= ~outer;
    for (NodeId n = context_.article + 1; n < doc_.end(context_.article); ++n) {
      if (page_.tag(n) == Tag::kText || cut_[n] || !(page_.zones(n) & zones)) continue;
      const bool discussion = (page_.zones(n) & kZoneComments) != 0;
      if (!discussion && is_most(n)) continue;
      cut_subtree(page_, n, cut_);
      n = doc_.end(n) - 1;
    }
  }

  // Takes the block away, and with it every ancestor below the article that holds nothing else.
  void cut_block(const TextBlock& block) {
    NodeId top = block.first;
    while (doc_.parent(top) != context_.article && doc_.contains(context_.article, doc_.parent(top))) {
      const NodeId parent = doc_.parent(top);
      if (page_.media_count(parent) > 0 || uncut_bytes(parent) > page_.text_bytes(top)) break;
      top = parent;
    }
    if (doc_.contains(top, block.last)) {
      cut_subtree(page_, top, cut_);
    } else {
      for (NodeId n = block.first; n <= block.last; ++n) {
        if (page_.tag(n) == Tag::kText) cut_[n] = 1;
      }
    }
  }

  std::uint32_t uncut_bytes(NodeId n) const {
    std::uint32_t bytes = 0;
    const std::uint32_t end = page_.end_block(n);
    for (std::uint32_t i = page_.first_block(n); i < end; ++i) {
      if (!cut_[page_.blocks()[i].first]) bytes += page_.blocks()[i].bytes;
    }
    return bytes;
  }

  bool holds(const TextBlock& block, NodeId n) const {
    return n != HtmlDocument::kNone &&
           (doc_.contains(n, block.first) || (block.first <= n && n <= block.last) ||
            (doc_.contains(block.container, n) && block.container != context_.article &&
             page_.first_block(block.container) + 1 == page_.end_block(block.container)));
  }

  std::string line_of_block(const TextBlock& block) const {
    std::string line;
    for (NodeId n = block.first; n <= block.last; ++n) {
      if (page_.tag(n) == Tag::kText && !(page_.zones(n) & kZoneIgnored)) line += doc_.text(n);
    }
    return line;
  }

  void cut_head() {
    const std::string title = title_key(context_.title_text);
    std::uint32_t seen = 0;
    const std::uint32_t end = page_.end_block(context_.article);
    for (std::uint32_t i = page_.first_block(context_.article); i < end && seen < kHeadBlocks; ++i) {
      const TextBlock& block = page_.blocks()[i];
      if (cut_[block.first]) continue;
      ++seen;
      const bool is_title =
          holds(block, context_.title) || (!title.empty() && title_key(line_of_block(block)) == title);
      const bool marked = holds(block, context_.author) || holds(block, context_.date) ||
                          (block.zones & (kZoneMeta | kZoneHeader) & ~page_.zones(context_.article));
      if (is_title) {
        cut_block(block);
      } else if (block.bytes <= kBylineBytes && (marked || is_plain_byline(block))) {
        cut_block(block);
      } else if (block.bytes > kBylineBytes || !(block.zones & kZoneHeading)) {
        if (context_.learned && context_.title == HtmlDocument::kNone) break;
        if (block.bytes > kBylineBytes) break;
      }
    }
  }

  bool is_plain_byline(const TextBlock& block) const {
    if (context_.learned) return false;
    return is_byline(line_of_block(block), context_.language, context_.now);
  }

  // From the end backwards: blocks of tags, links and page furniture.
  void cut_tail() {
    const std::uint32_t begin = page_.first_block(context_.article);
    const std::uint32_t foot =
        (kZoneMeta | kZoneFooter | kZoneSide | kZoneAside | kZoneRelated) & ~page_.zones(context_.article);
    for (std::uint32_t i = page_.end_block(context_.article); i > begin; --i) {
      const TextBlock& block = page_.blocks()[i - 1];
      if (cut_[block.first]) continue;
      if (!(block.zones & foot) || is_most(block.container)) break;
      cut_block(block);
    }
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CutContext& context_;
  CutMap& cut_;
};

}  // namespace

void cut_subtree(const PageIndex& page, NodeId n, CutMap& cut) {
  std::fill(cut.begin() + n, cut.begin() + page.doc().end(n), std::uint8_t{1});
}

void cut_boilerplate(const PageIndex& page, const std::vector<std::string>& xpaths, NodeId article,
                     CutMap& cut) {
  for (const std::string& xpath : xpaths) {
    const Result<PathRule> rule = PathRule::parse(xpath);
    if (!rule) continue;
    for (const NodeId n : rule->match(page.doc())) {
      if (cut[n]) continue;
      // Where nothing says what the article is, a place with much of the page's text may be it.
      if (article == HtmlDocument::kNone &&
          5 * (page.text_bytes(n) - page.link_bytes(n)) >
              2 * (page.text_bytes(page.body()) - page.link_bytes(page.body()))) {
        continue;
      }
      if (article != HtmlDocument::kNone) {
        if (page.doc().contains(n, article)) continue;
        if (page.doc().contains(article, n) && 2 * page.text_bytes(n) > page.text_bytes(article)) continue;
      }
      cut_subtree(page, n, cut);
    }
  }
}

void cut_inside_article(const PageIndex& page, const CutContext& context, CutMap& cut) {
  ArticleCutter(page, context, cut).run();
}

}  // namespace bfa
