// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/keypath_method.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "extract/fields/byline_lines.h"
#include "extract/fields/bylines.h"
#include "extract/learn/training.h"
#include "extract/methods/feed_value_finder.h"
#include "extract/rules/article_place.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMinContent = 25;  // bytes; shorter beginnings match anywhere
constexpr std::size_t kMinName = 2;
constexpr std::size_t kKeep = 4;  // rules a field

// The places of an entry's properties on its page.
struct Finding {
  NodeId content = HtmlDocument::kNone, title = HtmlDocument::kNone, author = HtmlDocument::kNone;
};

bool same_tags(const KeyPath& a, const KeyPath& b) {
  return std::equal(a.nodes().begin(), a.nodes().end(), b.nodes().begin(), b.nodes().end(),
                    [](const KeyPath::Node& x, const KeyPath::Node& y) { return x.tag == y.tag; });
}

// The node with all of the content: up from the found node until it contains all text that agrees, then up
// from paragraphs and the like, which contain only a part. Source: III.D, "Generalizing paths".
NodeId generalise(const PageIndex& page, const FeedValueFinder& text, const FeedValueFinder::Found& found) {
  NodeId n = text.holder(found);
  while (n != page.body() && !is_container(page.tag(n))) n = page.doc().parent(n);
  return n == page.body() ? HtmlDocument::kNone : n;
}

NodeId find_content(const PageIndex& page, const FeedValueFinder& text, std::string_view value) {
  for (const FeedValueFinder::Found& found : text.find(value, kMinContent)) {
    const NodeId n = generalise(page, text, found);
    if (n != HtmlDocument::kNone) return n;
  }
  return HtmlDocument::kNone;
}

// Of several places with the value the one whose path has most in common with the content's; of equals a
// heading, then the first. Source: III.D, "Resolving multiple matches".
NodeId find_near(const PageIndex& page, const FeedValueFinder& text, std::string_view value, NodeId content) {
  const KeyPath near = content == HtmlDocument::kNone ? KeyPath() : KeyPath::of_node(page.doc(), content);
  NodeId best = HtmlDocument::kNone;
  std::pair<std::size_t, bool> best_rank;
  for (const FeedValueFinder::Found& found : text.find(value, kMinName)) {
    if (found.bytes != key_text(value).size() || (page.zones(found.node) & kZoneComments)) continue;
    const std::pair rank(KeyPath::shared_prefix(KeyPath::of_node(page.doc(), found.node), near),
                         is_heading(page.tag(found.node)));
    if (best == HtmlDocument::kNone || rank > best_rank) {
      best = found.node;
      best_rank = rank;
    }
  }
  return best;
}

// Feeds that give title and content in one property: shrinking the property ends at the title, and the rest
// is the content. Source: III.D, "Blog-specific adaptions".
void split_property(const PageIndex& page, const FeedValueFinder& text, const std::string& value,
                    Finding& out) {
  std::vector<FeedValueFinder::Found> places = text.find(value, kMinName);
  if (places.empty()) return;
  const std::string all = key_text(value);
  const auto heading = std::find_if(places.begin(), places.end(), [&](const FeedValueFinder::Found& found) {
    NodeId n = found.node;
    for (int up = 0; up < 2 && n != page.body() && !is_heading(page.tag(n)); ++up) n = page.doc().parent(n);
    return is_heading(page.tag(n));
  });
  if (heading == places.end()) {
    if (all.size() >= kMinContent) out.content = generalise(page, text, places.front());
    return;
  }
  out.title = heading->node;
  if (heading->bytes == all.size()) return;
  out.content = find_content(page, text, all.substr(heading->bytes));
}

