// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/density_method.h"

#include <string>
#include <vector>

#include "extract/methods/density.h"

namespace bfa {
namespace {

class DensityMethod final : public ExtractionMethod {
 public:
  std::string_view name() const override { return "density"; }

  std::vector<FieldRule> learn(LearningSet& set) const override {
    const Stemmer stemmer(set.language);
    std::vector<std::string> texts;
    texts.reserve(set.examples.size());
    for (const TrainingExample& example : set.examples) texts.push_back(example.text);
    const std::unordered_set<std::string> common = common_stems(texts, stemmer);
    std::vector<RuleVote> votes;
    for (TrainingExample& example : set.examples) {
      const SemanticKeys keys = semantic_keys(example.input->entry->title, example.text, stemmer, common);
      example.node = find_wrapper(*example.page, keys, stemmer);
      if (example.node == HtmlDocument::kNone) continue;
      votes.push_back({PathRule::for_node(example.page->doc(), example.node), "", 1});
    }
    return count_votes("article", votes);
  }
};

}  // namespace

const ExtractionMethod& density_method() {
  static const DensityMethod method;
  return method;
}

}  // namespace bfa
