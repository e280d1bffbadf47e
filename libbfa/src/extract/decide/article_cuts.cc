// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/article_cuts.h"

#include <algorithm>

#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "extract/decide/boilerplate_cuts.h"
#include "extract/decide/edge_cuts.h"
#include "extract/decide/markup_cuts.h"
#include "extract/fields/bylines.h"
#include "extract/page/content_mass.h"
#include "extract/page/page_facts.h"
#include "extract/page/region_signs.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kHeadBlocks = 8;  // blocks at the head that may be title and byline
constexpr std::uint32_t kBylineBytes = 140;
constexpr std::uint32_t kBarBytes = 240;  // of text in a bar of share links
constexpr std::uint32_t kLabelBytes = 32;

class ArticleCutter {
 public:
  ArticleCutter(const PageIndex& page, const CutContext& context, RemovalMask& cut)
      : page_(page), doc_(page.doc()), context_(context), cut_(cut) {
    edge_.article = context.article;
    edge_.title = context.title_text;
    edge_.host = context.url_path.substr(0, context.url_path.find('/'));
    edge_.language = context.language;
    edge_.now = context.now;
  }

  void run() {
    cut_zones();
    if (context_.in_article != nullptr) cut_inner(*context_.in_article);
    cut_gutters();
    cut_share_links();
    cut_heading_links(page_, context_.article, cut_);
    cut_form_boxes(page_, context_.article, cut_);
    cut_head();
    cut_tail();
    cut_series(page_, edge_, cut_);
  }

 private:
  bool is_most(NodeId n) const { return 2 * page_.text_bytes(n) > page_.text_bytes(context_.article); }

  // Navigation and forms anywhere. In a container that was not learned also parts with names for comments
  // and the like. In a learned one such a name may be the author's ("comments" as a section of a manual):
  // there only the end is cut.
  void cut_zones() {
    const std::uint32_t outer = page_.zones(context_.article);
    std::uint32_t zones = kZoneNav | kZoneForm;
    if (!context_.learned) zones |= kAwayZones & ~static_cast<std::uint32_t>(kZoneIgnored);
    zones &= ~outer;
    const NodeId end = page_.end(context_.article);
    for (NodeId n = context_.article + 1; n < end; ++n) {
      if (page_.tag(n) == Tag::kText || cut_[n] || !(page_.zones(n) & zones)) continue;
      const bool discussion = (page_.zones(n) & kZoneComments) != 0;
      if (!discussion && is_most(n)) continue;
      cut_subtree(page_, n, cut_);
      n = doc_.end(n) - 1;
    }
  }

  // An element with the title and more text than a byline belongs to the post, even if other elements have
  // the same name.
  bool holds_more_than_title(NodeId n) const {
    if (page_.text_bytes(n) <= kBylineBytes) return false;
    NodeId title = context_.title;
    if (title == HtmlDocument::kNone || !page_.contains(n, title)) title = heading_in(n);
    return title != HtmlDocument::kNone && page_.text_bytes(n) > page_.text_bytes(title) + kBylineBytes;
  }

  // The heading in the subtree with the title; may be kNone.
  NodeId heading_in(NodeId n) const {
    const std::string title = comparable_title(context_.title_text);
    if (title.empty()) return HtmlDocument::kNone;
    for (const NodeId id : page_.headings(n + 1, page_.end(n))) {
      const std::uint32_t bytes = page_.text_bytes(id);
      if (bytes > 0 && bytes <= 4 * context_.title_text.size() &&
          comparable_title(line_of(page_, id)) == title)
        return id;
    }
    return HtmlDocument::kNone;
  }

  // Learned parts inside articles that do not belong to them.
  void cut_inner(const InArticleRules& rules) {
    for (const std::string_view place : rules.places) {
      for (const NodeId n : match_place(page_, context_.article, place)) {
        if (!holds_more_than_title(n)) cut_repeated_region(page_, n, context_.article, cut_);
      }
    }
    const std::uint32_t text_end = rules.end_of_text(page_, context_.article);
    if (text_end < page_.end_block(context_.article)) {
      for (NodeId n = page_.blocks()[text_end].first; n < page_.end(context_.article); ++n) cut_[n] = 1;
    }
    if (!rules.list_heads.empty()) cut_lists(rules);
    if (rules.lines.empty() && rules.frames.empty() && rules.links.empty()) return;
    const LineContext words{context_.title_text, context_.language, context_.now, edge_.host};
    walk_edges(page_, context_.article, [&](std::uint32_t i) {
      const TextBlock& block = page_.blocks()[i];
      if (cut_[block.first]) return true;
      if (!rules.has_line(page_, block) && !rules.has_frame(page_, block, words) &&
          !rules.has_links(page_, block, edge_.host))
        return false;
      cut_block(block);
      return true;
    });
  }

