// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "bfa/html/document.h"
#include "bfa/text/utf8.h"
#include "extract/comments/comment_structure.h"
#include "extract/fields/bylines.h"
#include "extract/learn/training.h"
#include "extract/page/rule_hash.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMinTargetBytes = 40;   // shorter texts (photo posts) do not vote
constexpr double kFullScore = 0.75;             // a feed text this similar to a node is the whole article
constexpr double kEqualScore = 0.97;            // of the best: as good as equal
constexpr double kExcerptScore = 0.5;           // of votes that a feed of excerpts supports
constexpr double kPartShare = 0.25;             // of a place's text: that further parts of an article have
constexpr std::uint32_t kDatedLineBytes = 140;  // of a line that says when something was written
constexpr std::uint32_t kSignsOfComments = 2;   // that are enough to leave them out here
constexpr double kFullShare = 0.25;  // of the pages that must be full for the feed to count as full

// Ends like a truncated text: "...", an ellipsis, "[...]".
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

std::vector<Scored> score_containers(const TrainingExample& example) {
  std::vector<Scored> scored;
  const PageIndex& page = *example.page;
  const DiceTarget targets[] = {example.article};
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (is_container(page.tag(n)) && n != 0) scored.push_back({n, score});
  });
  return scored;
}

// Mean score of each rule over all pages. The score of a rule on a page is that of its best node
// (refine_rule.h may choose among several), and 0 on a page without a match.
std::unordered_map<std::uint64_t, double> consensus_of(const std::vector<TrainingExample>& examples,
                                                       const std::vector<std::vector<Scored>>& scored) {
  std::unordered_map<std::uint64_t, double> sums;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    std::unordered_map<std::uint64_t, double> best;
    for (const Scored& s : scored[i]) {
      double& score = best[examples[i].keys[s.node]];
      score = std::max(score, s.score);
    }
    for (const auto& [key, score] : best) sums[key] += score;
  }
  return sums;
}

// The best container. Of nearly equal ones on this page, the one whose rule has the best score on all pages;
// then one with a rule by id or class, then the deepest, then the first.
Best best_container(const TrainingExample& example, const std::vector<Scored>& scored,
                    const std::unordered_map<std::uint64_t, double>& consensus) {
  const PageIndex& page = *example.page;
  double top = 0;
  for (const Scored& s : scored) top = std::max(top, s.score);
  Best best;
  std::tuple<double, bool, std::uint32_t> best_rank;
  for (const Scored& s : scored) {
    if (s.score < top * kEqualScore) continue;
    const auto found = consensus.find(example.keys[s.node]);
    const std::tuple rank{found == consensus.end() ? 0.0 : found->second, has_own_rule(page.doc(), s.node),
                          page.doc().depth(s.node)};
    if (best.node == HtmlDocument::kNone || rank > best_rank || (rank == best_rank && s.node < best.node)) {
      best = {s.node, s.score};
      best_rank = rank;
    }
  }
  return best;
}

