// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "bfa/extract/extract.h"
#include "extract/methods/method.h"
#include "extract/page/page_indexes.h"
#include "extract/rules/template_rules.h"
#include "extract/strategy/extract_page.h"

namespace bfa {

// The parts in which strategies differ. Guards against exceptions, further layouts and pinned rules are the
// same for all: strategies.cc. Stateless and pure.
class PageStrategy {
 public:
  virtual ~PageStrategy() = default;
  virtual std::string_view name() const = 0;
  // True when further layouts are learned, and each page is read by the rules of its layout.
  virtual bool has_layouts() const { return false; }
  virtual Template learn(const TrainingSet& set, PageIndexes& indexes) const = 0;
  // `rules`: null without a template. Static: the chooser is valid as long as the strategy.
  virtual const ArticleChooser& chooser(const TemplateRules* rules) const = 0;
};

std::unique_ptr<PageStrategy> make_ensemble();
std::unique_ptr<PageStrategy> make_generic();
// Only this method: no other method is used if it finds nothing.
std::unique_ptr<PageStrategy> make_single(const ExtractionMethod& method);

// The generic cleaner's choice, for strategies without a rule for articles.
const ArticleChooser& generic_chooser();
// A template with only its origin; its method is "generic".
Template bare_template(const TrainingSet& set);
// Adds the common parts of a set's pages when no article rule finds their articles: site rules, boilerplate
// and title frame.
void learn_common(const TrainingSet& set, PageIndexes& indexes, Template& t);

}  // namespace bfa
