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
  ArticlePlace place;
  std::uint32_t best = 0;
  std::uint32_t second = 0;
  NodeId last = HtmlDocument::kNone;
  for (const NodeId n : match_rule(page.doc(), rule)) {
    if (last != HtmlDocument::kNone && page.doc().contains(last, n)) continue;  // nested in a match
    if (page.zones(n) & (kZoneIgnored | kZoneComments)) continue;
    const std::uint32_t weight = article_weight(page, n);
    if (weight < kMinArticleBytes) continue;
    last = n;
    if (weight > best) {
      second = best;
      best = weight;
      place.node = n;
    } else {
      second = std::max(second, weight);
    }
  }
  if (place.node == HtmlDocument::kNone) return place;
  place.rule = &rule;
  place.several = second > 0;
  place.listing = second * 8 > best;
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