// Where an excerpt is: the element that is most like it.
NodeId seed_of(const TrainingExample& example) {
  const PageIndex& page = *example.page;
  NodeId best = HtmlDocument::kNone;
  double best_score = 0;
  const DiceTarget targets[] = {example.article};
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

// The number of pages that have each block of text.
BlockCounts count_blocks(const std::vector<TrainingExample>& examples) {
  BlockCounts counts;
  std::unordered_set<std::uint64_t> here;
  for (const TrainingExample& example : examples) {
    here.clear();
    for (const TextBlock& block : example.page->blocks()) {
      if (here.insert(block.hash).second) ++counts[block.hash];
    }
  }
  return counts;
}

// Text that is on at least three of the pages is the blog's, not the article's.
RemovalMask repeated_blocks_of(const PageIndex& page, const BlockCounts& counts) {
  RemovalMask cut(page.size(), 0);
  for (const TextBlock& block : page.blocks()) {
    const auto found = counts.find(block.hash);
    if (found == counts.end() || found->second < 3) continue;
    for (NodeId n = block.first; n <= block.last; ++n) cut[n] = 1;
  }
  return cut;
}

// True when two elements have the same rules, and so have their ancestors below the common one.
bool are_placed_alike(const TrainingExample& example, NodeId a, NodeId b) {
  const PageIndex& page = *example.page;
  if (page.doc().depth(a) != page.doc().depth(b)) return false;
  for (; a != b; a = page.parent(a), b = page.parent(b)) {
    if (example.keys[a] != example.keys[b]) return false;
  }
  return true;
}

// True when a short line of the element states a day: a comment has one, a part of an article seldom.
bool states_a_day(const TrainingExample& example, NodeId n) {
  const PageIndex& page = *example.page;
  for (NodeId at = n; at < page.end(n); ++at) {
    if (page.tag(at) != Tag::kText || page.text_bytes(at) == 0) continue;
    const std::string_view text = page.doc().text(at);
    if (text.size() > kDatedLineBytes || !has_digit(text)) continue;
    if (stated_day(collapse_space(text), {}, example.input->captured)) return true;
  }
  return false;
}

// True when the node's rule finds further nodes behind it, in the same position, that do not belong to other
// parts of the page, and these have much text. Then it matches a part of the article (a paragraph, a cell),
// and the feed gives only the first. If a page uses few names for everything, elements with the same name
// elsewhere are not evidence. Comments in the same kind of cells are not evidence.
bool is_one_of_many(const TrainingExample& example, NodeId node) {
  const PageIndex& page = *example.page;
  std::uint64_t bytes = 0;
  for (NodeId n = page.doc().end(node); n < page.doc().end(page.body()); ++n) {
    if (example.keys[n] != example.keys[node] || (page.zones(n) & kAwayZones)) continue;
    if (2 * page.link_bytes(n) > page.text_bytes(n) || page.text_bytes(n) == 0) continue;
    if (!are_placed_alike(example, n, node)) continue;
    if (states_a_day(example, n)) return false;
    bytes += page.text_bytes(n);
    n = page.doc().end(n) - 1;
  }
  return kPartShare * static_cast<double>(page.text_bytes(node)) < static_cast<double>(bytes);
}

// True when the page has another place, apart from `node`, with at least twice its running text: then the
// feed gives the text of a separate box above the article.
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
std::vector<RuleVote> full_votes(std::vector<TrainingExample>& examples) {
  PageScores scored(examples.size());
  std::size_t usable = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (examples[i].article.bytes < kMinTargetBytes) continue;
    ++usable;
    scored[i] = score_containers(examples[i]);
  }
  const std::unordered_map<std::uint64_t, double> consensus = consensus_of(examples, scored);
  std::vector<RuleVote> votes;
  std::size_t full = 0;
  std::size_t parts = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    TrainingExample& example = examples[i];
    const PageIndex& page = *example.page;
    const Best best = best_container(example, scored[i], consensus);
    if (best.node == HtmlDocument::kNone || example.cut_short || best.score < kFullScore) continue;
    const std::uint32_t bytes = page.text_bytes(best.node);
    if (example.article.bytes * 10 < bytes * 6 || bytes * 10 < example.article.bytes * 6) continue;
    ++full;
    if (is_one_of_many(example, best.node) || is_apart_from_article(page, best.node)) {
      ++parts;
      continue;
    }
    example.node = best.node;
    votes.push_back({PathRule::for_node(page.doc(), best.node), "", best.score});
  }
  const bool is_full =
      full > 0 && 2 * parts < full && static_cast<double>(full) >= kFullShare * static_cast<double>(usable);
  if (!is_full) votes.clear();
  return votes;
}