  // Links to pages of the blog at the end, below a learned line.
  void cut_lists(const InArticleRules& rules) {
    std::uint32_t last = page_.end_block(context_.article);
    for (std::uint32_t i = last; i > page_.first_block(context_.article); --i) {
      const TextBlock& block = page_.blocks()[i - 1];
      if (cut_[block.first] || rules.has_line(page_, block)) continue;
      if (is_line_of_links(page_, block, edge_.host)) continue;
      if (!rules.has_list_head(page_, block)) return;
      for (std::uint32_t at = i - 1; at < last; ++at) cut_block(page_.blocks()[at]);
      last = i - 1;
    }
  }

  // Table cells with only a column of numbers next to the one cell with code.
  void cut_gutters() {
    if (doc_.find_first("td", context_.article) == HtmlDocument::kNone) return;
    const NodeId end = page_.end(context_.article);
    for (NodeId n = context_.article + 1; n < end; ++n) {
      if (page_.tag(n) != Tag::kTd || cut_[n] || page_.text_bytes(n) == 0) continue;
      if (is_numbers(n) && cells(doc_.parent(n)) == 2 && holds_code(doc_.parent(n)))
        cut_subtree(page_, n, cut_);
    }
  }

  std::uint32_t cells(NodeId row) const {
    std::uint32_t count = 0;
    for (NodeId n = doc_.first_child(row); n != HtmlDocument::kNone; n = doc_.next_sibling(n)) {
      if (page_.tag(n) == Tag::kTd || page_.tag(n) == Tag::kTh) ++count;
    }
    return count;
  }

  bool is_numbers(NodeId n) const {
    for (NodeId id = n; id < doc_.end(n); ++id) {
      if (!doc_.is_text(id)) continue;
      for (const char c : doc_.text(id)) {
        if (static_cast<unsigned char>(c) > 0x20 && (c < '0' || c > '9')) return false;
      }
    }
    return true;
  }

  bool holds_code(NodeId row) const {
    for (NodeId id = row; id < doc_.end(row); ++id) {
      if (page_.tag(id) == Tag::kPre || doc_.tag(id) == "code") return true;
    }
    return false;
  }

  // Links to other sites that contain this page's address are share links; they are removed with the bar
  // around them.
  void cut_share_links() {
    if (context_.url_path.size() < 8) return;
    for (const NodeId n : page_.links(context_.article + 1, page_.end(context_.article))) {
      if (cut_[n] || !shares_page(page_.attribute(n, "href"))) continue;
      NodeId top = n;
      while (doc_.parent(top) != context_.article && page_.text_bytes(doc_.parent(top)) <= kBarBytes &&
             !is_most(doc_.parent(top)) && page_.tag(doc_.parent(top)) != Tag::kP) {
        top = doc_.parent(top);
      }
      cut_subtree(page_, top, cut_);
    }
  }

  bool shares_page(std::string_view href) const {
    const std::size_t equals = href.rfind('=');
    if (equals == std::string_view::npos) return false;
    const std::size_t mark = href.substr(0, equals).find_first_of("?#");
    if (mark == std::string_view::npos) return false;
    return percent_decode(href.substr(mark)).find(context_.url_path) != std::string::npos;
  }

  // Removes the block, and every ancestor below the article that contains nothing else.
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

  void cut_head() {
    const std::string title = comparable_title(context_.title_text);
    // If the title is outside of the article, an equal line inside belongs to the text.
    const bool copies = !context_.learned || context_.title == HtmlDocument::kNone;
    std::uint32_t seen = 0;
    const std::uint32_t end = page_.end_block(context_.article);
    for (std::uint32_t i = page_.first_block(context_.article); i < end && seen < kHeadBlocks; ++i) {
      const TextBlock& block = page_.blocks()[i];
      if (cut_[block.first]) continue;
      ++seen;
      const bool is_title = holds(block, context_.title) ||
                            (copies && !title.empty() && comparable_title(text_of(page_, block)) == title);
      const bool marked = is_mostly_names(block) ||
                          (block.zones & (kZoneMeta | kZoneHeader) & ~page_.zones(context_.article));
      if (is_title) {
        cut_title(block);
        cut_above(i);
      } else if (block.bytes <= kBylineBytes &&
                 (marked || is_plain_byline(block) || is_tag_line(page_, block, context_.article) ||
                  is_edge_line(page_, edge_, block))) {
        cut_block(block);
      } else if (begins_with_day(block)) {
        cut_subtree(page_, context_.date, cut_);
        break;
      } else if (block.bytes > kBylineBytes || !(block.zones & kZoneHeading)) {
        if (context_.learned && context_.title == HtmlDocument::kNone) break;
        if (block.bytes > kBylineBytes) break;
      }
    }
  }

