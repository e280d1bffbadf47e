// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/modified_rule.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "bfa/text/prose_date.h"
#include "extract/fields/bylines.h"
#include "extract/fields/modified_date.h"

namespace bfa {
namespace {

constexpr std::uint32_t kMinPages = 3;
constexpr double kNearlyAll = 0.8;
constexpr auto kOneBuild = std::chrono::hours(24);

// Whether most of the times lie within one day: no author changes all posts at once.
bool is_one_build(std::vector<UtcTime> times) {
  if (times.size() < kMinPages) return false;
  std::sort(times.begin(), times.end());
  std::size_t most = 0;
  for (std::size_t begin = 0, end = 0; begin < times.size(); ++begin) {
    while (end < times.size() && times[end] - times[begin] < kOneBuild) ++end;
    most = std::max(most, end - begin);
  }
  return 2 * most > times.size();
}

// The times of change that the pages have at one place.
struct Votes {
  std::uint32_t pages = 0, support = 0;  // with a value; with one that is not before the publication
  std::vector<UtcTime> later;

  void note(const std::optional<Timestamp>& time, const Timestamp& published) {
    if (!time) return;
    ++pages;
    if (is_later(published, *time)) return;
    ++support;
    if (is_later(*time, published)) later.push_back(time->utc);
  }
  bool holds() const { return support >= kMinPages && support >= kNearlyAll * pages && !is_one_build(later); }
};

FieldRule make_rule(const char* xpath, const char* attribute, const Votes& votes, const char* method) {
  FieldRule rule;
  rule.field = "modified";
  rule.xpath = xpath;
  rule.attribute = attribute;
  rule.support = votes.support;
  rule.pages = votes.pages;
  rule.score = static_cast<double>(votes.support) / votes.pages;
  rule.method = method;
  return rule;
}

std::optional<Timestamp> published_on(const TrainingExample& example) {
  return example.input->entry == nullptr ? std::nullopt : example.input->entry->published;
}

}  // namespace

std::vector<FieldRule> learn_modified(const std::vector<TrainingExample>& examples,
                                      const std::string& language) {
  std::vector<FieldRule> out;
  for (const ModifiedPlace& place : modified_places()) {
    Votes votes;
    for (const TrainingExample& example : examples) {
      const std::optional<Timestamp> published = published_on(example);
      if (!published) continue;
      const std::string text = place.read(*example.page, example.facts, example.node);
      if (!text.empty()) votes.note(read_date(text, language, example.input->captured), *published);
    }
    if (votes.holds()) out.push_back(make_rule(place.xpath, place.attribute, votes, "page"));
  }
  Votes votes;
  for (const TrainingExample& example : examples) {
    if (const auto published = published_on(example)) votes.note(example.input->entry->updated, *published);
  }
  if (votes.holds()) out.push_back(make_rule(kModifiedEntryPath, "", votes, "feed"));
  return out;
}

}  // namespace bfa