// Comments behind the excerpt's place are not of the article, whatever element is around both.
void cut_comments(const TrainingExample& example, NodeId seed, RemovalMask& cut) {
  CommentSearch search;
  search.article = seed;
  search.now = example.input->captured;
  search.page_url = &example.input->url;
  search.enough = kSignsOfComments;
  const CommentItems found = find_comments_by_structure(*example.page, search);
  if (found.items.empty()) return;
  std::fill(cut.begin() + std::min(found.discussion, found.items.front().begin),
            cut.begin() + found.items.back().end, std::uint8_t{1});
}

// Where the article of an excerpt is: grown from the excerpt's place, or, when that is a separate box, the
// place that reads like an article.
NodeId grown_article(const TrainingExample& example, const ContentMass& mass, NodeId seed) {
  const PageIndex& page = *example.page;
  const NodeId guess = find_article(page, mass);
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

std::vector<RuleVote> excerpt_votes(std::vector<TrainingExample>& examples) {
  PageScores scored(examples.size());
  const BlockCounts counts = count_blocks(examples);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const PageIndex& page = *examples[i].page;
    RemovalMask cut = repeated_blocks_of(page, counts);
    const NodeId seed =
        examples[i].article.bytes >= kMinTargetBytes ? seed_of(examples[i]) : HtmlDocument::kNone;
    if (seed != HtmlDocument::kNone) cut_comments(examples[i], seed, cut);
    const ContentMass mass(page, cut);
    const NodeId node = grown_article(examples[i], mass, seed);
    if (node != HtmlDocument::kNone) scored[i] = score_by_mass(page, mass, node);
  }
  const std::unordered_map<std::uint64_t, double> consensus = consensus_of(examples, scored);
  std::vector<RuleVote> votes;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Best best = best_container(examples[i], scored[i], consensus);
    if (best.node == HtmlDocument::kNone) continue;
    examples[i].node = best.node;
    votes.push_back({PathRule::for_node(examples[i].page->doc(), best.node), "", kExcerptScore});
  }
  return votes;
}

}  // namespace

std::vector<TrainingExample> make_examples(const std::vector<TrainingPage>& pages, PageIndexes& indexes) {
  std::vector<TrainingExample> out;
  for (const TrainingPage& input : pages) {
    if (input.doc == nullptr || input.entry == nullptr) continue;
    TrainingExample example;
    example.input = &input;
    example.page = &indexes.of(*input.doc);
    example.facts = read_facts(*example.page);
    example.keys = rule_hashes(*example.page);
    const std::string& html = input.entry->content.empty() ? input.entry->summary : input.entry->content;
    Findings findings;
    Result<HtmlDocument> fragment = HtmlDocument::parse(html, findings);
    if (fragment) {
      const PageIndex index(*fragment, BlockHashes::kMade);
      example.article = make_target(index);
      example.article.whole_page_scale = true;
      example.text = line_of(index, 0);
      for (const TextBlock& block : index.blocks()) example.lines.push_back(block.hash);
      std::sort(example.lines.begin(), example.lines.end());
      example.cut_short = ends_cut_short(example.text);
    }
    out.push_back(std::move(example));
  }
  std::stable_sort(out.begin(), out.end(), [](const TrainingExample& a, const TrainingExample& b) {
    return a.input->capture < b.input->capture;
  });
  return out;
}

std::vector<FieldRule> learn_article_by_dice(std::vector<TrainingExample>& examples) {
  PageScores scored(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (examples[i].article.bytes >= kMinTargetBytes) scored[i] = score_containers(examples[i]);
  }
  const std::unordered_map<std::uint64_t, double> consensus = consensus_of(examples, scored);
  std::vector<RuleVote> votes;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Best best = best_container(examples[i], scored[i], consensus);
    if (best.node == HtmlDocument::kNone) continue;
    votes.push_back({PathRule::for_node(examples[i].page->doc(), best.node), "", best.score});
  }
  return count_votes("article", votes, 6);
}

std::vector<FieldRule> learn_article(std::vector<TrainingExample>& examples) {
  std::vector<RuleVote> votes = full_votes(examples);
  if (votes.empty()) votes = excerpt_votes(examples);
  return count_votes("article", votes, 6);
}

}  // namespace bfa
