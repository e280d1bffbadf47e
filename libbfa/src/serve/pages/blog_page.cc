// SPDX-License-Identifier: Apache-2.0
// A blog: its posts by time, a calendar, authors and tags, growth, what was learned; now or at a time.
#include <algorithm>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/remove/remove.h"
#include "serve/pages/blog_query.h"
#include "serve/pages/calendar.h"
#include "serve/pages/lists.h"
#include "serve/pages/missing_notice.h"
#include "serve/pages/page_list.h"

namespace bfa::pages {
namespace {

class BlogPage {
 public:
  BlogPage(const SiteContext& context, const BlogOverview& overview, const BlogQuery& query,
           const BlogRow& row)
      : context_(context), overview_(overview), query_(query), row_(row) {}

  Result<PageParts> make() {
    PageParts page;
    const std::string title = title_then();
    page.title = title.empty() ? row_.home : title;
    page.heading = title_text(title, row_.home);
    if (row_.shares_host) page.search_blog = row_.home;
    if (!row_.shares_host) page.search = "blog:" + row_.host + " ";
    const std::string& named = row_.shares_host ? row_.home : row_.host;
    const std::string feed = SiteAddress("/feeds/changes.atom").with("blog", named).text();
    page.links = element("link", {{"rel", "alternate"},
                                  {"type", "application/atom+xml"},
                                  {"href", feed},
                                  {"title", "Changes of this blog"}});
    page.lead = lead(feed);
    page.lead += older_notice(context_, overview_.step);
    page.lead += missing_notice(context_, overview_, &row_);
    BFA_ASSIGN_OR_RETURN(const auto months, months_of_blog(*context_.index, row_));
    BFA_ASSIGN_OR_RETURN(const Markup posts, posts_part());
    BFA_ASSIGN_OR_RETURN(const Markup facets, facets_part(context_, query_, row_));
    BFA_ASSIGN_OR_RETURN(const Markup learned, learned_part(context_, query_));
    BFA_ASSIGN_OR_RETURN(const Markup comments, comments_part());
    BFA_ASSIGN_OR_RETURN(const Markup deleted, deleted_part());
    Markup main = section("posts", posts_heading(), posts);
    if (!comments.empty()) main += section("comments", "Comments as of then", comments);
    if (!deleted.empty()) main += section("deleted", "Deleted since then", deleted);
    if (!months.empty()) {
      BFA_ASSIGN_OR_RETURN(const Markup days, calendar(months));
      main += section("calendar", query_.at ? "Calendar, as of now" : "Calendar", days);
    }
    const Markup growth = growth_part(months);
    if (!growth.empty()) main += section("growth", query_.at ? "Growth, until now" : "Growth", growth);
    main += section("learned", "What was learned", learned);
    page.main =
        element("div", {{"class", "columns"}}, element("div", {{"class", "wide"}}, main),
                element("aside", {{"class", "side"}, {"aria-label", "About the blog"}}, facts(), facets));
    return page;
  }

 private:
  std::string title_then() const {
    if (!query_.at) return row_.title;
    const auto then = context_.archive->version_at(object_key(ObjectKind::kBlog, row_.home), *query_.at);
    return then && *then ? (*then)->object.title : row_.title;
  }

  Markup lead(const std::string& feed) const {
    Markup out =
        element("p", {{"class", "address"}}, link(row_.home, shortened_text(row_.home, 120)),
                " (on the web) ", "\xc2\xb7 ", link(captures_address(row_.home), "captures of its home page"),
                " \xc2\xb7 ", link(feed, "feed of its changes"));
    if (row_.shares_host)
      out += notice("plain",
                    markup_of("The host ", row_.host,
                              " has other blogs or pages too. What is shown here is of this blog alone."));
    if (query_.at) {
      BlogQuery now = query_;
      now.at.reset();
      out += notice("past", markup_of("As the archive knows it at ", time_element(*query_.at), ". ",
                                      link(now.address().text(), "Show it as it is now")));
    }
    for (const std::string& sentence : row_.trouble)
      out += notice("trouble", element("bdi", {{"dir", "auto"}}, sentence_text(sentence, 300)));
    return out;
  }

