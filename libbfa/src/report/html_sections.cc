// SPDX-License-Identifier: Apache-2.0
// The sections on the archive as a whole, on loss, feeds and intervals.
#include "report/html_sections.h"

#include <algorithm>
#include <array>

#include "report/html_parts.h"
#include "report/html_plots.h"

namespace bfa {
namespace {

constexpr std::size_t kMostBoxes = 30;

std::string text_of(std::uint64_t number) {
  return std::to_string(number);
}

std::string tile(const char* name, const std::string& value, const std::string& more = {}) {
  return std::string("<div><dt>") + name + "</dt><dd>" + html_text(value) +
         (more.empty() ? "" : " <small>" + html_text(more) + "</small>") + "</dd></div>\n";
}

// The sizes of windows are often round numbers, which have a bar of their own.
struct WindowClass {
  const char* name;
  std::uint64_t most;
};
constexpr std::array<WindowClass, 14> kWindows = {{{"0", 0},
                                                   {"1-4", 4},
                                                   {"5-9", 9},
                                                   {"10", 10},
                                                   {"11-14", 14},
                                                   {"15", 15},
                                                   {"16-19", 19},
                                                   {"20", 20},
                                                   {"21-29", 29},
                                                   {"30-49", 49},
                                                   {"50", 50},
                                                   {"51-99", 99},
                                                   {"100", 100},
                                                   {"more", ~std::uint64_t{0}}}};

std::string window_figures(const ArchiveReport& report) {
  std::array<std::uint64_t, kWindows.size()> counts{};
  std::uint64_t known = 0;
  for (const BlogFigures& blog : report.blogs) {
    for (const FeedFigures& feed : blog.feeds) {
      if (!feed.window) continue;
      ++known;
      std::size_t at = 0;
      while (*feed.window > kWindows[at].most) ++at;
      ++counts[at];
    }
  }
  if (known == 0) return paragraph("The window of no feed is known.");
  BarPlot plot{
      "windows", "Feeds by the number of their entries", "The table below has the numbers.", {"feeds"}, {}};
  HtmlTable table("Feeds by the number of entries in their newest state", {"Entries", "Feeds", "Share"});
  for (std::size_t i = 0; i < kWindows.size(); ++i) {
    plot.bars.push_back(
        {kWindows[i].name, std::string(kWindows[i].name) + " entries: " + text_of(counts[i]), {counts[i]}});
    if (counts[i] > 0) table.row({kWindows[i].name, text_of(counts[i]), share_text(counts[i], known)});
  }
  return "<h3>Entries in a feed</h3>\n" +
         paragraph(
             "A feed shows only its newest entries. A blog that publishes more than that between two visits "
             "pushes some out before they are seen.") +
         "<figure>" + bar_plot(plot) + "</figure>\n" + table.markup();
}

std::vector<const BlogFigures*> blogs_with_intervals(const ArchiveReport& report) {
  std::vector<const BlogFigures*> out;
  for (const BlogFigures& blog : report.blogs) {
    if (blog.intervals.count > 0) out.push_back(&blog);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const BlogFigures* a, const BlogFigures* b) { return a->posts > b->posts; });
  return out;
}

// Those with possible loss, most first; then those for which it is not known.
std::vector<const BlogFigures*> blogs_with_loss(const ArchiveReport& report) {
  std::vector<const BlogFigures*> out;
  for (const BlogFigures& blog : report.blogs) {
    if (blog.possible_loss != std::uint64_t{0}) out.push_back(&blog);
  }
  std::stable_sort(out.begin(), out.end(), [](const BlogFigures* a, const BlogFigures* b) {
    return a->possible_loss.value_or(0) > b->possible_loss.value_or(0);
  });
  return out;
}

std::vector<std::string> spread_cells(const Spread& spread) {
  if (spread.count == 0) return std::vector<std::string>(8, "-");
  return {text_of(spread.count),      duration_text(spread.min),
          duration_text(spread.q1),   duration_text(spread.median),
          duration_text(spread.q3),   duration_text(spread.max),
          duration_text(spread.mean), duration_or_unknown(spread.deviation)};
}

void spread_row(HtmlTable& table, const std::string& name, const Spread& spread, const std::string& link,
                const std::string& first) {
  std::vector<std::string> cells = spread_cells(spread);
  cells.insert(cells.begin(), first);
  cells.insert(cells.begin(), name);
  table.row(cells, link);
}

std::string domain_figures(const ArchiveReport& report) {
  HtmlTable table("Update intervals by registrable domain",
                  {"Domain", "Blogs", "Posts", "Average mean interval", "Pooled deviation"});
  for (const DomainFigures& domain : report.domains) {
    table.row({domain.domain.empty() ? "not known" : domain.domain, text_of(domain.blogs),
               text_of(domain.posts), duration_or_unknown(domain.mean),
               duration_or_unknown(domain.deviation)});
  }
  return "<h3>By domain</h3>\n" +
         paragraph(
             "The average of the mean intervals of the blogs of each domain, and their pooled standard "
             "deviation. Blogs without two dated posts do not count.") +
         table.markup();
}

}  // namespace

