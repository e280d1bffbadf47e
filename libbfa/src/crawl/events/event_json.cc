// SPDX-License-Identifier: Apache-2.0
#include "bfa/crawl/event_json.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/guard.h"
#include "bfa/object/json.h"
#include "crawlmodel/json_line.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

Json event_json(std::string_view name) {
  return Json{{"v", 1}, {"event", name}};
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The events that come with each page are written without a document in between.
static_assert(kJsonVersion == 1, "JsonLine writes the version of events, too");
JsonLine event_line(std::string_view name, const std::string& blog) {
  JsonLine line;
  line.always_text("event", name);
  line.always_text("blog", blog);
  return line;
}

std::string text_of(const FetchedEvent& event) {
  JsonLine line = event_line("fetched", event.blog);
  line.always_text("url", event.url);
  line.always_text("task", task_kind_name(event.task));
  line.always_text("outcome", outcome_name(event.outcome));
  line.number("status", static_cast<std::uint64_t>(std::max(event.status, 0)));
  line.always_number("bytes", event.bytes);
  return std::move(line).take();
}

std::string text_of(const ObjectEvent& event) {
  JsonLine line = event_line("object", event.blog);
  line.always_text("url", event.item.url);
  line.always_text("kind", kind_name(event.item.kind));
  line.text("type", event.item.comment_type);
  line.always_text("what", committed_name(event.item.what));
  return std::move(line).take();
}

std::string text_of(const ErrorEvent& event) {
  JsonLine line = event_line("error", event.blog);
  line.always_text("code", code_name(event.error.code));
  line.always_text("message", event.error.message);
  line.always_text("where", event.error.where);
  if (event.error.offset >= 0) line.always_number("offset", static_cast<std::uint64_t>(event.error.offset));
  line.always_text("outcome", outcome_name(event.outcome));
  return std::move(line).take();
}

std::string text_of(const ProgressEvent& /*event*/) {
  return {};  // the schema has none
}

Json json_of(const ChangeEvent& event) {
  Json json = event_json("change");
  json["blog"] = event.blog;
  json["kind"] = kind_name(event.item.kind);
  if (!event.item.comment_type.empty()) json["type"] = event.item.comment_type;
  if (!event.item.change) return json;
  const Json change = Json::parse(change_to_json(*event.item.change), nullptr, false);
  for (const auto& [key, value] : change.items()) {
    if (key != "v") json[key] = value;
  }
  return json;
}

Json json_of(const DoneEvent& event) {
  const CrawlReport& report = event.report;
  Json json = event_json("done");
  json["blog"] = report.blog;
  json["requests"] = report.requests;
  json["bytes"] = report.bytes;
  json["fetched"] = report.fetched;
  json["posts"] = report.posts;
  json["new"] = report.created;
  json["changed"] = report.changed;
  json["moved"] = report.moved;
  json["unchanged"] = report.unchanged;
  json["not_modified"] = report.not_modified;
  json["failed"] = report.failed;
  json["denied"] = report.denied;
  if (report.blocked > 0) json["blocked"] = report.blocked;
  if (report.left_out > 0) json["left_out"] = report.left_out;
  json["media_missing"] = report.media_missing;
  json["queued"] = report.queued;
  json["seconds"] = std::chrono::duration<double>(report.elapsed).count();
  json["warc"] = report.warc;
  if (report.not_pages > 0) json["not_pages"] = report.not_pages;
  if (!report.became.empty())
    json["became"] = {{"what", report.became},
                      {"evidence", report.became_evidence},
                      {"since", format_rfc3339(report.became_since)}};
  if (report.is_back) json["is_back"] = true;
  if (report.interrupted) json["interrupted"] = true;
  if (report.deferred) json["deferred"] = true;
  if (report.no_feed) json["no_feed"] = true;
  if (!report.moved_to.empty()) {
    json["moved_to"] = report.moved_to;
    json["moved_evidence"] = report.moved_evidence;
  }
  if (!report.feed.empty()) {
    json["feed_before"] = report.feed_before;
    json["feed"] = report.feed;
  }
  if (!report.limit.empty()) json["limit"] = report.limit;
  if (report.walks_ended > 0) {
    json["walks_ended"] = report.walks_ended;
    json["walk_ended_at"] = report.walk_ended_at;
  }
  for (const CutTrap& trap : report.traps)
    json["traps"].push_back({{"form", trap.form},
                             {"example", trap.example},
                             {"visited", trap.visited},
                             {"cut", trap.cut},
                             {"soft_404", trap.soft_404}});
  if (report.error)
    json["error"] = {{"code", code_name(report.error->code)},
                     {"message", report.error->message},
                     {"where", report.error->where}};
  return json;
}

std::string text_of(const ChangeEvent& event) {
  return dump(json_of(event));
}

std::string text_of(const DoneEvent& event) {
  return dump(json_of(event));
}

}  // namespace

std::string_view committed_name(Committed::Item::What what) {
  switch (what) {
    case Committed::Item::What::kNew:
      return "new";
    case Committed::Item::What::kChanged:
      return "changed";
    case Committed::Item::What::kSeen:
      return "unchanged";
    case Committed::Item::What::kReread:
      return "reread";
    case Committed::Item::What::kRevised:
      return "revised";
    case Committed::Item::What::kMoved:
      return "moved";
  }
  return "unchanged";
}

std::string crawl_event_to_json(const CrawlEvent& event) {
  return guarded_or_empty(
      [&]() -> std::string { return std::visit([](const auto& each) { return text_of(each); }, event); });
}

}  // namespace bfa
