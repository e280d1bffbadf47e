// SPDX-License-Identifier: Apache-2.0
// All captures of an address, newest first, with a calendar.
#include <algorithm>
#include <map>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "serve/data/archived_url.h"
#include "serve/data/query_string.h"
#include "serve/data/removed.h"
#include "serve/pages/calendar.h"
#include "serve/pages/page_list.h"
#include "serve/pages/post_view.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kMostCounted = 5'000, kOfPage = 100;

struct Captures {
  std::vector<IndexedCapture> newest;  // of the day, or the newest of all
  std::map<std::string, DayCounts> days;
  std::size_t count = 0;
  bool more = false;  // than were counted
};

Result<Captures> captures_of(const SiteContext& context, const std::string& url, const std::string& day) {
  CaptureRange range;
  range.first = surt_key(url);
  range.backwards = true;
  Captures out;
  BFA_RETURN_IF_ERROR(context.index->for_each_capture(range, [&](const IndexedCapture& capture) {
    if (out.count == kMostCounted) {
      out.more = true;
      return false;
    }
    ++out.count;
    const std::string its_day = moment_text(capture.time).substr(0, 10);
    DayCounts& counts = out.days[its_day];
    counts.day = its_day;
    ++counts.captures;
    if (out.newest.size() < kOfPage && (day.empty() || day == its_day)) out.newest.push_back(capture);
    return true;
  }));
  return out;
}

Markup row_of(const IndexedCapture& capture) {
  const bool redirect = !capture.redirect.empty();
  const Markup what = redirect ? markup_of("led to ", element("span", {{"class", "address"}},
                                                              shortened_text(capture.redirect, 100)))
                               : Markup::text(capture.mime);
  return element(
      "tr", {},
      element("th", {{"scope", "row"}},
              link(view_address(capture.time, capture.url), time_element(capture.time))),
      element("td", {{"data-head", "Status"}}, redirect ? "redirect" : std::to_string(capture.status)),
      element("td", {{"data-head", "Content"}}, what),
      element("td", {{"data-head", "Digest"}}, element("code", {}, capture.digest.substr(0, 17))),
      element("td", {{"data-head", "Bytes"}},
              link(replay_address(capture.time, capture.url, "id_"), "as they came")));
}

Markup table_of(const std::vector<IndexedCapture>& captures) {
  Markup heads, rows;
  for (const char* name : {"Time", "Status", "Content", "Digest", "Bytes"})
    heads += element("th", {{"scope", "col"}}, name);
  for (const IndexedCapture& capture : captures) rows += row_of(capture);
  return element("table", {{"class", "cards"}}, element("caption", {{"class", "hidden"}}, "Captures"),
                 element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows));
}

// A link to the object that was read from the address, when there is one.
Markup read_from(const SiteContext& context, const std::string& address) {
  if (!context.archive->find_object(address)) return {};
  return markup_of(link(post_address(address).text(), "What was read from it"), " \xc2\xb7 ");
}

Markup calendar_of(const Captures& captures, const std::string& url, int year) {
  std::vector<DayCounts> days;
  for (const auto& [day, counts] : captures.days) days.push_back(counts);
  const auto years = years_of(days);
  Calendar calendar;
  calendar.year = year > 0 ? year : years.back().first;
  calendar.captures_only = true;
  for (const DayCounts& day : days) {
    if (day.day.substr(0, 4) == std::to_string(calendar.year)) calendar.days.push_back(day);
  }
  const auto address = [&url](int chosen) {
    SiteAddress out("/captures");
    return out.with("url", url).with("year", static_cast<std::uint64_t>(chosen)).text();
  };
  calendar.address = [&](const std::string& day) {
    SiteAddress out("/captures");
    return out.with("url", url).with("day", day).at("list");
  };
  return markup_of(year_links(years, calendar.year, address), calendar_markup(calendar));
}

}  // namespace

ServeReply captures_page(const SiteContext& context, const ServeRequest& request, std::string_view url) {
  const QueryString asked(request.query());
  const bool by_query = url.empty();
  const auto archived = archived_url(by_query ? asked.value("url") : url);
  if (!archived) {
    return error_page(
        context, request,
        Error{Code::kInvalidArgument, "wanted is an http or https address", std::string(url), -1});
  }
  const std::string& address = *archived;
  const std::string day(by_query ? asked.value("day").substr(0, 10) : std::string_view());
  const auto captures = captures_of(context, address, day);
  if (!captures) return error_page(context, request, captures.error());
  if (captures->count == 0) {
    if (auto removed = removed_reply(*context.archive, request, address)) return std::move(*removed);
    const Markup after = similar_part(context, address, captures_address);
    return error_page(context, request, 404, "No capture", "The archive has no capture of " + address, after);
  }
  const auto year = asked.number("year", 1900, 2200, 1);
  if (by_query && !year) return error_page(context, request, year.error());
  int chosen = by_query && *year != 1 ? static_cast<int>(*year) : 0;
  if (day.size() == 10) chosen = std::atoi(day.substr(0, 4).c_str());
  PageParts page;
  page.title = "Captures of " + address;
  page.heading = Markup::text("Captures");
  std::string count = counted(captures->count, "capture");
  if (captures->more) count = "More than " + grouped(captures->count) + " captures";
  page.lead =
      markup_of(element("p", {{"class", "address"}}, shortened_text(address, 300)),
                element("p", {{"role", "status"}, {"class", "count"}}, count, ", newest ",
                        time_element(captures->newest.empty() ? UtcTime{} : captures->newest.front().time)));
  if (captures->newest.empty())
    page.lead = element("p", {{"role", "status"}}, "No capture on ", timestamp_text_element(day), ".");
  page.links = element(
      "link",
      {{"rel", "timemap"}, {"type", "application/link-format"}, {"href", "/timemap/link/" + address}});
  Markup list = table_of(captures->newest);
  if (captures->newest.size() < captures->count && day.empty())
    list += element("p", {}, "The newest ", grouped(captures->newest.size()),
                    " are listed; the calendar has all days.");
  page.main = section("list", day.empty() ? "Newest first" : "On " + day, list);
  page.main += section("calendar", "Calendar", calendar_of(*captures, address, chosen));
  page.main += element("p", {}, read_from(context, address),
                       link(SiteAddress("/cdx").with("url", address).text(), "As CDX"), " \xc2\xb7 ",
                       link("/timemap/link/" + address, "As a TimeMap"));
  return page_reply(context, request, page);
}

}  // namespace bfa::pages
