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
constexpr std::uint32_t kFewSigns = 2;
constexpr std::size_t kMaxRules = 4;  // systems of comments

// The places of comments on the training pages, by XPath.
struct CommentVotes {
  std::map<std::string, std::uint32_t> votes;              // pages
  std::set<std::string> told;                              // of them, by feeds of comments
  std::map<std::string, std::vector<std::size_t>> likely;  // numbers of items at places with few signs
  std::uint32_t pages = 0;

  void add(const TrainingExample& example, const std::string& language);
  void add_by_structure(const TrainingExample& example, CommentSearch& search);
  void add_likely();
};

void CommentVotes::add(const TrainingExample& example, const std::string& language) {
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
  if (found.items.empty()) {
    const bool fed = example.input->comments != nullptr;
    const auto place = fed ? place_of_comments(*example.page, *example.input->comments) : std::nullopt;
    if (!place) return add_by_structure(example, search);
    ++pages;
    ++votes[place->xpath()];
    told.insert(place->xpath());
    return;
  }
  ++pages;
  for (const CommentRule& rule : found.rules) {
    // A single comment does not show which of the elements around it is a comment's and which is the list's.
    const bool tells = is_named_rule(rule) || found.items.size() > 1;
    if (tells && rule.by != CommentRule::By::kTag) ++votes[rule.xpath()];
  }
}

void CommentVotes::add_by_structure(const TrainingExample& example, CommentSearch& search) {
  const auto place = [&](const CommentItems& found) {
    return path_rule_of(example.page->doc(), found.items.front().begin).xpath();
  };
  CommentItems found = find_comments_by_structure(*example.page, search);
  if (!found.items.empty()) {
    ++pages;
    ++votes[place(found)];
    return;
  }
  search.enough = kFewSigns;
  found = find_comments_by_structure(*example.page, search);
  if (!found.items.empty()) likely[place(found)].push_back(found.items.size());
}

// A place that has comments on several pages, not always as many, needs fewer signs on each.
void CommentVotes::add_likely() {
  for (const auto& [xpath, counts] : likely) {
    const auto same = std::count(counts.begin(), counts.end(), counts.front());
    const bool varies = same != static_cast<std::ptrdiff_t>(counts.size());
    const bool shown = votes.contains(xpath);  // a page with enough signs has them there, too
    if (!shown && !varies) continue;
    votes[xpath] += static_cast<std::uint32_t>(counts.size());
    pages += static_cast<std::uint32_t>(counts.size());
  }
}

}  // namespace

std::vector<FieldRule> learn_comments(const std::vector<TrainingExample>& examples,
                                      const std::string& language) {
  CommentVotes found;
  for (const TrainingExample& example : examples) {
    if (example.node != HtmlDocument::kNone) found.add(example, language);
  }
  found.add_likely();
  std::vector<FieldRule> out;
  for (const auto& [xpath, count] : found.votes) {
    if (count < kMinPages) continue;
    FieldRule& rule = out.emplace_back();
    rule.field = "comment";
    rule.xpath = xpath;
    rule.support = count;
    rule.pages = found.pages;
    rule.score = static_cast<double>(count) / found.pages;
    rule.method = found.told.contains(xpath) ? "feed" : "page";
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.support > b.support; });
  if (out.size() > kMaxRules) out.resize(kMaxRules);
  return out;
}

}  // namespace bfa
