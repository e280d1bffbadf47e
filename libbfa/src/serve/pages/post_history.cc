// SPDX-License-Identifier: Apache-2.0
// The versions of a post as a timeline.
#include <algorithm>
#include <cmath>

#include "serve/pages/post_view.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kMostVersions = 100;

std::string fields_of(const Change& change) {
  std::string out;
  for (const ChangeReason& reason : change.reasons) {
    if (out.find(reason.field) == std::string::npos) (out += out.empty() ? "" : ", ") += reason.field;
  }
  return out;
}

// How much of the text differs, as words and as a bar.
Markup size_of(const Change& change) {
  if (change.verdict != Verdict::kContent) return {};
  const double share = std::clamp(1 - change.similarity, 0.0, 1.0);
  const long percent = std::lround(100 * share);
  std::string text = "under 1 % of the text";
  if (percent >= 1) text = std::to_string(percent) + " % of the text";
  if (change.text_edits.empty() && change.similarity >= 1) text = "not the text";
  return element("span", {{"class", "size"}},
                 element("meter",
                         {{"min", "0"},
                          {"max", "100"},
                          {"value", std::to_string(percent)},
                          {"aria-label", "Size of the change"}},
                         text),
                 " ", text);
}

Markup entry(const PostView& view, std::size_t index) {
  const Version& version = view.versions[index];
  const bool first = index == 0;
  // Changes stand between versions; a store that lost one says nothing of it.
  const Change* change = !first && index - 1 < view.changes.size() ? &view.changes[index - 1] : nullptr;
  const std::string name = "Version " + grouped(index + 1);
  const bool here = index == view.chosen;
  Markup head = element(
      "p", {{"class", "title"}},
      element("a", {{"href", view.address_of(index).text()}, if_set("aria-current", here ? "true" : "")},
              name),
      " ",
      verdict_badge(first               ? Verdict::kNew
                    : change != nullptr ? change->verdict
                                        : Verdict::kContent));
  Markup details = element("span", {{"class", "when"}}, time_element(version.observed));
  if (change != nullptr) {
    const std::string fields = fields_of(*change);
    if (!fields.empty()) details.add(" ").add(element("span", {}, fields));
    details.add(" ").add(size_of(*change));
    if (!change->moved_from.empty())
      details.add(" ").add(element("span", {}, "from ", foreign(shortened_text(change->moved_from, 100))));
  }
  if (version.readings > 1) details.add(" ").add(element("span", {}, counted(version.readings, "reading")));
  if (version.truncated) details.add(" ").add(element("span", {}, "every transfer was cut"));
  Markup links;
  if (!first) links += link(view.diff_of(index, index + 1), "what changed");
  if (!view.url.empty()) {
    if (!first) links.add(" \xc2\xb7 ");
    links += link(view_address(version.observed, view.page_url()), "page as it looked");
  }
  return element("li", {if_set("class", here ? "here" : "")}, head,
                 element("p", {{"class", "details"}}, details), element("p", {{"class", "actions"}}, links));
}

Markup compare_form(const PostView& view) {
  if (view.versions.size() < 3) return {};
  const auto choice = [&](const char* id, MarkupName name, std::string_view label, std::size_t selected) {
    Markup options;
    const std::size_t from = view.versions.size() > kMostVersions ? view.versions.size() - kMostVersions : 0;
    for (std::size_t i = from; i < view.versions.size(); ++i) {
      options +=
          element("option", {{"value", std::to_string(i + 1)}, if_true("selected", i == selected)},
                  std::to_string(i + 1) + " - " + moment_text(view.versions[i].observed).substr(0, 10));
    }
    return markup_of(element("label", {{"for", id}}, label),
                     element("select", {{"id", id}, {"name", std::string(name.text())}}, options));
  };
  return element(
      "form", {{"class", "compare"}, {"action", "/post/diff"}},
      element("input", {{"type", "hidden"}, {"name", "url"}, {"value", view.url}}),
      element("input",
              {{"type", "hidden"}, {"name", "kind"}, {"value", std::string(kind_name(view.object().kind))}}),
      choice("compare-from", "from", "Compare", view.versions.size() - 2),
      choice("compare-to", "to", "with", view.versions.size() - 1), element("button", {}, "Compare"));
}

}  // namespace

Markup history_part(const PostView& view) {
  Markup items;
  const std::size_t count = view.versions.size();
  const std::size_t shown = std::min(count, kMostVersions);
  for (std::size_t i = 0; i < shown; ++i) items += entry(view, count - 1 - i);
  Markup out = element(
      "p", {}, counted(count, "version"), ", seen ", counted(count + view.summary.sightings, "time"),
      " from ", day_element(view.summary.first_seen), " to ", day_element(view.summary.last_seen), ".");
  out += element("ol", {{"class", "timeline"}, MarkupAttribute("reversed")}, items);
  if (shown < count) out += element("p", {}, "The newest ", grouped(shown), " are listed.");
  return out.add(compare_form(view));
}

}  // namespace bfa::pages