  Markup facts() const {
    const auto row = [](std::string_view name, const Markup& value) {
      return element("div", {}, element("dt", {}, name), element("dd", {}, value));
    };
    const auto number = [&](std::string_view name, std::uint64_t value) {
      return row(name, Markup::text(grouped(value)));
    };
    const BlogCounts& counts = row_.counts;
    Markup out = number("Posts", counts.posts);
    out += number("New in 7 days", counts.new_posts);
    out += number("Edited", counts.edited);
    out += number("Gone", counts.gone);
    out += number("Comments", counts.comments);
    if (counts.pingbacks > 0) out += number("Pingbacks", counts.pingbacks);
    out += number("Other pages", counts.pages);
    if (counts.first_seen) out += row("First seen", day_element(*counts.first_seen));
    const auto time = [this](const std::optional<UtcTime>& next) {
      return !next || *next <= context_.now ? Markup::text("due") : time_element(*next);
    };
    if (row_.last_crawl) out += row("Last visit", time_element(*row_.last_crawl));
    out += row("Next visit", time(row_.next_crawl));
    if (row_.last_poll) out += row("Last poll", time_element(*row_.last_poll));
    if (row_.last_poll) out += row("Next poll", time(row_.next_poll));
    if (row_.failed > 0) out += number("Pages that failed", row_.failed);
    if (row_.media_missing > 0) out += number("Images and styles that failed", row_.media_missing);
    if (row_.absent > 0) out += number("Answered 404 or 410", row_.absent);
    if (!row_.feed.empty())
      out += row("Feed", link(captures_address(row_.feed), shortened_text(row_.feed, 80)));
    return markup_of(
        element("h2", {}, query_.at ? "In numbers, now" : "In numbers"),
        element("dl", {{"class", "facts"}}, out),
        element("p", {}, link(SiteAddress("/report").with("blog", row_.home).text(), "More figures"),
                " \xc2\xb7 ", link(package_address(row_.home, "mets"), "The blog as a package"),
                " (METS, zip)"),
        time_form());
  }

  Markup time_form() const {
    return element("form", {{"class", "time"}, {"action", "/blog"}},
                   element("input", {{"type", "hidden"}, {"name", "url"}, {"value", row_.home}}),
                   element("label", {{"for", "at"}}, "The blog as of the end of"),
                   element("input", {{"type", "date"},
                                     {"id", "at"},
                                     {"name", "at"},
                                     {"value", query_.at ? moment_text(*query_.at).substr(0, 10) : ""}}),
                   element("button", {}, "Show"));
  }

  Markup posts_heading() const {
    if (!query_.day.empty()) return markup_of("Published on ", timestamp_text_element(query_.day));
    if (!query_.year.empty()) return markup_of("Published in ", timestamp_text_element(query_.year));
    return Markup::text(query_.at ? "Posts as of then" : "Posts");
  }

  // The filters that are set, each with a link that takes it away.
  Markup filters() const {
    Markup out;
    const auto add = [&](std::string_view name, std::string BlogQuery::* field) {
      if ((query_.*field).empty()) return;
      BlogQuery without = query_;
      (without.*field).clear();
      const std::string& value = query_.*field;
      const bool is_time = field == &BlogQuery::year || field == &BlogQuery::day;
      out += element("li", {}, std::string(name) + ": ",
                     is_time ? timestamp_text_element(value) : foreign(shortened_text(value, 60)), " ",
                     element("a",
                             {{"href", without.address().at("posts")},
                              {"aria-label", "Remove the filter " + std::string(name)}},
                             "\xc3\x97"));
    };
    add("author", &BlogQuery::author);
    add("tag", &BlogQuery::tag);
    add("category", &BlogQuery::category);
    add("language", &BlogQuery::language);
    add("year", &BlogQuery::year);
    add("day", &BlogQuery::day);
    add("only", &BlogQuery::show);
    return out.empty() ? out : element("ul", {{"class", "chips"}, {"aria-label", "Filters"}}, out);
  }

