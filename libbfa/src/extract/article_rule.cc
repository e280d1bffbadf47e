// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "bfa/html/document.h"
#include "bfa/text/utf8.h"
#include "rule_key.h"
#include "training.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinTargetBytes = 40;  // shorter texts (photo posts) do not vote
constexpr double kFullScore = 0.75;            // a feed text this alike a node is the whole article
constexpr double kEqualScore = 0.97;           // of the best: as good as equal
constexpr double kExcerptScore = 0.5;          // of votes that a feed of excerpts supports
constexpr double kFullShare = 0.25;            // of the pages that must be full for the feed to count as full

// Ends as cut texts end: "...", an ellipsis, "[...]".
bool ends_cut_short(std::string_view text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) <= 0x20 || text.back() == ']' ||
                           text.back() == ')' || text.back() == '.')) {
    if (text.ends_with("...")) return true;
    text.remove_suffix(1);
  }
  return text.ends_with("\xe2\x80\xa6");
}

struct Best {
  NodeId node = HtmlDocument::kNone;
  double score = 0;
};

// The containers that stand for their rule (its first node on the page), scored.
struct Scored {
  NodeId node;
  double score;
};

std::vector<Scored> score_containers(const Trainee& trainee) {
  std::vector<Scored> scored;
  const PageIndex& page = *trainee.page;
  const DiceTarget targets[] = {trainee.article};
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (is_container(page.tag(n)) && n != 0) scored.push_back({n, score});
  });
  return scored;
}

// Mean score of each rule over all pages; a rule stands for its best node (of several that it finds
// sharpening may choose, sharp_rule.h), and scores nothing on a page that it does not match.
std::unordered_map<std::uint64_t, double> consensus_of(const std::vector<Trainee>& trainees,
                                                       const std::vector<std::vector<Scored>>& scored) {
  std::unordered_map<std::uint64_t, double> sums;
  for (std::size_t i = 0; i < trainees.size(); ++i) {
    std::unordered_map<std::uint64_t, double> best;
    for (const Scored& s : scored[i]) {
      double& score = best[trainees[i].keys[s.node]];
      score = std::max(score, s.score);
    }
    for (const auto& [key, score] : best) sums[key] += score;
  }
  return sums;
}

// The best container. Of those as good as equal on this page the one whose rule does best on all pages; then
// one with a rule of its own, then the deepest, then the first.
Best best_container(const Trainee& trainee, const std::vector<Scored>& scored,
                    const std::unordered_map<std::uint64_t, double>& consensus) {
  const PageIndex& page = *trainee.page;
  double top = 0;
  for (const Scored& s : scored) top = std::max(top, s.score);
  Best best;
  std::tuple<double, bool, std::uint32_t> best_rank;
  for (const Scored& s : scored) {
    if (s.score < top * kEqualScore) continue;
    const auto found = consensus.find(trainee.keys[s.node]);
    const std::tuple rank{found == consensus.end() ? 0.0 : found->second, has_own_rule(page.doc(), s.node),
                          page.doc().depth(s.node)};
    if (best.node == HtmlDocument::kNone || rank > best_rank || (rank == best_rank && s.node < best.node)) {
      best = {s.node, s.score};
      best_rank = rank;
    }
  }
  return best;
}

// Where an excerpt stands: the element that is most like it.
NodeId seed_of(const Trainee& trainee) {
  const PageIndex& page = *trainee.page;
  NodeId best = HtmlDocument::kNone;
  double best_score = 0;
  const DiceTarget targets[] = {trainee.article};
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (n == 0 || (page.zones(n) & (kAwayZones & ~kZoneIgnored))) return;
    if (page.tag(n) == Tag::kHtml || page.tag(n) == Tag::kBody) return;
    if (score > best_score) {
      best = n;
      best_score = score;
    }
  });
  return best_score >= 0.5 ? best : HtmlDocument::kNone;
}

using BlockCounts = std::unordered_map<std::uint64_t, std::uint32_t>;

// On how many of the pages each block of text stands.
BlockCounts count_blocks(const std::vector<Trainee>& trainees) {
  BlockCounts counts;
  std::unordered_set<std::uint64_t> here;
  for (const Trainee& trainee : trainees) {
    here.clear();
    for (const TextBlock& block : trainee.page->blocks()) {
      if (here.insert(block.hash).second) ++counts[block.hash];
    }
  }
  return counts;
}

