// SPDX-License-Identifier: Apache-2.0
// What else an archive has: captures, words, templates, figures.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/object/json.h"
#include "bfa/report/report.h"
#include "bfa/subscribe/run.h"
#include "bfa/subscribe/status.h"
#include "bfa/url/canonical.h"
#include "serve/data/removed.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_handlers.h"
#include "serve/programs/api/api_json.h"
#include "subscribe/identity.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const BlogStatus& blog) {
  Json line = {{"v", 1}, {"blog", blog.home}, {"title", blog.title}, {"subscribed", blog.subscribed}};
  line["posts"] = blog.posts;
  line["new"] = blog.new_posts;
  line["gone"] = blog.gone;
  line["edited"] = blog.edited;
  line["comments"] = blog.comments;
  line["pingbacks"] = blog.pingbacks;
  line["crawls"] = blog.crawls;
  line["failed"] = blog.failed;
  line["media_missing"] = blog.media_missing;
  line["absent"] = blog.absent;
  if (!blog.feed.empty()) line["feed"] = blog.feed;
  const auto put = [&](const char* name, const std::optional<UtcTime>& time) {
    if (time) line[name] = format_rfc3339(*time);
  };
  put("newest_post", blog.newest_post);
  put("last_crawl", blog.last_crawl);
  put("next", blog.next);
  put("last_poll", blog.last_poll);
  put("next_poll", blog.next_poll);
  line["overflows"] = blog.overflows;
  line["trouble"] = blog.trouble;
  return line;
}

// Where a list of captures goes on: behind so many captures of one second. "20260131102030.2".
struct CaptureMark {
  UtcTime time{};
  std::uint64_t seen = 0;
};

std::optional<CaptureMark> parse_place(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto time = parse_number(text.substr(0, dot));
  const auto seen = parse_number(text.substr(dot + 1));
  if (!time || !seen || *time > 9'000'000'000'000'000) return std::nullopt;
  return CaptureMark{UtcTime(std::chrono::microseconds(*time)), *seen};
}

// Whether a blog is meant by a name: its home page, or its host.
bool names_blog(const BlogPlaces& places, const std::string& name, const std::string& home) {
  if (name.find('/') == std::string::npos) return host_of_blog(home) == places.filter(name).host;
  const std::string meant = places.home_named(name);
  return meant.empty() ? home_identity_of(name) == home_identity_of(home) : meant == home;
}

}  // namespace

Result<ServeReply> api_captures(const ApiCall& call) {
  CaptureRange range;
  range.first = surt_key(call.text("url"));
  range.from = call.time("from", false);
  range.to = call.time("to", true);
  CaptureMark place;
  if (const auto after = call.query.value("after"); !after.empty()) {
    const auto parsed = parse_place(after);
    if (!parsed) return problem_reply(400, "after: wanted is 'next' of the page before");
    place = *parsed;
    range.from = std::max(range.from.value_or(place.time), place.time);
  }
  const std::uint64_t limit = call.number("limit", 1000);
  std::vector<std::string> items;
  bool more = false;
  std::uint64_t skip = place.seen;
  CaptureMark last = place;
  BFA_RETURN_IF_ERROR(call.context.index->for_each_capture(range, [&](const IndexedCapture& capture) {
    if (skip > 0 && capture.time == place.time) return --skip, true;
    more = items.size() == limit;
    if (more) return false;
    items.push_back(json_of(capture));
    last = {capture.time, capture.time == last.time ? last.seen + 1 : 1};
    return true;
  }));
  // What was taken out says so; an address that was never captured has an empty list.
  if (items.empty() && call.query.value("after").empty()) {
    ServeRequest program = call.request;
    program.headers.clear();
    if (auto removed = removed_reply(*call.context.archive, program, call.text("url")))
      return std::move(*removed);
  }
  const std::string next =
      std::to_string(last.time.time_since_epoch().count()) + "." + std::to_string(last.seen);
  return list_reply("captures", items, more ? next : std::string());
}

