// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_structure.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/comments/comment_anchors.h"
#include "extract/comments/comment_author.h"
#include "extract/comments/comment_scoring.h"
#include "extract/page/page_facts.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kElsewhere = kZoneIgnored | kZoneNav | kZoneRelated | kZoneSide | kZoneMenu;
constexpr std::uint32_t kEnoughLearned = 1;
constexpr std::uint32_t kEnoughAtPath = 2;  // when the place is the only evidence
constexpr std::size_t kMaxLists = 6;
constexpr std::size_t kMaxRefused = 8;  // links to a place further down: each costs a walk
constexpr std::size_t kMaxAnchors = 5000;
constexpr std::uint32_t kMaxTimedLine = 140;
constexpr std::size_t kMaxTimed = 500;
constexpr std::uint32_t kMaxHeadingLine = 80;  // of comments inside of the article
constexpr std::uint32_t kMinTextBefore = 80;   // of the article, before that line

// Comments inside the article's element are at its end: most of the other text is before them.
bool end_article(const PageIndex& page, NodeId article, const CommentItems& found) {
  const std::uint32_t before = page.text_before(found.items.front().begin) - page.text_before(article);
  NodeId last = 0;
  for (const CommentItem& item : found.items) last = std::max(last, item.end);
  const NodeId end = page.end(article);
  const std::uint32_t behind = last < end ? page.text_before(end) - page.text_before(last) : 0;
  return before > 0 && before >= behind;
}

// The lowest elements that contain two successive anchors, with the number of such pairs.
std::map<NodeId, std::size_t> lists_around(const PageIndex& page, const std::vector<NodeId>& anchors) {
  std::map<NodeId, std::size_t> votes;
  for (std::size_t i = 1; i < anchors.size(); ++i) {
    NodeId at = page.parent(anchors[i]);
    while (at != HtmlDocument::kNone && !page.contains(at, anchors[i - 1])) at = page.parent(at);
    if (at != HtmlDocument::kNone && at != 0) ++votes[at];
  }
  return votes;
}

// A text's beginning as letters and digits, so that feeds that cut it agree with pages.
std::string text_key(std::string_view text) {
  constexpr std::size_t kMost = 48;
  std::string key = comparable_title(text.substr(0, 4 * kMost));
  if (key.size() > kMost) key.resize(kMost);
  return key;
}

bool has_path_rule(const CommentSearch& search) {
  return std::any_of(search.rules.begin(), search.rules.end(),
                     [](const CommentRule& rule) { return rule.by == CommentRule::By::kPath; });
}

// True for an element that a learned path matches.
bool stands_at_path(const HtmlDocument& doc, const CommentSearch& search, NodeId n) {
  return std::any_of(search.rules.begin(), search.rules.end(), [&](const CommentRule& rule) {
    return rule.by == CommentRule::By::kPath && rule.matches(doc, n);
  });
}

// True when one of them has most of the page's text: if the article is not known, that is the article.
bool holds_most(const PageIndex& page, const CommentItems& found) {
  return std::any_of(found.items.begin(), found.items.end(), [&](const CommentItem& item) {
    return 2 * (page.text_before(item.end) - page.text_before(item.begin)) > page.text_bytes(page.body());
  });
}

// The first time of day that a short line of the item states.
std::optional<UtcTime> time_of(const PageIndex& page, const CommentSearch& search, const CommentItem& item) {
  for (std::uint32_t i = page.first_block(item.begin);
       i < page.blocks().size() && page.blocks()[i].first < item.end; ++i) {
    const TextBlock& block = page.blocks()[i];
    if (block.bytes > kMaxTimedLine || (block.zones & kZoneIgnored)) continue;
    const std::string line = collapse_space(text_of(page, block));
    if (!has_digit(line)) continue;
    const auto date = find_prose_date(line, search.language, search.now);
    if (date && date->time.precision >= TimePrecision::kLocalTime) return date->time.utc;
  }
  return std::nullopt;
}

// True when the items say when they were written, one after another: a discussion grows at one end.
bool follow_in_time(const PageIndex& page, const CommentSearch& search,
                    const std::vector<CommentItem>& items) {
  if (items.size() < 2 || items.size() > kMaxTimed) return false;
  std::vector<UtcTime> times;
  for (const CommentItem& item : items) {
    const std::optional<UtcTime> time = time_of(page, search, item);
    if (!time) return false;
    times.push_back(*time);
  }
  return std::is_sorted(times.begin(), times.end()) || std::is_sorted(times.rbegin(), times.rend());
}

