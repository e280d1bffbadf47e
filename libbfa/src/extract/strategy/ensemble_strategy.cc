// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "extract/decide/boilerplate_cuts.h"
#include "extract/decide/decide_page.h"
#include "extract/decide/pagination.h"
#include "extract/decide/post_evidence.h"
#include "extract/learn/comment_learning.h"
#include "extract/learn/evidence.h"
#include "extract/learn/learning.h"
#include "extract/learn/menu_rules.h"
#include "extract/learn/modified_rule.h"
#include "extract/learn/refine_rule.h"
#include "extract/learn/tag_rules.h"
#include "extract/learn/widen_article_rule.h"
#include "extract/strategy/page_strategy.h"

namespace bfa {
namespace {

// The rules of other fields, in the order of the methods: if the first find nothing, the next are tried.
void add_field_rules(const std::vector<MethodRules>& votes, Template& t) {
  for (const MethodRules& vote : votes) {
    for (const FieldRule& rule : vote.rules) {
      if (rule.field == "article" || 2 * rule.support <= rule.pages) continue;
      t.rules.push_back(rule);
      t.rules.back().method = vote.method;
    }
  }
}

// Finds sharper rules for the plain paths of a method, from the places that these paths find.
void refine(const LearningSet& set, MethodRules& votes) {
  for (const FieldRule& rule : votes.rules) {
    std::string& refined = votes.refined.emplace_back();
    if (rule.field != "article" || !rule.xpath.starts_with('/')) continue;
    std::vector<ChosenPlace> chosen;
    for (const TrainingExample& example : set.examples)
      chosen.push_back({example.page, article_by_rule(rule, *example.page).node});
    refined = refined_rule(chosen, rule);
  }
}

// If two methods have the same rule, the sharper rule of one is used for the other, too.
void share_refined(const MethodRules& from, MethodRules& to) {
  for (std::size_t i = 0; i < from.rules.size(); ++i) {
    for (std::size_t k = 0; k < to.rules.size(); ++k) {
      if (to.rules[k].xpath == from.rules[i].xpath && to.refined[k].empty()) to.refined[k] = from.refined[i];
    }
  }
}

Template learn_template(const TrainingSet& input, PageIndexes& indexes) {
  Template t = bare_template(input);
  LearningSet set = make_learning_set(input, indexes);
  describe_blog(set, t);
  std::vector<MethodRules> votes{{"dice", learn_article(set.examples), {}}};
  std::vector<ChosenPlace> chosen;
  for (const TrainingExample& example : set.examples) chosen.push_back({example.page, example.node});
  for (const FieldRule& rule : votes[0].rules) votes[0].refined.push_back(refined_rule(chosen, rule));
  for (const char* name : {"keypath", "density"}) {
    votes.push_back({name, method_named(name)->learn(set), {}});
    refine(set, votes.back());
    share_refined(votes.back(), votes.front());
  }
  t.rules = rank_by_evidence(set, votes);
  if (t.rules.empty()) {
    t.reason = why_nothing_learned(set);
    t.captures.clear();
    learn_common(input, indexes, t);
    return t;
  }
  t.method = "ensemble";
  widen_article_rule(set, t);
  for (TrainingExample& example : set.examples) example.node = article_by_rules(t, *example.page).node;
  for (std::vector<FieldRule> more :
       {learn_title(set.examples, t.language), learn_author(set.examples, t.language),
        learn_date(set.examples, t.language)}) {
    for (FieldRule& rule : more) rule.method = "dice";
    std::move(more.begin(), more.end(), std::back_inserter(t.rules));
  }
  add_field_rules(votes, t);
  for (const auto& more : {learn_modified(set.examples, t.language), learn_comments(set.examples, t.language),
                           learn_tags(set.examples), learn_menus(set, t)})
    t.rules.insert(t.rules.end(), more.begin(), more.end());
  learn_boilerplate(set, t);
  return t;
}

Candidate candidate_of(const ArticlePlace& place) {
  Candidate out;
  if (place.node == HtmlDocument::kNone) return out;
  out.node = place.node;
  out.rule = place.rule->xpath;
  out.learned = place.rule;
  out.listing = place.listing;
  return out;
}

// True for a page that is a post although the learned rules find no article.
bool is_unruled_post(const PageView& view, const AddressEvidence& address, const PageDecision& decision) {
  if (address.in_feed) return true;
  if (!decision.duplicate_of.empty() || address.list || address.below_post) return false;
  return address.like_posts || (says_it_is_post(view, decision) && !links_posts(view, decision.article));
}

// A page where no rule finds an article: it has another layout, or is not a post.
PageDecision decide_unruled(const PageView& view) {
  const AddressEvidence address = address_evidence(*view.rules, view.input);
  PageDecision decision = decide_generic(view);
  if (!address.in_feed) {
    decision.duplicate_of = shown_elsewhere(view, decision.title_node, decision.article);
    if (find_pagination(view, decision).number > 1) return decision;
  }
  if (is_unruled_post(view, address, decision)) {
    decision.kind = ObjectKind::kPost;
    return decision;
  }
  std::string elsewhere = std::move(decision.duplicate_of);
  decision = decide_generic(view, GenericScope::kOnlySure);
  decision.duplicate_of = std::move(elsewhere);
  decision.kind = ObjectKind::kPage;
  clear_for_page(view, decision);
  return decision;
}

class EnsembleChooser final : public ArticleChooser {
 public:
  ArticlePlace learned_place(const PageView& view) const override {
    return article_by_rules(view.rules->source, view.page);
  }

  void cut_repeated(PageView& view, const ArticlePlace& place) const override {
    cut_boilerplate(view.page, view.rules->source.boilerplate, place.node, view.cut);
  }

  PageDecision decide(const PageView& view, const ArticlePlace& place) const override {
    PageDecision decision = place.node == HtmlDocument::kNone
                                ? decide_unruled(view)
                                : decide_page(view, candidate_of(place), place.rule->method, std::nullopt);
    decision.provenance.method = "ensemble";
    if (decision.article != HtmlDocument::kNone) {
      const double share = share_of_running_text(view.page, decision.article, view.cut);
      decision.provenance.confidence = confidence_of(place.rule, share);
    }
    return decision;
  }

  bool uses_all_rules() const override { return true; }
};

class EnsembleStrategy final : public PageStrategy {
 public:
  std::string_view name() const override { return "ensemble"; }
  bool has_layouts() const override { return true; }

  Template learn(const TrainingSet& set, PageIndexes& indexes) const override {
    return learn_template(set, indexes);
  }

  const ArticleChooser& chooser(const TemplateRules* rules) const override {
    if (rules == nullptr || rules->source.rule("article") == nullptr) return generic_chooser();
    return chooser_;
  }

 private:
  EnsembleChooser chooser_;
};

}  // namespace

std::unique_ptr<PageStrategy> make_ensemble() {
  return std::make_unique<EnsembleStrategy>();
}

}  // namespace bfa
