// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/blog_query.h"

#include <chrono>
#include <cstdlib>

#include "serve/data/query_string.h"

namespace bfa::pages {
namespace {

Error bad_value(std::string_view name, std::string_view value, std::string_view wanted) {
  return Error{
      Code::kInvalidArgument,
      std::string(name) + ": wanted is " + std::string(wanted) + ", not '" + shortened_text(value, 60) + "'",
      {},
      -1};
}

bool has_form(std::string_view text, std::string_view form) {
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == '0' ? !digit : text[i] != form[i]) return false;
  }
  return true;
}

// The day after "2026-01-31", as text.
std::string day_after(const std::string& day) {
  const auto time = parse_timestamp(day);
  if (!time) return {};
  return moment_text(time->utc + std::chrono::days(1)).substr(0, 10);
}

}  // namespace

Result<BlogQuery> BlogQuery::of(const ServeRequest& request) {
  const QueryString asked(request.query());
  BlogQuery query;
  query.home = asked.value("url");
  query.author = asked.value("author");
  query.tag = asked.value("tag");
  query.category = asked.value("category");
  query.language = asked.value("language");
  query.year = asked.value("year");
  query.day = asked.value("day");
  query.show = asked.value("show");
  query.after = asked.value("after");
  query.comments_after = asked.value("comments");
  query.pingbacks_after = asked.value("pingbacks");
  query.facet = asked.value("facet");
  if (query.home.empty())
    return Error{Code::kInvalidArgument, "url: wanted is the address of a blog", {}, -1};
  if (!query.year.empty() && !has_form(query.year, "0000"))
    return bad_value("year", query.year, "a year such as 2026");
  if (!query.day.empty() && (!has_form(query.day, "0000-00-00") || day_after(query.day).empty()))
    return bad_value("day", query.day, "a day such as 2026-01-31");
  auto at = moment_of(asked.value("at"));
  if (!at) return std::move(at).error();
  query.at = *at;
  auto year = asked.number("calendar", 1900, 2200, 1);
  if (!year) return std::move(year).error();
  query.calendar_year = *year == 1 ? 0 : static_cast<int>(*year);
  return query;
}

bool BlogQuery::filtered() const {
  return !author.empty() || !tag.empty() || !category.empty() || !language.empty() || !year.empty() ||
         !day.empty() || !show.empty();
}

SiteAddress BlogQuery::address() const {
  SiteAddress out = blog_address(home);
  if (at) out.with("at", moment_text(*at));
  out.with("author", author).with("tag", tag).with("category", category).with("language", language);
  out.with("year", year).with("day", day).with("show", show).with("facet", facet);
  if (calendar_year > 0) out.with("calendar", static_cast<std::uint64_t>(calendar_year));
  return out;
}

ObjectListQuery BlogQuery::list(const std::string& host) const {
  ObjectListQuery query;
  query.kind = ObjectKind::kPost;
  query.blog_host = host;
  query.author = author;
  query.tag = tag;
  query.category = category;
  query.language = language;
  query.at = at;
  query.edited = show == "edited";
  query.gone = show == "gone";
  if (!year.empty()) {
    query.published_from = year;
    query.published_to = year;
  }
  if (!day.empty()) {
    query.published_from = day;
    query.published_to = day;
  }
  return query;
}

}  // namespace bfa::pages
