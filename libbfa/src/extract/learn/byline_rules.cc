// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/fields/bylines.h"
#include "extract/learn/training.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr double kMinAuthorScore = 0.7;
constexpr double kMinDateScore = 0.6;

double by_distance(const TrainingExample& example, NodeId n, double similarity) {
  if (example.node == HtmlDocument::kNone) return similarity;
  return similarity / (1.0 + tree_distance(example.page->doc(), n, example.node));
}

// Best first; machine-readable values before prose, then earlier nodes.
void rank(std::vector<FieldPlace>& places) {
  std::stable_sort(places.begin(), places.end(), [](const FieldPlace& a, const FieldPlace& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.attribute.empty() != b.attribute.empty()) return b.attribute.empty();
    return a.node < b.node;
  });
}

// True when `day` is the day of `time` somewhere on earth.
bool same_day(const Timestamp& time, const Timestamp& day) {
  if (day.precision < TimePrecision::kDay) return false;
  const auto difference = time.utc - day.utc;
  if (time.precision == TimePrecision::kInstant && day.precision == TimePrecision::kInstant) {
    return difference < std::chrono::hours(1) && difference > -std::chrono::hours(1);
  }
  const auto gap = std::chrono::floor<std::chrono::days>(time.civil()) -
                   std::chrono::floor<std::chrono::days>(day.civil());
  if (gap == std::chrono::days(0)) return true;
  const auto hour = time.civil() - std::chrono::floor<std::chrono::days>(time.civil());
  return (gap == std::chrono::days(1) && hour < std::chrono::hours(12)) ||
         (gap == std::chrono::days(-1) && hour > std::chrono::hours(10));
}

std::vector<std::pair<std::string_view, std::string_view>> machine_dates(const PageIndex& page, NodeId n) {
  std::vector<std::pair<std::string_view, std::string_view>> out;
  for (const HtmlAttribute& attribute : page.doc().attributes(n)) {
    const bool dated =
        attribute.name == "datetime" || attribute.name == "title" || attribute.name == "content";
    if (dated && attribute.value.size() >= 8 && attribute.value.size() <= 40 &&
        is_digit(attribute.value[0])) {
      out.emplace_back(attribute.name, attribute.value);
    }
  }
  return out;
}

std::vector<FieldPlace> date_places(const TrainingExample& example, const Timestamp& published,
                                    const std::string& language) {
  const PageIndex& page = *example.page;
  std::vector<FieldPlace> places;
  for (NodeId n = page.body(); n < page.doc().end(page.body()); ++n) {
    if (page.tag(n) == Tag::kText || belongs_elsewhere(page, n, example.node)) continue;
    for (const auto& [name, value] : machine_dates(page, n)) {
      const Result<Timestamp> date = parse_timestamp(value);
      if (!date || !same_day(published, *date)) continue;
      // A machine-readable value is exact: it counts as much as prose at a quarter of the distance.
      places.push_back({n, std::string(name), by_distance(example, n, 4.0)});
    }
  }
  std::vector<DiceTarget> targets;
  for (const std::string& rendering : date_renderings(published, language)) {
    targets.push_back(make_target(rendering));
  }
  NodeId last = HtmlDocument::kNone;  // the last node that was read, and the result
  bool dated = false;
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (score < kMinDateScore || belongs_elsewhere(page, n, example.node)) return;
    if (n != last) {
      last = n;
      const std::optional<ProseDate> date =
          find_prose_date(line_of(page, n), language, example.input->captured);
      dated = date && same_day(published, date->time);
    }
    if (dated) places.push_back({n, "", by_distance(example, n, score)});
  });
  rank(places);
  return places;
}

std::vector<FieldPlace> author_places(const TrainingExample& example) {
  const PageIndex& page = *example.page;
  const std::string& author = example.input->entry->authors.front();
  const DiceTarget targets[] = {make_target(author)};
  std::vector<FieldPlace> exact, like;
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (score < kMinAuthorScore || belongs_elsewhere(page, n, example.node)) return;
    const bool same = fold_case(clean_author(line_of(page, n))) == fold_case(collapse_space(author));
    (same ? exact : like).push_back({n, "", by_distance(example, n, score)});
  });
  // "About Ada Fox" may be nearer to the article than "Ada Fox", and is not her name.
  std::vector<FieldPlace>& places = exact.empty() ? like : exact;
  rank(places);
  return std::move(places);
}

}  // namespace

bool is_author_place(std::size_t found, std::size_t signed_posts) {
  return 2 * found >= signed_posts;
}

std::vector<FieldRule> learn_author(const std::vector<TrainingExample>& examples) {
  std::vector<RuleVote> votes;
  std::size_t signed_posts = 0;
  for (const TrainingExample& example : examples) {
    if (example.input->entry->authors.empty()) continue;
    ++signed_posts;
    std::optional<RuleVote> vote = vote_for(example, "author", author_places(example));
    if (vote) votes.push_back(std::move(*vote));
  }
  std::vector<FieldRule> rules = count_votes("author", votes);
  if (!is_author_place(votes.size(), signed_posts)) rules.clear();
  return rules;
}

std::vector<FieldRule> learn_date(const std::vector<TrainingExample>& examples, const std::string& language) {
  std::vector<RuleVote> votes;
  for (const TrainingExample& example : examples) {
    const FeedEntry& entry = *example.input->entry;
    if (!entry.published) continue;
    std::optional<RuleVote> vote =
        vote_for(example, "date", date_places(example, *entry.published, language));
    if (vote) votes.push_back(std::move(*vote));
  }
  return count_votes("date", votes);
}

}  // namespace bfa
