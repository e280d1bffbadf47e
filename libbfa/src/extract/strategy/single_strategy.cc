// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "extract/decide/boilerplate_cuts.h"
#include "extract/decide/decide_page.h"
#include "extract/learn/learning.h"
#include "extract/strategy/page_strategy.h"

namespace bfa {
namespace {

class SingleChooser final : public ArticleChooser {
 public:
  explicit SingleChooser(const ExtractionMethod& method) : method_(method) {}

  void cut_repeated(PageView& view, const ArticlePlace&) const override {
    if (view.rules == nullptr || !method_.uses_repetition()) return;
    const Template& t = view.rules->source;
    cut_boilerplate(view.page, t.boilerplate, article_by_rules(t, view.page).node, view.cut);
  }

  PageDecision decide(const PageView& view, const ArticlePlace&) const override {
    const std::vector<Candidate> candidates = method_.find_article(view);
    const Candidate article = candidates.empty() ? Candidate() : candidates.front();
    return decide_page(view, article, method_.name(), method_.is_post(view));
  }

 private:
  const ExtractionMethod& method_;
};

class SingleStrategy final : public PageStrategy {
 public:
  explicit SingleStrategy(const ExtractionMethod& method) : method_(method), chooser_(method) {}
  std::string_view name() const override { return method_.name(); }

  Template learn(const TrainingSet& input, PageIndexes& indexes) const override {
    Template t = bare_template(input);
    LearningSet set = make_learning_set(input, indexes);
    describe_blog(set, t);
    t.rules = method_.learn(set);
    for (FieldRule& rule : t.rules) rule.method = method_.name();
    if (t.rules.empty()) {
      t.reason = why_nothing_learned(set);
    } else {
      t.method = method_.name();
    }
    if (method_.uses_repetition()) learn_boilerplate(set, t);
    return t;
  }

  const ArticleChooser& chooser(const TemplateRules*) const override { return chooser_; }

 private:
  const ExtractionMethod& method_;
  SingleChooser chooser_;
};

}  // namespace

std::unique_ptr<PageStrategy> make_single(const ExtractionMethod& method) {
  return std::make_unique<SingleStrategy>(method);
}

}  // namespace bfa
