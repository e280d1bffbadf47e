// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/fields/byline_lines.h"
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
    const bool dated = attribute.name == "datetime" || attribute.name == "title" ||
                       attribute.name == "content" || attribute.name.starts_with("data-");
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

// The element that has the line and nothing else; kNone for text between other lines.
NodeId holder_of(const PageIndex& page, const TextBlock& line) {
  NodeId n = page.parent(line.first);
  while (!page.contains(n, line.last)) n = page.parent(n);
  return page.text_bytes(n) == line.bytes ? n : HtmlDocument::kNone;
}

// "Posted by Ann Rye at 5:04 | Comments (2)": lines that sign the post, with other words.
std::vector<FieldPlace> signing_places(const TrainingExample& example, const std::string& author,
                                       const std::string& language) {
  const PageIndex& page = *example.page;
  std::vector<FieldPlace> places;
  for (const TextBlock& block : page.blocks()) {
    if (!may_sign(page, block, example.node)) continue;
    const NodeId n = holder_of(page, block);
    if (n == HtmlDocument::kNone) continue;
    const std::string line = line_of(page, n);
    const std::size_t at = find_name(line, author);
    if (at == std::string::npos) continue;
    // "Ann" is not the whole name in "Ann Rye".
    const std::string name =
        leading_name(std::string_view(line).substr(at), language, example.input->captured);
    if (fold_case(name) != fold_case(author)) continue;
    places.push_back({n, "", by_distance(example, n, static_cast<double>(author.size()) / block.bytes)});
  }
  return places;
}

std::vector<FieldPlace> author_places(const TrainingExample& example, const std::string& language) {
  const PageIndex& page = *example.page;
  const std::string& author = example.input->entry->authors.front();
  const DiceTarget targets[] = {make_target(author)};
  std::vector<FieldPlace> exact, like;
  score_nodes(page, targets, [&](NodeId n, std::size_t, double score) {
    if (score < kMinAuthorScore || belongs_elsewhere(page, n, example.node)) return;
    if (is_in_prose(page, n, example.node)) return;
    const bool same = fold_case(clean_author(line_of(page, n))) == fold_case(collapse_space(author));
    (same ? exact : like).push_back({n, "", by_distance(example, n, score)});
  });
  // "About Ada Fox" may be nearer to the article than "Ada Fox", and is not her name.
  if (exact.empty() && like.empty()) like = signing_places(example, author, language);
  std::vector<FieldPlace>& places = exact.empty() ? like : exact;
  rank(places);
  return std::move(places);
}

// The text that all lines have around the names, without numbers: days differ.
class FrameOfNames {
 public:
  void note(std::string_view before, std::string_view behind) {
    if (const std::size_t digit = before.find_last_of("0123456789"); digit != std::string_view::npos)
      before.remove_prefix(digit + 1);
    // The first word is enough to find the end of a name, and the second may be a month.
    const std::size_t begin = std::min(behind.find_first_not_of(' '), behind.size());
    behind = behind.substr(0, std::min(behind.find(' ', begin), behind.size() - 1) + 1);
    if (pages_++ == 0) {
      prefix_ = before;
      suffix_ = behind;
      return;
    }
    while (!before.ends_with(prefix_)) prefix_.erase(0, 1);
    while (!behind.starts_with(suffix_)) suffix_.pop_back();
  }
  void put(FieldRule& rule) const {
    if (pages_ < 2) return;
    rule.prefix = prefix_.find_first_not_of(' ') == std::string::npos ? "" : prefix_;
    rule.suffix = suffix_.find_first_not_of(' ') == std::string::npos ? "" : suffix_;
  }

 private:
  std::size_t pages_ = 0;
  std::string prefix_, suffix_;
};

// Gives the rule the frame of its lines if most of them have more than the name. False: the rule does not
// give the names.
bool frame_names(const std::vector<TrainingExample>& examples, FieldRule& rule) {
  FrameOfNames frame;
  std::vector<std::pair<std::string, std::string>> lines;  // with the name
  std::size_t bare = 0;
  for (const TrainingExample& example : examples) {
    if (example.input->entry->authors.empty()) continue;
    const std::string& author = example.input->entry->authors.front();
    const NodeId n = nearest_match(*example.page, rule, example.node);
    if (n == HtmlDocument::kNone) continue;
    std::string line = collapse_space(rule_value(*example.page, rule, n));
    if (fold_case(clean_author(line)) == fold_case(collapse_space(author))) ++bare;
    const std::size_t at = find_name(line, author);
    if (at == std::string::npos) continue;
    frame.note(std::string_view(line).substr(0, at), std::string_view(line).substr(at + author.size()));
    lines.emplace_back(std::move(line), author);
  }
  if (2 * bare > lines.size() || lines.empty()) return true;
  frame.put(rule);
  const auto right = std::count_if(lines.begin(), lines.end(), [&](const auto& line) {
    return fold_case(clean_author(in_frame(line.first, rule))) == fold_case(collapse_space(line.second));
  });
  return 2 * static_cast<std::size_t>(right) > lines.size();
}

}  // namespace

bool is_author_place(std::size_t found, std::size_t signed_posts) {
  return 2 * found >= signed_posts;
}

std::vector<FieldRule> learn_author(const std::vector<TrainingExample>& examples,
                                    const std::string& language) {
  std::vector<RuleVote> votes;
  std::size_t signed_posts = 0;
  for (const TrainingExample& example : examples) {
    if (example.input->entry->authors.empty()) continue;
    ++signed_posts;
    std::optional<RuleVote> vote = vote_for(example, "author", author_places(example, language));
    if (vote) votes.push_back(std::move(*vote));
  }
  std::vector<FieldRule> rules = count_votes("author", votes);
  if (!is_author_place(votes.size(), signed_posts)) rules.clear();
  std::erase_if(rules, [&](FieldRule& rule) { return !frame_names(examples, rule); });
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
