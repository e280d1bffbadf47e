// SPDX-License-Identifier: Apache-2.0
#include "bfa/crawl/event_json.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/guard.h"
#include "bfa/object/json.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

Json event_json(std::string_view name) {
  return Json{{"v", 1}, {"event", name}};
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const FetchedEvent& event) {
  Json json = event_json("fetched");
  json["blog"] = event.blog;
  json["url"] = event.url;
  json["task"] = task_kind_name(event.task);
  json["outcome"] = outcome_name(event.outcome);
  if (event.status != 0) json["status"] = event.status;
  json["bytes"] = event.bytes;
  return json;
}

Json json_of(const ObjectEvent& event) {
  Json json = event_json("object");
  json["blog"] = event.blog;
  json["url"] = event.item.url;
  json["kind"] = kind_name(event.item.kind);
  json["what"] = committed_name(event.item.what);
  return json;
}

Json json_of(const ChangeEvent& event) {
  Json json = event_json("change");
  json["blog"] = event.blog;
  json["kind"] = kind_name(event.item.kind);
  if (!event.item.change) return json;
  const Json change = Json::parse(change_to_json(*event.item.change), nullptr, false);
  for (const auto& [key, value] : change.items()) {
    if (key != "v") json[key] = value;
  }
  return json;
}

Json json_of(const ErrorEvent& event) {
  Json json = event_json("error");
  json["blog"] = event.blog;
  json["code"] = code_name(event.error.code);
  json["message"] = event.error.message;
  json["where"] = event.error.where;
  if (event.error.offset >= 0) json["offset"] = event.error.offset;
  json["outcome"] = outcome_name(event.outcome);
  return json;
}

Json json_of(const ProgressEvent& /*event*/) {
  return {};  // the schema has none
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
  return guarded_or_empty([&]() -> std::string {
    const Json json = std::visit([](const auto& each) { return json_of(each); }, event);
    return json.is_null() ? std::string() : dump(json);
  });
}

}  // namespace bfa
