// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_items.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>
#include <utility>

#include "extract/comments/comment_anchors.h"
#include "extract/comments/comment_author.h"
#include "extract/comments/comment_runs.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr int kMaxClimb = 14;  // from a comment's date to its element
constexpr std::size_t kTries = 6;
constexpr int kRounds = 3;  // systems of comments on one page

struct Signature {
  CommentRule rule;
  std::uint64_t last_walk = 0;
  std::vector<std::pair<NodeId, std::uint32_t>> owners;  // with how many anchors each; in document order
};

struct ItemCandidate {
  const Signature* signature = nullptr;
  int rank = 0;
  std::uint32_t good = 0, multi = 0;
  std::uint64_t anchors = 0;
  std::uint64_t bytes = 0;
  std::uint32_t depth = 0;
};

// Which rule's elements have one anchor each.
class Election {
 public:
  // `taken`: the regions found so far; an element around one of them is not a single comment.
  Election(const PageIndex& page, const std::vector<CommentRegion>& regions, NodeId article,
           const std::vector<CommentRegion>& taken)
      : page_(page), doc_(page.doc()), regions_(regions), taken_(taken), article_(article) {}

  void add(NodeId anchor) {
    ++walk_;
    const CommentRegion* region = region_of(anchor);
    if (region == nullptr) return;
    NodeId n = page_.tag(anchor) == Tag::kText ? doc_.parent(anchor) : anchor;
    for (int up = 0; up < kMaxClimb && n >= region->begin && n != HtmlDocument::kNone; ++up) {
      if (article_ != HtmlDocument::kNone && doc_.contains(n, article_)) break;
      if (holds_taken(n)) break;
      // A comment is a block element; only custom elements may have any role.
      if (is_block(page_.tag(n)) || doc_.tag(n).find('-') != std::string_view::npos) {
        for_each_rule_of(doc_, n, [&](CommentRule::By by, std::string_view value) { count(n, by, value); });
      }
      n = doc_.parent(n);
    }
  }

  // The best rule that `covers` accepts: among rules with names for comments; if none is accepted, among
  // all.
  template <class Covers>
  std::optional<CommentRule> winner(const Covers& covers) const {
    std::vector<ItemCandidate> candidates;
    for (const Signature& signature : signatures_) candidates.push_back(judge(signature));
    for (const int least : {kHintedRank, 0}) {
      std::vector<ItemCandidate> best = finalists(candidates, least);
      for (std::size_t i = 0; i < best.size() && i < kTries; ++i) {
        if (covers(best[i].signature->rule)) return best[i].signature->rule;
      }
    }
    return std::nullopt;
  }

 private:
  // Those of at least that rank that have nearly the most anchors and much of the text, best first.
  std::vector<ItemCandidate> finalists(const std::vector<ItemCandidate>& all, int least) const {
    std::uint32_t most = 0;
    for (const ItemCandidate& c : all) {
      if (c.rank >= std::max(least, 1) && is_clean(c)) most = std::max(most, c.good);
    }
    const auto fits = [&](const ItemCandidate& c) {
      return c.rank >= least && is_clean(c) && 5 * c.good >= 4 * most;
    };
    std::uint64_t bytes = 0;
    for (const ItemCandidate& c : all) {
      if (c.rank > 0 && fits(c)) bytes = std::max(bytes, c.bytes);
    }
    std::vector<ItemCandidate> out;
    for (const ItemCandidate& c : all) {
      // An element named as a comment is a comment, even if its text has further dates.
      const bool named = c.rank >= kNamedRank &&
                         c.anchors <= 2 * static_cast<std::uint64_t>(c.good + c.multi) &&
                         c.good + c.multi >= most && c.bytes >= bytes;
      if (named || (fits(c) && 2 * c.bytes >= bytes)) out.push_back(c);
    }
    std::sort(out.begin(), out.end(), better);
    return out;
  }

  const CommentRegion* region_of(NodeId n) const {
    const auto after = std::upper_bound(regions_.begin(), regions_.end(), n,
                                        [](NodeId at, const CommentRegion& r) { return at < r.begin; });
    if (after == regions_.begin()) return nullptr;
    const CommentRegion& region = *(after - 1);
    return n < region.end ? &region : nullptr;
  }