bool are_comments(const PageIndex& page, const CommentSearch& search, const CommentItems& found,
                  std::uint32_t enough_learned = kEnoughLearned) {
  if (found.items.empty()) return false;
  const NodeId article = search.article;
  if (article != HtmlDocument::kNone) {
    for (const CommentItem& item : found.items) {
      if (item.begin <= article && article < item.end) return false;
    }
  }
  if (article == HtmlDocument::kNone && holds_most(page, found)) return false;
  const bool inside = article != HtmlDocument::kNone && page.contains(article, found.items.front().begin);
  if (inside && !end_article(page, article, found)) return false;
  const std::optional<std::uint32_t> signs = signs_of_comments(page, found.items, search.page_url, inside);
  const std::uint32_t enough =
      stands_at_path(page.doc(), search, found.items.front().begin) ? enough_learned : search.enough;
  if (!signs || *signs + 1 < enough) return false;
  return *signs >= enough || follow_in_time(page, search, found.items);
}

void count_as_named(const PageIndex& page, CommentItems& found) {
  for (CommentItem& item : found.items) item.named = true;
  found.discussion = discussion_of(page, found.items.front().begin);
}

class Finder {
 public:
  Finder(const PageIndex& page, const CommentSearch& search)
      : page_(page), doc_(page.doc()), search_(search) {}

  CommentItems run() {
    area_ = area();
    if (area_.empty()) return {};
    const CommentAnchors found = comment_anchors(page_, area_, search_.language, search_.now);
    for (const std::vector<NodeId>& anchors :
         {found.dates, reply_buttons(), found.authors, names_at_heads(page_, area_)}) {
      if (anchors.empty() || anchors.size() > kMaxAnchors) continue;
      CommentItems items = among(anchors, found);
      if (!items.items.empty()) return items;
    }
    return has_path_rule(search_) ? at_path() : CommentItems();
  }

 private:
  // Items at the place of a learned rule, without date, button or cited name: they need further evidence.
  CommentItems at_path() const {
    CommentItems found;
    for (const CommentRegion& region : area_) {
      for (NodeId n = region.begin; n < region.end; ++n) {
        if (page_.tag(n) == Tag::kText || page_.text_bytes(n) == 0 || !stands_at_path(doc_, search_, n))
          continue;
        found.items.push_back({n, page_.end(n)});
        n = page_.end(n) - 1;
      }
    }
    if (!are_comments(page_, search_, found, kEnoughAtPath)) return {};
    count_as_named(page_, found);
    return found;
  }

  // From the article's start on, without side bars and menus.
  std::vector<CommentRegion> area() const {
    std::vector<CommentRegion> out;
    const NodeId end = page_.end(page_.body());
    NodeId begin = search_.article == HtmlDocument::kNone ? page_.body() + 1 : search_.article + 1;
    for (NodeId n = begin; n < end; ++n) {
      if (!(page_.zones(n) & kElsewhere)) continue;
      if (n > begin) out.push_back({begin, n});
      n = page_.end(n) - 1;
      begin = n + 1;
    }
    if (begin < end) out.push_back({begin, end});
    return out;
  }

  std::vector<NodeId> reply_buttons() const {
    std::vector<NodeId> out;
    for (const CommentRegion& region : area_) {
      for (NodeId n = region.begin; n < region.end; ++n) {
        if (is_reply_button(page_, n, search_.page_url)) out.push_back(n);
      }
    }
    return out;
  }

  // The first list, outermost first, whose items have enough for them.
  CommentItems among(const std::vector<NodeId>& anchors, const CommentAnchors& all) const {
    for (const CommentRegion& list : lists_of(anchors)) {
      CommentSearch inner = search_;
      inner.known_places = std::move(inner.rules);
      inner.rules.clear();
      inner.pinned = 0;
      auto known_regions = std::make_shared<CommentRegions>();
      known_regions->regions = {list};
      known_regions->anchors.dates = within(anchors == all.authors ? all.dates : anchors, list);
      known_regions->anchors.authors = within(all.authors, list);
      inner.known_regions = std::move(known_regions);
      CommentItems found = find_comment_items(page_, inner);
      if (!are_comments(page_, search_, found)) continue;
      count_as_named(page_, found);
      return found;
    }
    return {};
  }

  static std::vector<NodeId> within(const std::vector<NodeId>& nodes, const CommentRegion& region) {
    const auto begin = std::lower_bound(nodes.begin(), nodes.end(), region.begin);
    return {begin, std::lower_bound(begin, nodes.end(), region.end)};
  }

  // The article itself may have its comments as children: they begin behind a line that names comments, with
  // text before it and a date behind it. The article's end without such a line.
  NodeId after_heading_in(NodeId article, const std::vector<NodeId>& anchors) const {
    std::uint32_t text = 0;
    std::size_t refused = 0;
    for (std::uint32_t i = page_.first_block(article); i < page_.end_block(article); ++i) {
      const TextBlock& block = page_.blocks()[i];
      text += block.bytes;
      if (block.bytes > kMaxHeadingLine || text < kMinTextBefore || anchors.back() <= block.last) continue;
      if (!is_comment_heading(collapse_space(text_of(page_, block)))) continue;
      const auto next = std::upper_bound(anchors.begin(), anchors.end(), block.last);
      if (!leads_down(page_, block, *next)) return block.last + 1;
      if (++refused >= kMaxRefused) break;
    }
    return page_.end(article);
  }