// Text that stands on at least three of the pages is the blog's, not the article's.
std::vector<std::uint8_t> repeated_blocks_of(const PageIndex& page, const BlockCounts& counts) {
  std::vector<std::uint8_t> cut(page.size(), 0);
  for (const TextBlock& block : page.blocks()) {
    const auto found = counts.find(block.hash);
    if (found == counts.end() || found->second < 3) continue;
    for (NodeId n = block.first; n <= block.last; ++n) cut[n] = 1;
  }
  return cut;
}

// True when two elements stand for the same rules from below their common ancestor down.
bool are_placed_alike(const Trainee& trainee, NodeId a, NodeId b) {
  const PageIndex& page = *trainee.page;
  if (page.doc().depth(a) != page.doc().depth(b)) return false;
  for (; a != b; a = page.parent(a), b = page.parent(b)) {
    if (trainee.keys[a] != trainee.keys[b]) return false;
  }
  return true;
}

// True when the node's rule finds further nodes beside it, placed alike, that are no part of other places:
// then it names a part of the article (a paragraph, a cell), and the feed gives only that part. Where few
// names serve for everything, elements of one name in other places say nothing.
bool is_one_of_many(const Trainee& trainee, NodeId node) {
  const PageIndex& page = *trainee.page;
  for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
    if (n == node || trainee.keys[n] != trainee.keys[node] || (page.zones(n) & kAwayZones)) continue;
    if (page.doc().contains(n, node) || page.doc().contains(node, n)) continue;
    if (2 * page.link_bytes(n) <= page.text_bytes(n) && page.text_bytes(n) > 0 &&
        are_placed_alike(trainee, n, node))
      return true;
  }
  return false;
}

// True when the page has another place, apart from `node`, with at least twice its running text: then the
// feed gives what stands in a box of its own above the article.
bool is_apart_from_article(const PageIndex& page, NodeId node) {
  const ContentMass mass(page, {});
  const NodeId other = find_article(page, mass);
  if (other == HtmlDocument::kNone || page.doc().contains(other, node) || page.doc().contains(node, other)) {
    return false;
  }
  return mass.good(other) > 2 * static_cast<std::int64_t>(page.text_bytes(node));
}

using PageScores = std::vector<std::vector<Scored>>;

// The votes of a feed with whole texts; empty when it gives excerpts.
std::vector<RuleVote> full_votes(std::vector<Trainee>& trainees) {
  PageScores scored(trainees.size());
  std::size_t usable = 0;
  for (std::size_t i = 0; i < trainees.size(); ++i) {
    if (trainees[i].article.bytes < kMinTargetBytes) continue;
    ++usable;
    scored[i] = score_containers(trainees[i]);
  }
  const std::unordered_map<std::uint64_t, double> consensus = consensus_of(trainees, scored);
  std::vector<RuleVote> votes;
  std::size_t full = 0;
  std::size_t parts = 0;
  for (std::size_t i = 0; i < trainees.size(); ++i) {
    Trainee& trainee = trainees[i];
    const PageIndex& page = *trainee.page;
    const Best best = best_container(trainee, scored[i], consensus);
    if (best.node == HtmlDocument::kNone || trainee.cut_short || best.score < kFullScore) continue;
    const std::uint32_t bytes = page.text_bytes(best.node);
    if (trainee.article.bytes * 10 < bytes * 6 || bytes * 10 < trainee.article.bytes * 6) continue;
    ++full;
    if (is_one_of_many(trainee, best.node) || is_apart_from_article(page, best.node)) {
      ++parts;
      continue;
    }
    trainee.node = best.node;
    votes.push_back({PathRule::for_node(page.doc(), best.node), "", best.score});
  }
  const bool is_full =
      full > 0 && 2 * parts < full && static_cast<double>(full) >= kFullShare * static_cast<double>(usable);
  if (!is_full) votes.clear();
  return votes;
}

// Where the article of an excerpt stands: grown from the excerpt's place, or, when that is a box apart, the
// place that reads like an article.
NodeId grown_article(const Trainee& trainee, const ContentMass& mass) {
  const PageIndex& page = *trainee.page;
  const NodeId guess = find_article(page, mass);
  const NodeId seed = trainee.article.bytes >= kMinTargetBytes ? seed_of(trainee) : HtmlDocument::kNone;
  if (seed == HtmlDocument::kNone) return guess;
  const bool apart = guess != HtmlDocument::kNone && !page.doc().contains(guess, seed) &&
                     mass.good(guess) > 2 * static_cast<std::int64_t>(page.text_bytes(seed));
  return apart ? guess : grow(page, mass, seed);
}

