// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/comment_learning.h"

#include <algorithm>
#include <map>
#include <set>

#include "extract/comments/comment_items.h"
#include "extract/comments/comment_structure.h"

namespace bfa {
namespace {

constexpr std::uint32_t kMinPages = 2;  // that a rule found comments on
constexpr std::size_t kMaxRules = 4;    // systems of comments

}  // namespace

std::vector<FieldRule> learn_comments(const std::vector<TrainingExample>& examples,
                                      const std::string& language) {
  std::map<std::string, std::uint32_t> votes;  // by XPath
  std::set<std::string> told;                  // of them, by feeds of comments
  std::uint32_t pages = 0;
  for (const TrainingExample& example : examples) {
    if (example.node == HtmlDocument::kNone) continue;
    CommentSearch search;
    search.article = example.node;
    search.language = language;
    search.now = example.input->captured;
    search.page_url = &example.input->url;
    CommentItems found;
    if (hints_at_comments(*example.page)) {
      found = find_comment_items(*example.page, search);
      score_comments(*example.page, search, found);
    }
    const bool named = !found.items.empty();
    if (!named && example.input->comments != nullptr) {
      if (const auto place = place_of_comments(*example.page, *example.input->comments)) {
        ++pages;
        ++votes[place->xpath()];
        told.insert(place->xpath());
        continue;
      }
    }
    if (!named) found = find_comments_by_structure(*example.page, search);
    if (found.items.empty()) continue;
    ++pages;
    if (!named) {
      ++votes[path_rule_of(example.page->doc(), found.items.front().begin).xpath()];
      continue;
    }
    for (const CommentRule& rule : found.rules) {
      // A single comment does not show which of the elements around it is a comment's and which is the
      // list's.
      const bool tells = is_named_rule(rule) || found.items.size() > 1;
      if (tells && rule.by != CommentRule::By::kTag) ++votes[rule.xpath()];
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
    rule.method = told.contains(xpath) ? "feed" : "page";
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.support > b.support; });
  if (out.size() > kMaxRules) out.resize(kMaxRules);
  return out;
}

}  // namespace bfa
