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

// The text below a node that is in regions of comments, in bytes.
std::uint32_t comment_bytes(const PageIndex& page, NodeId n) {
  if (!page.has_zone(kZoneComments, n)) return 0;
  std::uint32_t bytes = 0;
  for (std::uint32_t i = page.first_block(n); i < page.end_block(n); ++i) {
    if (page.blocks()[i].zones & kZoneComments) bytes += page.blocks()[i].bytes;
  }
  return std::min(bytes, page.text_bytes(n));
}

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
  NodeId thread = HtmlDocument::kNone;  // the first match with nothing but comments
  for (const NodeId n : match_rule(page.doc(), rule)) {
    if (last != HtmlDocument::kNone && page.doc().contains(last, n)) continue;  // nested in a match
    if (page.zones(n) & (kZoneIgnored | kZoneComments)) continue;
    const std::uint32_t weight = article_weight(page, n);
    if (weight < kMinArticleBytes) continue;
    last = n;
    // An article may hold its comments. A part of a discussion is none.
    const std::uint32_t own = weight - comment_bytes(page, n);
    if (own < kMinArticleBytes) {
      if (thread == HtmlDocument::kNone) thread = n;
    } else if (own > best) {
      second = best;
      best = own;
      place.node = n;
    } else {
      second = std::max(second, own);
    }
  }
  if (place.node == HtmlDocument::kNone) place.node = thread;
  if (place.node == HtmlDocument::kNone) return place;
  place.rule = &rule;
  place.several = second > 0;
  place.listing =
      second * 8 > best && page.tag(page.parent(place.node)) != Tag::kArticle;  // else parts of one
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
