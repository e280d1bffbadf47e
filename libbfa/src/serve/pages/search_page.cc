// SPDX-License-Identifier: Apache-2.0
// Search over all versions.
#include <algorithm>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "serve/data/query_string.h"
#include "serve/pages/lists.h"
#include "serve/pages/page_list.h"

namespace bfa::pages {
namespace {

struct SearchForm {
  std::string text, kind, blog, author, tag, category, verdict, since, until, from, to, after;
  bool newest = false, changed = false, deleted = false;

  explicit SearchForm(const QueryString& asked)
      : text(asked.value("q")),
        kind(asked.value("kind")),
        blog(asked.value("blog")),
        author(asked.value("author")),
        tag(asked.value("tag")),
        category(asked.value("category")),
        verdict(asked.value("verdict")),
        since(asked.value("since")),
        until(asked.value("until")),
        from(asked.value("from")),
        to(asked.value("to")),
        after(asked.value("after")),
        newest(asked.value("order") == "newest"),
        changed(asked.has("changed")),
        deleted(asked.has("deleted")) {}

  // Filters that need words beside them.
  bool narrows() const {
    return !verdict.empty() || !since.empty() || !until.empty() || !from.empty() || !to.empty() || changed ||
           deleted;
  }
  bool has_more() const { return !author.empty() || !tag.empty() || !category.empty() || narrows(); }
  // Nothing was asked for yet.
  bool is_empty() const { return text.empty() && !has_more(); }

  SiteAddress address() const {
    SiteAddress out = search_address(text);
    out.with("kind", kind).with("blog", blog).with("author", author).with("tag", tag);
    out.with("category", category).with("verdict", verdict);
    out.with("since", since).with("until", until).with("from", from).with("to", to);
    out.with("changed", changed ? "1" : "").with("deleted", deleted ? "1" : "");
    return out.with("order", newest ? "newest" : "");
  }