std::string section_head(const char* id, const char* title) {
  return std::string("<section id=\"") + id + "\" aria-labelledby=\"" + id + "-h\">\n<h2 id=\"" + id +
         "-h\">" + title + "</h2>\n";
}

std::string paragraph(const std::string& text) {
  return "<p>" + html_with_times(text) + "</p>\n";
}

std::string note(const std::string& text) {
  return "<p class=\"note\">" + html_with_times(text) + "</p>\n";
}

std::string blog_name(const BlogFigures& blog) {
  std::string out = blog.home;
  if (const std::size_t scheme = out.find("://"); scheme != std::string::npos) out.erase(0, scheme + 3);
  if (out.ends_with('/')) out.pop_back();
  return shortened(out, 80);
}

std::string duration_or_unknown(const std::optional<double>& seconds) {
  return seconds ? duration_text(*seconds) : "-";
}

std::string summary_section(const ArchiveReport& report) {
  std::uint64_t subscribed = 0;
  for (const BlogFigures& blog : report.blogs) subscribed += blog.subscribed ? 1 : 0;
  std::string out = "<section aria-label=\"Summary\">\n<dl class=\"tiles\">\n";
  out += tile("blogs", text_of(report.blogs.size()), text_of(subscribed) + " subscribed");
  out += tile("posts", text_of(report.posts), text_of(report.gone) + " gone");
  out += tile("comments", text_of(report.comments),
              report.pingbacks > 0
                  ? text_of(report.pingbacks) + (report.pingbacks == 1 ? " pingback" : " pingbacks")
                  : "");
  out += tile("versions of posts", text_of(report.versions),
              text_of(report.changed) + (report.changed == 1 ? " post edited" : " posts edited"));
  out += tile(
      "visits with possible loss", report.possible_loss ? text_of(*report.possible_loss) : "not known",
      report.loss_unknown > 0
          ? text_of(report.loss_unknown) + (report.loss_unknown == 1 ? " blog not known" : " blogs not known")
          : "");
  out += tile("WARC files", report.storage.warc_bytes ? size_text(*report.storage.warc_bytes) : "not known",
              report.storage.warc_files ? "in " + text_of(*report.storage.warc_files) : "");
  return out + "</dl>\n</section>\n";
}

std::string loss_section(const ArchiveReport& report) {
  std::string out = section_head("loss", "Possible loss");
  if (report.possible_loss.value_or(0) > 0) {
    const std::uint64_t visits = report.possible_loss.value_or(0);
    out += "<p class=\"warn\">At " + text_of(visits) + (visits == 1 ? " visit" : " visits") +
           " all entries of a feed were new: posts that came and went before may be missing.</p>\n";
  }
  out += paragraph(
      "A visit counts when none of the entries of a feed was there before. Then the feed may have pushed out "
      "posts that no visit saw. A blog whose feeds never answered twice is not known, which is not none: " +
      text_of(report.loss_known) + (report.loss_known == 1 ? " blog is known, " : " blogs are known, ") +
      text_of(report.loss_unknown) + (report.loss_unknown == 1 ? " is not." : " are not."));
  HtmlTable table("Visits with possible loss, and blogs for which it is not known",
                  {"Blog", "Possible loss", "Visits compared", "Smallest window"});
  for (const BlogFigures* blog : blogs_with_loss(report)) {
    std::optional<std::uint64_t> compared, window;
    for (const FeedFigures& feed : blog->feeds) {
      if (feed.compared) compared = compared.value_or(0) + *feed.compared;
      if (feed.window) window = std::min(window.value_or(*feed.window), *feed.window);
    }
    table.row({blog_name(*blog), number_text(blog->possible_loss), text_of(compared.value_or(0)),
               number_text(window)},
              blog->home);
  }
  return out + (table.empty() ? paragraph("At no visit to any blog all entries were new.") : table.markup()) +
         "</section>\n";
}