  bool holds_taken(NodeId n) const {
    const auto next = std::lower_bound(taken_.begin(), taken_.end(), n,
                                       [](const CommentRegion& r, NodeId at) { return r.begin < at; });
    return next != taken_.end() && next->begin < doc_.end(n);
  }

  void count(NodeId n, CommentRule::By by, std::string_view value) {
    std::uint64_t key = 1469598103934665603ull ^ static_cast<std::uint64_t>(by);
    for (const std::string_view part : {doc_.tag(n), value}) {
      for (const char c : part) key = (key ^ static_cast<unsigned char>(c)) * 1099511628211ull;
      key = (key ^ 0x1f) * 1099511628211ull;
    }
    const auto [found, fresh] = index_.try_emplace(key, signatures_.size());
    if (fresh) {
      Signature& made = signatures_.emplace_back();
      made.rule = {std::string(doc_.tag(n)), by, std::string(value)};
    }
    Signature& signature = signatures_[found->second];
    if (signature.last_walk == walk_) return;  // the nearest owns the anchor
    signature.last_walk = walk_;
    const auto [place, new_owner] = owner_.try_emplace(found->second << 32 | n, signature.owners.size());
    if (new_owner) {
      signature.owners.emplace_back(n, 1);
    } else {
      ++signature.owners[place->second].second;
    }
  }

  ItemCandidate judge(const Signature& signature) const {
    ItemCandidate out;
    out.signature = &signature;
    out.rank = name_rank(signature.rule);
    std::vector<std::pair<NodeId, std::uint32_t>> owners = signature.owners;
    std::sort(owners.begin(), owners.end());
    out.depth = doc_.depth(owners.front().first);
    NodeId outer_end = 0;  // a nested comment's text is counted with the comment around it
    for (const auto& [n, anchors] : owners) {
      out.anchors += anchors;
      if (anchors == 1) {
        ++out.good;
      } else {
        ++out.multi;
      }
      if (n >= outer_end) {
        out.bytes += page_.text_bytes(n);
        outer_end = doc_.end(n);
      }
    }
    return out;
  }

  static bool is_clean(const ItemCandidate& c) { return c.good > 0 && 3 * c.multi <= c.good; }

  // Names of comments come first; lists and parts of comments come last.
  static int grade(const ItemCandidate& c) { return c.rank >= kHintedRank ? c.rank : std::min(c.rank, 1); }

  static bool better(const ItemCandidate& a, const ItemCandidate& b) {
    if (grade(a) != grade(b)) return grade(a) > grade(b);
    if (a.bytes != b.bytes) return a.bytes > b.bytes;
    if (a.depth != b.depth) return a.depth < b.depth;
    if (a.rank != b.rank) return a.rank > b.rank;
    const bool a_tag = a.signature->rule.by == CommentRule::By::kTag;
    if (a_tag != (b.signature->rule.by == CommentRule::By::kTag)) return !a_tag;  // a name is better evidence
    return a.signature->owners.front().first < b.signature->owners.front().first;
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const std::vector<CommentRegion>& regions_;
  const std::vector<CommentRegion>& taken_;
  NodeId article_;
  std::uint64_t walk_ = 0;
  std::vector<Signature> signatures_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
  std::unordered_map<std::uint64_t, std::size_t> owner_;
};

class ItemFinder {
 public:
  ItemFinder(const PageIndex& page, const CommentSearch& search)
      : page_(page),
        doc_(page.doc()),
        search_(search),
        known_regions_(search.known_regions ? search.known_regions : survey()) {}

  CommentItems run() {
    found_.known_regions = known_regions_;
    if (regions_.empty()) return std::move(found_);
    take_pings();
    for (std::size_t i = 0; i < search_.rules.size(); ++i) {
      // A path alone is too little evidence: comment_structure.h requires more.
      if (search_.rules[i].by == CommentRule::By::kPath && i >= search_.pinned) continue;
      take(search_.rules[i], i < search_.pinned);
    }
    for (int round = 0; round < kRounds; ++round) {
      if (!elect()) break;
    }
    std::sort(found_.items.begin(), found_.items.end(),
              [](const CommentItem& a, const CommentItem& b) { return a.begin < b.begin; });
    return std::move(found_);
  }

