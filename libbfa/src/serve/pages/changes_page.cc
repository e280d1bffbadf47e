// SPDX-License-Identifier: Apache-2.0
// What arrived, newest first: as a list with filters, and as a page that follows it.
#include "base/try.h"
#include "bfa/object/filters.h"
#include "serve/data/query_string.h"
#include "serve/pages/assets.h"
#include "serve/pages/lists.h"
#include "serve/pages/page_list.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kOfPage = 50, kLive = 30;

Markup kind_option(std::string_view value, std::string_view text, std::string_view chosen) {
  return element("option", {{"value", std::string(value)}, if_true("selected", value == chosen)}, text);
}

Markup text_field(std::string_view label, MarkupName name, const QueryString& asked) {
  return element("label", {}, label,
                 element("input", {{"name", std::string(name.text())},
                                   {"value", std::string(asked.value(name.text()).substr(0, 260))}}));
}

Markup filter_form(const QueryString& asked) {
  const std::string kind(asked.value("kind"));
  return element(
      "form", {{"class", "filters"}, {"action", "/changes"}, {"role", "search"}, {"aria-label", "Changes"}},
      text_field("Blog (address or host)", "blog", asked), text_field("Tag or category", "tag", asked),
      text_field("Category", "category", asked),
      element("label", {}, "Kind",
              element("select", {{"name", "kind"}}, kind_option("", "all", kind),
                      kind_option("post", "posts", kind), kind_option("comment", "comments", kind),
                      kind_option("pingback", "pingbacks", kind))),
      element("label", {}, "What happened",
              element("select", {{"name", "verdict"}}, verdict_options(asked.value("verdict")))),
      element("label", {{"class", "check"}},
              element("input", {{"name", "pages"},
                                {"type", "checkbox"},
                                {"value", "1"},
                                if_true("checked", asked.has("pages"))}),
              "lists and other pages too"),
      element("button", {}, "Show"));
}

SiteAddress with_filters(const char* path, const QueryString& asked) {
  SiteAddress out(path);
  for (const char* name : {"blog", "tag", "category", "kind", "verdict"}) out.with(name, asked.value(name));
  return out.with("pages", asked.has("pages") ? "1" : "");
}

// What both pages list. Errors: kInvalidArgument, kNotFound (no such blog).
Result<ArrivalListQuery> arrivals_asked(const SiteContext& context, const QueryString& asked) {
  ArrivalListQuery query;
  query.newest_first = true;
  const auto kind = asked.value("kind");
  query.kind = parse_listed_kind(kind);
  if (!kind.empty() && !query.kind)
    return Error{Code::kInvalidArgument, "kind: there are post, page, comment, pingback and blog",
                 shortened_text(kind, 40), -1};
  BFA_ASSIGN_OR_RETURN(BlogFilter blog, context.blog_filter(asked.value("blog")));
  query.blog_host = std::move(blog.host);
  query.belongs = std::move(blog.belongs);
  query.tag = asked.value("tag");
  query.category = asked.value("category");
  BFA_ASSIGN_OR_RETURN(query.verdicts, verdicts_asked(asked.value("verdict")));
  query.pages = asked.has("pages");
  return query;
}

Markup feed_link(const std::string& address) {
  return element(
      "link",
      {{"rel", "alternate"}, {"type", "application/atom+xml"}, {"href", address}, {"title", "Changes"}});
}

}  // namespace

ServeReply changes_page(const SiteContext& context, const ServeRequest& request) {
  const QueryString asked(request.query());
  auto wanted = arrivals_asked(context, asked);
  if (!wanted) return error_page(context, request, wanted.error());
  ArrivalListQuery& query = *wanted;
  query.limit = kOfPage;
  const auto before = asked.number("before", 0, UINT64_MAX / 2, 0);
  if (!before) return error_page(context, request, before.error());
  query.after = *before;
  const auto arrivals = context.index->list_arrivals(query);
  if (!arrivals) return error_page(context, request, arrivals.error());

  SiteAddress address = with_filters("/changes", asked);
  const std::string first = query.after > 0 ? address.text() : std::string();
  PageParts page;
  page.title = "Changes";
  page.current = "/changes";
  const std::string feed = with_filters("/feeds/changes.atom", asked).text();
  page.links = feed_link(feed);
  page.lead = element("p", {}, "What came into the archive, newest first. ", link(feed, "As a feed"),
                      " \xc2\xb7 ", link(with_filters("/live", asked).text(), "Live"));
  page.main = filter_form(asked);
  page.main += arrivals->empty() ? element("p", {{"role", "status"}}, "Nothing was found.")
                                 : arrival_list(*arrivals, "h2");
  std::string next;
  if (arrivals->size() >= kOfPage) next = address.with("before", arrivals->back().sequence).text();
  page.main += pager(first, next, "Older changes");
  return page_reply(context, request, page);
}

ServeReply live_page(const SiteContext& context, const ServeRequest& request) {
  const QueryString asked(request.query());
  auto wanted = arrivals_asked(context, asked);
  if (!wanted) return error_page(context, request, wanted.error());
  wanted->limit = kLive;
  const auto arrivals = context.index->list_arrivals(*wanted);
  if (!arrivals) return error_page(context, request, arrivals.error());
  PageParts page;
  page.title = "Live";
  page.current = "/live";
  page.scripts = {"live.js"};
  page.links = feed_link(with_filters("/feeds/changes.atom", asked).text());
  const std::string address = with_filters("/live", asked).text();
  Markup filters;
  if (address != "/live")
    filters = markup_of(" ", link(with_filters("/changes", asked).text(), "Change the filters"));
  page.lead = element(
      "p", {{"class", "byline"}},
      element("span", {{"id", "live-state"}, {"role", "status"}}, "The newest ", grouped(kLive), " changes."),
      element("a", {{"class", "button"}, {"href", address}, {"id", "live-refresh"}}, "Refresh"), filters);
  page.main = element(
      "div", {{"id", "live-list"}, {"data-worker", asset_address("events.js")}},
      arrivals->empty() ? element("p", {}, "Nothing has arrived yet.") : arrival_list(*arrivals, "h2"));
  return page_reply(context, request, page);
}

}  // namespace bfa::pages
