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

// What strategies differ in. Guards against exceptions, further layouts and pinned rules are the same for
// all: strategies.cc. Stateless and pure.
class PageStrategy {
 public:
  virtual ~PageStrategy() = default;
  virtual std::string_view name() const = 0;
  // True when further layouts are learned, and each page is read by the rules of its own.
  virtual bool has_layouts() const { return false; }
  virtual Template learn(const TrainingSet& set, PageIndexes& indexes) const = 0;
  // `rules`: null without a template. Static: the chooser lives as long as the strategy.
  virtual const ArticleChooser& chooser(const TemplateRules* rules) const = 0;
};

std::unique_ptr<PageStrategy> make_ensemble();
std::unique_ptr<PageStrategy> make_generic();
// This method alone: no other method is used where it finds nothing.
std::unique_ptr<PageStrategy> make_single(const ExtractionMethod& method);

// The generic cleaner's choice, for strategies without a rule for articles.
const ArticleChooser& generic_chooser();
// A template that knows only where it comes from; its method is "generic".
Template bare_template(const TrainingSet& set);
// Adds what a set's pages have in common when no article rule tells where their articles are: site rules,
// boilerplate and title frame.
void learn_common(const TrainingSet& set, PageIndexes& indexes, Template& t);

}  // namespace bfa