 private:
  std::shared_ptr<const CommentRegions> survey() const {
    CommentRegions known_regions;
    known_regions.regions = comment_regions(page_, search_.article);
    if (!known_regions.regions.empty()) {
      known_regions.anchors = comment_anchors(page_, known_regions.regions, search_.language, search_.now);
      if (known_regions.anchors.authors.empty())
        known_regions.anchors.names = names_at_heads(page_, known_regions.regions);
    }
    return std::make_shared<const CommentRegions>(std::move(known_regions));
  }

  // Anchors outside of the found regions, of the more frequent kind.
  std::vector<NodeId> open_anchors() const {
    const std::vector<NodeId> dates = outside(anchors_.dates);
    std::vector<NodeId> authors = outside(anchors_.authors);
    return 2 * dates.size() >= authors.size() && !dates.empty() ? dates : authors;
  }

  std::vector<NodeId> outside(const std::vector<NodeId>& nodes) const {
    std::vector<NodeId> out;
    for (const NodeId n : nodes) {
      if (!is_taken(n)) out.push_back(n);
    }
    return out;
  }

  bool is_taken(NodeId n) const { return lies_in(taken_, n); }

  bool elect() {
    std::vector<NodeId> anchors = open_anchors();
    const std::vector<NodeId> names = outside(anchors_.names);
    const bool by_names = names.size() > 2 * anchors.size();
    if (by_names) anchors = names;
    if (anchors.empty()) return false;
    Election election(page_, regions_, search_.article, taken_);
    for (const NodeId n : anchors) election.add(n);
    const std::optional<CommentRule> rule =
        election.winner([&](const CommentRule& candidate) { return covers(candidate, anchors); });
    const std::size_t before = found_.items.size();
    if (rule) take(*rule, false);
    // Beside comments that are elements, what has one date more is a line of theirs.
    const bool alone = anchors.size() == 1 && before > 0 && search_.known_places.empty();
    if (found_.items.size() == before && !alone) keep(comment_runs(page_, search_, regions_, anchors));
    found_.by_names = found_.by_names || (by_names && found_.items.size() > before &&
                                          !stands_behind_number(page_, anchors.front()));
    return found_.items.size() > before;
  }

  // False when the rule's matches leave out much of the text between the first and the last anchor: then
  // they are only heads, and comments are not single elements.
  bool covers(const CommentRule& rule, const std::vector<NodeId>& anchors) const {
    std::vector<CommentRegion> found;
    bool lines = true;  // each is only a line
    for (const NodeId n : places_of(rule, anchors)) {
      if (!found.empty() && n < found.back().end) continue;
      found.push_back({n, doc_.end(n)});
      lines = lines && page_.first_block(n) + 1 >= page_.end_block(n);
    }
    NodeId first = HtmlDocument::kNone, last = 0;
    for (const NodeId anchor : anchors) {
      if (!lies_in(found, anchor)) continue;
      first = std::min(first, anchor);
      last = anchor;
    }
    if (first >= last) {
      if (lines && found_.items.empty() && !comment_runs(page_, search_, regions_, anchors).empty())
        return false;
      return search_.known_places.empty() || fills_region(found);
    }
    std::uint64_t inside = 0;
    for (const std::vector<CommentRegion>* list :
         std::initializer_list<const std::vector<CommentRegion>*>{&found, &taken_}) {
      for (const CommentRegion& at : *list) {
        const NodeId from = std::max(at.begin, first), to = std::min(at.end, last);
        if (from < to) inside += page_.text_before(to) - page_.text_before(from);
      }
    }
    const std::uint64_t all = page_.text_before(last) - page_.text_before(first);
    return 100 * inside >= (lines ? 85 : 70) * all;
  }

  // True for a single element with most of the text of the region that it is in.
  bool fills_region(const std::vector<CommentRegion>& found) const {
    if (found.size() != 1) return true;
    const auto bytes = [&](const CommentRegion& at) {
      return page_.text_before(at.end) - page_.text_before(at.begin);
    };
    return std::all_of(regions_.begin(), regions_.end(), [&](const CommentRegion& region) {
      return !(region.begin <= found[0].begin && found[0].end <= region.end) ||
             2 * bytes(found[0]) >= bytes(region);
    });
  }

