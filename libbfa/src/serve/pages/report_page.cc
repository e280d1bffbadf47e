// SPDX-License-Identifier: Apache-2.0
// The figures of the archive (bfa report), and those of one blog.
#include "report/html_parts.h"
#include "report/html_sections.h"
#include "serve/data/query_string.h"
#include "serve/pages/missing_notice.h"
#include "serve/pages/page_list.h"

namespace bfa::pages {
namespace {

class FigureList {
 public:
  void add(std::string_view name, const std::string& value) {
    rows_ += element("div", {}, element("dt", {}, name), element("dd", {}, value));
  }
  void add(std::string_view name, std::uint64_t value) { add(name, grouped(value)); }
  void add_day(std::string_view name, const std::optional<UtcTime>& time) {
    rows_ += element("div", {}, element("dt", {}, name),
                     element("dd", {}, time ? day_element(*time) : Markup::text("not known")));
  }
  void add(std::string_view name, const std::optional<std::uint64_t>& value) {
    add(name, value ? grouped(*value) : "not known");
  }
  void add(std::string_view name, const Spread& spread) {
    add(name, spread.count == 0
                  ? std::string("not known")
                  : "median " + duration_text(spread.median) + ", a quarter up to " +
                        duration_text(spread.q1) + ", three quarters up to " + duration_text(spread.q3));
  }
  Markup take() { return element("dl", {{"class", "facts"}}, rows_); }

 private:
  Markup rows_;
};

Markup figures_of(const BlogFigures& blog) {
  FigureList list;
  list.add("Posts", blog.posts);
  list.add("Comments", blog.comments);
  list.add("Pingbacks", blog.pingbacks);
  list.add("Versions of posts", blog.versions);
  list.add("Posts that changed", blog.changed);
  list.add("Seen more than once", blog.revisited);
  list.add("Gone", blog.gone);
  list.add_day("First post", blog.first_post);
  list.add_day("Newest post", blog.newest_post);
  list.add_day("First visit", blog.first_visit);
  list.add_day("Last visit", blog.last_visit);
  list.add("Finished visits", blog.crawls);
  list.add("Between posts", blog.intervals);
  list.add("From publication to capture", blog.delays);
  list.add("Visits with possible loss", blog.possible_loss);
  list.add("Answers kept", blog.answers);
  list.add("Stored", size_text(blog.bytes));
  list.add("Addresses that failed", blog.failed);
  list.add("Media that are missing", blog.media_missing);
  return list.take();
}

Markup feeds_of(const BlogFigures& blog) {
  if (blog.feeds.empty()) return element("p", {}, "No feed is known.");
  Markup items;
  for (const FeedFigures& feed : blog.feeds) {
    std::string kind = feed.format.empty() ? "no answer was a feed" : feed.format + " " + feed.version;
    if (feed.window) kind += ", " + counted(*feed.window, "entry", "entries");
    items += element("li", {}, link(captures_address(feed.url), shortened_text(feed.url, 120)), " ",
                     element("span", {{"class", "muted"}}, kind, ", ", counted(feed.answers, "answer")));
  }
  return element("ul", {{"class", "values"}}, items);
}

// The sections of bfa report. They are written by the library for a page of its own; its style is ours here.
Markup sections_of(const ArchiveReport& report) {
  std::string out = summary_section(report) + loss_section(report) + feeds_section(report);
  out += intervals_section(report) + hours_section(report) + growth_section(report) + edits_section(report);
  return Markup::trusted(out + silent_section(report) + blogs_section(report) + storage_section(report));
}

// Of a large archive: nobody waits for them. Browsers ask again by themselves, without script.
ServeReply counting_page(const SiteContext& context, const ServeRequest& request) {
  constexpr const char* kSeconds = "5";
  PageParts page;
  page.status = 503;
  page.title = "Figures";
  page.current = "/report";
  page.main =
      element("p", {{"class", "sentence"}, {"role", "status"}},
              "The figures are counted now, from the whole archive. In a large one this takes a minute "
              "or more. This page asks for them again every ",
              kSeconds, " seconds.");
  ServeReply reply = page_reply(context, request, page);
  reply.set("Retry-After", kSeconds);
  reply.set("Refresh", kSeconds);
  return reply;
}

}  // namespace

ServeReply report_page(const SiteContext& context, const ServeRequest& request) {
  const std::string home(QueryString(request.query()).value("blog"));
  const auto figures = context.figures();
  if (!figures && figures.error().code == Code::kUnavailable) return counting_page(context, request);
  if (!figures) return error_page(context, request, figures.error());
  const ArchiveReport& report = (*figures)->report;
  PageParts page;
  page.current = "/report";
  page.lead = element("p", {}, "Made ", time_element(report.made), ". ", element("code", {}, "bfa report"),
                      " writes the same as a file.");
  page.lead += older_notice(context, (*figures)->step);
  const auto overview = context.overview();
  if (!overview) return error_page(context, request, overview.error());
  if (home.empty()) page.lead += missing_notice(context, **overview);
  if (home.empty()) {
    page.title = "Figures";
    page.main = element("div", {{"class", "report"}}, sections_of(report));
    return page_reply(context, request, page);
  }
  const BlogRow* const row = (*overview)->named(home);
  for (const BlogFigures& blog : report.blogs) {
    if (blog.home != (row != nullptr ? row->home : home)) continue;
    page.title = "Figures of " + (blog.title.empty() ? blog.home : blog.title);
    page.heading = markup_of("Figures of ", title_text(blog.title, blog.home));
    page.lead += element("p", {}, link(blog_address(blog.home).text(), "The blog"), " \xc2\xb7 ",
                         link("/report", "All figures of the archive"));
    if (row != nullptr) page.lead += missing_notice(context, **overview, row);
    page.main = markup_of(section("figures", "In numbers", figures_of(blog)),
                          section("feeds", "Feeds", feeds_of(blog)));
    return page_reply(context, request, page);
  }
  return error_page(context, request, 404, "Not in the archive", "The archive has no blog at " + home);
}

}  // namespace bfa::pages
