// SPDX-License-Identifier: Apache-2.0
#include "density_method.h"

#include <string>
#include <vector>

#include "density.h"

namespace bfa {
namespace {

class DensityMethod final : public ExtractionMethod {
 public:
  std::string_view name() const override { return "density"; }

  std::vector<FieldRule> learn(LearningSet& set) const override {
    const Stemmer stemmer(set.language);
    std::vector<std::string> texts;
    texts.reserve(set.trainees.size());
    for (const Trainee& trainee : set.trainees) texts.push_back(trainee.text);
    const std::unordered_set<std::string> common = common_stems(texts, stemmer);
    std::vector<RuleVote> votes;
    for (Trainee& trainee : set.trainees) {
      const SemanticKeys keys = semantic_keys(trainee.input->entry->title, trainee.text, stemmer, common);
      trainee.node = find_wrapper(*trainee.page, keys, stemmer);
      if (trainee.node == HtmlDocument::kNone) continue;
      votes.push_back({PathRule::for_node(trainee.page->doc(), trainee.node), "", 1});
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
