// SPDX-License-Identifier: Apache-2.0
#include "extract/rules/template_rules.h"

#include <optional>
#include <utility>

#include "extract/page/address_identity.h"

namespace bfa {
TemplateRules::TemplateRules(const Template& t) : source(t), in_article(t.boilerplate) {
  if (Result<PostPattern> pattern = PostPattern::parse(t.post_pattern)) posts = std::move(*pattern);
  if (const Result<Url> home = Url::parse(t.blog)) {
    has_home = true;
    home_path = path_identity(*home);
  }
  for (const FieldRule& rule : t.rules) {
    if (rule.field != "comment") continue;
    std::optional<CommentRule> parsed = CommentRule::parse(rule.xpath);
    if (!parsed) continue;
    has_named_comment_rule = has_named_comment_rule || is_named_rule(*parsed);
    comments.push_back(std::move(*parsed));
    if (rule.pinned) pinned_comments = comments.size();
  }
}

const TemplateRules& TemplateRules::none() {
  static const Template kNothing;
  static const TemplateRules kNone(kNothing);
  return kNone;
}

}  // namespace bfa