Result<ServeReply> api_search(const ApiCall& call) {
  SearchQuery query;
  query.text = call.text("q");
  query.limit = static_cast<std::size_t>(call.number("limit", 20));
  query.newest = call.flag("newest");
  query.kind = call.kind();
  BFA_RETURN_IF_ERROR(call.context.narrow_to_blog(query, call.query.value("blog")));
  query.author = call.text("author");
  query.tag = call.text("tag");
  query.category = call.text("category");
  query.since = call.time("since", false);
  if (const auto last = call.time("until", true)) query.until = *last + std::chrono::microseconds(1);
  query.published_from = call.text("published_from");
  query.published_to = call.text("published_to");
  query.changed = call.flag("changed");
  query.deleted = call.flag("deleted");
  if (const auto verdict = parse_listed_verdict(call.query.value("verdict"))) query.verdicts = {*verdict};
  query.after = call.text("after");
  const auto found = call.context.index->search(*call.context.archive, query);
  if (!found) return search_problem_reply(found.error(), query.text);
  const SearchAnswer& answer = *found;
  const auto fields = field_names(call.query.value("fields"));
  std::string out = "{\"v\":1,\"hits\":[";
  for (std::size_t i = 0; i < answer.hits.size(); ++i)
    (out += i == 0 ? "" : ",") += with_fields(hit_to_json(answer.hits[i]), fields);
  Json rest = {{"versions", answer.versions},
               {"more_versions", answer.more_versions},
               {"by_time", answer.by_time},
               {"reach", answer.reach}};
  if (!answer.next.empty()) rest["next"] = answer.next;
  return json_reply(out + "]," + dump(rest).substr(1) + "\n");
}

Result<ServeReply> api_templates(const ApiCall& call) {
  const Archive& archive = *call.context.archive;
  BFA_ASSIGN_OR_RETURN(const auto places, call.context.places());
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
  const std::string wanted = call.text("blog");
  std::vector<std::string> items;
  bool known = wanted.empty();
  for (const BlogState& blog : blogs) {
    if (!wanted.empty() && !names_blog(*places, wanted, blog.home)) continue;
    known = true;
    BFA_ASSIGN_OR_RETURN(const auto templates, archive.templates(blog.home));
    for (const Template& each : templates) items.push_back(template_to_json(each));
  }
  if (!known) return Error{Code::kNotFound, "the archive has no such blog", wanted, -1};
  return list_reply("templates", items, {});
}

Result<ServeReply> api_stats(const ApiCall& call) {
  if (call.flag("full")) {
    BFA_ASSIGN_OR_RETURN(const auto report, call.context.figures());
    return json_reply(report_to_json(report->report, false) + "\n");
  }
  BFA_ASSIGN_OR_RETURN(const auto blogs, call.context.index->count_blogs());
  BlogCounts sum;
  for (const BlogCounts& blog : blogs) {
    sum.posts += blog.posts;
    sum.pages += blog.pages;
    sum.comments += blog.comments;
    sum.pingbacks += blog.pingbacks;
    sum.edited += blog.edited;
    sum.gone += blog.gone;
    sum.versions += blog.versions;
    if (blog.first_seen)
      sum.first_seen = std::min(sum.first_seen.value_or(*blog.first_seen), *blog.first_seen);
    if (blog.last_changed)
      sum.last_changed = std::max(sum.last_changed.value_or(*blog.last_changed), *blog.last_changed);
  }
  Json json = {{"v", 1}, {"step", call.context.step}, {"hosts", blogs.size()}, {"posts", sum.posts}};
  json["pages"] = sum.pages;
  json["comments"] = sum.comments;
  json["pingbacks"] = sum.pingbacks;
  json["versions"] = sum.versions;
  json["edited"] = sum.edited;
  json["gone"] = sum.gone;
  if (sum.first_seen) json["first_seen"] = format_rfc3339(*sum.first_seen);
  if (sum.last_changed) json["last_changed"] = format_rfc3339(*sum.last_changed);
  return json_reply(dump(json) + "\n");
}

Result<ServeReply> api_status(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const auto places, call.context.places());
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive_status(*call.context.archive, {call.context.now}));
  std::string out = "{\"v\":1,\"step\":" + std::to_string(call.context.step) +
                    ",\"run\":" + (is_run_there(call.context.options->archive) ? "true" : "false") +
                    ",\"blogs\":[";
  const std::string wanted = call.text("blog");
  bool first = true, known = wanted.empty();
  for (const BlogStatus& blog : blogs) {
    if (!wanted.empty() && !names_blog(*places, wanted, blog.home)) continue;
    known = true;
    if (call.flag("trouble") && blog.trouble.empty()) continue;
    (out += first ? "" : ",") += dump(json_of(blog));
    first = false;
  }
  if (!known) return Error{Code::kNotFound, "the archive has no such blog", wanted, -1};
  return json_reply(out + "]}\n");
}

Result<ServeReply> api_root(const ApiCall& call) {
  const Json json = {{"v", 1},
                     {"openapi", "/api/v1/openapi.json"},
                     {"events", "/events"},
                     {"stream", "/stream/"},
                     {"step", call.context.step},
                     {"run", is_run_there(call.context.options->archive)},
                     {"writable", !call.context.options->token.empty()}};
  return json_reply(dump(json) + "\n");
}

Result<ServeReply> api_openapi(const ApiCall& call) {
  return json_reply(openapi_document(call.request.origin));
}

}  // namespace bfa