  Markup views() const {
    Markup items;
    for (const auto& [show, text] : {std::pair{"", "all"}, {"edited", "edited"}, {"gone", "gone"}}) {
      BlogQuery other = query_;
      other.show = show;
      items += element("li", {},
                       element("a",
                               {{"href", other.address().at("posts")},
                                if_set("aria-current", query_.show == show ? "true" : "")},
                               text));
    }
    return element("nav", {{"class", "views"}, {"aria-label", "Which posts"}}, element("ul", {}, items));
  }

  // The index lists by host.
  Result<ObjectList> posts_of(ObjectListQuery list) const {
    if (row_.shares_host)
      list.belongs = [this](const std::string& url, const std::string& post) {
        return overview_.owner_of(url.empty() ? post : url) == &row_;
      };
    return context_.index->list_objects(list);
  }

  Result<Markup> posts_part() const {
    ObjectListQuery list = query_.list(row_.host);
    list.after = query_.after;
    BFA_ASSIGN_OR_RETURN(const ObjectList found, posts_of(std::move(list)));
    ListedOptions options;
    options.home = row_.home;
    options.at = query_.at;
    Markup out = markup_of(views(), filters());
    if (found.objects.empty())
      out += element("p", {{"role", "status"}}, "No post was found.");
    else
      out += object_list(found.objects, options);
    SiteAddress next = query_.address();
    out += pager(query_.after.empty() ? "" : query_.address().at("posts"),
                 found.next.empty() ? "" : next.with("after", found.next).at("posts"), "Older posts");
    if (!query_.day.empty()) {
      BFA_ASSIGN_OR_RETURN(const Markup edits, edits_of_day());
      out += edits;
    }
    return out;
  }

  // What stood changed at the end of a day, and was changed on it.
  Result<Markup> edits_of_day() const {
    BFA_ASSIGN_OR_RETURN(const auto end, moment_of(query_.day));
    ObjectListQuery list;
    list.blog_host = row_.host;
    list.kind = ObjectKind::kPost;
    list.at = end;
    list.edited = true;
    list.order = ObjectListQuery::Order::kChanged;
    BFA_ASSIGN_OR_RETURN(ObjectList found, posts_of(std::move(list)));
    std::erase_if(found.objects, [&](const ListedObject& object) {
      return object.version < 2 || moment_text(object.changed).substr(0, 10) != query_.day;
    });
    ListedOptions options;
    options.home = row_.home;
    options.at = end;
    Markup out = element("h3", {}, "Edited on ", timestamp_text_element(query_.day));
    out += found.objects.empty() ? element("p", {}, "No edit was seen on that day.")
                                 : object_list(found.objects, options);
    return out.add(element("p", {},
                           link(SiteAddress("/cdx")
                                    .with("url", row_.host)
                                    .with("matchType", "host")
                                    .with("from", day_digits())
                                    .with("to", day_digits())
                                    .text(),
                                "All captures of that day"),
                           " (CDX, text)"));
  }

  std::string day_digits() const {
    std::string out;
    for (const char c : query_.day) {
      if (c != '-') out += c;
    }
    return out;
  }

  ObjectListQuery then(ObjectKind kind) const {
    ObjectListQuery list;
    list.kind = kind;
    list.blog_host = row_.host;
    list.at = query_.at;
    return list;
  }

  // The comments of then, the newest first, and the pingbacks.
  Result<Markup> comments_part() const {
    if (!query_.at) return Markup();
    BFA_ASSIGN_OR_RETURN(Markup out, list_then(ObjectKind::kComment, "comments", query_.comments_after));
    BFA_ASSIGN_OR_RETURN(const Markup pingbacks, list_then(kPingback, "pingbacks", query_.pingbacks_after));
    if (out.empty() && pingbacks.empty()) return element("p", {}, "The archive has no comment of that time.");
    if (!pingbacks.empty()) out += element("h3", {{"id", "pingbacks"}}, "Pingbacks");
    return out.add(pingbacks);
  }

