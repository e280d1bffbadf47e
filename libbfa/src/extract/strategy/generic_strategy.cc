// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/boilerplate_cuts.h"
#include "extract/decide/forum_thread.h"
#include "extract/page/content_mass.h"
#include "extract/strategy/page_strategy.h"

namespace bfa {
namespace {

class GenericChooser final : public ArticleChooser {
 public:
  void cut_repeated(PageView& view, const ArticlePlace&) const override {
    if (view.rules != nullptr)
      cut_boilerplate(view.page, view.rules->source.boilerplate, HtmlDocument::kNone, view.cut);
  }

  bool is_thread(const PageView& view) const override { return find_forum_thread(view).has_value(); }

  PageDecision decide(const PageView& view, const ArticlePlace&) const override {
    PageDecision decision = decide_generic(view);
    if (view.input.entry != nullptr) {
      decision.kind = ObjectKind::kPost;
      return decision;
    }
    if (view.rules == nullptr) return decision;
    if (says_it_is_post(view, decision)) {
      decision.kind = ObjectKind::kPost;
    } else if (decision.article != HtmlDocument::kNone && lists_posts(view.page, decision.article) &&
               !marks_one_article(view.page, ContentMass(view.page, decision.cut))) {
      decision.article = HtmlDocument::kNone;  // a list of posts: its text belongs to the posts
    }
    const Template& t = view.rules->source;
    const bool framed = !t.title_prefix.empty() || !t.title_suffix.empty();
    if (framed && decision.kind != ObjectKind::kPost) decision.title = page_title(view.facts, t);
    return decision;
  }
};

class GenericStrategy final : public PageStrategy {
 public:
  std::string_view name() const override { return "generic"; }

  Template learn(const TrainingSet& set, PageIndexes& indexes) const override {
    Template t = bare_template(set);
    t.reason = "the generic strategy does not learn from feeds";
    learn_common(set, indexes, t);
    return t;
  }

  const ArticleChooser& chooser(const TemplateRules*) const override { return generic_chooser(); }
};

}  // namespace

const ArticleChooser& generic_chooser() {
  static const GenericChooser chooser;
  return chooser;
}

std::unique_ptr<PageStrategy> make_generic() {
  return std::make_unique<GenericStrategy>();
}

}  // namespace bfa
