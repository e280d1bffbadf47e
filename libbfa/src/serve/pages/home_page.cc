// SPDX-License-Identifier: Apache-2.0
// The blogs of the archive, and what changed lately.
#include <algorithm>
#include <chrono>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "serve/data/query_string.h"
#include "serve/pages/lists.h"
#include "serve/pages/missing_notice.h"
#include "serve/pages/page_list.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kBlogsOfPage = 50;

struct HomeQuery {
  std::string find, order;
  std::uint64_t page = 1;
  bool trouble = false;

  SiteAddress address(std::uint64_t number) const {
    SiteAddress out("/");
    out.with("find", find).with("order", order).with("trouble", trouble ? "1" : "");
    if (number > 1) out.with("page", number);
    return out;
  }
};

UtcTime last_change(const BlogRow& row) {
  return row.counts.last_changed.value_or(UtcTime{});
}

std::vector<const BlogRow*> chosen_blogs(const BlogOverview& overview, const HomeQuery& query) {
  std::string wanted = fold_case(query.find);
  // An address is found however its scheme and its end are written.
  if (const std::size_t at = wanted.find("://"); at != std::string::npos) {
    wanted.erase(0, at + 3);
    if (wanted.ends_with('/')) wanted.pop_back();
  }
  std::vector<const BlogRow*> rows;
  for (const BlogRow& row : overview.blogs) {
    if (query.trouble && row.trouble.empty()) continue;
    if (!wanted.empty() && fold_case(row.home).find(wanted) == std::string::npos &&
        fold_case(row.title).find(wanted) == std::string::npos)
      continue;
    rows.push_back(&row);
  }
  const auto by = [&rows](auto greater) { std::stable_sort(rows.begin(), rows.end(), greater); };
  if (query.order == "posts")
    by([](const BlogRow* a, const BlogRow* b) { return a->counts.posts > b->counts.posts; });
  if (query.order.empty() || query.order == "changed")
    by([](const BlogRow* a, const BlogRow* b) { return last_change(*a) > last_change(*b); });
  return rows;
}

Markup optional_day(const std::optional<UtcTime>& time, std::string_view otherwise) {
  return time ? day_element(*time) : element("span", {{"class", "muted"}}, otherwise);
}

// Addresses that answered 404 or 410 are no trouble: the page of the blog counts them.
Markup trouble_of(const BlogRow& row) {
  if (row.trouble.empty()) return element("span", {{"class", "muted"}}, "none");
  Markup items;
  for (const std::string& sentence : row.trouble)
    items += element("li", {}, element("bdi", {{"dir", "auto"}}, sentence_text(sentence, 200)));
  return element("ul", {{"class", "trouble"}}, items);
}

Markup next_of(const BlogRow& row, UtcTime now) {
  const auto next = row.next_look();
  if (!next || *next <= now) return Markup::text("due");
  return day_element(*next);
}

// A visit goes through the blog, a poll asks for a feed.
Markup last_of(const BlogRow& row) {
  Markup out = optional_day(row.last_look(), "none");
  if (row.polled_last()) out.add(" ").add(element("span", {{"class", "muted"}}, "(poll)"));
  return out;
}

Markup row_of(const BlogRow& row, UtcTime now) {
  const Markup name =
      element("th", {{"scope", "row"}}, link(blog_address(row.home).text(), title_text(row.title, row.home)),
              element("span", {{"class", "address"}}, shortened_text(row.home, 80)));
  const auto cell = [](std::string_view head, const Markup& content) {
    return element("td", {{"data-head", std::string(head)}}, content);
  };
  const auto number = [&](std::string_view head, std::uint64_t value) {
    return element("td", {{"class", "number"}, {"data-head", std::string(head)}}, grouped(value));
  };
  return element("tr", {}, name, number("Posts", row.counts.posts), number("New", row.counts.new_posts),
                 number("Edited", row.counts.edited), number("Gone", row.counts.gone),
                 cell("Newest post", row.counts.newest_post.empty()
                                         ? element("span", {{"class", "muted"}}, "none")
                                         : timestamp_text_element(row.counts.newest_post.substr(0, 10))),
                 cell("Changed", optional_day(row.counts.last_changed, "never")),
                 cell("Last visit", last_of(row)), cell("Next visit", next_of(row, now)),
                 cell("Trouble", trouble_of(row)));
}

Markup blog_table(const std::vector<const BlogRow*>& rows, std::size_t first, UtcTime now) {
  Markup heads, body;
  for (const char* name : {"Blog", "Posts", "New", "Edited", "Gone", "Newest post", "Changed", "Last visit",
                           "Next visit", "Trouble"})
    heads += element("th", {{"scope", "col"}}, name);
  for (std::size_t i = first; i < rows.size() && i < first + kBlogsOfPage; ++i) body += row_of(*rows[i], now);
  return element("table", {{"class", "blogs cards"}}, element("caption", {{"class", "hidden"}}, "Blogs"),
                 element("thead", {}, element("tr", {}, heads)), element("tbody", {}, body));
}

