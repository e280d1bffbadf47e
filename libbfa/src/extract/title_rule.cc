// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "bfa/text/utf8.h"
#include "training.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr double kMinTitleScore = 0.8;

int heading_rank(const PageIndex& page, NodeId n) {
  for (NodeId at = n; at != HtmlDocument::kNone && page.doc().depth(n) - page.doc().depth(at) <= 2;
       at = page.doc().parent(at)) {
    if (is_heading(page.tag(at))) return 7 - (static_cast<int>(page.tag(at)) - static_cast<int>(Tag::kH1));
  }
  return 0;
}

struct Candidate {
  NodeId node = HtmlDocument::kNone;
  double score = 0;
  int rank = 0;
  std::uint32_t distance = 0;
};

bool better(const Candidate& a, const Candidate& b) {
  if (a.score != b.score) return a.score > b.score;
  if ((a.rank > 0) != (b.rank > 0)) return a.rank > 0;
  if (a.distance != b.distance) return a.distance < b.distance;
  if (a.rank != b.rank) return a.rank > b.rank;
  return a.node < b.node;
}

std::vector<FieldPlace> title_places(const Trainee& trainee) {
  const PageIndex& page = *trainee.page;
  const DiceTarget targets[] = {make_target(trainee.input->entry->title)};
  const std::string wanted = title_key(trainee.input->entry->title);
  std::vector<Candidate> candidates;
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (score < kMinTitleScore || n == 0 || page.tag(n) == Tag::kHtml) return;
    const std::uint32_t away = page.zones(n) & (kAwayZones & ~kZoneIgnored);
    if (away != 0) score *= 0.9;  // a link to the page in a list of posts, a crumb trail
    if (title_key(line_of(page, n)) != wanted) score *= 0.95;  // the same pairs in another order
    Candidate candidate{n, score, heading_rank(page, n), 0};
    if (trainee.node != HtmlDocument::kNone) {
      candidate.distance = tree_distance(page.doc(), n, trainee.node);
    }
    candidates.push_back(candidate);
  });
  std::sort(candidates.begin(), candidates.end(), better);
  std::vector<FieldPlace> places;
  places.reserve(candidates.size());
  for (const Candidate& candidate : candidates) places.push_back({candidate.node, "", candidate.score});
  return places;
}

// The text before and after `inner` in `outer`; false when it does not stand there.
bool frame_of(const std::string& outer, const std::string& inner, TitleFrame& frame) {
  const std::size_t at = inner.empty() ? std::string::npos : outer.find(inner);
  if (at == std::string::npos) return false;
  frame.prefix = outer.substr(0, at);
  frame.suffix = outer.substr(at + inner.size());
  return true;
}

}  // namespace

std::vector<FieldRule> learn_title(const std::vector<Trainee>& trainees) {
  std::vector<RuleVote> votes;
  for (const Trainee& trainee : trainees) {
    if (trainee.input->entry->title.empty()) continue;
    std::optional<RuleVote> vote = vote_for(trainee, "title", title_places(trainee));
    if (vote) votes.push_back(std::move(*vote));
  }
  return count_votes("title", votes);
}

TitleFrame learn_title_frame(const std::vector<Trainee>& trainees) {
  std::map<std::pair<std::string, std::string>, std::size_t> tally;
  std::size_t pages = 0;
  for (const Trainee& trainee : trainees) {
    TitleFrame frame;
    if (!frame_of(trainee.facts.head_title, collapse_space(trainee.input->entry->title), frame)) continue;
    ++pages;
    ++tally[{frame.prefix, frame.suffix}];
  }
  TitleFrame best;
  std::size_t most = 0;
  for (const auto& [frame, count] : tally) {
    if (count > most) {
      most = count;
      best = {frame.first, frame.second};
    }
  }
  if (2 * most <= pages) return {};
  return best;
}

}  // namespace bfa
