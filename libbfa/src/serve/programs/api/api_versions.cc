// SPDX-License-Identifier: Apache-2.0
// The history of objects: versions, and what differs between two of them.
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/object/json.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_handlers.h"
#include "serve/programs/api/api_json.h"
#include "serve/programs/api/find_object.h"
#include "serve/programs/api/line_stream.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

struct Versions {
  std::vector<Version> list;
  std::vector<Change> changes;
};

Result<Versions> versions_of(const Archive& archive, const std::string& key) {
  Versions out;
  BFA_ASSIGN_OR_RETURN(out.list, archive.versions(key));
  BFA_ASSIGN_OR_RETURN(out.changes, archive.changes(key));
  return out;
}

Json head_of(const Versions& versions, std::size_t index) {
  const Version& version = versions.list[index];
  Json head = {{"v", 1}, {"version", index + 1}, {"versions", versions.list.size()}};
  head["observed"] = format_rfc3339(version.observed);
  const Change* const change =
      index > 0 && index <= versions.changes.size() ? &versions.changes[index - 1] : nullptr;
  head["verdict"] = verdict_name(change != nullptr ? change->verdict : Verdict::kNew);
  if (change != nullptr && !change->reasons.empty()) {
    std::set<std::string> fields;
    for (const ChangeReason& reason : change->reasons) fields.insert(reason.field);
    head["fields"] = fields;
  }
  if (version.readings > 1) head["readings"] = version.readings;
  if (version.truncated) head["truncated"] = true;
  return head;
}

// A line of version.schema.json.
std::string line_of(const Versions& versions, std::size_t index) {
  std::string line = dump(head_of(versions, index));
  line.pop_back();
  return line + ",\"object\":" + object_to_json(versions.list[index].object) + "}\n";
}

std::string item_of(const Versions& versions, std::size_t index, bool full) {
  Json head = head_of(versions, index);
  const Version& version = versions.list[index];
  if (index > 0 && index <= versions.changes.size()) {
    const Change& change = versions.changes[index - 1];
    head["similarity"] = change.similarity;
    if (!change.moved_from.empty()) head["moved_from"] = change.moved_from;
  }
  head["sequence"] = version.sequence;
  head["url"] = version.object.url;
  head["title"] = version.object.title;
  const Json object = Json::parse(object_to_json(version.object), nullptr, false);
  if (const auto provenance = object.find("provenance"); provenance != object.end())
    head["provenance"] = *provenance;
  if (full) head["object"] = object;
  return dump(head);
}

// The versions of the objects of a list, object by object.
class VersionLines {
 public:
  VersionLines(SiteContext context, ObjectListQuery query)
      : context_(std::move(context)), query_(std::move(query)) {
    query_.order = ObjectListQuery::Order::kKey;
    query_.limit = 500;
  }

  Result<bool> more(std::string& out) {
    if (at_ == page_.objects.size()) {
      if (begun_ && page_.next.empty()) return false;
      if (begun_) query_.after = page_.next;
      BFA_ASSIGN_OR_RETURN(page_, context_.index->list_objects(query_));
      begun_ = true;
      at_ = 0;
      if (page_.objects.empty()) return false;
    }
    const auto versions = versions_of(*context_.archive, page_.objects[at_++].key);
    if (!versions && versions.error().code == Code::kNotFound) return true;  // it moved meanwhile
    if (!versions) return versions.error();
    for (std::size_t i = 0; i < versions->list.size(); ++i) out += line_of(*versions, i);
    return true;
  }

 private:
  SiteContext context_;
  ObjectListQuery query_;
  ObjectList page_;
  std::size_t at_ = 0;
  bool begun_ = false;
};

}  // namespace

Result<ServeReply> api_versions(const ApiCall& call) {
  const Archive& archive = *call.context.archive;
  const std::string url = call.text("url");
  if (url.empty() && call.lines) return api_all_versions(call);
  if (url.empty())
    return problem_reply(400, "the parameter 'url' is needed",
                         "all versions of all objects can be had as JSON Lines: /api/v1/versions.ndjson");
  BFA_ASSIGN_OR_RETURN(const std::string key, find_object_key(archive, url, call.kind()));
  BFA_ASSIGN_OR_RETURN(auto versions, versions_of(archive, key));
  if (call.lines) {
    const auto kept = std::make_shared<Versions>(std::move(versions));
    std::size_t at = 0;
    return lines_reply([kept, at](std::string& out) mutable -> Result<bool> {
      if (at < kept->list.size()) out += line_of(*kept, at++);
      return at < kept->list.size();
    });
  }
  std::vector<std::string> items;
  for (std::size_t i = 0; i < versions.list.size(); ++i)
    items.push_back(item_of(versions, i, call.flag("full")));
  return list_reply("versions", items, {});
}

Result<ServeReply> api_all_versions(const ApiCall& call) {
  ObjectListQuery query;
  query.kind = call.kind();
  BFA_RETURN_IF_ERROR(call.narrow_to_blog(query));
  const auto lines = std::make_shared<VersionLines>(call.context, std::move(query));
  return lines_reply([lines](std::string& out) { return lines->more(out); });
}

Result<ServeReply> api_diff(const ApiCall& call) {
  const Archive& archive = *call.context.archive;
  BFA_ASSIGN_OR_RETURN(const std::string key, find_object_key(archive, call.text("url"), call.kind()));
  BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(key));
  const std::string_view from_text = call.query.value("from"), to_text = call.query.value("to");
  if (versions.empty() || (versions.size() < 2 && from_text.empty()))
    return Error{Code::kNotFound, "the object has one version: nothing to compare", call.text("url"), -1};
  std::size_t to = versions.size() - 1;
  if (!to_text.empty()) {
    BFA_ASSIGN_OR_RETURN(to, find_version(versions, to_text, "to"));
  }
  std::size_t from = to == 0 ? 0 : to - 1;
  if (!from_text.empty()) {
    BFA_ASSIGN_OR_RETURN(from, find_version(versions, from_text, "from"));
  }
  Change change = compare_objects(versions[from].object, versions[to].object);
  change.from = versions[from].observed;
  change.to = versions[to].observed;
  return json_reply(change_to_json(change) + "\n");
}

}  // namespace bfa