  // Errors: kInvalidArgument (a malformed time).
  Result<SearchQuery> query() const {
    SearchQuery out;
    out.text = text;
    out.newest = newest;
    out.kind = parse_listed_kind(kind);
    if (!kind.empty() && !out.kind)
      return Error{Code::kInvalidArgument,
                   "kind: there are post, page, blog, feed, comment and pingback, not '" +
                       shortened_text(kind, 40) + "'",
                   {},
                   -1};
    out.author = author;
    out.tag = tag;
    out.category = category;
    BFA_ASSIGN_OR_RETURN(out.verdicts, verdicts_asked(verdict));
    out.changed = changed;
    out.deleted = deleted;
    out.after = after;
    out.published_from = from;
    out.published_to = to;
    if (!since.empty()) {
      const auto begin = parse_timestamp(since);
      if (!begin)
        return Error{Code::kInvalidArgument, "since: not a day: '" + shortened_text(since, 40) + "'", {}, -1};
      out.since = begin->utc;
    }
    BFA_ASSIGN_OR_RETURN(const auto last, moment_of(until));
    if (last) out.until = *last + std::chrono::microseconds(1);
    return out;
  }
};

Markup option(std::string_view value, std::string_view text, bool chosen) {
  return element("option", {{"value", std::string(value)}, if_true("selected", chosen)}, text);
}

Markup text_field(std::string_view label, MarkupName name, const std::string& value) {
  return element(
      "label", {}, label,
      element("input", {{"name", std::string(name.text())}, {"value", value}, {"maxlength", "260"}}));
}

Markup day_field(std::string_view label, MarkupName name, const std::string& value) {
  return element(
      "label", {}, label,
      element("input",
              {{"type", "date"}, {"name", std::string(name.text())}, {"value", value.substr(0, 10)}}));
}

Markup check_field(std::string_view label, MarkupName name, bool checked) {
  return element("label", {{"class", "check"}},
                 element("input", {{"type", "checkbox"},
                                   {"name", std::string(name.text())},
                                   {"value", "1"},
                                   if_true("checked", checked)}),
                 label);
}

Markup form_of(const SearchForm& form) {
  const Markup more = element(
      "details", {{"class", "more"}, if_true("open", form.has_more())},
      element("summary", {}, "More filters"),
      element("div", {{"class", "fields"}}, text_field("Author", "author", form.author),
              text_field("Tag or category", "tag", form.tag),
              text_field("Category", "category", form.category),
              element("label", {}, "What happened",
                      element("select", {{"name", "verdict"}}, verdict_options(form.verdict))),
              day_field("Published from", "from", form.from), day_field("Published to", "to", form.to),
              day_field("Seen from", "since", form.since), day_field("Seen to", "until", form.until),
              check_field("edits only", "changed", form.changed),
              check_field("gone ones only", "deleted", form.deleted)));
  return element(
      "form",
      {{"class", "filters"}, {"action", "/search"}, {"role", "search"}, {"aria-label", "All versions"}},
      element(
          "label", {{"class", "grow"}}, "Words",
          element("input", {{"name", "q"}, {"type", "search"}, {"value", form.text}, {"maxlength", "4096"}})),
      element("label", {}, "Kind",
              element("select", {{"name", "kind"}}, option("", "all", form.kind.empty()),
                      option("post", "posts", form.kind == "post"),
                      option("comment", "comments", form.kind == "comment"),
                      option("pingback", "pingbacks", form.kind == "pingback"),
                      option("page", "pages", form.kind == "page"))),
      text_field("Blog (address or host)", "blog", form.blog),
      element("label", {}, "Order",
              element("select", {{"name", "order"}}, option("", "best first", !form.newest),
                      option("newest", "newest first", form.newest))),
      element("button", {}, "Search"), more);
}

Markup help() {
  const auto row = [](std::string_view example, std::string_view what) {
    return element("div", {}, element("dt", {}, element("code", {}, example)), element("dd", {}, what));
  };
  return element(
      "section", {{"aria-labelledby", "help"}}, element("h2", {{"id", "help"}}, "How to search"),
      element("dl", {{"class", "facts"}}, row("zebra quagga", "both words, in one version"),
              row("\"zebra walks\"", "the phrase"), row("zebr*", "words with this beginning"),
              row("-zebra", "not this word"),
              row("title:zebra", "in the title; also author:, tag:, category:, text:, blog:")),
      element("p", {},
              "Every version of every post is searched. If only an old version fits, the result says so."));
}

// The snippet with what fits marked; an object without any text says so.
Markup snippet_of(const SearchHit& hit) {
  constexpr std::size_t kMost = 400;
  if (hit.snippet.empty())
    return element("p", {{"class", "snippet muted"}}, "No text was found on its page.");
  return element("p", {{"class", "snippet"}, {"dir", "auto"}, if_set("lang", language_tag(hit.language))},
                 marked_text(hit.snippet, hit.marks, kMost));
}

Markup hit_title(const SearchHit& hit) {
  constexpr std::size_t kMost = 160;
  if (hit.kind == ObjectKind::kComment && hit.title.empty()) {
    const std::string author = hit.authors.text.substr(0, hit.authors.text.find(", "));
    return comment_title(author, hit.post_title, hit.post, hit.comment_type);
  }
  if (hit.title_marks.empty())
    return title_text(hit.title, hit.url.empty() ? hit.post : hit.url, hit.language);
  return element("bdi", {{"dir", "auto"}, if_set("lang", language_tag(hit.language))},
                 marked_text(hit.title, hit.title_marks, kMost));
}

// Authors, but for comments, whose titles name them; tags and categories where they fit.
Markup hit_names(const SearchHit& hit) {
  constexpr std::size_t kMost = 100;
  Markup out;
  const bool named = hit.kind == ObjectKind::kComment && hit.title.empty() && hit.authors.marks.empty();
  if (!hit.authors.text.empty() && !named) {
    out.add(" ").add(
        element("span", {{"class", "who"}}, "by ",
                element("bdi", {{"dir", "auto"}}, marked_text(hit.authors.text, hit.authors.marks, kMost))));
  }
  for (const auto& [name, values] : {std::pair("tags: ", &hit.tags), {"in ", &hit.categories}}) {
    if (values->marks.empty()) continue;
    out.add(" ").add(
        element("span", {{"class", "tags"}}, name,
                element("bdi", {{"dir", "auto"}}, marked_text(values->text, values->marks, 300))));
  }
  return out;
}

std::string hit_address(const SearchHit& hit) {
  if (hit.url.empty()) return post_address(hit.post).at("comments");
  SiteAddress address = post_address(hit.url);
  if (hit.kind != ObjectKind::kPost) address.with("kind", kind_name(hit.kind));
  if (hit.only_old) address.with("version", hit.version);
  return address.text();
}

Markup hit_item(const SearchHit& hit) {
  Markup details;
  if (!hit.published.empty())
    details += element("span", {{"class", "when"}}, timestamp_text_element(hit.published), " ");
  details += element("span", {}, "seen ", day_element(hit.captured));
  details += hit_names(hit);
  if (hit.kind != ObjectKind::kPost)
    details.add(" ").add(element("span", {{"class", "kind"}}, shown_kind(hit.kind, hit.comment_type)));
  if (hit.only_old) {
    details.add(" ").add(badge(
        "past", "only in an old version: version " + grouped(hit.version) + " of " + grouped(hit.versions)));
  } else if (hit.versions > 1) {
    details.add(" ").add(element("span", {}, counted(hit.versions, "version")));
  }
  if (hit.gone) details.add(" ").add(badge("gone", "gone"));
  details.add(" ").add(
      element("span", {{"class", "address"}}, shortened_text(hit.url.empty() ? hit.post : hit.url, 100)));
  return element("li", {}, element("p", {{"class", "title"}}, link(hit_address(hit), hit_title(hit))),
                 element("p", {{"class", "details"}}, details), snippet_of(hit));
}

std::string count_of(const SearchAnswer& answer, const SearchForm& form) {
  if (answer.versions == 0) return "Nothing was found.";
  std::string out = answer.more_versions ? "More than " + grouped(answer.versions) + " versions fit"
                                         : counted(answer.versions, "version fits", "versions fit");
  if (answer.by_time && !form.newest) out += ", too many to rank them: newest first";
  return out + ".";
}

// The feed of this search. Author, tag and category become fields of its query, which find words, so that it
// may have more hits than the search. Empty if the search has a filter that feeds lack.
std::string feed_of(const SearchForm& form) {
  if (!form.since.empty() || !form.until.empty() || !form.from.empty() || !form.to.empty()) return {};
  if (form.changed || form.deleted) return {};
  std::string words = form.text;
  for (const auto& [field, value] :
       {std::pair("author", &form.author), {"tag", &form.tag}, {"category", &form.category}}) {
    if (value->empty()) continue;
    std::string phrase = *value;
    std::replace(phrase.begin(), phrase.end(), '"', ' ');
    words += std::string(words.empty() ? "" : " ") + field + ":\"" + phrase + "\"";
  }
  return SiteAddress("/feeds/changes.atom")
      .with("q", words)
      .with("blog", form.blog)
      .with("kind", form.kind)
      .with("verdict", form.verdict)
      .text();
}

// What was looked at.
Markup coverage_text(const IndexCoverage& coverage) {
  Markup out =
      markup_of("The index has ", counted(coverage.versions, "version"), " of ",
                counted(coverage.objects, "blog, post, page or comment", "blogs, posts, pages and comments"));
  if (coverage.last_capture)
    out += markup_of(", up to the capture of ", time_element(*coverage.last_capture), " (step ",
                     grouped(coverage.reach), ")");
  return out.add(".");
}

Markup found_part(const SearchAnswer& answer, const SearchForm& form, const IndexCoverage& coverage) {
  Markup out = element("p", {{"role", "status"}, {"class", "count"}}, count_of(answer, form));
  Markup items;
  for (const SearchHit& hit : answer.hits) items += hit_item(hit);
  if (!items.empty()) out += element("ol", {{"class", "objects hits"}}, items);
  SiteAddress next = form.address();
  out += pager(form.after.empty() ? "" : form.address().text(),
               answer.next.empty() ? "" : next.with("after", answer.next).text(), "More results");
  Markup foot;
  if (const std::string feed = feed_of(form); !feed.empty())
    foot = markup_of(link(feed, "Follow this search as a feed"), ". ");
  return out.add(element("p", {{"class", "muted"}}, foot, coverage_text(coverage)));
}

Result<SearchAnswer> answer_of(const SiteContext& context, const SearchForm& form) {
  BFA_ASSIGN_OR_RETURN(SearchQuery query, form.query());
  BFA_RETURN_IF_ERROR(context.narrow_to_blog(query, form.blog));
  return context.index->search(*context.archive, query);
}

}  // namespace

ServeReply search_page(const SiteContext& context, const ServeRequest& request) {
  SearchForm form{QueryString(request.query())};
  PageParts page;
  page.current = "/search";
  page.title = form.text.empty() ? "Search" : "Search: " + shortened_text(form.text, 60);
  page.heading = Markup::text("Search");
  if (form.is_empty()) {
    page.main = markup_of(form_of(form), help());
    return page_reply(context, request, page);
  }
  const auto answer = answer_of(context, form);
  if (!answer) {
    const Code code = answer.error().code;
    if (code != Code::kInvalidArgument && code != Code::kNotFound)
      return error_page(context, request, answer.error());
    page.status = code == Code::kNotFound ? 404 : 400;
    // What was too long is not sent back.
    form.text = shortened_text(form.text, 200);
    const Markup wrong = code == Code::kNotFound
                             ? markup_of("The archive has no such blog. ", link("/", "Its blogs"), ".")
                             : markup_of(answer.error().message);
    page.main = markup_of(form_of(form),
                          element("p", {{"class", "notice trouble"}, {"role", "alert"}}, wrong), help());
    return page_reply(context, request, page);
  }
  if (const std::string feed = feed_of(form); !feed.empty()) {
    page.links = element(
        "link",
        {{"rel", "alternate"}, {"type", "application/atom+xml"}, {"href", feed}, {"title", "This search"}});
  }
  const auto coverage = context.index->coverage(*context.archive);
  if (!coverage) return error_page(context, request, coverage.error());
  page.main = markup_of(form_of(form), found_part(*answer, form, *coverage));
  return page_reply(context, request, page);
}

}  // namespace bfa::pages