  // The text goes on behind the element with the day, in its line.
  bool begins_with_day(const TextBlock& block) const {
    const NodeId day = context_.date;
    return day != HtmlDocument::kNone && page_.tag(day) != Tag::kText && page_.contains(day, block.first) &&
           !page_.contains(day, block.last);
  }

  // Where the text begins in the title's own block, behind a <br>, only the lines before it are cut.
  void cut_title(const TextBlock& block) {
    const NodeId title = context_.title;
    const bool inside =
        title != HtmlDocument::kNone && block.first <= page_.end(title) && title <= block.last;
    if (!inside || block.bytes <= page_.text_bytes(title) + kBylineBytes) return cut_block(block);
    NodeId end = page_.end(title);
    while (end <= block.last && page_.tag(end) != Tag::kBr) ++end;
    for (NodeId n = block.first; n < end; ++n) {
      if (page_.tag(n) == Tag::kText) cut_[n] = 1;
    }
  }

  // Lines between the container's start and the title that heads the article: a motto, a category, a day.
  void cut_above(std::uint32_t title) {
    const std::uint32_t begin = page_.first_block(context_.article);
    for (std::uint32_t i = begin; i < title; ++i) {
      const TextBlock& block = page_.blocks()[i];
      if (block.bytes > kBylineBytes) return;
    }
    for (std::uint32_t i = begin; i < title; ++i) {
      if (!cut_[page_.blocks()[i].first]) cut_block(page_.blocks()[i]);
    }
  }

  // True when the line has the author or the date, and little else: running text may mention an author, too.
  bool is_mostly_names(const TextBlock& block) const {
    constexpr std::uint32_t kPart = 6;
    std::uint32_t named = 0;
    for (const NodeId n : {context_.author, context_.date}) {
      if (n == HtmlDocument::kNone || !holds(block, n)) continue;
      if (page_.text_bytes(n) == 0) return true;
      named += std::min(page_.text_bytes(n), block.bytes);
    }
    return kPart * named >= block.bytes;
  }

  bool is_plain_byline(const TextBlock& block) const {
    if (context_.learned) return false;
    for (NodeId n = block.container; n != context_.article && n != HtmlDocument::kNone; n = doc_.parent(n)) {
      if (page_.tag(n) == Tag::kBlockquote || page_.tag(n) == Tag::kFigure || page_.tag(n) == Tag::kPre)
        return false;
    }
    return is_byline(text_of(page_, block), context_.language, context_.now);
  }

  // From the end backwards: comments, tags, links and page furniture.
  void cut_tail() {
    const std::uint32_t begin = page_.first_block(context_.article);
    const std::uint32_t foot = ((kAwayZones & ~kZoneIgnored) | kZoneMeta) & ~page_.zones(context_.article);
    for (std::uint32_t i = page_.end_block(context_.article); i > begin; --i) {
      const TextBlock& block = page_.blocks()[i - 1];
      if (cut_[block.first]) continue;
      if (!(block.zones & foot)) {
        if (!is_tag_line(page_, block, context_.article) && !is_edge_line(page_, edge_, block) &&
            !labels_cut_links(i - 1))
          break;
        cut_block(block);
        continue;
      }
      if (is_most(block.container) && !(block.zones & kZoneComments)) break;
      cut_block(block);
    }
  }

  // "Events:", when the links that it labels are cut.
  bool labels_cut_links(std::uint32_t i) const {
    const TextBlock& block = page_.blocks()[i];
    if (i + 1 == page_.end_block(context_.article) || block.bytes > kLabelBytes || block.link_bytes > 0)
      return false;
    const TextBlock& next = page_.blocks()[i + 1];
    return cut_[next.first] && next.link_bytes == next.bytes &&
           collapse_space(text_of(page_, block)).ends_with(':');
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CutContext& context_;
  EdgeContext edge_;
  RemovalMask& cut_;
};

}  // namespace

std::string share_address(const Url& url) {
  return std::string(url.host()) + percent_decode(url.path());
}

void cut_inside_article(const PageIndex& page, const CutContext& context, RemovalMask& cut) {
  ArticleCutter(page, context, cut).run();
}

}  // namespace bfa
