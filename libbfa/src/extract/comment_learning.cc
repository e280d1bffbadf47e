// SPDX-License-Identifier: Apache-2.0
#include "comment_learning.h"

#include <algorithm>
#include <map>

#include "comment_items.h"

namespace bfa {
namespace {

constexpr std::uint32_t kMinPages = 2;  // that a rule found comments on
constexpr std::size_t kMaxRules = 4;    // systems of comments

}  // namespace

std::vector<FieldRule> learn_comments(const std::vector<Trainee>& trainees, const std::string& language) {
  std::map<std::string, std::uint32_t> votes;  // by XPath
  std::uint32_t pages = 0;
  for (const Trainee& trainee : trainees) {
    if (trainee.node == HtmlDocument::kNone || !hints_at_comments(*trainee.page)) continue;
    CommentSearch search;
    search.article = trainee.node;
    search.language = language;
    search.now = trainee.input->captured;
    const CommentItems found = find_comment_items(*trainee.page, search);
    if (found.items.empty()) continue;
    ++pages;
    for (const CommentRule& rule : found.rules) {
      if (rule.by != CommentRule::By::kTag) ++votes[rule.xpath()];
    }
  }
  std::vector<FieldRule> out;
  for (const auto& [xpath, count] : votes) {
    if (count < kMinPages) continue;
    FieldRule& rule = out.emplace_back();
    rule.field = "comment";
    rule.xpath = xpath;
    rule.support = count;
    rule.pages = pages;
    rule.score = static_cast<double>(count) / pages;
    rule.method = "page";
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.support > b.support; });
  if (out.size() > kMaxRules) out.resize(kMaxRules);
  return out;
}

}  // namespace bfa
