// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/evidence.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "extract/learn/dice.h"
#include "extract/page/content_mass.h"
#include "extract/rules/article_place.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr double kClear = 0.1;  // with a smaller difference of evidence the order of methods decides
constexpr double kSame = 0.9;   // overlap of places that count as the same
constexpr std::size_t kRulesPerMethod = 2;  // except for the first method, all of whose rules are kept
constexpr double kMinSupport = 0.1;         // of the voting pages: rules below it are noise

using BlockCounts = std::unordered_map<std::uint64_t, std::uint32_t>;

// On how many of the pages each block of text is.
BlockCounts count_blocks(const LearningSet& set) {
  BlockCounts counts;
  std::unordered_set<std::uint64_t> here;
  const auto add = [&](const PageIndex& page) {
    here.clear();
    for (const TextBlock& block : page.blocks()) {
      if (here.insert(block.hash).second) ++counts[block.hash];
    }
  };
  for (const TrainingExample& example : set.examples) add(*example.page);
  for (const PageIndex* page : set.others) add(*page);
  return counts;
}

// Share of the text in `node` that is on at most one further page.
double unique_share(const PageIndex& page, NodeId node, const BlockCounts& counts) {
  std::uint64_t all = 0;
  std::uint64_t unique = 0;
  for (std::uint32_t i = page.first_block(node); i < page.end_block(node); ++i) {
    const TextBlock& block = page.blocks()[i];
    all += block.bytes;
    const auto found = counts.find(block.hash);
    if (found == counts.end() || found->second <= 2) unique += block.bytes;
  }
  return all == 0 ? 0 : static_cast<double>(unique) / static_cast<double>(all);
}

// The feed's evidence: the similarity of the place's text to the entry's; for a truncated entry, the share
// of the entry that the place contains.
double feed_likeness(const TrainingExample& example, NodeId node) {
  if (example.article.pairs == 0) return 0;
  const BigramSet set = pairs_of(*example.page, node);
  const auto both = static_cast<double>(BigramSet::intersection_size(set, example.article.bigrams));
  const auto wanted = static_cast<double>(example.article.pairs);
  return example.cut_short ? both / wanted : 2 * both / (wanted + static_cast<double>(set.size()));
}

// A rule among others, with where it finds the article on each training page.
struct Contender {
  FieldRule rule;
  std::string refined;     // tried before it; may be empty
  std::size_t method = 0;  // index into the votes
  std::vector<NodeId> places;
  double evidence = 0;
};

std::vector<Contender> contenders_of(const LearningSet& set, const std::vector<MethodRules>& votes) {
  std::vector<Contender> out;
  for (std::size_t m = 0; m < votes.size(); ++m) {
    std::size_t taken = 0;
    for (std::size_t r = 0; r < votes[m].rules.size(); ++r) {
      const FieldRule& rule = votes[m].rules[r];
      if (rule.field != "article" || rule.support < kMinSupport * rule.pages) continue;
      if (m > 0 && taken++ == kRulesPerMethod) break;
      Contender one{rule, r < votes[m].refined.size() ? votes[m].refined[r] : "", m, {}, 0};
      one.places.reserve(set.examples.size());
      FieldRule refined = rule;
      refined.xpath = one.refined;
      for (const TrainingExample& example : set.examples) {
        NodeId node = HtmlDocument::kNone;
        if (!one.refined.empty()) node = article_by_rule(refined, *example.page).node;
        if (node == HtmlDocument::kNone) node = article_by_rule(rule, *example.page).node;
        one.places.push_back(node);
      }
      out.push_back(std::move(one));
    }
  }
  return out;
}

// The places of each method's winner.
std::vector<const std::vector<NodeId>*> winners_of(const std::vector<Contender>& all, std::size_t methods) {
  std::vector<const std::vector<NodeId>*> winners(methods, nullptr);
  for (const Contender& one : all) {
    if (winners[one.method] == nullptr) winners[one.method] = &one.places;
  }
  return winners;
}

double agreement(const PageIndex& page, NodeId node, std::size_t own, std::size_t at,
                 const std::vector<const std::vector<NodeId>*>& winners) {
  double sum = 0;
  std::size_t asked = 0;
  for (std::size_t m = 0; m < winners.size(); ++m) {
    if (m == own || winners[m] == nullptr) continue;
    ++asked;
    sum += place_overlap(page, node, (*winners[m])[at]);
  }
  return asked == 0 ? 0.5 : sum / static_cast<double>(asked);
}

void weigh(const LearningSet& set, std::size_t methods, const EvidenceWeights& weights,
           std::vector<Contender>& all) {
  const BlockCounts counts = count_blocks(set);
  const std::vector<const std::vector<NodeId>*> winners = winners_of(all, methods);
  const double total = weights.methods + weights.running + weights.unique + weights.feed;
  for (std::size_t i = 0; i < set.examples.size(); ++i) {
    const TrainingExample& example = set.examples[i];
    const PageIndex& page = *example.page;
    const ContentMass mass(page, {});
    const NodeId guess = find_article(page, mass);
    std::unordered_map<NodeId, double> known;  // what does not depend on the method
    for (Contender& one : all) {
      const NodeId node = one.places[i];
      if (node == HtmlDocument::kNone) continue;
      const auto [at, fresh] = known.try_emplace(node, 0);
      if (fresh) {
        at->second = weights.running * place_overlap(page, node, guess) +
                     weights.unique * unique_share(page, node, counts) +
                     weights.feed * feed_likeness(example, node);
      }
      one.evidence += (at->second + weights.methods * agreement(page, node, one.method, i, winners)) / total;
    }
  }
  for (Contender& one : all) one.evidence /= static_cast<double>(set.examples.size());
}

