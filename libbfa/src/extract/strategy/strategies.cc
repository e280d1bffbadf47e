// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/guard.h"
#include "bfa/html/content.h"
#include "extract/learn/layouts.h"
#include "extract/strategy/compiled_template.h"
#include "extract/strategy/learn_zone.h"
#include "extract/strategy/page_strategy.h"
#include "extract/strategy/part_learning.h"

namespace bfa {
namespace {

bool has_content(const PageInput& input) {
  return input.doc != nullptr && input.doc->size() != 0 &&
         (input.refresh_checked || !meta_refresh(*input.doc, input.url));
}

class GuardedStrategy final : public ExtractionStrategy {
 public:
  explicit GuardedStrategy(std::unique_ptr<PageStrategy> strategy) : strategy_(std::move(strategy)) {}
  std::string_view name() const override { return strategy_->name(); }

  Result<Template> learn(const TrainingSet& set) const override {
    return guarded([&]() -> Result<Template> {
      PageIndexes indexes;
      Template t =
          strategy_->has_layouts() ? learn_parts(*strategy_, set, indexes) : strategy_->learn(set, indexes);
      learn_zone(*strategy_, set, indexes, t);
      return t;
    });
  }

  Result<Extraction> extract(const Template* t, const PageInput& input) const override {
    return guarded([&]() -> Result<Extraction> {
      if (!has_content(input)) return Extraction();
      if (t == nullptr) return run(nullptr, input);
      const int layout = layout_on(*t, input);
      const std::vector<FieldRule>& rules =
          layout < 0 ? t->rules : t->layouts[static_cast<std::size_t>(layout)].rules;
      if (uses_pins(rules) || layout >= 0) return run_layout(template_of_layout(*t, layout), input);
      const TemplateRules compiled(*t);
      return run(&compiled, input);
    });
  }

  Result<Extraction> extract(const CompiledTemplate& t, const PageInput& input) const override {
    return guarded([&]() -> Result<Extraction> {
      if (!has_content(input)) return Extraction();
      const CompiledTemplate::Impl& compiled = t.impl();
      const int layout = layout_on(compiled.source, input);
      const TemplateRules& rules =
          layout < 0 ? compiled.feed_layout : compiled.layouts[static_cast<std::size_t>(layout)]->rules;
      if (!uses_pins(rules.source.rules)) return run(&rules, input);
      return run_layout(template_of_layout(compiled.source, layout), input);
    });
  }

 private:
  int layout_on(const Template& t, const PageInput& input) const {
    return strategy_->has_layouts() ? layout_of(t, *input.doc, input.url.path()) : -1;
  }

  bool uses_pins(const std::vector<FieldRule>& rules) const {
    return strategy_->has_layouts() && has_pins(rules);
  }

  Extraction run_layout(Template own, const PageInput& input) const {
    keep_pins(*input.doc, own.rules);
    const TemplateRules compiled(own);
    return run(&compiled, input);
  }

  Extraction run(const TemplateRules* rules, const PageInput& input) const {
    const PageIndex page(*input.doc);
    const PageFacts facts = read_facts(page);
    PageView view{input, page, facts, rules, RemovalMask(page.size(), 0)};
    return extract_page(view, strategy_->chooser(rules));
  }

  std::unique_ptr<PageStrategy> strategy_;
};

std::unique_ptr<ExtractionStrategy> guard(std::unique_ptr<PageStrategy> strategy) {
  return std::make_unique<GuardedStrategy>(std::move(strategy));
}

}  // namespace

std::unique_ptr<ExtractionStrategy> make_ensemble_strategy() {
  return guarded_or_empty([&]() -> std::unique_ptr<ExtractionStrategy> { return guard(make_ensemble()); });
}

std::unique_ptr<ExtractionStrategy> make_generic_strategy() {
  return guarded_or_empty([&]() -> std::unique_ptr<ExtractionStrategy> { return guard(make_generic()); });
}

std::unique_ptr<ExtractionStrategy> make_dice_strategy() {
  return make_strategy("dice");
}

std::unique_ptr<ExtractionStrategy> make_strategy(std::string_view name) {
  return guarded_or_empty([&]() -> std::unique_ptr<ExtractionStrategy> {
    if (name == "ensemble") return make_ensemble_strategy();
    if (name == "generic") return make_generic_strategy();
    const ExtractionMethod* method = method_named(name);
    return method == nullptr ? nullptr : guard(make_single(*method));
  });
}

std::vector<std::string> strategy_names() {
  return guarded_or_empty([&]() -> std::vector<std::string> {
    std::vector<std::string> names = method_names();
    names.insert(names.begin(), "ensemble");
    names.emplace_back("generic");
    return names;
  });
}

}  // namespace bfa