  bool is_usable(NodeId n) const {
    return page_.text_bytes(n) > 0 && !(page_.zones(n) & (kZoneIgnored | kZoneForm)) && !is_taken(n);
  }

  // The elements that a rule finds. For a rule with a name for comments these are all its matches. For other
  // rules these are the matches that are nearest around an anchor, because a tag alone also matches elements
  // in and around comments.
  std::vector<NodeId> places_of(const CommentRule& rule, const std::vector<NodeId>& anchors,
                                bool all = false) const {
    std::vector<NodeId> out;
    if (all || name_rank(rule) >= kHintedRank) {
      for (const CommentRegion& region : regions_) {
        for (NodeId n = region.begin; n < region.end; ++n) {
          if (page_.tag(n) != Tag::kText && rule.matches(doc_, n)) out.push_back(n);
        }
      }
      return out;
    }
    for (const NodeId anchor : anchors) {
      NodeId n = page_.tag(anchor) == Tag::kText ? page_.parent(anchor) : anchor;
      int up = 0;
      while (up < kMaxClimb && n != HtmlDocument::kNone && !rule.matches(doc_, n)) {
        n = page_.parent(n);
        ++up;
      }
      if (up < kMaxClimb && n != HtmlDocument::kNone && lies_in(regions_, n)) out.push_back(n);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // Adds the elements of a rule; for a user's rule these are all its matches.
  void take(const CommentRule& rule, bool pinned) {
    std::vector<CommentItem> items;
    for (const NodeId n : places_of(rule, open_anchors(), pinned)) {
      if (is_usable(n)) items.push_back({n, end_of(n), is_ping(n), name_rank(rule) >= kNamedRank});
    }
    keep(items);
    if (!items.empty()) found_.rules.push_back(rule);
  }

  // What a <dt> heads is in the <dd> after it.
  NodeId end_of(NodeId n) const {
    NodeId last = n;
    for (NodeId at = n; page_.tag(n) == Tag::kDt && at != HtmlDocument::kNone; at = doc_.next_sibling(at)) {
      if (at != n && page_.tag(at) == Tag::kDt) break;
      if (page_.tag(at) == Tag::kDd) last = at;
    }
    return doc_.end(last);
  }

  bool is_ping(NodeId n) const {
    const std::uint32_t marks = marks_of(page_, n);
    return (marks & kMarkPing) != 0 && !(marks & kMarkList);
  }

  void keep(const std::vector<CommentItem>& items) {
    NodeId end = 0;
    for (const CommentItem& item : items) {
      found_.items.push_back(item);
      if (item.begin >= end) {
        taken_.push_back({item.begin, item.end});
        end = item.end;
      }
    }
    std::sort(taken_.begin(), taken_.end(),
              [](const CommentRegion& a, const CommentRegion& b) { return a.begin < b.begin; });
  }

  // Pingbacks and trackbacks that are marked by name, with or without a date.
  void take_pings() {
    std::vector<CommentItem> items;
    for (const CommentRegion& region : regions_) {
      for (NodeId n = region.begin; n < region.end; ++n) {
        if (!is_block(page_.tag(n)) || !is_usable(n) || !is_ping(n) || page_.tag(n) == Tag::kP) continue;
        if (is_heading(page_.tag(n))) continue;
        items.push_back({n, doc_.end(n), true, true});
        n = doc_.end(n) - 1;
      }
    }
    keep(items);
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const CommentSearch& search_;
  const std::shared_ptr<const CommentRegions> known_regions_;
  const std::vector<CommentRegion>& regions_ = known_regions_->regions;
  const CommentAnchors& anchors_ = known_regions_->anchors;
  std::vector<CommentRegion> taken_;  // by items, in document order
  CommentItems found_;
};

}  // namespace

CommentItems find_comment_items(const PageIndex& page, const CommentSearch& search) {
  if (page.body() == 0) return {};
  return ItemFinder(page, search).run();
}

}  // namespace bfa
