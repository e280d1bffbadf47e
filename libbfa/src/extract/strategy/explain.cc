// SPDX-License-Identifier: Apache-2.0
#include "bfa/extract/rules.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/html/content.h"
#include "extract/decide/post_evidence.h"
#include "extract/fields/bylines.h"
#include "extract/learn/layouts.h"
#include "extract/rules/article_place.h"
#include "extract/strategy/explain_sources.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kShown = 160;  // bytes of an article

std::string cut_text(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  text.resize(bytes);
  return text + "...";
}

void put_pins(std::vector<FieldRule>& rules, std::span<const FieldRule> pins) {
  std::erase_if(rules, [](const FieldRule& rule) { return rule.pinned; });
  rules.insert(rules.begin(), pins.begin(), pins.end());
}

std::vector<std::string> evidence_of(const Template& t, const PageInput& input, const DataObject* object) {
  std::vector<std::string> out;
  const AddressEvidence address = address_evidence(TemplateRules(t), input);
  if (address.in_feed) out.emplace_back("the feed names it");
  if (address.like_posts) out.emplace_back("its address is like posts'");
  if (!address.like_posts && !t.post_pattern.empty()) out.emplace_back("its address is unlike posts'");
  if (address.below_post) out.emplace_back("its address goes on behind a post's");
  if (address.list) out.emplace_back("its address is one of lists");
  if (object == nullptr) return out;
  if (const auto at = object->attributes.find("duplicate_of"); at != object->attributes.end())
    out.push_back("it shows " + at->second);
  if (const auto at = object->attributes.find("part_of"); at != object->attributes.end())
    out.push_back("it is a further page of " + at->second);
  if (object->provenance.rules.contains("article")) out.emplace_back("it has an article");
  if (object->kind == ObjectKind::kPost && !address.in_feed && !address.like_posts)
    out.emplace_back("it is built like a post");
  return out;
}

RuleTrial try_on(const FieldRule& rule, const PageIndex& page, NodeId article) {
  RuleTrial trial;
  trial.rule = rule;
  const std::vector<NodeId> nodes = match_rule(page.doc(), rule);
  trial.matches = static_cast<std::uint32_t>(nodes.size());
  if (nodes.empty()) return trial;
  if (rule.field == "article") {
    const NodeId node = article_by_rule(rule, page).node;
    if (node != HtmlDocument::kNone) trial.value = cut_text(text_of(page.doc(), node), kShown);
    return trial;
  }
  const NodeId node = nearest_match(page, rule, article);
  if (node != HtmlDocument::kNone) trial.value = cut_text(rule_value(page, rule, node), kShown);
  return trial;
}

Result<PageExplanation> explain(const ExtractionStrategy& strategy, const Template& t,
                                const PageInput& input) {
  PageExplanation out;
  BFA_ASSIGN_OR_RETURN(Extraction extraction, strategy.extract(&t, input));
  out.object = std::move(extraction.object);
  if (input.doc == nullptr) return out;
  const PageIndex page(*input.doc);
  out.layout = layout_of(t, *input.doc, input.url.path());
  out.layout_share = layout_share(t, out.layout, *input.doc);
  const Template own = template_of_layout(t, out.layout);
  const NodeId article = article_by_rules(own, page).node;
  for (const FieldRule& rule : own.rules) {
    RuleTrial trial = try_on(rule, page, article);
    if (out.object) {
      const auto given = out.object->provenance.rules.find(rule.field);
      const std::string name = rule.attribute.empty() ? rule.xpath : rule.xpath + "/@" + rule.attribute;
      const bool named = given != out.object->provenance.rules.end() && given->second == name;
      if (named && rule.field == "modified" && out.object->modified) {
        trial.matches = 1;  // its places are not only from XPaths
        trial.value = format_timestamp(*out.object->modified);
      }
      trial.gave_field = named && trial.matches > 0;
    }
    out.trials.push_back(std::move(trial));
  }
  if (out.object && out.object->kind == ObjectKind::kPost) {
    const TemplateRules rules(own);
    const PageFacts facts = read_facts(page);
    const PageView view{input, page, facts, &rules, RemovalMask(page.size(), 0)};
    for (RuleTrial& trial : try_sources(view, article, *out.object)) out.trials.push_back(std::move(trial));
  }
  out.evidence = evidence_of(own, input, out.object ? &*out.object : nullptr);
  return out;
}

}  // namespace

void apply_pins(Template& t, std::span<const FieldRule> pins) {
  guarded_or_empty([&] {
    Template pinned = t;
    put_pins(pinned.rules, pins);
    for (Layout& layout : pinned.layouts) put_pins(layout.rules, pins);
    t = std::move(pinned);
  });
}

Result<PageExplanation> explain_page(const ExtractionStrategy& strategy, const Template& t,
                                     const PageInput& input) {
  return guarded([&] { return explain(strategy, t, input); });
}

RuleTrial try_rule(const FieldRule& rule, const HtmlDocument& doc) {
  return guarded_or_empty([&]() -> RuleTrial {
    if (doc.size() == 0) return {};
    return try_on(rule, PageIndex(doc), HtmlDocument::kNone);
  });
}

}  // namespace bfa