std::string feeds_section(const ArchiveReport& report) {
  std::uint64_t feeds = 0;
  for (const auto& [type, count] : report.feed_types) feeds += count;
  HtmlTable table("Feeds by type", {"Type", "Feeds", "Share"});
  for (const auto& [type, count] : report.feed_types)
    table.row({shortened(type, 40), text_of(count), share_text(count, feeds)});
  return section_head("feeds", "Feeds") +
         (table.empty() ? paragraph("No feed of posts was read.") : table.markup() + window_figures(report)) +
         "</section>\n";
}

std::string intervals_section(const ArchiveReport& report) {
  std::string out = section_head("intervals", "Update intervals");
  const auto blogs = blogs_with_intervals(report);
  if (blogs.empty()) return out + paragraph("No blog has two posts with a date.") + "</section>\n";
  out += paragraph(
      "The time between one post of a blog and the next, by the dates that the posts state. Where most dates "
      "of a blog have no time of day, its intervals are whole days.");
  std::vector<Spread> series;
  std::vector<std::pair<std::string, Spread>> rows = {{"all blogs", report.intervals}};
  HtmlTable table("Update intervals of each blog",
                  {"Blog", "Dates to the", "Intervals", "Minimum", "First quartile", "Median",
                   "Third quartile", "Maximum", "Mean", "Deviation"},
                  2);
  spread_row(table, "all blogs", report.intervals, {}, "-");
  for (const BlogFigures* blog : blogs) {
    series.push_back(blog->intervals);
    if (rows.size() <= kMostBoxes) rows.emplace_back(blog_name(*blog), blog->intervals);
    spread_row(table, blog_name(*blog), blog->intervals, blog->home,
               blog->intervals_by_day ? "day" : "second");
  }
  if (series.size() > 1) {
    out += "<h3>Quartiles over the blogs</h3>\n<figure>" +
           quartile_plot("quartiles", "Share of blogs with a given quartile of update intervals", series) +
           "</figure>\n";
  }
  out += "<h3>Blog by blog</h3>\n";
  if (blogs.size() > kMostBoxes)
    out += note("The plot has the " + text_of(kMostBoxes) + " blogs with most posts; the table has all.");
  out += "<figure>" + box_plot("boxes", "Update intervals of blogs", rows) + "</figure>\n" + table.markup();
  out += domain_figures(report);
  out += "<h3>Delay of captures</h3>\n" + paragraph(
                                              "From the publication of a post to its first capture. Only "
                                              "posts that were published after the first visit "
                                              "to their blog, and whose date has a time and a zone, count.");
  out += paragraph(
      report.promised_delay
          ? "Promised: with the budget of the last run an entry of a feed is expected to wait " +
                duration_or_unknown(report.promised_delay) +
                " on average until its poll, by what is known of the feeds now. Later than promised are "
                "captures of the time before the schedule had learned, and pages that failed."
          : std::string("Promised: nothing. No run has polled the feeds."));
  if (report.delays.count == 0)
    return out + paragraph("Not known: the archive has no such post.") + "</section>\n";
  HtmlTable delays("Delay from publication to first capture",
                   {"Blog", "Posts", "Minimum", "First quartile", "Median", "Third quartile", "Maximum",
                    "Mean", "Deviation", "Promised mean"});
  const auto delay_row = [&](const std::string& name, const Spread& spread,
                             const std::optional<double>& promised, const std::string& link) {
    std::vector<std::string> cells = spread_cells(spread);
    cells.insert(cells.begin(), name);
    cells.push_back(duration_or_unknown(promised));
    delays.row(cells, link);
  };
  delay_row("all blogs", report.delays, report.promised_delay, {});
  for (const BlogFigures& blog : report.blogs) {
    if (blog.delays.count > 0) delay_row(blog_name(blog), blog.delays, blog.promised_delay, blog.home);
  }
  return out + delays.markup() + "</section>\n";
}

}  // namespace bfa
