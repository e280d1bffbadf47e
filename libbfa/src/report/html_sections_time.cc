// SPDX-License-Identifier: Apache-2.0
// The sections on hours, growth, edits, and the blogs one by one.
#include <algorithm>
#include <array>

#include "report/html_parts.h"
#include "report/html_plots.h"
#include "report/html_sections.h"

namespace bfa {
namespace {

constexpr std::size_t kMostMonths = 84;  // more are shown as years

std::string text_of(std::uint64_t number) {
  return std::to_string(number);
}

std::string week_figures(const char* id, const char* title, const WeekCounts& week) {
  std::vector<std::string> heads = {"Hour"};
  for (std::size_t hour = 0; hour < 24; ++hour) heads.push_back(text_of(hour));
  HtmlTable table(title, heads);
  std::uint64_t all = 0;
  for (std::size_t day = 0; day < 7; ++day) {
    std::vector<std::string> cells = {kWeekdays[day]};
    for (const std::uint64_t count : week[day]) {
      cells.push_back(text_of(count));
      all += count;
    }
    table.row(cells);
  }
  const std::string heading = std::string("<h3>") + title + "</h3>\n";
  if (all == 0) return heading + paragraph("Not known: no date of a post is so exact.");
  return heading + "<figure>" + heat_map(id, title, week) + "</figure>\n" + table.markup();
}

// Months without anything stand between the others; nothing is added before the first and after the last.
std::vector<std::pair<std::string, MonthFigures>> filled(const std::map<std::string, MonthFigures>& months) {
  std::vector<std::pair<std::string, MonthFigures>> out;
  for (const auto& [name, figures] : months) {
    if (name.size() == 7 && !out.empty()) {
      int year = std::stoi(out.back().first), month = std::stoi(out.back().first.substr(5));
      while (true) {
        year += month / 12;
        month = month % 12 + 1;
        std::string next =
            text_of(static_cast<std::uint64_t>(year)) + (month < 10 ? "-0" : "-") + std::to_string(month);
        if (next.size() != name.size() || next >= name) break;
        out.emplace_back(std::move(next), MonthFigures{});
      }
    }
    out.emplace_back(name, figures);
  }
  return out;
}

std::vector<std::pair<std::string, MonthFigures>> by_year(const std::map<std::string, MonthFigures>& months) {
  std::vector<std::pair<std::string, MonthFigures>> out;
  for (const auto& [name, figures] : months) {
    const std::string year = name.substr(0, name.find('-', 1));
    if (out.empty() || out.back().first != year) out.emplace_back(year, MonthFigures{});
    out.back().second.published += figures.published;
    out.back().second.arrived += figures.arrived;
    out.back().second.changes += figures.changes;
  }
  return out;
}

std::string date_sentence(const ArchiveReport& report) {
  std::string out = "Dates of posts:";
  const std::array<std::pair<const char*, const char*>, 7> names = {
      {{"instant", "with time and zone"},
       {"local", "with a time but no zone"},
       {"day", "to the day"},
       {"coarser", "to the month or year"},
       {"none", "without a date"},
       {"future", "with a date after the capture, which is not used"},
       {"ancient", "with a date before 1990, which is not used"}}};
  const char* separator = " ";
  for (const auto& [name, words] : names) {
    const auto at = report.dates.find(name);
    if (at == report.dates.end()) continue;
    out += separator + text_of(at->second) + " " + words;
    separator = ", ";
  }
  out += ".";
  if (report.midnight > 0) {
    out += " Midnight exactly: " + text_of(report.midnight) +
           ", which stand in no hour below, because most of them are days without a time.";
  }
  return out;
}

}  // namespace

std::string hours_section(const ArchiveReport& report) {
  return section_head("hours", "Hours of publication") + paragraph(date_sentence(report)) +
         week_figures("week-own", "As the posts write it, in their own zones", report.week_own) +
         note(text_of(report.with_own_offset) +
              " of these posts state an offset from UTC that is not 0. The others stand in "
              "UTC or in a zone that they do not name.") +
         week_figures("week-utc", "In UTC", report.week_utc) + note("Only dates with a time and a zone.") +
         "</section>\n";
}

std::string growth_section(const ArchiveReport& report) {
  std::string out = section_head("growth", "Growth");
  if (report.months.empty()) return out + paragraph("The archive has no post.") + "</section>\n";
  auto rows = filled(report.months);
  const bool years = rows.size() > kMostMonths;
  if (years) rows = by_year(report.months);
  const std::string unit = years ? "year" : "month";
  BarPlot published{
      "published", "Posts by " + unit + " of publication", "The table below has the numbers.", {"posts"}, {}};
  BarPlot arrived{"arrived",
                  "New posts and edits by " + unit + " of capture",
                  "The table below has the numbers.",
                  {"new posts", "edits"},
                  {}};
  HtmlTable table("Posts and edits by " + unit,
                  {years ? "Year" : "Month", "Published", "First captured", "Edits captured"});
  if (years) table.name_by_years();
  for (const auto& [name, row] : rows) {
    table.row({name, text_of(row.published), text_of(row.arrived), text_of(row.changes)});
    published.bars.push_back({name, name + ": " + text_of(row.published), {row.published}});
    if (row.arrived + row.changes > 0 || !arrived.bars.empty())
      arrived.bars.push_back({name,
                              name + ": " + text_of(row.arrived) + " new, " + text_of(row.changes) + " edits",
                              {row.arrived, row.changes}});
  }
  return out + "<h3>By the dates of the posts</h3>\n<figure>" + bar_plot(published) + "</figure>\n" +
         "<h3>By the time of capture</h3>\n<figure>" + bar_plot(arrived) + "</figure>\n" + table.markup() +
         "</section>\n";
}

std::string edits_section(const ArchiveReport& report) {
  std::string out = section_head("edits", "Edits");
  out += paragraph(
      text_of(report.revisited) + " of " + text_of(report.posts) + (report.posts == 1 ? " post" : " posts") +
      (report.revisited == 1 ? " was" : " were") + " seen more than once; only these can show an edit. " +
      text_of(report.changed) + (report.changed == 1 ? " of them was" : " of them were") +
      " edited. The age is that at which an edit was seen: it was made then or before. It is "
      "certain where the capture before is of the same age. Looks are captures of posts of an age, but for "
      "the first of each: without looks it is not known how much is edited.");
  const std::vector<std::string> parts = {"text same", "99 % alike", "90 %", "50 %", "less"};
  BarPlot plot{"ages",
               "Edits by age of the post and similarity of the text",
               "The table below has the numbers.",
               parts,
               {}};
  HtmlTable table("Edits by age of the post when they were seen",
                  {"Age", "Looks", "Edits", "Certain", "Text same", "At least 99 % alike", "At least 90 %",
                   "At least 50 %", "Less"});
  const std::array<const char*, 7> names = {"first hour", "first day", "first week", "first 30 days",
                                            "first year", "later",     "not known"};
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < report.ages.size() && i < names.size(); ++i) {
    const AgeFigures& age = report.ages[i];
    all += age.changes;
    const bool known = age.looks > 0;
    std::vector<std::string> cells = {names[i], text_of(age.looks),
                                      known ? text_of(age.changes) : "not known",
                                      known && i + 1 < names.size() ? text_of(age.certain) : "-"};
    for (const std::uint64_t count : age.by_similarity) cells.push_back(known ? text_of(count) : "-");
    table.row(cells);
    plot.bars.push_back({names[i],
                         std::string(names[i]) + ": " + text_of(age.changes) + " edits",
                         {age.by_similarity.begin(), age.by_similarity.end()}});
  }
  if (all == 0) out += paragraph("No edit was seen.") + table.markup();
  if (all > 0) out += "<figure>" + bar_plot(plot) + "</figure>\n" + table.markup();
  HtmlTable fields("What the edits changed", {"Field", "Edits"});
  for (const auto& [field, count] : report.changed_fields) fields.row({field, text_of(count)});
  if (!fields.empty()) out += fields.markup();
  HtmlTable verdicts("Later versions of posts", {"Kind", "Versions"});
  for (const auto& [verdict, count] : report.verdicts) verdicts.row({verdict, text_of(count)});
  return out + (verdicts.empty() ? "" : verdicts.markup()) + "</section>\n";
}

