// SPDX-License-Identifier: Apache-2.0
#include "extract/strategy/learn_zone.h"

#include <cstddef>
#include <vector>

#include "extract/learn/layouts.h"
#include "extract/learn/zone_learning.h"
#include "extract/strategy/compiled_template.h"
#include "extract/strategy/extract_page.h"

namespace bfa {
namespace {

constexpr std::size_t kTried = 6;  // pages without a local time: the blog writes none

// The page's local time, as extraction reads it without a zone.
std::optional<Timestamp> local_time_of(const PageStrategy& strategy, const TemplateRules& rules,
                                       const TrainingSet& set, const TrainingPage& page,
                                       PageIndexes& indexes) {
  const PageInput input{page.url, set.blog, page.doc, page.entry, set.feed_url, page.captured};
  const PageIndex& index = indexes.of(*page.doc);
  const PageFacts facts = read_facts(index);
  PageView view{input, index, facts, &rules, RemovalMask(index.size(), 0)};
  const Extraction out = extract_page(view, strategy.chooser(&rules));
  if (!out.object || !out.object->published) return std::nullopt;
  if (out.object->published->precision != TimePrecision::kLocalTime) return std::nullopt;
  return out.object->published;
}

}  // namespace

void learn_zone(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes, Template& t) {
  t.zones.clear();
  const TemplateRules rules(t);
  std::vector<TimePair> pairs;
  std::size_t read = 0;
  for (const TrainingPage& page : set.pages) {
    if (page.doc == nullptr || page.entry == nullptr || !page.entry->published) continue;
    const Timestamp& published = *page.entry->published;
    if (published.precision != TimePrecision::kInstant) continue;
    if (strategy.has_layouts() && layout_of(t, *page.doc, page.url.path()) >= 0) continue;
    if (pairs.empty() && read >= kTried) return;
    ++read;
    if (const auto local = local_time_of(strategy, rules, set, page, indexes))
      pairs.push_back({*local, published.utc});
  }
  t.zones = learn_zones(pairs);
}

}  // namespace bfa
