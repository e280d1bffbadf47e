// SPDX-License-Identifier: Apache-2.0
// Objects in lists, and one object as it stands or stood.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/object/json.h"
#include "bfa/remove/remove.h"
#include "serve/data/replies.h"
#include "serve/data/summary_at.h"
#include "serve/programs/api/api_handlers.h"
#include "serve/programs/api/api_json.h"
#include "serve/programs/api/find_object.h"
#include "serve/programs/api/line_stream.h"

namespace bfa {
namespace {

constexpr std::size_t kPage = 500;  // objects that a stream of lines asks the index for at once

Result<ObjectListQuery> query_of(const ApiCall& call) {
  ObjectListQuery query;
  BFA_RETURN_IF_ERROR(call.narrow_to_blog(query));
  query.kind = call.kind();
  query.author = call.text("author");
  query.tag = call.text("tag");
  query.category = call.text("category");
  query.language = call.text("language");
  query.post = call.text("post");
  query.published_from = call.text("published_from");
  query.published_to = call.text("published_to");
  query.at = call.time("at", true);
  query.edited = call.flag("edited");
  query.gone = call.flag("gone");
  const std::string_view order = call.query.value("order");
  if (order == "changed") query.order = ObjectListQuery::Order::kChanged;
  // Lines are in an order that nothing changes while they are read.
  if (order == "key" || (order.empty() && call.lines)) query.order = ObjectListQuery::Order::kKey;
  query.oldest_first = call.flag("oldest_first");
  query.after = call.text("after");
  query.limit = call.number("limit", query.limit);
  return query;
}

struct Shown {
  bool full = false;
  std::optional<UtcTime> at;
  std::vector<std::string> fields;
};

// Nothing when the object is not there any more.
Result<std::optional<std::string>> item_of(const Archive& archive, const ListedObject& listed,
                                           const Shown& shown) {
  using Item = std::optional<std::string>;
  if (!shown.full) return Item(with_fields(json_of(listed), shown.fields));
  ObjectJsonOptions options;
  if (shown.at) {
    BFA_ASSIGN_OR_RETURN(const auto then, summary_at(archive, listed.key, *shown.at));
    if (!then) return Item();
    options.summary = &*then;
    return Item(with_fields(object_to_json(then->latest, options), shown.fields));
  }
  const auto summary = archive.summary(listed.key);
  if (!summary && summary.error().code == Code::kNotFound) return Item();
  if (!summary) return summary.error();
  options.summary = &*summary;
  return Item(with_fields(object_to_json(summary->latest, options), shown.fields));
}

// The objects of a query page by page, as lines.
class ObjectLines {
 public:
  ObjectLines(SiteContext context, ObjectListQuery query, Shown shown, std::uint64_t most)
      : context_(std::move(context)), query_(std::move(query)), shown_(std::move(shown)), left_(most) {}

  Result<bool> more(std::string& out) {
    if (at_ == page_.objects.size()) {
      if (begun_ && page_.next.empty()) return false;
      if (begun_) query_.after = page_.next;
      query_.limit = static_cast<std::size_t>(std::min<std::uint64_t>(kPage, left_));
      if (query_.limit == 0) return false;
      BFA_ASSIGN_OR_RETURN(page_, context_.index->list_objects(query_));
      begun_ = true;
      at_ = 0;
      if (page_.objects.empty()) return false;
    }
    BFA_ASSIGN_OR_RETURN(const auto item, item_of(*context_.archive, page_.objects[at_++], shown_));
    --left_;
    if (item) (out += *item) += '\n';
    return true;
  }

 private:
  SiteContext context_;
  ObjectListQuery query_;
  Shown shown_;
  std::uint64_t left_;
  ObjectList page_;
  std::size_t at_ = 0;
  bool begun_ = false;
};

// With the numbers of the time that is asked for. A version that is asked for by its number has those of now.
Result<ObjectSummary> wanted_state(const ApiCall& call, const std::string& key) {
  BFA_ASSIGN_OR_RETURN(ObjectSummary summary, call.context.archive->summary(key));
  if (const std::uint64_t number = call.number("version", 0); number > 0) {
    BFA_ASSIGN_OR_RETURN(auto versions, call.context.archive->versions(key));
    if (number > versions.size())
      return Error{Code::kNotFound, "the object has " + counted(versions.size(), "version", "versions"),
                   summary.latest.url, -1};
    summary.latest = std::move(versions[number - 1].object);
    return summary;
  }
  const auto at = call.time("at", true);
  if (!at) return summary;
  BFA_ASSIGN_OR_RETURN(auto then, summary_at(*call.context.archive, key, *at));
  if (then) return std::move(*then);
  return Error{Code::kNotFound,
               "not yet in the archive then; first seen " + format_rfc3339(summary.first_seen),
               summary.latest.url, -1};
}

}  // namespace

Result<ServeReply> api_objects(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(ObjectListQuery query, query_of(call));
  const Shown shown{call.flag("full"), query.at, field_names(call.query.value("fields"))};
  if (call.lines) {
    const std::uint64_t most = call.number("limit", ~std::uint64_t{0});
    const auto lines = std::make_shared<ObjectLines>(call.context, std::move(query), shown, most);
    return lines_reply([lines](std::string& out) { return lines->more(out); });
  }
  BFA_ASSIGN_OR_RETURN(const ObjectList list, call.context.index->list_objects(query));
  std::vector<std::string> items;
  for (const ListedObject& listed : list.objects) {
    BFA_ASSIGN_OR_RETURN(auto item, item_of(*call.context.archive, listed, shown));
    if (item) items.push_back(std::move(*item));
  }
  return list_reply("objects", items, list.next);
}

Result<ServeReply> api_object(const ApiCall& call) {
  const Archive& archive = *call.context.archive;
  BFA_ASSIGN_OR_RETURN(const std::string key, find_object_key(archive, call.text("url"), call.kind()));
  BFA_ASSIGN_OR_RETURN(const ObjectSummary summary, wanted_state(call, key));
  const DataObject& object = summary.latest;
  std::vector<DataObject> comments;
  const bool has_comments = object.kind == ObjectKind::kPost || object.kind == ObjectKind::kPage;
  if (has_comments && call.query.value("comments") != "0") {
    const auto at = call.time("at", true);
    BFA_ASSIGN_OR_RETURN(comments,
                         at ? comments_at(archive, object.url, *at) : archive.comments_of(object.url));
  }
  ObjectJsonOptions options;
  options.summary = &summary;
  if (!comments.empty()) options.comments = &comments;
  const auto fields = field_names(call.query.value("fields"));
  return json_reply(with_fields(object_to_json(object, options), fields) + "\n");
}

}  // namespace bfa
