// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/method.h"

#include <algorithm>
#include <utility>

#include "extract/rules/article_place.h"

namespace bfa {

std::vector<Candidate> ExtractionMethod::find_article(const PageView& view) const {
  std::vector<Candidate> out;
  if (view.rules == nullptr) return out;
  for (const FieldRule& rule : view.rules->source.rules) {
    if (rule.field != "article" || rule.method != name()) continue;
    const ArticlePlace place = article_by_rule(rule, view.page);
    if (place.node == HtmlDocument::kNone) continue;
    Candidate candidate;
    candidate.node = place.node;
    candidate.score = static_cast<double>(rule.support) / std::max(1u, rule.pages);
    candidate.rule = rule.xpath;
    candidate.learned = &rule;
    candidate.listing = place.listing;
    out.push_back(std::move(candidate));
  }
  return out;
}

}  // namespace bfa
