// SPDX-License-Identifier: Apache-2.0
#include "extract/rules/article_place.h"

#include <algorithm>

#include "base/memo_cache.h"
#include "extract/rules/key_path.h"
#include "html/path_match.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinArticleBytes = 1;
constexpr double kWeakShare = 0.1;  // of the voting pages: rules below it are noise

// The text in regions of comments before each block, in bytes.
std::vector<std::uint32_t> comments_before(const PageIndex& page) {
  std::vector<std::uint32_t> before{0};
  before.reserve(page.blocks().size() + 1);
  for (const TextBlock& block : page.blocks())
    before.push_back(before.back() + ((block.zones & kZoneComments) ? block.bytes : 0));
  return before;
}

// Several matches of one rule: which of them is the article, and whether each is an article.
class Matches {
 public:
  explicit Matches(const PageIndex& page) : page_(page), comments_before_(comments_before(page)) {}

  void add(NodeId n) {
    const std::uint32_t weight = own_weight(n);
    if (weight == 0) {
      if (thread_ == HtmlDocument::kNone) thread_ = n;
      return;
    }
    parts_of_one_ = parts_of_one_ && page_.tag(page_.parent(n)) == Tag::kArticle &&
                    (best_ == HtmlDocument::kNone || page_.parent(n) == page_.parent(best_));
    if (weight > most_) {
      second_ = most_;
      most_ = weight;
      best_ = n;
    } else {
      second_ = std::max(second_, weight);
    }
  }

  void tell(ArticlePlace& place) const {
    place.node = best_ == HtmlDocument::kNone ? thread_ : best_;
    place.several = second_ > 0;
    place.listing = second_ * 8 > most_ && !parts_of_one_;
  }

 private:
  // The text outside of comments. An article can contain its comments. A part of a discussion is not an
  // article.
  std::uint32_t own_weight(NodeId n) const {
    const std::uint32_t text = page_.text_bytes(n);
    const std::uint32_t said =
        std::min(text, comments_before_[page_.end_block(n)] - comments_before_[page_.first_block(n)]);
    if (said == 0) return article_weight(page_, n);
    return 50 * (text - said) < said ? 0 : text - said;
  }

  const PageIndex& page_;
  std::vector<std::uint32_t> comments_before_;
  NodeId best_ = HtmlDocument::kNone;
  NodeId thread_ = HtmlDocument::kNone;  // the first match with hardly anything but comments
  std::uint32_t most_ = 0, second_ = 0;
  bool parts_of_one_ = true;  // all are children of one <article>
};

}  // namespace

std::uint32_t article_weight(const PageIndex& page, HtmlDocument::NodeId n) noexcept {
  return page.text_bytes(n) + 40 * page.media_count(n);
}

std::vector<NodeId> match_rule(const HtmlDocument& doc, const FieldRule& rule) {
  if (rule.xpath.starts_with('/')) return match_path(doc, rule.xpath);
  thread_local MemoCache<Result<KeyPath>> paths;
  const auto path = paths.of(rule.xpath, KeyPath::parse);
  return *path ? path->value().match(doc) : std::vector<NodeId>();
}

ArticlePlace article_by_rule(const FieldRule& rule, const PageIndex& page) {
  std::vector<NodeId> found;
  NodeId last = HtmlDocument::kNone;
  for (const NodeId n : match_rule(page.doc(), rule)) {
    if (last != HtmlDocument::kNone && page.doc().contains(last, n)) continue;  // nested in a match
    if (page.zones(n) & (kZoneIgnored | kZoneComments)) continue;
    if (article_weight(page, n) < kMinArticleBytes) continue;
    last = n;
    found.push_back(n);
  }
  ArticlePlace place;
  if (found.empty()) return place;
  place.rule = &rule;
  place.node = found.front();
  if (found.size() == 1) return place;
  Matches matches(page);
  for (const NodeId n : found) matches.add(n);
  matches.tell(place);
  return place;
}

ArticlePlace article_by_rules(const Template& t, const PageIndex& page) {
  for (const FieldRule& rule : t.rules) {
    if (rule.field != "article" || rule.support < kWeakShare * rule.pages) continue;
    const ArticlePlace place = article_by_rule(rule, page);
    if (place.node != HtmlDocument::kNone) return place;
  }
  return {};
}

}  // namespace bfa
