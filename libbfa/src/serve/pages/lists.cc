// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/lists.h"
#include "bfa/object/filters.h"

#include <cmath>
#include <utility>

namespace bfa::pages {
namespace {

constexpr std::size_t kMostNames = 4;

// Links that show the posts of each name only.
Markup names(const std::vector<std::string>& values, std::string_view field, const ListedOptions& options) {
  Markup out;
  for (std::size_t i = 0; i < values.size() && i < kMostNames; ++i) {
    if (i > 0) out.add(", ");
    const Markup name = foreign(shortened_text(values[i], 60));
    if (options.home.empty()) {
      out += name;
      continue;
    }
    SiteAddress address = blog_address(options.home);
    if (options.at) address.with("at", moment_text(*options.at));
    out += link(address.with(field, values[i]).at("posts"), name);
  }
  if (values.size() > kMostNames) out.add(" and " + std::to_string(values.size() - kMostNames) + " more");
  return out;
}

std::string address_of(const ListedObject& object, const ListedOptions& options) {
  SiteAddress address = post_address(object.url.empty() ? object.post : object.url);
  // A comment without an address of its own is read below its post.
  if (object.kind == ObjectKind::kComment && object.url.empty()) {
    if (options.at) address.with("at", moment_text(*options.at));
    return address.at("comments");
  }
  if (object.kind != ObjectKind::kPost) address.with("kind", kind_name(object.kind));
  if (options.at) address.with("at", moment_text(*options.at));
  return address.text();
}

Markup details_of(const ListedObject& object, const ListedOptions& options) {
  Markup out;
  const auto add = [&out](std::string_view kind, const Markup& content) {
    if (content.empty()) return;
    if (!out.empty()) out.add(" ");
    out += element("span", {{"class", std::string(kind)}}, content);
  };
  add("when", object.published.empty() ? markup_of("seen ", day_element(object.first_seen))
                                       : timestamp_text_element(object.published));
  if (options.with_blog) add("host", Markup::text(object.blog_host));
  // The title of a comment names its author.
  const bool named = object.kind == ObjectKind::kComment && object.title.empty();
  if (!object.authors.empty() && !named)
    add("who", markup_of("by ", names(object.authors, "author", options)));
  if (!object.categories.empty())
    add("tags", markup_of("in ", names(object.categories, "category", options)));
  if (!object.tags.empty()) add("tags", markup_of("tags: ", names(object.tags, "tag", options)));
  if (object.versions > 1) add("history", badge("edited", counted(object.versions, "version")));
  if (object.status == "gone") add("state", badge("gone", "gone"));
  if (object.status == "restricted") add("state", badge("plain", "restricted"));
  return element("p", {{"class", "details"}}, out);
}

std::string arrival_address(const ListedArrival& arrival) {
  // A comment is read below its post.
  if (arrival.kind == ObjectKind::kComment && !arrival.post.empty())
    return post_address(arrival.post).at("comments");
  SiteAddress address = post_address(arrival.url.empty() ? arrival.post : arrival.url);
  if (arrival.kind == ObjectKind::kPage || arrival.kind == ObjectKind::kBlog)
    address.with("kind", kind_name(arrival.kind));
  return address.with("version", arrival.version).text();
}

// "by 12 % of its words".
Markup change_of(const ListedArrival& arrival) {
  if (arrival.verdict != Verdict::kContent || arrival.version < 2 || arrival.url.empty()) return {};
  const long percent = std::lround(100 * (1 - arrival.similarity));
  const std::string size = percent < 1 ? "under 1 % of its text" : std::to_string(percent) + " % of its text";
  return element(
      "span", {{"class", "history"}},
      link(diff_address(arrival.url, arrival.version - 1, arrival.version).text(), "what changed: " + size));
}

// Most comments have no title of their own.
Markup arrival_title(const ListedArrival& arrival) {
  if (arrival.kind == ObjectKind::kComment && arrival.title.empty())
    return comment_title(arrival.author, arrival.post_title, arrival.post, arrival.comment_type);
  return title_text(arrival.title, arrival.url.empty() ? arrival.post : arrival.url);
}

Markup arrival_item(const ListedArrival& arrival) {
  Markup details = element("span", {{"class", "when"}}, time_element(arrival.captured));
  if (arrival.kind != ObjectKind::kPost)
    details.add(" ").add(
        element("span", {{"class", "kind"}}, shown_kind(arrival.kind, arrival.comment_type)));
  if (!arrival.blog_host.empty())
    details.add(" ").add(element("span", {{"class", "host"}}, arrival.blog_host));
  details.add(" ").add(change_of(arrival));
  return element("li", {},
                 element("p", {{"class", "title"}}, verdict_badge(arrival.verdict), " ",
                         link(arrival_address(arrival), arrival_title(arrival))),
                 element("p", {{"class", "details"}}, details));
}

Markup object_title(const ListedObject& object) {
  if (object.kind == ObjectKind::kComment && object.title.empty())
    return comment_title(object.authors.empty() ? "" : object.authors.front(), object.post_title, object.post,
                         object.comment_type);
  return title_text(object.title, object.url.empty() ? object.post : object.url, object.language);
}

}  // namespace

Markup object_list(const std::vector<ListedObject>& objects, const ListedOptions& options) {
  Markup items;
  for (const ListedObject& object : objects) {
    items += element(
        "li", {}, element("p", {{"class", "title"}}, link(address_of(object, options), object_title(object))),
        details_of(object, options));
  }
  return element("ol", {{"class", "objects"}}, items);
}

Markup verdict_options(std::string_view asked) {
  Markup out;
  for (const auto& [value, text] : {std::pair("", "anything"),
                                    {"new", "new"},
                                    {"content", "edited"},
                                    {"gone", "gone (deleted)"},
                                    {"back", "back again"},
                                    {"moved", "moved"}})
    out += element("option", {{"value", value}, if_true("selected", asked == value)}, text);
  return out;
}

Result<std::set<Verdict>> verdicts_asked(std::string_view asked) {
  if (asked.empty()) return std::set<Verdict>();
  if (const auto verdict = parse_listed_verdict(asked)) return std::set{*verdict};
  return Error{Code::kInvalidArgument,
               "verdict: there are new, content (an edit), gone, back and moved, not '" +
                   shortened_text(asked, 40) + "'",
               {},
               -1};
}

Markup arrival_list(const std::vector<ListedArrival>& arrivals, MarkupName heading) {
  Markup out, items;
  std::string day;
  const auto end_day = [&] {
    if (items.empty()) return;
    out += markup_of(element(heading, {{"class", "day"}}, element("time", {{"datetime", day}}, day)),
                     element("ol", {{"class", "objects"}}, items));
    items = {};
  };
  for (const ListedArrival& arrival : arrivals) {
    const std::string its_day = moment_text(arrival.captured).substr(0, 10);
    if (its_day != day) end_day();
    day = its_day;
    items += arrival_item(arrival);
  }
  end_day();
  return out;
}

}  // namespace bfa::pages
