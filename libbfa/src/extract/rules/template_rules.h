// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "bfa/extract/rules.h"
#include "extract/rules/comment_rule.h"
#include "extract/rules/in_article_rules.h"

namespace bfa {

// A template with the texts of its rules parsed, once for all of its pages. Immutable after construction, so
// threads may share it. XPaths are not in here: html/path_match.h keeps those that a thread parsed last.
struct TemplateRules {
  // Borrows `t`, which must outlive this and must not change.
  explicit TemplateRules(const Template& t);
  TemplateRules(const TemplateRules&) = delete;
  TemplateRules& operator=(const TemplateRules&) = delete;

  // The rules of an empty template.
  static const TemplateRules& none();

  const Template& source;
  PostPattern posts;      // empty also where the template's pattern cannot be parsed
  std::string home_path;  // path_identity() of the blog's home page
  bool has_home = false;  // the template's blog is a URL
  InArticleRules in_article;
  std::vector<CommentRule> comments;    // pinned ones first, then best first
  std::size_t pinned_comments = 0;      // how many of `comments` are pinned
  bool has_named_comment_rule = false;  // one of `comments` names a class or id that says "comment"
};

}  // namespace bfa