Finding find_properties(const TrainingExample& example, const FeedValueFinder& text) {
  const FeedEntry& entry = *example.input->entry;
  const PageIndex& page = *example.page;
  Finding out;
  if (entry.title.empty() || example.text.empty()) {
    split_property(page, text, entry.title.empty() ? example.text : entry.title, out);
  } else {
    out.content = find_content(page, text, example.text);
    out.title = find_near(page, text, entry.title, out.content);
  }
  if (entry.authors.size() == 1) out.author = find_near(page, text, entry.authors.front(), out.content);
  if (out.author != HtmlDocument::kNone &&
      (is_in_prose(page, out.author, out.content) || belongs_elsewhere(page, out.author, out.content)))
    out.author = HtmlDocument::kNone;
  return out;
}

void add_rules(const char* field, const std::vector<KeyPath>& paths, std::vector<FieldRule>& rules) {
  const std::vector<MergedPath> merged = merge_paths(paths);
  for (std::size_t i = 0; i < merged.size() && i < kKeep; ++i) {
    FieldRule rule;
    rule.field = field;
    rule.xpath = merged[i].path.to_text();
    rule.support = merged[i].support;
    rule.pages = static_cast<std::uint32_t>(paths.size());
    rule.score = 1;
    rules.push_back(std::move(rule));
  }
}

class KeypathMethod final : public ExtractionMethod {
 public:
  std::string_view name() const override { return "keypath"; }

  std::vector<FieldRule> learn(LearningSet& set) const override {
    std::vector<KeyPath> contents;
    std::vector<KeyPath> titles;
    std::vector<KeyPath> authors;
    std::size_t signed_posts = 0;
    for (TrainingExample& example : set.examples) {
      signed_posts += !example.input->entry->authors.empty();
      const Finding found = find_properties(example, FeedValueFinder(*example.page));
      example.node = found.content;
      const HtmlDocument& doc = example.page->doc();
      if (found.content != HtmlDocument::kNone) contents.push_back(KeyPath::of_node(doc, found.content));
      if (found.title != HtmlDocument::kNone) titles.push_back(KeyPath::of_node(doc, found.title));
      if (found.author != HtmlDocument::kNone) authors.push_back(KeyPath::of_node(doc, found.author));
    }
    std::vector<FieldRule> rules;
    add_rules("article", contents, rules);
    add_rules("title", titles, rules);
    if (is_author_place(authors.size(), signed_posts)) add_rules("author", authors, rules);
    return rules;
  }

  // The first match that is not empty, of the first key-path that matches.
  std::vector<Candidate> find_article(const PageView& view) const override {
    std::vector<Candidate> out = ExtractionMethod::find_article(view);
    for (Candidate& candidate : out) {
      for (const NodeId n : match_rule(view.page.doc(), *candidate.learned)) {
        if (view.page.text_bytes(n) + view.page.media_count(n) == 0) continue;
        candidate.node = n;
        break;
      }
    }
    return out;
  }

  std::optional<bool> is_post(const PageView& view) const override {
    if (view.rules == nullptr || view.rules->source.rule("article") == nullptr) return std::nullopt;
    return !find_article(view).empty();
  }
};

}  // namespace

std::vector<MergedPath> merge_paths(const std::vector<KeyPath>& paths) {
  std::vector<MergedPath> groups;
  for (const KeyPath& path : paths) {
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const MergedPath& group) { return same_tags(group.path, path); });
    if (same == groups.end()) {
      groups.push_back({path, 1});
    } else {
      same->path = KeyPath::merge(same->path, path, 1).value_or(same->path);
      ++same->support;
    }
  }
  const auto by_support = [](const MergedPath& a, const MergedPath& b) { return a.support > b.support; };
  std::stable_sort(groups.begin(), groups.end(), by_support);
  // Merges groups that differ in depth or at their ends, while no group has most of the pages.
  for (std::size_t i = 1; i < groups.size() && 2 * groups.front().support <= paths.size();) {
    std::optional<KeyPath> both = KeyPath::merge_ends(groups.front().path, groups[i].path);
    if (!both) {
      ++i;
      continue;
    }
    groups.front().path = std::move(*both);
    groups.front().support += groups[i].support;
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return groups;
}

const ExtractionMethod& keypath_method() {
  static const KeypathMethod method;
  return method;
}

}  // namespace bfa
