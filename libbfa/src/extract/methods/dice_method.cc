// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/dice_method.h"

#include <iterator>
#include <utility>

#include "extract/rules/article_place.h"

namespace bfa {
namespace {

// The rule learner of the BlogForever crawler as printed: for each field the rule with most votes, a page
// voting for the place that is most like the entry's value.
class DiceMethod final : public ExtractionMethod {
 public:
  std::string_view name() const override { return "dice"; }

  std::vector<FieldRule> learn(LearningSet& set) const override {
    std::vector<FieldRule> rules = learn_article_by_dice(set.examples);
    for (TrainingExample& example : set.examples) {
      example.node = HtmlDocument::kNone;
      if (!rules.empty()) example.node = article_by_rule(rules.front(), *example.page).node;
    }
    for (std::vector<FieldRule> more :
         {learn_title(set.examples, set.language), learn_author(set.examples, set.language),
          learn_date(set.examples, set.language)}) {
      std::move(more.begin(), more.end(), std::back_inserter(rules));
    }
    return rules;
  }
};

}  // namespace

const ExtractionMethod& dice_method() {
  static const DiceMethod method;
  return method;
}

}  // namespace bfa
