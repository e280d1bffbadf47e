// SPDX-License-Identifier: Apache-2.0
#include "extract/strategy/explain_sources.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "extract/fields/byline_lines.h"
#include "extract/fields/bylines.h"
#include "extract/fields/post_tags.h"
#include "extract/learn/tag_rules.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

class SourceTrials {
 public:
  SourceTrials(const PageView& view, NodeId article, const DataObject& object)
      : view_(view), article_(article), object_(object) {}

  std::vector<RuleTrial> run() {
    authors();
    dates();
    tags();
    return std::move(out_);
  }

 private:
  // `given`: what the object has in the field. The first place that says it gave it, unless a rule did.
  void note(const char* field, std::string_view place, std::string value, const std::string& given) {
    if (value.empty()) return;
    const bool before = std::any_of(out_.begin(), out_.end(), [&](const RuleTrial& trial) {
      return trial.gave_field && trial.rule.field == field;
    });
    RuleTrial trial;
    trial.rule.field = field;
    trial.rule.xpath = "(" + std::string(place) + ")";
    trial.rule.method = "page";
    trial.matches = 1;
    trial.gave_field = !before && value == given && !object_.provenance.rules.contains(field);
    trial.value = std::move(value);
    out_.push_back(std::move(trial));
  }

  void authors() {
    const std::string given = joined(object_.authors);
    const auto shown = [](const std::string& name) { return joined(split_names(name)); };
    const Template& t = view_.rules_or_none().source;
    const std::string entry = view_.input.entry == nullptr ? "" : joined(view_.input.entry->authors);
    note("author", "a marked name", shown(marked_author(view_.page, article_, view_.talk)), given);
    if (t.author.empty()) note("author", "the feed's entry", entry, given);
    note("author", "the page's head", shown(stated_author(view_.facts)), given);
    if (!t.author.empty()) note("author", "the feed's entry", entry, given);
    note("author", "a line that signs", author_in_lines(view_, article_, t.language), given);
    note("author", "the blog's author, not the post's", t.author, given);
  }

  void dates() {
    constexpr std::array<std::string_view, 6> kNames{"the page's head",   "structured data",
                                                     "a marked element",  "an element near the title",
                                                     "a line that signs", "the address"};
    const Template& t = view_.rules_or_none().source;
    const auto text = [](const std::optional<Timestamp>& time) {
      return time ? format_timestamp(*time) : "";
    };
    NodeId title = HtmlDocument::kNone;
    if (const FieldRule* rule = t.rule("title")) title = nearest_match(view_.page, *rule, article_);
    const std::string given = text(object_.published);
    for (std::size_t i = 0; i < kDateSources.size(); ++i)
      note("date", kNames[i], text(date_from(kDateSources[i], view_, article_, title, t.language)), given);
    if (view_.input.entry != nullptr)
      note("date", "the feed's entry", text(view_.input.entry->published), given);
  }

  void tags() {
    if (article_ == HtmlDocument::kNone) return;
    const PageIndex& page = view_.page;
    const std::vector<NodeId> menus = menus_of(view_.rules_or_none().source, page, article_);
    note_both("links beside the article", tags_of_post(page, article_, view_.input.url.host(), menus));
    std::vector<std::string> words;
    for (const NodeId n : tag_links(page, article_, view_.input.url.host())) {
      if (is_in_any(page, menus, n)) words.push_back(tag_text(page, n));
    }
    note(kMenuField, "links that all posts have", joined(words), "");
    if (view_.input.entry != nullptr)
      note_both("the feed's entry", tags_of_entry(page, article_, view_.input.entry->tags));
    note_both("classes of the post", tags_of_classes(page, article_));
  }

  void note_both(std::string_view place, const PostTags& found) {
    const auto categories = object_.attributes.find("categories");
    std::string given;
    if (categories != object_.attributes.end()) {
      for (const char c : categories->second) given += c == '\n' ? std::string(", ") : std::string(1, c);
    }
    note("tag", place, joined(found.tags), joined(object_.tags));
    note("category", place, joined(found.categories), given);
  }

  const PageView& view_;
  NodeId article_;
  const DataObject& object_;
  std::vector<RuleTrial> out_;
};

}  // namespace

std::vector<RuleTrial> try_sources(const PageView& view, NodeId article, const DataObject& object) {
  return SourceTrials(view, article, object).run();
}

}  // namespace bfa