std::string silent_section(const ArchiveReport& report) {
  std::string out = section_head("silent", "Silent and failing blogs");
  std::uint64_t unknown = 0;
  HtmlTable table("Blogs that are silent, or whose feed fails",
                  {"Blog", "State", "Newest post", "Last visit", "Failed answers in a row"}, 2);
  for (const BlogFigures& blog : report.blogs) {
    if (!blog.silent) ++unknown;
    std::string state = blog.silent.value_or(false) ? "silent" : "";
    if (blog.feed_failing) state += state.empty() ? "feed fails" : ", feed fails";
    if (state.empty()) continue;
    std::uint64_t failing = 0;
    for (const FeedFigures& feed : blog.feeds) failing = std::max(failing, feed.failing);
    table.row(
        {blog_name(blog), state, day_text(blog.newest_post), day_text(blog.last_visit), text_of(failing)},
        blog.home);
  }
  out += paragraph(
      "Silent: no post in the " + std::to_string(report.dead_after) +
      " months before the last visit. Failing: the last answer of each feed was no feed, or none came.");
  if (unknown > 0) {
    out += paragraph("Whether they are silent is not known of " + text_of(unknown) +
                     " blogs, which have no dated post or no visit.");
  }
  return out + (table.empty() ? paragraph("No blog is silent, and no feed fails.") : table.markup()) +
         "</section>\n";
}

