// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/title_words.h"

#include <algorithm>

#include "extract/fields/bylines.h"
#include "extract/learn/title_learning.h"

namespace bfa {

TitleWords title_words(const PageView& view, const PageDecision& decision) {
  if (view.rules == nullptr) return {};
  const Template& t = view.rules->source;
  const bool asked = has_slot(frame_of(t)) ||
                     std::any_of(t.rules.begin(), t.rules.end(),
                                 [](const FieldRule& rule) { return has_slot({rule.prefix, rule.suffix}); });
  if (!asked) return {};
  TitleWords out;
  add_link_texts(view.page, out.categories);
  out.categories.insert(out.categories.end(), t.title_words.begin(), t.title_words.end());
  out.authors = split_names(decision.author);
  out.authors.push_back(t.author);
  if (const FeedEntry* entry = view.input.entry) {
    out.categories.insert(out.categories.end(), entry->tags.begin(), entry->tags.end());
    out.authors.insert(out.authors.end(), entry->authors.begin(), entry->authors.end());
  }
  out.day = decision.published;
  out.language = decision.language;
  out.now = view.input.captured;
  return out;
}

}  // namespace bfa
