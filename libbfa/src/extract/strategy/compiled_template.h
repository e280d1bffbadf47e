// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/rules/template_rules.h"

namespace bfa {

// The rules for the pages of one layout.
struct LayoutRules {
  explicit LayoutRules(Template t) : own(std::move(t)), rules(own) {}

  Template own;
  TemplateRules rules;
};

struct CompiledTemplate::Impl {
  explicit Impl(Template t);

  Template source;
  TemplateRules feed_layout;                          // over `source`
  std::vector<std::unique_ptr<LayoutRules>> layouts;  // by index into source.layouts
};

bool has_pins(const std::vector<FieldRule>& rules);
// If a pinned rule finds something on the page, it is the only rule of its field.
void keep_pins(const HtmlDocument& doc, std::vector<FieldRule>& rules);

}  // namespace bfa
