// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "bylines.h"
#include "training.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr double kMinAuthorScore = 0.7;
constexpr double kMinDateScore = 0.6;

struct Candidate {
  NodeId node = HtmlDocument::kNone;
  std::string attribute;
  double score = 0;
};

double by_distance(const Trainee& trainee, NodeId n, double similarity) {
  if (trainee.node == HtmlDocument::kNone) return similarity;
  return similarity / (1.0 + tree_distance(trainee.page->doc(), n, trainee.node));
}

// Higher score, then the earlier node.
void keep_better(Candidate& best, Candidate candidate) {
  const bool better = candidate.score > best.score ||
                      (candidate.score == best.score && best.node != HtmlDocument::kNone &&
                       best.attribute.empty() && !candidate.attribute.empty() && candidate.node == best.node);
  if (better) best = std::move(candidate);
}

// True when `day` is the day of `time` somewhere on earth.
bool same_day(const Timestamp& time, const Timestamp& day) {
  if (day.precision < TimePrecision::kDay) return false;
  const auto difference = time.utc - day.utc;
  if (time.precision == TimePrecision::kInstant && day.precision == TimePrecision::kInstant) {
    return difference < std::chrono::hours(1) && difference > -std::chrono::hours(1);
  }
  const auto gap =
      std::chrono::floor<std::chrono::days>(time.utc) - std::chrono::floor<std::chrono::days>(day.utc);
  if (gap == std::chrono::days(0)) return true;
  const auto hour = time.utc - std::chrono::floor<std::chrono::days>(time.utc);
  return (gap == std::chrono::days(1) && hour < std::chrono::hours(12)) ||
         (gap == std::chrono::days(-1) && hour > std::chrono::hours(10));
}

std::vector<std::pair<std::string_view, std::string_view>> machine_dates(const PageIndex& page, NodeId n) {
  std::vector<std::pair<std::string_view, std::string_view>> out;
  for (const HtmlAttribute& attribute : page.doc().attributes(n)) {
    const bool dated =
        attribute.name == "datetime" || attribute.name == "title" || attribute.name == "content";
    if (dated && attribute.value.size() >= 8 && attribute.value.size() <= 40 && attribute.value[0] >= '0' &&
        attribute.value[0] <= '9') {
      out.emplace_back(attribute.name, attribute.value);
    }
  }
  return out;
}

bool in_foreign_zone(const PageIndex& page, NodeId n) {
  return (page.zones(n) & (kZoneIgnored | kZoneComments | kZoneRelated | kZoneSide)) != 0;
}

Candidate best_date(const Trainee& trainee, const Timestamp& published, const std::string& language) {
  const PageIndex& page = *trainee.page;
  Candidate best;
  for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
    if (page.tag(n) == Tag::kText || in_foreign_zone(page, n)) continue;
    for (const auto& [name, value] : machine_dates(page, n)) {
      const Result<Timestamp> date = parse_timestamp(value);
      if (!date || !same_day(published, *date)) continue;
      keep_better(best, {n, std::string(name), by_distance(trainee, n, 1.0)});
    }
  }
  std::vector<DiceTarget> targets;
  for (const std::string& rendering : date_renderings(published, language)) {
    targets.push_back(make_target(rendering));
  }
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (score < kMinDateScore || in_foreign_zone(page, n)) return;
    score = by_distance(trainee, n, score);
    if (score <= best.score) return;
    const std::optional<ProseDate> date =
        find_prose_date(line_of(page, n), language, trainee.input->captured);
    if (!date || !same_day(published, date->time)) return;
    keep_better(best, {n, "", score});
  });
  return best;
}

}  // namespace

std::vector<FieldRule> learn_author(const std::vector<Trainee>& trainees) {
  std::vector<RuleVote> votes;
  for (const Trainee& trainee : trainees) {
    if (trainee.input->entry->authors.empty()) continue;
    const PageIndex& page = *trainee.page;
    const DiceTarget targets[] = {make_target(trainee.input->entry->authors.front())};
    Candidate best;
    score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
      if (score < kMinAuthorScore || in_foreign_zone(page, n)) return;
      score = by_distance(trainee, n, score);
      if (score > best.score) best = {n, "", score};
    });
    if (best.node == HtmlDocument::kNone) continue;
    votes.push_back({PathRule::for_node(page.doc(), best.node), "", best.score});
  }
  return count_votes("author", votes);
}

std::vector<FieldRule> learn_date(const std::vector<Trainee>& trainees, const std::string& language) {
  std::vector<RuleVote> votes;
  for (const Trainee& trainee : trainees) {
    const FeedEntry& entry = *trainee.input->entry;
    if (!entry.published) continue;
    Candidate best = best_date(trainee, *entry.published, language);
    if (best.node == HtmlDocument::kNone) continue;
    votes.push_back({PathRule::for_node(trainee.page->doc(), best.node), best.attribute, best.score});
  }
  return count_votes("date", votes);
}

}  // namespace bfa
