// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>
#include <utility>

#include "bfa/html/content.h"
#include "extract/comments/comments.h"
#include "extract/decide/decide_page.h"
#include "extract/decide/pagination.h"
#include "extract/learn/learning.h"
#include "extract/methods/method.h"
#include "extract/rules/article_place.h"
#include "extract/strategy/strategies.h"

namespace bfa {
namespace {

class SingleStrategy final : public ExtractionStrategy {
 public:
  explicit SingleStrategy(const ExtractionMethod& method) : method_(&method) {}
  std::string_view name() const override { return method_->name(); }

  Result<Template> learn(const TrainingSet& set) const override {
    try {
      return learn_template(set);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while learning", set.blog.href()};
    }
  }

  Result<Extraction> extract(const Template* t, const PageInput& input) const override {
    try {
      return extract_page(t, input);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while extracting", input.url.href()};
    }
  }

 private:
  Template learn_template(const TrainingSet& input) const {
    Template t = bare_template(input);
    LearningSet set = make_learning_set(input);
    describe_blog(set, t);
    t.rules = method_->learn(set);
    for (FieldRule& rule : t.rules) rule.method = method_->name();
    if (t.rules.empty()) {
      t.reason = why_nothing_learned(set);
    } else {
      t.method = method_->name();
    }
    if (method_->uses_repetition()) learn_boilerplate(set, t);
    return t;
  }

  Extraction extract_page(const Template* t, const PageInput& input) const {
    Extraction out;
    if (input.doc == nullptr || meta_refresh(*input.doc, input.url)) return out;
    const PageIndex page(*input.doc);
    const PageFacts facts = read_facts(page);
    PageView view{&input, &page, &facts, t, RemovalMask(page.size(), 0)};
    if (t != nullptr && method_->uses_repetition()) {
      cut_boilerplate(page, t->boilerplate, article_by_rules(*t, page).node, view.cut);
    }
    const PageComments comments(input, page, HtmlDocument::kNone, t);
    comments.cut(view.cut);
    const std::vector<Candidate> candidates = method_->find_article(view);
    const Candidate article = candidates.empty() ? Candidate() : candidates.front();
    Decision decision = decide_page(view, article, method_->name(), method_->is_post(view));
    out.parts = settle_parts(t, input, page, decision);
    const HtmlDocument::NodeId node = decision.article;
    const std::string duplicate_of = decision.duplicate_of;
    out.object = make_object(input, page, facts, std::move(decision));
    comments.read(node, duplicate_of, out);
    return out;
  }

  const ExtractionMethod* method_;
};

}  // namespace

std::vector<Candidate> ExtractionMethod::find_article(const PageView& view) const {
  std::vector<Candidate> out;
  if (view.t == nullptr) return out;
  for (const FieldRule& rule : view.t->rules) {
    if (rule.field != "article" || rule.method != name()) continue;
    const ArticlePlace place = article_by_rule(rule, *view.page);
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

std::unique_ptr<ExtractionStrategy> make_single_strategy(const ExtractionMethod& method) {
  return std::make_unique<SingleStrategy>(method);
}

}  // namespace bfa