Markup filter_form(const HomeQuery& query) {
  const auto option = [&query](std::string_view value, std::string_view text) {
    return element("option", {{"value", std::string(value)}, if_true("selected", query.order == value)},
                   text);
  };
  return element(
      "form", {{"class", "filters"}, {"action", "/"}, {"role", "search"}, {"aria-label", "Blogs"}},
      element("label", {}, "Name or address",
              element("input",
                      {{"name", "find"}, {"type", "search"}, {"value", query.find}, {"maxlength", "200"}})),
      element("label", {}, "Order",
              element("select", {{"name", "order"}}, option("", "changed last"), option("name", "by address"),
                      option("posts", "most posts"))),
      element(
          "label", {{"class", "check"}},
          element(
              "input",
              {{"name", "trouble"}, {"type", "checkbox"}, {"value", "1"}, if_true("checked", query.trouble)}),
          "only with trouble"),
      element("button", {}, "Show"));
}

Markup blogs_part(const BlogOverview& overview, const HomeQuery& query, UtcTime now) {
  const auto rows = chosen_blogs(overview, query);
  const std::size_t pages = std::max<std::size_t>((rows.size() + kBlogsOfPage - 1) / kBlogsOfPage, 1);
  const std::size_t page = std::min<std::size_t>(query.page, pages);
  Markup out;
  if (overview.blogs.size() > 5) out += filter_form(query);
  const bool all = rows.size() == overview.blogs.size();
  std::string count = counted(rows.size(), "blog");
  if (!all) count += " of " + grouped(overview.blogs.size());
  if (pages > 1) count += ", page " + grouped(page) + " of " + grouped(pages);
  out += element("p", {{"role", "status"}, {"class", "count"}}, count);
  if (!rows.empty()) out += blog_table(rows, (page - 1) * kBlogsOfPage, now);
  return out.add(pager(page > 1 ? query.address(1).text() : std::string(),
                       page < pages ? query.address(page + 1).text() : std::string(), "Next page"));
}

Markup totals(const BlogOverview& overview) {
  const auto tile = [](std::string_view name, std::uint64_t value) {
    return element("div", {}, element("dt", {}, name), element("dd", {}, grouped(value)));
  };
  return element("dl", {{"class", "tiles"}}, tile("blogs", overview.blogs.size()),
                 tile("posts", overview.posts), tile("comments", overview.comments),
                 tile("versions", overview.versions), tile("blogs with trouble", overview.trouble));
}

Markup empty_part() {
  return element("p", {{"class", "sentence"}}, "The archive has no blog yet. ",
                 element("code", {}, "bfa add ADDRESS"), " and ", element("code", {}, "bfa run"),
                 " bring the first one; this page shows it then.");
}

}  // namespace

ServeReply home_page(const SiteContext& context, const ServeRequest& request) {
  const QueryString asked(request.query());
  HomeQuery query;
  query.find = asked.value("find").substr(0, 200);
  query.order = asked.value("order");
  query.trouble = asked.has("trouble");
  const auto number = asked.number("page", 1, 1'000'000, 1);
  if (!number) return error_page(context, request, number.error());
  query.page = *number;
  const auto overview = context.overview();
  if (!overview) return error_page(context, request, overview.error());
  ArrivalListQuery lately;
  lately.newest_first = true;
  lately.limit = 12;
  const auto arrivals = context.index->list_arrivals(lately);
  if (!arrivals) return error_page(context, request, arrivals.error());

  PageParts page;
  page.current = "/";
  page.heading = Markup::text("Blogs of this archive");
  page.links = element("link", {{"rel", "alternate"},
                                {"type", "application/atom+xml"},
                                {"href", "/feeds/changes.atom"},
                                {"title", "Changes"}});
  const BlogOverview& all = **overview;
  page.lead = older_notice(context, all.step);
  page.lead += missing_notice(context, all);
  page.main = all.blogs.empty() ? empty_part() : markup_of(totals(all), blogs_part(all, query, context.now));
  if (!arrivals->empty() && query.page == 1) {
    page.main += section("lately", "What changed lately",
                         markup_of(arrival_list(*arrivals, "h3"),
                                   element("p", {}, link("/changes", "All changes"), " \xc2\xb7 ",
                                           link("/feeds/changes.atom", "as a feed"))));
  }
  return page_reply(context, request, page);
}

}  // namespace bfa::pages
