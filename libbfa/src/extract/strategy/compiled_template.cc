// SPDX-License-Identifier: Apache-2.0
#include "extract/strategy/compiled_template.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/guard.h"
#include "extract/learn/layouts.h"
#include "extract/rules/article_place.h"

namespace bfa {

CompiledTemplate::Impl::Impl(Template t) : source(std::move(t)), feed_layout(source) {
  layouts.reserve(source.layouts.size());
  for (std::size_t i = 0; i < source.layouts.size(); ++i)
    layouts.push_back(std::make_unique<LayoutRules>(template_of_layout(source, static_cast<int>(i))));
}

Result<CompiledTemplate> CompiledTemplate::compile(Template t) {
  return guarded([&]() -> Result<CompiledTemplate> {
    return CompiledTemplate(std::make_shared<const Impl>(std::move(t)));
  });
}

const Template& CompiledTemplate::source() const noexcept {
  return impl_->source;
}

bool has_pins(const std::vector<FieldRule>& rules) {
  return std::any_of(rules.begin(), rules.end(), [](const FieldRule& rule) { return rule.pinned; });
}

void keep_pins(const HtmlDocument& doc, std::vector<FieldRule>& rules) {
  std::vector<std::string> fields;
  for (const FieldRule& rule : rules) {
    if (rule.pinned && !match_rule(doc, rule).empty()) fields.push_back(rule.field);
  }
  std::erase_if(rules, [&](const FieldRule& rule) {
    return !rule.pinned && std::find(fields.begin(), fields.end(), rule.field) != fields.end();
  });
}

}  // namespace bfa
