// SPDX-License-Identifier: Apache-2.0
// What differs between two versions: words, links, images, metadata.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "serve/data/query_string.h"
#include "serve/pages/diff_text.h"
#include "serve/pages/page_list.h"
#include "serve/pages/post_view.h"
#include "serve/programs/api/find_object.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kMostNumbers = 60, kMostReferences = 500;

struct DiffQuery {
  std::uint64_t from = 0, to = 0, context = 0;
  bool side = false;
};

// Versions are named by number or time. Without them: the last two.
Result<DiffQuery> query_of(const QueryString& asked, const std::vector<Version>& versions) {
  DiffQuery query;
  query.to = versions.size();
  if (const auto to = asked.value("to"); !to.empty()) {
    BFA_ASSIGN_OR_RETURN(const std::size_t at, find_version(versions, to, "to"));
    query.to = at + 1;
  }
  query.from = query.to > 1 ? query.to - 1 : 1;
  if (const auto from = asked.value("from"); !from.empty()) {
    BFA_ASSIGN_OR_RETURN(const std::size_t at, find_version(versions, from, "from"));
    query.from = at + 1;
  }
  BFA_ASSIGN_OR_RETURN(query.context, asked.number("context", 0, 10'000, 0));
  const std::string_view view = asked.value("view");
  if (!view.empty() && view != "inline" && view != "side")
    return Error{Code::kInvalidArgument, "view: there are inline and side", shortened_text(view, 40), -1};
  query.side = view == "side";
  return query;
}

std::string list_of(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) (out += out.empty() ? "" : ", ") += value;
  return out;
}

std::string attribute(const DataObject& object, const char* name) {
  const auto at = object.attributes.find(name);
  if (at == object.attributes.end()) return {};
  std::string text = at->second;
  std::replace(text.begin(), text.end(), '\n', ',');
  return text;
}

class DiffPage {
 public:
  DiffPage(const PostView& view, const DiffQuery& query)
      : view_(view),
        query_(query),
        before_(view.versions[query.from - 1]),
        after_(view.versions[query.to - 1]),
        change_(compare_objects(before_.object, after_.object)) {}

  PageParts make() const {
    PageParts page;
    const bool of_comment = after_.object.kind == ObjectKind::kComment;
    const std::string title = after_.object.title.empty() ? view_.plain_title() : after_.object.title;
    page.title = "What changed: " + title;
    page.heading = markup_of(
        "What changed: ",
        of_comment ? view_.title() : title_text(after_.object.title, view_.url, after_.object.language));
    page.lead = lead();
    page.scripts = {"diff.js"};
    const DiffText text = text_of_change();
    page.main = markup_of(bar(text), section("words", "Words", words(text)),
                          references("links", "Links", change_.links_removed, change_.links_added),
                          references("media", "Images and media", change_.media_removed, change_.media_added),
                          metadata());
    return page;
  }

 private:
  std::string address(const DiffQuery& query) const {
    SiteAddress out = diff_address(view_.url, query.from, query.to);
    if (view_.object().kind != ObjectKind::kPost) out.with("kind", kind_name(view_.object().kind));
    if (query.side) out.with("view", "side");
    if (query.context > 0) out.with("context", query.context);
    return out.text();
  }

  Markup lead() const {
    const auto name = [this](std::uint64_t number, const Version& version) {
      return markup_of(link(view_.address_of(number - 1).text(), "version " + grouped(number)), " of ",
                       time_element(version.observed));
    };
    Markup out = element("p", {{"class", "byline"}}, element("span", {}, "from ", name(query_.from, before_)),
                         " ", element("span", {}, "to ", name(query_.to, after_)));
    Markup moves;
    DiffQuery other = query_;
    if (query_.from > 1 && query_.to > 1) {
      --other.from;
      --other.to;
      moves +=
          element("a", {{"class", "button"}, {"rel", "prev"}, {"href", address(other)}}, "Versions before");
    }
    other = query_;
    if (std::max(query_.from, query_.to) < view_.versions.size()) {
      ++other.from;
      ++other.to;
      moves +=
          element("a", {{"class", "button"}, {"rel", "next"}, {"href", address(other)}}, "Versions after");
    }
    if (!moves.empty()) out += element("nav", {{"class", "pager"}, {"aria-label", "Other versions"}}, moves);
    if (query_.from > query_.to)
      out +=
          notice("plain",
                 Markup::text(
                     "The later version is shown as the first one. So what was added is shown as removed."));
    return out;
  }

  DiffText text_of_change() const {
    std::vector<TextEdit> edits = change_.text_edits;
    if (edits.empty() && !after_.object.text.empty())
      edits.push_back({TextEdit::Op::kKeep, after_.object.text});
    DiffTextOptions options;
    options.context = query_.context;
    options.language = after_.object.language;
    return query_.side ? side_diff(edits, options) : inline_diff(edits, options);
  }

  Markup bar(const DiffText& text) const {
    const auto choice = [&](DiffQuery other, std::string_view name, bool here) {
      return element(
          "li", {},
          element("a", {{"href", address(other)}, if_set("aria-current", here ? "true" : "")}, name));
    };
    DiffQuery in_line = query_, side = query_, whole = query_, parts = query_;
    in_line.side = false;
    side.side = true;
    whole.context = 0;
    parts.context = 80;
    const Markup views = element("ul", {}, choice(in_line, "one text", !query_.side),
                                 choice(side, "side by side", query_.side));
    const Markup extent = element("ul", {}, choice(whole, "whole text", query_.context == 0),
                                  choice(parts, "only the changes", query_.context > 0));
    Markup numbers;
    for (std::size_t i = 1; i <= std::min(text.changes, kMostNumbers); ++i)
      numbers += element("li", {}, link("#c" + std::to_string(i), std::to_string(i)));
    if (text.changes > kMostNumbers) numbers += element("li", {}, "\xe2\x80\xa6");
    Markup out = element("p", {{"role", "status"}, {"class", "count"}}, summary(text));
    out += element("nav", {{"class", "views"}, {"aria-label", "How it is shown"}}, views, extent);
    if (!numbers.empty())
      out += element("nav", {{"class", "numbers"}, {"aria-label", "Changes of the text"}, {"id", "changes"}},
                     element("ul", {}, numbers));
    return element("div", {{"class", "diff-bar"}}, out);
  }

  std::string summary(const DiffText& text) const {
    if (change_.verdict == Verdict::kNone) return "The two versions do not differ.";
    if (text.changes == 0) return "The text is the same; other fields differ.";
    return counted(text.changes, "change") + " of the text: " + counted(text.words_added, "word") +
           " added, " + grouped(text.words_removed) + " removed.";
  }

  Markup words(const DiffText& text) const {
    if (text.markup.empty()) return element("p", {}, "Neither version has a text.");
    return text.markup;
  }

  static Markup references(const std::string& id, std::string_view heading,
                           const std::vector<Reference>& removed, const std::vector<Reference>& added) {
    if (removed.empty() && added.empty()) return {};
    Markup items;
    std::size_t left = kMostReferences;
    const auto list = [&](const std::vector<Reference>& references, bool is_new) {
      for (const Reference& reference : references) {
        if (left == 0) return;
        --left;
        const Markup what = markup_of(
            element("span", {{"class", "mark"}}, is_new ? "+" : "\xe2\x88\x92"),
            element("span", {{"class", "address"}}, shortened_text(reference.url, 300)),
            reference.text.empty() ? Markup() : markup_of(" ", foreign(shortened_text(reference.text, 120))));
        items += element("li", {}, is_new ? element("ins", {}, what) : element("del", {}, what));
      }
    };
    list(removed, false);
    list(added, true);
    if (left == 0) items += element("li", {}, "More are not shown.");
    return section(id, heading, element("ul", {{"class", "references"}}, items));
  }

  Markup metadata() const {
    const DataObject &a = before_.object, &b = after_.object;
    Markup rows;
    const auto row = [&rows](std::string_view name, const std::string& old_value,
                             const std::string& new_value) {
      if (old_value == new_value) return;
      const auto cell = [](const std::string& value, bool is_new) {
        if (value.empty()) return element("td", {}, element("span", {{"class", "muted"}}, "(none)"));
        const Markup text = markup_of(element("span", {{"class", "mark"}}, is_new ? "+" : "\xe2\x88\x92"),
                                      shortened_text(text_with_marks(value), 1000));
        return element("td", {{"dir", "auto"}}, is_new ? element("ins", {}, text) : element("del", {}, text));
      };
      rows += element("tr", {}, element("th", {{"scope", "row"}}, name), cell(old_value, false),
                      cell(new_value, true));
    };
    const auto time = [](const std::optional<Timestamp>& value) {
      return value ? format_timestamp(*value) : std::string();
    };
    row("title", a.title, b.title);
    row("subtitle", a.subtitle, b.subtitle);
    row("authors", list_of(a.authors), list_of(b.authors));
    row("published", time(a.published), time(b.published));
    row("modified", time(a.modified), time(b.modified));
    row("tags", list_of(a.tags), list_of(b.tags));
    for (const char* name : {"categories", "license", "rights"})
      row(name, attribute(a, name), attribute(b, name));
    row("language", a.language, b.language);
    row("status", a.status, b.status);
    row("address", a.url, b.url);
    if (rows.empty()) return {};
    Markup heads;
    for (const char* name : {"Field", "Before", "After"}) heads += element("th", {{"scope", "col"}}, name);
    return section("metadata", "Metadata",
                   element("table", {{"class", "diff side"}},
                           element("caption", {{"class", "hidden"}}, "Fields that differ"),
                           element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows)));
  }

  const PostView& view_;
  const DiffQuery query_;
  const Version &before_, &after_;
  const Change change_;
};

}  // namespace

ServeReply diff_page(const SiteContext& context, const ServeRequest& request) {
  const auto view = load_post(context, request);
  if (!view) return error_page(context, request, view.error());
  const auto query = query_of(QueryString(request.query()), view->versions);
  if (!query) return error_page(context, request, query.error());
  return page_reply(context, request, DiffPage(*view, *query).make());
}

}  // namespace bfa::pages