// Whether two rules find the same places on most pages where the first finds any.
bool same_places(const LearningSet& set, const std::vector<NodeId>& a, const std::vector<NodeId>& b) {
  std::size_t found = 0;
  std::size_t same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == HtmlDocument::kNone) continue;
    ++found;
    if (a[i] == b[i] || place_overlap(*set.examples[i].page, a[i], b[i]) > kSame) ++same;
  }
  return found > 0 && 10 * same >= 9 * found;
}

// Whether the second finds the same as the first on each page where the first finds anything.
bool names_same(const std::vector<NodeId>& a, const std::vector<NodeId>& b) {
  bool any = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == HtmlDocument::kNone) continue;
    if (a[i] != b[i]) return false;
    any = true;
  }
  return any;
}

std::string agreeing_methods(const LearningSet& set, const Contender& rule,
                             const std::vector<const std::vector<NodeId>*>& winners,
                             const std::vector<MethodRules>& votes) {
  std::string out = votes[rule.method].method;
  for (std::size_t m = 0; m < winners.size(); ++m) {
    if (m != rule.method && winners[m] != nullptr && same_places(set, rule.places, *winners[m]))
      out += "+" + votes[m].method;
  }
  return out;
}

}  // namespace

double place_overlap(const PageIndex& page, NodeId a, NodeId b) {
  if (a == HtmlDocument::kNone || b == HtmlDocument::kNone) return 0;
  if (a == b) return 1;
  if (page.doc().contains(b, a)) std::swap(a, b);
  if (!page.doc().contains(a, b)) return 0;
  const std::uint32_t outer = page.text_bytes(a);
  return outer == 0 ? 1 : static_cast<double>(page.text_bytes(b)) / outer;
}

double share_of_running_text(const PageIndex& page, NodeId node, const RemovalMask& cut) {
  constexpr std::uint32_t kScrapBytes = 24;
  std::uint64_t inside = 0;
  std::uint64_t all = 0;
  const std::uint32_t first = page.first_block(node);
  const std::uint32_t end = page.end_block(node);
  for (std::uint32_t i = 0; i < page.blocks().size(); ++i) {
    const TextBlock& block = page.blocks()[i];
    const bool own = i >= first && i < end;
    if (!own && ((block.zones & (kAwayZones | kZoneHeading)) || cut[block.first] != 0 ||
                 block.bytes < kScrapBytes || 2 * block.link_bytes > block.bytes)) {
      continue;
    }
    all += block.bytes;
    if (own) inside += block.bytes;
  }
  return all == 0 ? 1 : static_cast<double>(inside) / static_cast<double>(all);
}

double confidence_of(const FieldRule* rule, double share_of_running) {
  constexpr double kGuess = 0.45;  // of a place that no rule found
  return (rule == nullptr ? kGuess : rule->score) * std::min(1.0, 0.2 + share_of_running);
}

std::vector<FieldRule> rank_by_evidence(const LearningSet& set, const std::vector<MethodRules>& votes,
                                        const EvidenceWeights& weights) {
  std::vector<Contender> all = contenders_of(set, votes);
  if (all.empty() || set.examples.empty()) return {};
  weigh(set, votes.size(), weights, all);
  const auto best = std::max_element(
      all.begin(), all.end(), [](const Contender& a, const Contender& b) { return a.evidence < b.evidence; });
  if (best != all.begin() && best->evidence > all.front().evidence + kClear)
    std::rotate(all.begin(), best, best + 1);
  const std::vector<const std::vector<NodeId>*> winners = winners_of(all, votes.size());
  std::vector<FieldRule> out;
  for (const Contender& one : all) {
    // Further rules of other methods only describe the winner's places in another way.
    const bool kept = &one == &all.front() || one.method == 0 || names_same(all.front().places, one.places);
    const bool known = std::any_of(out.begin(), out.end(),
                                   [&](const FieldRule& rule) { return rule.xpath == one.rule.xpath; });
    if (!kept || known) continue;
    FieldRule& rule = out.emplace_back(one.rule);
    rule.score = one.evidence;
    rule.method = agreeing_methods(set, one, winners, votes);
    rule.pages = static_cast<std::uint32_t>(set.examples.size());
    rule.support = rule.pages - static_cast<std::uint32_t>(
                                    std::count(one.places.begin(), one.places.end(), HtmlDocument::kNone));
    if (one.refined.empty()) continue;
    FieldRule refined = rule;
    refined.xpath = one.refined;
    out.insert(out.end() - 1, std::move(refined));
  }
  return out;
}

}  // namespace bfa
