// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "store/bytes.h"
#include "store/object_row_format.h"
#include "store/object_rows.h"

namespace bfa {

using object_row::Form;
using object_row::HistoryRow;
using object_row::State;

namespace {

bool has_comments(ObjectKind kind) {
  return kind == ObjectKind::kPost || kind == ObjectKind::kPage;
}

// Whether the indexes have this state already, because the newest one has the same addresses.
bool is_indexed(const ObjectHead& head, const DataObject& object) {
  return head.kind == object.kind && head.url == object.url && head.post == object.post;
}

void take_state(ObjectHead& head, const DataObject& object) {
  head.kind = object.kind;
  head.url = object.url;
  head.title = object.title;
  head.status = object.status;
  head.language = object.language;
  head.post = object.post;
  head.id = object.id;
  head.published = object.published;
  const auto type = object.attributes.find("comment_type");
  head.comment_type = type != object.attributes.end() ? type->second : std::string();
}

Moment moment_of_version(const StoredVersion& version) {
  return {version.version.observed, version.version.sequence};
}

Result<object_row::CommentCount> read_count(const Database& database, const std::string& post_url) {
  BFA_ASSIGN_OR_RETURN(const auto bytes, database.get(Family::kUrls, urls::comment_count(post_url)));
  if (!bytes) return object_row::CommentCount();
  return object_row::decode_comment_count(*bytes);
}

}  // namespace

// The rows around a moment, read before anything is changed.
struct ObjectRowWriter::Neighbours {
  std::optional<HistoryRow> before, at;
  std::string before_json;               // unless `before` is whole
  std::string at_json;                   // of `at`
  std::optional<std::string> next_json;  // none: the moment is the newest
  std::optional<HistoryRow> next;
};

void ObjectRowWriter::put_head(const FoundObject& object) {
  writable_.put(Family::kHeads, object.key, object_row::encode_head(object.head));
}

Result<ObjectRowWriter::Neighbours> ObjectRowWriter::neighbours(const FoundObject& object,
                                                                const Moment& moment) const {
  Neighbours out;
  if (object.head.latest < moment) {  // the usual case: nothing is newer, and one row says all
    BFA_ASSIGN_OR_RETURN(const auto bytes, writable_.get(Family::kLatest, object.key));
    if (!bytes) return corrupt_row("newest version");
    BFA_ASSIGN_OR_RETURN(auto newest, object_row::decode_latest(*bytes));
    out.before = HistoryRow{newest.moment, std::move(newest.meta), {Form::kInLatest, {}}};
    out.before_json = std::move(newest.json);
    return out;
  }
  BFA_ASSIGN_OR_RETURN(out.at, row_at(object, moment));
  BFA_ASSIGN_OR_RETURN(out.before, row_before(object, moment));
  BFA_ASSIGN_OR_RETURN(out.next, row_after(object, moment));
  if (out.at) {
    BFA_ASSIGN_OR_RETURN(out.at_json, state_of(object, *out.at));
  }
  if (out.before && out.before->state.form != Form::kWhole) {
    BFA_ASSIGN_OR_RETURN(out.before_json, state_of(object, *out.before));
  }
  if (out.next) {
    BFA_ASSIGN_OR_RETURN(out.next_json, state_of(object, *out.next));
  }
  return out;
}

// The version before is kept against the state `base` from now on.
void ObjectRowWriter::recode_before(const FoundObject& object, const Neighbours& around,
                                    const std::string& base) {
  if (!around.before || around.before->state.form == Form::kWhole) return;
  const Moment& moment = around.before->moment;
  writable_.put(Family::kHistory, object_row::history_key(object.head.number, moment),
                object_row::encode_history(around.before->meta,
                                           object_row::encode_state(moment, around.before_json, base)));
}

Status ObjectRowWriter::put_state(FoundObject& object, const StoredVersion& version, const std::string& json,
                                  const Neighbours& around) {
  const Moment moment = moment_of_version(version);
  const object_row::Meta meta = object_row::meta_of(version);
  State state{Form::kInLatest, {}};
  if (around.next_json) {
    state = object_row::encode_state(moment, json, *around.next_json);
  } else {
    writable_.put(Family::kLatest, object.key, object_row::encode_latest(moment, meta, json));
    const std::string old_url = std::exchange(object.head.url, {});
    take_state(object.head, version.version.object);
    object.head.latest = moment;
    object.head.last_changed = moment.time;
    if (!old_url.empty() && old_url != object.head.url) BFA_RETURN_IF_ERROR(join_comments(object, old_url));
  }
  writable_.put(Family::kHistory, object_row::history_key(object.head.number, moment),
                object_row::encode_history(meta, state));
  recode_before(object, around, json);
  return {};
}

Result<FoundObject> ObjectRowWriter::begin(const std::string& key, const StoredVersion& first) {
  FoundObject object;
  object.key = key;
  BFA_ASSIGN_OR_RETURN(const auto last, writable_.get(Family::kMeta, meta::kObjects));
  ObjectHead& head = object.head;
  head.number = (last ? u64_value(*last) : 0) + 1;
  writable_.put(Family::kMeta, std::string(meta::kObjects), u64_bytes(head.number));
  head.versions = 1;
  head.first_seen = head.last_seen = first.version.observed;
  StoredVersion version = first;
  version.version.readings = 1;
  BFA_RETURN_IF_ERROR(put_state(object, version, object_to_json(version.version.object), {}));
  BFA_RETURN_IF_ERROR(index(object, version.version.object));
  if (has_comments(head.kind)) {
    BFA_ASSIGN_OR_RETURN(const auto count, read_count(writable_, head.url));
    head.comments = count.comments;
  }
  put_head(object);
  return object;
}

Status ObjectRowWriter::put_version(FoundObject& object, const StoredVersion& version) {
  const Moment moment = moment_of_version(version);
  BFA_ASSIGN_OR_RETURN(const Neighbours around, neighbours(object, moment));
  const std::string json = object_to_json(version.version.object);
  const bool indexed = is_indexed(object.head, version.version.object);
  StoredVersion stored = version;
  stored.version.readings = 1;
  if (around.at) {
    BFA_ASSIGN_OR_RETURN(const auto older, old_readings(object, moment, around.at_json));
    put_readings(object, moment, older, json);
    stored.version.readings = older.size() + 1;
  } else {
    ++object.head.versions;
  }
  object.head.first_seen = std::min(object.head.first_seen, moment.time);
  object.head.last_seen = std::max(object.head.last_seen, moment.time);
  BFA_RETURN_IF_ERROR(put_state(object, stored, json, around));
  if (!indexed) BFA_RETURN_IF_ERROR(index(object, version.version.object));
  put_head(object);
  return {};
}

Status ObjectRowWriter::erase_version(FoundObject& object, const Moment& moment) {
  BFA_ASSIGN_OR_RETURN(const Neighbours around, neighbours(object, moment));
  if (!around.at) return Error{Code::kNotFound, "no such version", object.key, -1};
  if (!around.before && !around.next)
    return Error{Code::kInvalidArgument, "the only version of an object stays", object.key, -1};
  BFA_ASSIGN_OR_RETURN(const auto older, old_readings(object, moment, around.at_json));
  for (const auto& reading : older)
    writable_.erase(Family::kReadings, object_row::reading_key(object.head.number, moment, reading.step));
  writable_.erase(Family::kHistory, object_row::history_key(object.head.number, moment));
  --object.head.versions;
  if (around.next_json) {
    recode_before(object, around, *around.next_json);
  } else {
    const bool whole = around.before->state.form == Form::kWhole;
    const std::string& json = whole ? around.before->state.bytes : around.before_json;
    BFA_ASSIGN_OR_RETURN(const auto newest,
                         object_row::make_version(around.before->moment, around.before->meta, json));
    Neighbours none;
    BFA_RETURN_IF_ERROR(put_state(object, newest, json, none));
  }
  BFA_RETURN_IF_ERROR(refresh_times(object));
  put_head(object);
  return {};
}

void ObjectRowWriter::put_readings(const FoundObject& object, const Moment& moment,
                                   const std::vector<OldReading>& older, const std::string& current) {
  for (std::size_t i = 0; i < older.size(); ++i) {
    const Moment chosen{moment.time, older[i].step};
    const std::string& base = i + 1 < older.size() ? older[i + 1].json : current;
    writable_.put(Family::kReadings, object_row::reading_key(object.head.number, moment, older[i].step),
                  object_row::encode_reading({older[i].step, older[i].program,
                                              object_row::encode_state(chosen, older[i].json, base)}));
  }
}

Status ObjectRowWriter::add_reading(FoundObject& object, const Moment& moment, const Reading& reading) {
  BFA_ASSIGN_OR_RETURN(const Neighbours around, neighbours(object, moment));
  if (!around.at) return Error{Code::kNotFound, "no such version", object.key, -1};
  BFA_ASSIGN_OR_RETURN(auto all, old_readings(object, moment, around.at_json));
  const object_row::Meta& meta = around.at->meta;
  all.push_back({meta.read_by != 0 ? meta.read_by : moment.sequence, meta.program, around.at_json});
  std::erase_if(all, [&](const OldReading& old) { return old.step == reading.sequence; });
  all.push_back({reading.sequence, reading.program, object_to_json(reading.object)});
  std::sort(all.begin(), all.end(), [](const OldReading& a, const OldReading& b) { return a.step < b.step; });
  const OldReading newest = std::move(all.back());
  all.pop_back();
  put_readings(object, moment, all, newest.json);
  writable_.erase(Family::kReadings, object_row::reading_key(object.head.number, moment, newest.step));
  object_row::Meta changed = meta;
  changed.read_by = newest.step;
  changed.program = newest.program;
  changed.readings = all.size() + 1;
  BFA_ASSIGN_OR_RETURN(const auto version, object_row::make_version(moment, changed, newest.json));
  BFA_RETURN_IF_ERROR(put_state(object, version, newest.json, around));
  BFA_RETURN_IF_ERROR(index(object, version.version.object));
  put_head(object);
  return {};
}

Result<bool> ObjectRowWriter::put_sighting(FoundObject& object, const Moment& moment) {
  std::string key = object_row::history_key(object.head.number, moment);
  BFA_ASSIGN_OR_RETURN(const bool known, writable_.contains(Family::kSightings, key));
  if (known) return false;
  writable_.put(Family::kSightings, std::move(key), {});
  ++object.head.sightings;
  object.head.first_seen = std::min(object.head.first_seen, moment.time);
  object.head.last_seen = std::max(object.head.last_seen, moment.time);
  put_head(object);
  return true;
}

Result<bool> ObjectRowWriter::erase_sighting(FoundObject& object, const Moment& moment) {
  std::string key = object_row::history_key(object.head.number, moment);
  BFA_ASSIGN_OR_RETURN(const bool known, writable_.contains(Family::kSightings, key));
  if (!known) return false;
  writable_.erase(Family::kSightings, std::move(key));
  --object.head.sightings;
  BFA_RETURN_IF_ERROR(refresh_times(object));
  put_head(object);
  return true;
}

// After something was removed: when the object was seen, from the rows that are left.
Status ObjectRowWriter::refresh_times(FoundObject& object) {
  const Moment never{UtcTime::min(), 0};
  ObjectHead& head = object.head;
  BFA_ASSIGN_OR_RETURN(const auto first, row_after(object, never));
  if (first) head.first_seen = first->moment.time;
  head.last_seen = head.latest.time;
  BFA_ASSIGN_OR_RETURN(const auto early, first_sighting_after(object, never));
  if (early) head.first_seen = std::min(head.first_seen, early->time);
  BFA_ASSIGN_OR_RETURN(const auto late, last_sighting_before(object, {UtcTime::max(), 0}));
  if (late) head.last_seen = std::max(head.last_seen, late->time);
  return {};
}

Status ObjectRowWriter::index(const FoundObject& object, const DataObject& state) {
  if (!state.url.empty()) writable_.put(Family::kUrls, urls::surt(state.url) + object.key, {});
  if (state.kind == ObjectKind::kComment && !state.post.empty())
    return count_in_posts(object.key, state.post);
  if (!has_comments(state.kind) || state.url.empty()) return {};
  BFA_ASSIGN_OR_RETURN(auto count, read_count(writable_, state.url));
  if (std::find(count.posts.begin(), count.posts.end(), object.key) != count.posts.end()) return {};
  count.posts.push_back(object.key);
  writable_.put(Family::kUrls, urls::comment_count(state.url), object_row::encode_comment_count(count));
  return {};
}

// Posts have the number of their comments in their heads, so that a listing need not count.
Status ObjectRowWriter::count_in_posts(const std::string& comment_key, const std::string& post_url) {
  std::string row = urls::comments(post_url) + comment_key;
  BFA_ASSIGN_OR_RETURN(const bool known, writable_.contains(Family::kUrls, row));
  if (known) return {};
  writable_.put(Family::kUrls, std::move(row), {});
  BFA_ASSIGN_OR_RETURN(auto count, read_count(writable_, post_url));
  ++count.comments;
  writable_.put(Family::kUrls, urls::comment_count(post_url), object_row::encode_comment_count(count));
  for (const auto& key : count.posts) {
    BFA_ASSIGN_OR_RETURN(auto post, find(key));
    if (!post || !has_comments(post->head.kind)) continue;
    post->head.comments = count.comments;
    put_head(*post);
  }
  return {};
}

// The object has another URL now: the comments on the old one are comments on it.
Status ObjectRowWriter::join_comments(FoundObject& object, const std::string& old_url) {
  if (!has_comments(object.head.kind) || twin_of(old_url) == twin_of(object.head.url)) return {};
  BFA_ASSIGN_OR_RETURN(const auto keys, comment_keys(old_url));
  for (const auto& key : keys) BFA_RETURN_IF_ERROR(count_in_posts(key, object.head.url));
  BFA_ASSIGN_OR_RETURN(const auto count, read_count(writable_, object.head.url));
  object.head.comments = count.comments;
  return {};
}

Status ObjectRowWriter::move(const std::string& old_key, const std::string& new_key) {
  BFA_ASSIGN_OR_RETURN(auto object, find(old_key));
  if (!object) return Error{Code::kNotFound, "the archive has no such object", old_key, -1};
  if (object->key == new_key) return {};
  BFA_ASSIGN_OR_RETURN(const auto there, find(new_key));
  // A key that leads to the object itself: it moves back.
  if (there && there->head.number != object->head.number)
    return Error{Code::kInvalidArgument, "the new key has an object of its own", new_key, -1};
  BFA_ASSIGN_OR_RETURN(auto state, writable_.get(Family::kLatest, object->key));
  if (!state) return corrupt_row("newest version");
  writable_.erase(Family::kLatest, object->key);
  writable_.put(Family::kLatest, new_key, std::move(*state));
  writable_.put(Family::kHeads, object->key, object_row::encode_move(new_key));
  object->key = new_key;
  put_head(*object);
  return {};
}

Result<bool> ObjectRowWriter::copy_version(const FoundObject& from, FoundObject& into,
                                           const StoredVersion& version) {
  const Moment moment = moment_of_version(version);
  BFA_ASSIGN_OR_RETURN(const auto there, row_at(into, moment));
  BFA_ASSIGN_OR_RETURN(const auto all, readings(from, moment));
  for (const auto& reading : all)
    writable_.erase(Family::kReadings, object_row::reading_key(from.head.number, moment, reading.sequence));
  if (there) return true;
  BFA_RETURN_IF_ERROR(put_version(into, version));
  for (const auto& reading : all) BFA_RETURN_IF_ERROR(add_reading(into, moment, reading));
  return true;
}

Status ObjectRowWriter::merge(const std::string& old_key, const std::string& new_key) {
  BFA_ASSIGN_OR_RETURN(auto from, find(old_key));
  BFA_ASSIGN_OR_RETURN(auto into, find(new_key));
  if (!from || !into) return Error{Code::kNotFound, "the archive has no such object", old_key, -1};
  if (from->head.number == into->head.number) return {};
  std::vector<Moment> moments;
  const Status copied = for_each_version(*from, [&](const StoredVersion& version) -> Result<bool> {
    const Moment moment = moment_of_version(version);
    moments.push_back(moment);
    return copy_version(*from, *into, version);
  });
  if (!copied) return copied;
  for (const Moment& moment : moments)
    writable_.erase(Family::kHistory, object_row::history_key(from->head.number, moment));
  moments.clear();
  BFA_RETURN_IF_ERROR(for_each_sighting(*from, [&](const Moment& moment) -> Result<bool> {
    moments.push_back(moment);
    return true;
  }));
  for (const Moment& moment : moments) {
    writable_.erase(Family::kSightings, object_row::history_key(from->head.number, moment));
    BFA_ASSIGN_OR_RETURN(const bool added, put_sighting(*into, moment));
    (void)added;
  }
  writable_.erase(Family::kLatest, from->key);
  writable_.put(Family::kHeads, from->key, object_row::encode_move(into->key));
  BFA_RETURN_IF_ERROR(join_comments(*into, from->head.url));
  put_head(*into);
  return {};
}

}  // namespace bfa