  // A page of the comments of a kind; `name` is that of its mark in addresses.
  Result<Markup> list_then(ObjectKind kind, const std::string& name, const std::string& after) const {
    ObjectListQuery list = then(kind);
    list.after = after;
    BFA_ASSIGN_OR_RETURN(const ObjectList found, posts_of(std::move(list)));
    if (found.objects.empty()) return Markup();
    ListedOptions options;
    options.at = query_.at;
    SiteAddress next = query_.address();
    return object_list(found.objects, options)
        .add(pager(after.empty() ? "" : query_.address().at(name),
                   found.next.empty() ? "" : next.with(name, found.next).at(name), "Older " + name));
  }

  // Posts and comments that were there at the time of the query, and are gone now.
  Result<Markup> deleted_part() const {
    if (!query_.at) return Markup();
    Markup out;
    for (const auto& [kind, heading] : {std::pair(ObjectKind::kPost, "Posts"),
                                        {ObjectKind::kComment, "Comments"},
                                        {kPingback, "Pingbacks"}}) {
      ObjectListQuery list = then(kind);
      list.gone = true;
      list.limit = 200;
      BFA_ASSIGN_OR_RETURN(const ObjectList found, posts_of(std::move(list)));
      if (found.objects.empty()) continue;
      ListedOptions options;
      options.home = row_.home;
      options.at = query_.at;
      out += element("h3", {}, heading);
      out += object_list(found.objects, options);
      if (!found.next.empty()) out += element("p", {}, "The newest 200 are listed.");
    }
    BFA_ASSIGN_OR_RETURN(const Markup removed, removed_part());
    out += removed;
    return out.empty() ? element("p", {}, "Nothing that was there then is gone now.") : out;
  }

  // What was taken out of the archive since. Its titles went with it.
  Result<Markup> removed_part() const {
    BFA_ASSIGN_OR_RETURN(const auto removals, removals_of(*context_.archive));
    Markup items;
    for (const Removal& removal : removals) {
      if (removal.time <= *query_.at || overview_.owner_of(removal.address) != &row_) continue;
      items += element("li", {}, day_element(removal.time), " ",
                       element("span", {{"class", "address"}}, shortened_text(removal.address, 200)), " ",
                       foreign(shortened_text(removal.reason, 300)));
    }
    if (items.empty()) return Markup();
    return markup_of(element("h3", {}, "Taken out of the archive"),
                     element("ul", {{"class", "values"}}, items));
  }

  Result<Markup> calendar(const std::vector<DayCounts>& months) const {
    const auto years = years_of(months);
    Calendar calendar;
    calendar.year = query_.calendar_year > 0 ? query_.calendar_year : years.back().first;
    BFA_ASSIGN_OR_RETURN(calendar.days, days_of_year(*context_.index, row_, calendar.year));
    BlogQuery only;
    only.home = query_.home;
    only.calendar_year = calendar.year;
    const SiteAddress year = only.address();
    calendar.address = [&year](const std::string& day) {
      SiteAddress address = year;
      return address.with("day", day).at("posts");
    };
    const auto address = [this](int chosen) {
      BlogQuery other = query_;
      other.calendar_year = chosen;
      return other.address().at("calendar");
    };
    return markup_of(year_links(years, calendar.year, address), calendar_markup(calendar));
  }

  const SiteContext& context_;
  const BlogOverview& overview_;
  const BlogQuery& query_;
  const BlogRow& row_;
};

}  // namespace

ServeReply blog_page(const SiteContext& context, const ServeRequest& request) {
  auto query = BlogQuery::of(request);
  if (!query) return error_page(context, request, query.error());
  auto overview = context.overview();
  if (!overview) return error_page(context, request, overview.error());
  const BlogRow* row = (*overview)->named(query->home);
  if (row == nullptr && (*overview)->step != context.step) {  // it may have come since
    overview = context.overview(true);
    if (!overview) return error_page(context, request, overview.error());
    row = (*overview)->named(query->home);
  }
  if (row == nullptr) {
    return error_page(context, request, 404, "Not in the archive",
                      "The archive has no blog at " + query->home,
                      element("p", {}, link(search_address(query->home).text(), "Search for this address")));
  }
  query->home = row->home;
  auto page = BlogPage(context, **overview, *query, *row).make();
  if (!page) return error_page(context, request, page.error());
  return page_reply(context, request, *page);
}

}  // namespace bfa::pages