std::string blogs_section(const ArchiveReport& report) {
  HtmlTable brings("What each blog brings",
                   {"Blog", "Title", "Feed", "Entries", "Posts", "Edited", "Seen again", "Gone", "Comments",
                    "First post", "Newest post"},
                   3);
  HtmlTable costs("What each blog costs", {"Blog", "Last visit", "Crawls", "Answers", "Answers a post",
                                           "Stored", "Failed", "Media missing", "Possible loss"});
  for (const BlogFigures& blog : report.blogs) {
    std::string type;
    std::optional<std::uint64_t> window;
    if (!blog.feeds.empty()) {
      const FeedFigures& feed = blog.feeds.front();
      type = feed.format + (feed.version.empty() ? "" : " " + feed.version);
      window = feed.window;
    }
    brings.row(
        {blog_name(blog), shortened(blog.title, 80), type.empty() ? "not known" : type, number_text(window),
         text_of(blog.posts), text_of(blog.changed), text_of(blog.revisited), text_of(blog.gone),
         text_of(blog.comments), day_text(blog.first_post), day_text(blog.newest_post)},
        blog.home);
    const double posts = static_cast<double>(std::max<std::uint64_t>(blog.posts, 1));
    costs.row(
        {blog_name(blog), day_text(blog.last_visit), text_of(blog.crawls), text_of(blog.answers),
         blog.posts == 0 ? "-" : decimal(static_cast<double>(blog.answers) / posts, 1), size_text(blog.bytes),
         text_of(blog.failed), text_of(blog.media_missing), number_text(blog.possible_loss)},
        blog.home);
  }
  return section_head("blogs", "Blogs") +
         (report.unowned > 0
              ? note(text_of(report.unowned) +
                     (report.unowned == 1 ? " post or comment stands at an address of no known blog."
                                          : " posts and comments stand at addresses of no known blog."))
              : "") +
         brings.markup() +
         paragraph(
             "Answers are captures at addresses of the blog, with those that say that nothing changed; "
             "requests without "
             "an answer are not recorded. Stored is what their records take in WARC files. Failed and "
             "missing are "
             "addresses that failed when the blog was last crawled.") +
         costs.markup() + "</section>\n";
}

std::string storage_section(const ArchiveReport& report) {
  const StorageFigures& storage = report.storage;
  HtmlTable table("What is stored", {"What", "Number", "Bytes"});
  const auto bytes = [](const std::optional<std::uint64_t>& size) {
    return size ? size_text(*size) : "not known";
  };
  table.row({"WARC files", number_text(storage.warc_files), bytes(storage.warc_bytes)});
  table.row({"store", "-", bytes(storage.store_bytes)});
  table.row({"answers (final responses)", text_of(storage.answers), size_text(storage.answer_bytes)});
  table.row({"of these at addresses of no blog", text_of(storage.elsewhere), "-"});
  table.row({"of these revisit records", text_of(storage.revisits), "-"});
  table.row({"saved by revisit records", "-", signed_size_text(storage.saved_bytes)});
  return section_head("storage", "Storage") +
         paragraph(
             "A revisit record refers to bytes that are stored already. It saves the difference to the "
             "record that it "
             "refers to.") +
         table.markup() + "</section>\n";
}

}  // namespace bfa