// The containers around and in `node`, scored by how much of its good less bad text they have.
std::vector<Scored> score_by_mass(const PageIndex& page, const ContentMass& mass, NodeId node) {
  std::vector<Scored> scored;
  const auto value = static_cast<double>(mass.good(node) - mass.bad(node));
  for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
    if (!is_container(page.tag(n))) continue;
    if (!page.doc().contains(n, node) && !page.doc().contains(node, n)) continue;
    const auto own = static_cast<double>(mass.good(n) - mass.bad(n));
    if (n == node) {
      scored.push_back({n, 1.0});
    } else if (own > 0 && value > 0) {
      scored.push_back({n, std::min(1.0, own / value)});
    }
  }
  return scored;
}

std::vector<RuleVote> excerpt_votes(std::vector<Trainee>& trainees) {
  PageScores scored(trainees.size());
  const BlockCounts counts = count_blocks(trainees);
  for (std::size_t i = 0; i < trainees.size(); ++i) {
    const PageIndex& page = *trainees[i].page;
    const ContentMass mass(page, repeated_blocks_of(page, counts));
    const NodeId node = grown_article(trainees[i], mass);
    if (node != HtmlDocument::kNone) scored[i] = score_by_mass(page, mass, node);
  }
  const std::unordered_map<std::uint64_t, double> consensus = consensus_of(trainees, scored);
  std::vector<RuleVote> votes;
  for (std::size_t i = 0; i < trainees.size(); ++i) {
    const Best best = best_container(trainees[i], scored[i], consensus);
    if (best.node == HtmlDocument::kNone) continue;
    trainees[i].node = best.node;
    votes.push_back({PathRule::for_node(trainees[i].page->doc(), best.node), "", kExcerptScore});
  }
  return votes;
}

}  // namespace

std::vector<Trainee> make_trainees(const std::vector<TrainingPage>& pages) {
  std::vector<Trainee> out;
  for (const TrainingPage& input : pages) {
    if (input.doc == nullptr || input.entry == nullptr) continue;
    Trainee trainee;
    trainee.input = &input;
    trainee.page = std::make_unique<PageIndex>(*input.doc, BlockHashes::kMade);
    trainee.facts = read_facts(*trainee.page);
    trainee.keys = rule_keys(*trainee.page);
    const std::string& html = input.entry->content.empty() ? input.entry->summary : input.entry->content;
    Findings findings;
    Result<HtmlDocument> fragment = HtmlDocument::parse(html, findings);
    if (fragment) {
      const PageIndex index(*fragment, BlockHashes::kMade);
      trainee.article = make_target(index);
      trainee.article.whole_page_scale = true;
      trainee.text = line_of(index, 0);
      for (const TextBlock& block : index.blocks()) trainee.lines.push_back(block.hash);
      std::sort(trainee.lines.begin(), trainee.lines.end());
      trainee.cut_short = ends_cut_short(trainee.text);
    }
    out.push_back(std::move(trainee));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Trainee& a, const Trainee& b) { return a.input->capture < b.input->capture; });
  return out;
}

std::vector<FieldRule> learn_article_by_dice(std::vector<Trainee>& trainees) {
  PageScores scored(trainees.size());
  for (std::size_t i = 0; i < trainees.size(); ++i) {
    if (trainees[i].article.bytes >= kMinTargetBytes) scored[i] = score_containers(trainees[i]);
  }
  const std::unordered_map<std::uint64_t, double> consensus = consensus_of(trainees, scored);
  std::vector<RuleVote> votes;
  for (std::size_t i = 0; i < trainees.size(); ++i) {
    const Best best = best_container(trainees[i], scored[i], consensus);
    if (best.node == HtmlDocument::kNone) continue;
    votes.push_back({PathRule::for_node(trainees[i].page->doc(), best.node), "", best.score});
  }
  return count_votes("article", votes, 6);
}

std::vector<FieldRule> learn_article(std::vector<Trainee>& trainees) {
  std::vector<RuleVote> votes = full_votes(trainees);
  if (votes.empty()) votes = excerpt_votes(trainees);
  return count_votes("article", votes, 6);
}

}  // namespace bfa
