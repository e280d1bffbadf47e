// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>
#include <utility>

#include "bfa/html/content.h"
#include "extract/comments/comments.h"
#include "extract/decide/assemble.h"
#include "extract/decide/decide_page.h"
#include "extract/decide/pagination.h"
#include "extract/decide/post_evidence.h"
#include "extract/fields/modified_date.h"
#include "extract/learn/boilerplate.h"
#include "extract/learn/comment_learning.h"
#include "extract/learn/evidence.h"
#include "extract/learn/layouts.h"
#include "extract/learn/learning.h"
#include "extract/learn/modified_rule.h"
#include "extract/learn/refine_rule.h"
#include "extract/learn/tag_rules.h"
#include "extract/learn/widen_article_rule.h"
#include "extract/rules/article_place.h"
#include "extract/strategy/strategies.h"

namespace bfa {
namespace {

// The rules of other fields, in the order of the methods: where the first find nothing, the next are asked.
void add_field_rules(const std::vector<MethodRules>& votes, Template& t) {
  for (const MethodRules& vote : votes) {
    for (const FieldRule& rule : vote.rules) {
      if (rule.field == "article" || 2 * rule.support <= rule.pages) continue;
      t.rules.push_back(rule);
      t.rules.back().method = vote.method;
    }
  }
}

// Sharper rules for those of a method that are plain paths, from the places that these find themselves.
void sharpen(const LearningSet& set, MethodRules& votes) {
  for (const FieldRule& rule : votes.rules) {
    std::string& sharper = votes.sharper.emplace_back();
    if (rule.field != "article" || !rule.xpath.starts_with('/')) continue;
    std::vector<ChosenPlace> chosen;
    for (const TrainingExample& example : set.examples)
      chosen.push_back({example.page.get(), article_by_rule(rule, *example.page).node});
    sharper = sharper_rule(chosen, rule);
  }
}

// Where two methods have the same rule, what one found to be sharper serves the other too.
void share_sharper(const MethodRules& from, MethodRules& to) {
  for (std::size_t i = 0; i < from.rules.size(); ++i) {
    for (std::size_t k = 0; k < to.rules.size(); ++k) {
      if (to.rules[k].xpath == from.rules[i].xpath && to.sharper[k].empty()) to.sharper[k] = from.sharper[i];
    }
  }
}

Template learn_template(const TrainingSet& input) {
  Template t = bare_template(input);
  LearningSet set = make_learning_set(input);
  describe_blog(set, t);
  std::vector<MethodRules> votes{{"dice", learn_article(set.examples), {}}};
  std::vector<ChosenPlace> chosen;
  for (const TrainingExample& example : set.examples) chosen.push_back({example.page.get(), example.node});
  for (const FieldRule& rule : votes[0].rules) votes[0].sharper.push_back(sharper_rule(chosen, rule));
  for (const char* name : {"keypath", "density"}) {
    votes.push_back({name, method_named(name)->learn(set), {}});
    sharpen(set, votes.back());
    share_sharper(votes.back(), votes.front());
  }
  t.rules = rank_by_evidence(set, votes);
  if (t.rules.empty()) {
    t.reason = why_nothing_learned(set);
    t.captures.clear();
    learn_common(input, t);
    return t;
  }
  t.method = "ensemble";
  widen_article_rule(set, t);
  for (TrainingExample& example : set.examples) example.node = article_by_rules(t, *example.page).node;
  for (std::vector<FieldRule> more : {learn_title(set.examples, t.language), learn_author(set.examples),
                                      learn_date(set.examples, t.language)}) {
    for (FieldRule& rule : more) rule.method = "dice";
    std::move(more.begin(), more.end(), std::back_inserter(t.rules));
  }
  add_field_rules(votes, t);
  for (const auto& more : {learn_modified(set.examples, t.language), learn_comments(set.examples, t.language),
                           learn_tags(set.examples)})
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

// A page where no rule finds an article: one of another layout, or no post.
Decision decide_unruled(const PageView& view) {
  const Template& t = *view.t;
  const PageInput& input = *view.input;
  const PageIndex& page = *view.page;
  const AddressEvidence address = address_evidence(t, input);
  const bool named = address.in_feed || address.like_posts;
  Decision decision = decide_generic(input, page, *view.facts, view.cut, &t);
  if (!address.in_feed)
    decision.duplicate_of = shown_elsewhere(t, input, page, decision.title_node, decision.article);
  if (!address.in_feed && find_parts(&t, input, page, decision).number > 1) return decision;
  const bool own = decision.duplicate_of.empty() && !address.list && !address.below_post;
  if (address.in_feed || (own && (named || (says_it_is_post(page, *view.facts, decision) &&
                                            !links_posts(t, input, page, decision.article))))) {
    decision.kind = ObjectKind::kPost;
  } else {
    std::string elsewhere = std::move(decision.duplicate_of);
    decision = decide_generic(input, page, *view.facts, view.cut, &t, true);
    decision.duplicate_of = std::move(elsewhere);
    decision.kind = ObjectKind::kPage;
    clear_for_page(view, decision);
  }
  if (decision.author.empty() && decision.kind == ObjectKind::kPost) decision.author = t.author;
  return decision;
}

Extraction extract_learned(const Template& t, const PageInput& input) {
  Extraction out;
  if (input.doc == nullptr || meta_refresh(*input.doc, input.url)) return out;
  const PageIndex page(*input.doc);
  const PageFacts facts = read_facts(page);
  const ArticlePlace place = article_by_rules(t, page);
  PageView view{&input, &page, &facts, &t, RemovalMask(page.size(), 0)};
  cut_boilerplate(page, t.boilerplate, place.node, view.cut);
  const PageComments comments(input, page, place.node, &t);
  comments.cut(view.cut);
  Decision decision = place.node == HtmlDocument::kNone
                          ? decide_unruled(view)
                          : decide_page(view, candidate_of(place), place.rule->method, std::nullopt);
  decision.provenance.method = "ensemble";
  out.parts = settle_parts(&t, input, page, decision);
  const HtmlDocument::NodeId article = decision.article;
  const std::string duplicate_of = decision.duplicate_of;
  if (decision.article != HtmlDocument::kNone) {
    const double share = share_of_running_text(page, decision.article, view.cut);
    decision.provenance.confidence = confidence_of(place.rule, share);
  }
  out.object = make_object(input, page, facts, std::move(decision), &t);
  DataObject& object = *out.object;
  if (object.kind == ObjectKind::kPost)
    object.modified = find_modified(t, input, page, facts, article, object.published, object.provenance);
  comments.read(article, duplicate_of, out);
  return out;
}

class EnsembleStrategy final : public ExtractionStrategy {
 public:
  std::string_view name() const override { return "ensemble"; }

  Result<Template> learn(const TrainingSet& set) const override {
    try {
      return learn_template(set);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while learning", set.blog.href()};
    }
  }

  Result<Extraction> extract(const Template* t, const PageInput& input) const override {
    try {
      if (t == nullptr || t->rule("article") == nullptr) return extract_generic(t, input);
      return extract_learned(*t, input);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while extracting", input.url.href()};
    }
  }
};

}  // namespace

std::unique_ptr<ExtractionStrategy> make_ensemble_strategy() {
  return with_layouts(std::make_unique<EnsembleStrategy>());
}

}  // namespace bfa
