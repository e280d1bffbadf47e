// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/guard.h"
#include "bfa/notify/change_feed.h"
#include "bfa/object/filters.h"
#include "object/arrival_name.h"

namespace bfa {
namespace {

// "text (92 % similar), title".
std::string edited_fields(const Change& change) {
  std::set<std::string> fields;
  for (const ChangeReason& reason : change.reasons) fields.insert(reason.field);
  std::string out;
  for (const auto& field : fields) {
    if (!out.empty()) out += ", ";
    out += field;
    // Rounded down: texts that differ are never called 100 % similar.
    if (field == "text")
      out += " (" + std::to_string(static_cast<int>(std::floor(change.similarity * 100))) + " % similar)";
  }
  return out;
}

}  // namespace

std::string arrival_id(const Arrival& arrival) {
  return guarded_or_empty([&] { return arrival_name(arrival.key, arrival.sequence, arrival.captured); });
}

std::string arrival_to_json(const Arrival& arrival) {
  return guarded_or_empty([&] {
    nlohmann::ordered_json line;
    line["v"] = 1;
    line["id"] = arrival_id(arrival);
    line["url"] = arrival.change.url;
    line["kind"] = kind_name(arrival.kind);
    if (!arrival.comment_type.empty()) line["type"] = arrival.comment_type;
    line["verdict"] = verdict_name(arrival.change.verdict);
    std::set<std::string> fields;
    for (const ChangeReason& reason : arrival.change.reasons) fields.insert(reason.field);
    line["fields"] = fields;
    line["similarity"] = arrival.change.similarity;
    line["title"] = arrival.title;
    if (!arrival.post.empty()) line["post"] = arrival.post;
    if (!arrival.change.moved_from.empty()) line["moved_from"] = arrival.change.moved_from;
    line["version"] = arrival.version;
    line["captured"] = format_rfc3339(arrival.captured);
    line["arrived"] = format_rfc3339(arrival.arrived);
    line["cursor"] = arrival.cursor;
    return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  });
}

std::string arrival_summary(const Arrival& arrival) {
  return guarded_or_empty([&] {
    const std::string kind = shown_kind(arrival.kind, arrival.comment_type);
    const std::string on =
        arrival.kind == ObjectKind::kComment && !arrival.post.empty() ? " on " + arrival.post : "";
    switch (arrival.change.verdict) {
      case Verdict::kNew:
        return "new " + kind + on;
      case Verdict::kContent:
        return "edited: " + edited_fields(arrival.change) + on;
      case Verdict::kMoved:
        return "moved from " + arrival.change.moved_from;
      case Verdict::kGone:
        return on.empty() ? "gone" : "gone from " + arrival.post;
      default:
        return std::string(verdict_name(arrival.change.verdict)) + on;
    }
  });
}

}  // namespace bfa