  // The place of a learned rule, even with a single comment: from the first to the last match.
  std::vector<CommentRegion> learned_lists(const std::vector<NodeId>& anchors) const {
    std::vector<NodeId> found;
    if (!has_path_rule(search_)) return {};
    for (const NodeId anchor : anchors) {
      for (NodeId n = anchor; n != HtmlDocument::kNone && n != page_.body(); n = page_.parent(n)) {
        if (!stands_at_path(doc_, search_, n)) continue;
        found.push_back(n);
        break;
      }
    }
    if (found.empty()) return {};
    const NodeId list = page_.parent(found.front());
    CommentRegion region{list + 1, page_.end(list)};
    if (!page_.contains(list, found.back())) region = {found.front(), page_.end(found.back())};
    if (search_.article != HtmlDocument::kNone && page_.contains(list, search_.article))
      region.begin = std::max(region.begin, page_.end(search_.article));
    return {region};
  }

  // Elements with several children that have anchors: the lowest ones that contain two successive anchors.
  // Those with most anchors come first, outer ones before inner ones. In an element around the article only
  // the nodes after the article are used.
  std::vector<CommentRegion> lists_of(const std::vector<NodeId>& anchors) const {
    const std::map<NodeId, std::size_t> votes = lists_around(page_, anchors);
    std::vector<std::pair<std::size_t, NodeId>> best;
    for (const auto& [n, count] : votes) best.emplace_back(count, n);
    std::stable_sort(best.begin(), best.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (best.size() > kMaxLists) best.resize(kMaxLists);
    std::sort(best.begin(), best.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<CommentRegion> out = learned_lists(anchors);
    for (const auto& [count, n] : best) {
      CommentRegion list{n + 1, page_.end(n)};
      if (search_.article != HtmlDocument::kNone && page_.contains(n, search_.article)) {
        list.begin = n == search_.article ? after_heading_in(n, anchors) : page_.end(search_.article);
      }
      if (list.begin < list.end) out.push_back(list);
    }
    return out;
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CommentSearch& search_;
  std::vector<CommentRegion> area_;
};

}  // namespace

void score_comments(const PageIndex& page, const CommentSearch& search, CommentItems& found) {
  if (found.items.empty() || std::any_of(found.rules.begin(), found.rules.end(), is_named_rule)) return;
  if (std::any_of(found.items.begin(), found.items.end(), [](const CommentItem& item) { return item.named; }))
    return;
  if (are_comments(page, search, found)) {
    count_as_named(page, found);
    return;
  }
  const NodeId first = found.items.front().begin;
  const bool inside = search.article != HtmlDocument::kNone && page.contains(search.article, first);
  if (inside || found.by_names || !signs_of_comments(page, found.items, search.page_url, false))
    found.items.clear();
}

std::optional<CommentRule> place_of_comments(const PageIndex& page, const std::vector<DataObject>& comments) {
  constexpr std::size_t kMinKey = 8;
  std::set<std::string> keys;
  for (const DataObject& comment : comments) {
    const std::string_view text = comment.text;
    // A block of the page may contain only the first line, or all lines.
    for (const std::string_view part : {text.substr(0, text.find('\n')), text}) {
      if (std::string key = text_key(part); key.size() >= kMinKey) keys.insert(std::move(key));
    }
  }
  std::vector<NodeId> anchors;
  for (const TextBlock& block : page.blocks()) {
    if (block.zones & kElsewhere) continue;
    std::string line;
    for (NodeId n = block.first; n <= block.last && line.size() < 200; ++n) {
      if (page.tag(n) == Tag::kText && !(page.zones(n) & kZoneIgnored)) line += page.doc().text(n);
    }
    if (keys.erase(text_key(collapse_space(line))) > 0) anchors.push_back(block.first);
  }
  NodeId list = HtmlDocument::kNone;
  std::size_t most = 0;
  for (const auto& [n, count] : lists_around(page, anchors)) {
    if (count > most) {
      list = n;
      most = count;
    }
  }
  if (list == HtmlDocument::kNone || list == page.body()) return std::nullopt;
  const auto in_list = [&](NodeId anchor) { return page.contains(list, anchor) && anchor != list; };
  NodeId item = *std::find_if(anchors.begin(), anchors.end(), in_list);
  while (page.parent(item) != list) item = page.parent(item);
  if (page.tag(item) == Tag::kText) return std::nullopt;
  return path_rule_of(page.doc(), item);
}

CommentItems find_comments_by_structure(const PageIndex& page, const CommentSearch& search) {
  if (page.body() == 0) return {};
  if (!has_path_rule(search) && !shows_signs_of_comments(page)) return {};
  return Finder(page, search).run();
}

}  // namespace bfa
