// SPDX-License-Identifier: Apache-2.0
#include "store/object_moves.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "object/folded_text.h"
#include "store/files/layout.h"
#include "store/object_row_format.h"

namespace bfa {
namespace {

// Between the answer that the old address is gone and the first look at the new one. For less the object was
// not away: both answers are of one visit to the blog.
constexpr std::chrono::hours kOneVisit{24};

// `before`: null when nothing is older.
Committed::Item moved_item(const std::string& key, const std::string& from, const Version* before,
                           const Version& after) {
  Committed::Item item;
  item.key = key;
  item.url = after.object.url;
  item.kind = after.object.kind;
  item.comment_type = comment_type(after.object);
  item.what = Committed::Item::What::kMoved;
  Change change;
  if (before != nullptr) {
    change = compare_objects(before->object, after.object);
    change.from = before->observed;
  }
  change.url = item.url;
  change.to = after.observed;
  change.verdict = Verdict::kMoved;
  change.moved_from = from;
  item.change = std::move(change);
  return item;
}

// A comment of a post that stands elsewhere now.
DataObject moved_comment(DataObject comment, const std::string& from, const std::string& to) {
  for (std::string* text : {&comment.url, &comment.id, &comment.parent}) {
    if (text->starts_with(from)) *text = to + text->substr(from.size());
  }
  comment.post = to;
  return comment;
}

}  // namespace

void note_move(Change& change, const DataObject& before, const DataObject& after) {
  if (before.url == after.url) return;
  change.verdict = Verdict::kMoved;
  change.moved_from = before.url;
}

Result<std::vector<std::string>> former_addresses(const ObjectRows& rows, const std::string& key) {
  std::vector<std::string> out;
  BFA_ASSIGN_OR_RETURN(const auto object, rows.find(key));
  if (!object) return out;
  BFA_RETURN_IF_ERROR(rows.for_each_version(*object, [&](const StoredVersion& version) -> Result<bool> {
    const std::string& url = version.version.object.url;
    if (url != object->head.url && std::find(out.begin(), out.end(), url) == out.end()) out.push_back(url);
    return true;
  }));
  return out;
}

Result<bool> ObjectMoves::is_former(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  return object && object->key != key;
}

Result<bool> ObjectMoves::is_shown_again(const DataObject& object, const Moment& observed) {
  const std::string key = object_key(object);
  BFA_ASSIGN_OR_RETURN(const auto found, rows_.find(key));
  if (!found || found->key == key || observed <= found->head.latest) return false;  // part of its history
  BFA_ASSIGN_OR_RETURN(const auto latest, rows_.latest(found->key));
  if (!latest) return corrupt_row("newest version");
  const double alike = compare_objects(latest->version.object, object).similarity;
  const bool same_title = same_text(latest->version.object.title, object.title);
  if (alike >= (same_title ? 0.3 : 0.95)) return true;
  database_.erase(Family::kHeads, key);
  return false;
}

Result<std::optional<FoundObject>> ObjectMoves::text_at(const std::string& address) const {
  for (const ObjectKind kind : {ObjectKind::kPost, ObjectKind::kPage}) {
    BFA_ASSIGN_OR_RETURN(auto object, rows_.find(object_key(kind, address)));
    if (object) return object;
  }
  return std::optional<FoundObject>();
}

Result<std::vector<Committed::Item>> ObjectMoves::join(const std::string& from, const DataObject& object,
                                                       const Seen& seen) {
  const Moment& observed = seen.moment;
  std::vector<Committed::Item> items;
  BFA_ASSIGN_OR_RETURN(auto old, text_at(from));
  BFA_ASSIGN_OR_RETURN(auto now, rows_.find(object_key(object)));
  if (!old || !now) return items;
  if (old->head.number == now->head.number)
    return old->head.url == object.url ? items : move_back(*old, object, seen);
  BFA_ASSIGN_OR_RETURN(auto first, rows_.next_version(*now, Moment{UtcTime::min(), 0}));
  if (!first) return corrupt_row("first version");
  const Moment appeared{first->version.observed, first->version.sequence};
  BFA_RETURN_IF_ERROR(drop_gone(*old, appeared.time - kOneVisit));
  BFA_ASSIGN_OR_RETURN(const auto before, rows_.version_at_or_before(*old, appeared));
  items.push_back(moved_item(now->key, from, before ? &before->version : nullptr, first->version));
  first->verdict = Verdict::kMoved;
  BFA_RETURN_IF_ERROR(rows_.put_version(*now, *first));
  BFA_RETURN_IF_ERROR(move_comments(from, now->head.url, observed, items));
  const UtcTime last_seen = now->head.last_seen;
  BFA_RETURN_IF_ERROR(rows_.merge(old->key, now->key));
  BFA_RETURN_IF_ERROR(stand_at(object, {last_seen, observed.sequence}));
  return items;
}

Result<std::vector<Committed::Item>> ObjectMoves::move_back(FoundObject& stored, const DataObject& object,
                                                            const Seen& seen) {
  std::vector<Committed::Item> items;
  const std::string from = stored.head.url;
  BFA_RETURN_IF_ERROR(drop_gone(stored, seen.moment.time - kOneVisit));
  BFA_ASSIGN_OR_RETURN(const auto before, rows_.latest(stored.key));
  if (!before) return corrupt_row("newest version");
  const std::string key = object_key(object);
  BFA_RETURN_IF_ERROR(rows_.move(stored.key, key));
  BFA_ASSIGN_OR_RETURN(auto moved, rows_.find(key));
  if (!moved) return corrupt_row("moved object");
  StoredVersion version;
  version.version.object = object;
  version.version.observed = std::max(seen.moment.time, moved->head.latest.time);
  version.version.sequence = seen.moment.sequence;
  version.version.capture = seen.capture;
  version.version.truncated = seen.truncated;
  version.payload = seen.payload;
  version.program = library_version();
  version.verdict = Verdict::kMoved;
  BFA_RETURN_IF_ERROR(rows_.put_version(*moved, version));
  items.push_back(moved_item(key, from, &before->version, version.version));
  BFA_RETURN_IF_ERROR(move_comments(from, object.url, seen.moment, items));
  return items;
}

// Where both addresses showed the object at one time, the newest state may be one of the old address.
Status ObjectMoves::stand_at(const DataObject& object, const Moment& moment) {
  BFA_ASSIGN_OR_RETURN(auto joined, rows_.find(object_key(object)));
  if (!joined) return corrupt_row("moved object");
  if (joined->head.url == object.url) return {};
  StoredVersion version;
  version.version.object = object;
  version.version.observed = std::max(moment.time, joined->head.latest.time);
  version.version.sequence = moment.sequence;
  version.verdict = Verdict::kMoved;
  return rows_.put_version(*joined, version);
}

// That the old address is gone says nothing of an object that has left it.
Status ObjectMoves::drop_gone(FoundObject& object, UtcTime from) {
  std::vector<Moment> versions, sightings;
  std::vector<std::pair<Moment, bool>> states;  // and whether it was gone
  BFA_RETURN_IF_ERROR(rows_.for_each_version(object, [&](const StoredVersion& version) -> Result<bool> {
    const Moment moment{version.version.observed, version.version.sequence};
    const bool gone = version.version.object.status == "gone";
    states.emplace_back(moment, gone);
    if (gone && moment.time >= from) versions.push_back(moment);
    return true;
  }));
  if (versions.empty() || versions.size() == states.size()) return {};
  BFA_RETURN_IF_ERROR(rows_.for_each_sighting(object, [&](const Moment& moment) -> Result<bool> {
    const auto after =
        std::find_if(states.begin(), states.end(), [&](const auto& state) { return moment < state.first; });
    if (after == states.begin()) return true;
    const auto& in_effect = *std::prev(after);
    if (in_effect.second && in_effect.first.time >= from) sightings.push_back(moment);
    return true;
  }));
  for (const auto& moment : versions) BFA_RETURN_IF_ERROR(rows_.erase_version(object, moment));
  for (const auto& moment : sightings) {
    BFA_ASSIGN_OR_RETURN(const bool erased, rows_.erase_sighting(object, moment));
    (void)erased;
  }
  return {};
}

Status ObjectMoves::move_comments(const std::string& from, const std::string& to, const Moment& observed,
                                  std::vector<Committed::Item>& items) {
  BFA_ASSIGN_OR_RETURN(const auto keys, rows_.comment_keys(from));
  for (const auto& key : keys) {
    BFA_ASSIGN_OR_RETURN(auto item, move_comment(key, from, to, observed));
    if (item) items.push_back(std::move(*item));
  }
  return {};
}

Result<std::optional<Committed::Item>> ObjectMoves::move_comment(const std::string& key,
                                                                 const std::string& from,
                                                                 const std::string& to,
                                                                 const Moment& observed) {
  std::optional<Committed::Item> item;
  BFA_RETURN_IF_ERROR(forget_comment(key, from));
  BFA_ASSIGN_OR_RETURN(const auto latest, rows_.latest(key));
  if (!latest) return item;
  StoredVersion moved = *latest;
  moved.version.object = moved_comment(latest->version.object, from, to);
  moved.version.observed = std::max(observed.time, latest->version.observed);
  moved.version.sequence = observed.sequence;
  moved.verdict = Verdict::kMoved;
  const std::string new_key = object_key(moved.version.object);
  if (new_key == key) return item;
  item = moved_item(new_key, latest->version.object.url, &latest->version, moved.version);
  BFA_ASSIGN_OR_RETURN(const auto there, rows_.find(new_key));
  if (there) {
    BFA_RETURN_IF_ERROR(rows_.merge(key, new_key));
    BFA_RETURN_IF_ERROR(forget_comment(new_key, from));  // the merged states name the old address
    return item;
  }
  BFA_RETURN_IF_ERROR(rows_.move(key, new_key));
  BFA_ASSIGN_OR_RETURN(auto object, rows_.find(new_key));
  if (!object) return corrupt_row("moved comment");
  BFA_RETURN_IF_ERROR(rows_.put_version(*object, moved));
  return item;
}

// Takes a comment out of the list of a post's address.
Status ObjectMoves::forget_comment(const std::string& key, const std::string& post) {
  std::string listed = urls::comments(post) + key;
  BFA_ASSIGN_OR_RETURN(const bool known, database_.contains(Family::kUrls, listed));
  if (!known) return {};
  database_.erase(Family::kUrls, std::move(listed));
  std::string row = urls::comment_count(post);
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kUrls, row));
  if (!bytes) return {};
  BFA_ASSIGN_OR_RETURN(auto count, object_row::decode_comment_count(*bytes));
  if (count.comments > 0) --count.comments;
  database_.put(Family::kUrls, std::move(row), object_row::encode_comment_count(count));
  return {};
}

}  // namespace bfa
