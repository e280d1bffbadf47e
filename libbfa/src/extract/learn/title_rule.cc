// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "bfa/text/utf8.h"
#include "extract/fields/bylines.h"
#include "extract/learn/title_learning.h"
#include "extract/learn/training.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr double kMinTitleScore = 0.8;
constexpr double kNotTheSame = 0.95;     // for the same pairs in another order
constexpr double kAway = 0.9;            // for a link to the page in a list of posts, a crumb trail
constexpr double kMinFramedScore = 0.3;  // with text around it
constexpr std::uint32_t kMaxFrameBytes = 90;

int heading_rank(const PageIndex& page, NodeId n) {
  for (NodeId at = n; at != HtmlDocument::kNone && page.doc().depth(n) - page.doc().depth(at) <= 2;
       at = page.doc().parent(at)) {
    if (is_heading(page.tag(at))) return 7 - (static_cast<int>(page.tag(at)) - static_cast<int>(Tag::kH1));
  }
  return 0;
}

struct TitleCandidate {
  NodeId node = HtmlDocument::kNone;
  double score = 0;
  int rank = 0;
  std::uint32_t distance = 0;
};

bool better(const TitleCandidate& a, const TitleCandidate& b) {
  if (a.score != b.score) return a.score > b.score;
  if ((a.rank > 0) != (b.rank > 0)) return a.rank > 0;
  if (a.distance != b.distance) return a.distance < b.distance;
  if (a.rank != b.rank) return a.rank > b.rank;
  return a.node < b.node;
}

// True when the title is in the heading with text before or after it.
bool stands_in(const PageIndex& page, NodeId n, const std::string& wanted) {
  if (wanted.empty() || heading_rank(page, n) == 0) return false;
  const std::string key = comparable_title(line_of(page, n));
  return key.starts_with(wanted) || key.ends_with(wanted);
}

// `framed`: headings with the title and text around it.
std::vector<FieldPlace> title_places(const TrainingExample& example, bool framed) {
  const PageIndex& page = *example.page;
  const DiceTarget targets[] = {make_target(example.input->entry->title)};
  const std::string wanted = comparable_title(example.input->entry->title);
  std::vector<TitleCandidate> candidates;
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (score < (framed ? kMinFramedScore : kMinTitleScore) || n == 0 || page.tag(n) == Tag::kHtml) return;
    if (framed && (page.text_bytes(n) > wanted.size() + kMaxFrameBytes || !stands_in(page, n, wanted)))
      return;
    const std::uint32_t away = page.zones(n) & (kAwayZones & ~kZoneIgnored);
    if (away != 0) score *= kAway;
    if (comparable_title(line_of(page, n)) != wanted) score *= kNotTheSame;
    TitleCandidate candidate{n, score, heading_rank(page, n), 0};
    if (example.node != HtmlDocument::kNone) {
      candidate.distance = tree_distance(page.doc(), n, example.node);
    }
    candidates.push_back(candidate);
  });
  std::sort(candidates.begin(), candidates.end(), better);
  std::vector<FieldPlace> places;
  places.reserve(candidates.size());
  for (const TitleCandidate& candidate : candidates) places.push_back({candidate.node, "", candidate.score});
  return places;
}

// The text around the title at the rule's place, on most of its pages.
void learn_frame(const std::vector<TrainingExample>& examples, const std::string& language, FieldRule& rule) {
  std::vector<TitleFrame> frames;
  std::vector<const TrainingExample*> found;
  std::size_t pages = 0, exact = 0;
  for (const TrainingExample& example : examples) {
    const NodeId node = nearest_match(*example.page, rule, example.node);
    if (example.input->entry->title.empty() || node == HtmlDocument::kNone) continue;
    ++pages;
    const std::string value = collapse_space(rule_value(*example.page, rule, node));
    if (comparable_title(value) == comparable_title(example.input->entry->title)) ++exact;
    std::optional<TitleFrame> frame = frame_around(value, collapse_space(example.input->entry->title));
    if (!frame) continue;
    frames.push_back(std::move(*frame));
    found.push_back(&example);
  }
  if (2 * exact >= pages || 2 * frames.size() <= pages) return;
  std::vector<std::string> values;
  TitleFrame frame =
      most_common_frame(frames, [&](std::size_t i) { return words_of_entry(*found[i], language); }, values);
  rule.prefix = std::move(frame.prefix);
  rule.suffix = std::move(frame.suffix);
}

std::vector<FieldRule> learn_places(const std::vector<TrainingExample>& examples, const std::string& language,
                                    bool framed) {
  std::vector<RuleVote> votes;
  for (const TrainingExample& example : examples) {
    if (example.input->entry->title.empty()) continue;
    std::optional<RuleVote> vote = vote_for(example, "title", title_places(example, framed));
    if (vote) votes.push_back(std::move(*vote));
  }
  std::vector<FieldRule> rules = count_votes("title", votes);
  for (FieldRule& rule : rules) learn_frame(examples, language, rule);
  return rules;
}

// True when the rule finds headings, on most of the pages that have a title.
bool finds_headings(const std::vector<TrainingExample>& examples, const FieldRule& rule) {
  std::size_t titled = 0, headings = 0;
  for (const TrainingExample& example : examples) {
    if (example.input->entry->title.empty()) continue;
    ++titled;
    const NodeId node = nearest_match(*example.page, rule, example.node);
    if (node != HtmlDocument::kNone && heading_rank(*example.page, node) > 0) ++headings;
  }
  return 2 * headings > titled;
}

}  // namespace

std::vector<FieldRule> learn_title(const std::vector<TrainingExample>& examples,
                                   const std::string& language) {
  std::vector<FieldRule> rules = learn_places(examples, language, false);
  if (!rules.empty() && finds_headings(examples, rules.front())) return rules;
  // A link to the page may have its title, too. A heading with constant text around the title is preferred.
  std::vector<FieldRule> framed = learn_places(examples, language, true);
  std::erase_if(framed, [&](const FieldRule& rule) {
    return (rule.prefix.empty() && rule.suffix.empty()) || !finds_headings(examples, rule);
  });
  rules.insert(rules.begin(), framed.begin(), framed.end());
  return rules;
}

}  // namespace bfa
