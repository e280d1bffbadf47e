// SPDX-License-Identifier: Apache-2.0
#include <new>
#include <utility>

#include "assemble.h"
#include "boilerplate.h"
#include "strategies.h"

namespace bfa {
namespace {

class GenericStrategy final : public ExtractionStrategy {
 public:
  std::string_view name() const override { return "generic"; }

  Result<Template> learn(const TrainingSet& set) const override {
    try {
      Template t = bare_template(set);
      t.reason = "the generic strategy does not learn from feeds";
      t.boilerplate = common_regions(set);
      return t;
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while learning", set.blog.href()};
    }
  }

  Result<Extraction> extract(const Template* t, const PageInput& input) const override {
    try {
      return extract_generic(t, input);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while extracting", input.url.href()};
    }
  }
};

}  // namespace

Template bare_template(const TrainingSet& set) {
  Template t;
  t.blog = set.blog.href();
  t.feed = set.feed_url;
  t.method = "generic";
  t.learned = set.now;
  return t;
}

std::vector<std::string> common_regions(const TrainingSet& set) {
  std::vector<PageIndex> indexes;
  indexes.reserve(set.pages.size() + set.others.size());
  for (const auto* list : {&set.pages, &set.others}) {
    for (const TrainingPage& page : *list) {
      if (page.doc != nullptr) indexes.emplace_back(*page.doc);
    }
  }
  std::vector<RepeatPage> pages;
  pages.reserve(indexes.size());
  for (const PageIndex& index : indexes) {
    pages.push_back({&index, find_article(index, ContentMass(index, {}))});
  }
  return repeated_regions(pages);
}

Extraction extract_generic(const Template* t, const PageInput& input) {
  Extraction out;
  if (input.doc == nullptr) return out;
  const PageIndex page(*input.doc);
  const PageFacts facts = read_facts(*input.doc);
  CutMap cut(page.size(), 0);
  if (t != nullptr) cut_boilerplate(page, t->boilerplate, HtmlDocument::kNone, cut);
  Decision decision = decide_generic(input, page, facts, std::move(cut), t);
  if (input.entry != nullptr) decision.kind = ObjectKind::kPost;
  out.object = make_object(input, page, facts, std::move(decision));
  return out;
}

std::unique_ptr<ExtractionStrategy> make_generic_strategy() {
  return std::make_unique<GenericStrategy>();
}

}  // namespace bfa
