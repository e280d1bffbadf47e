// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/site_method.h"

#include <utility>

#include "extract/learn/site_rule.h"

namespace bfa {
namespace {

class SiteMethod final : public ExtractionMethod {
 public:
  std::string_view name() const override { return "site"; }
  bool uses_repetition() const override { return true; }

  std::vector<FieldRule> learn(LearningSet& set) const override {
    std::vector<SitePage> pages;
    pages.reserve(set.examples.size() + set.others.size());
    for (const TrainingExample& example : set.examples)
      pages.push_back({example.page, &example.input->url, example.input->captured});
    std::size_t next = 0;
    for (const TrainingPage& other : set.input->others) {
      if (other.doc != nullptr) pages.push_back({set.others[next++], &other.url, other.captured});
    }
    return learn_site(pages, set.language).rules;
  }
};

}  // namespace

const ExtractionMethod& site_method() {
  static const SiteMethod method;
  return method;
}

}  // namespace bfa
