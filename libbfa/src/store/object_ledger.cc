// SPDX-License-Identifier: Apache-2.0
#include "store/object_ledger.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "bfa/object/version.h"
#include "store/bytes.h"

namespace bfa {
namespace {

Result<Version> read_version(const Database::Row& row) {
  BFA_ASSIGN_OR_RETURN(const Moment moment, parse_moment(row.first));
  BFA_ASSIGN_OR_RETURN(DataObject object, object_from_json(row.second));
  return Version{std::move(object), moment.time, moment.sequence};
}

Committed::Item make_item(const std::string& key, const DataObject& object, Committed::Item::What what) {
  Committed::Item item;
  item.key = key;
  item.url = object.url;
  item.kind = object.kind;
  item.what = what;
  return item;
}

}  // namespace

// Steps come in the order of their sequence, but an import may bring a state that is older than the latest
// version.
Result<std::optional<ObjectLedger::State>> ObjectLedger::state_at(const std::string& key, UtcTime observed,
                                                                  std::uint64_t sequence) const {
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kObjects, key));
  if (!bytes) return std::optional<State>();
  State state;
  BFA_ASSIGN_OR_RETURN(state.record, decode_object_record(*bytes));
  const Moment& latest = state.record.latest;
  if (std::pair(latest.time, latest.sequence) <= std::pair(observed, sequence)) {
    Database::Row last(moment_key(key, latest.time, latest.sequence), {});
    BFA_ASSIGN_OR_RETURN(auto version, database_.get(Family::kVersions, last.first));
    if (version) {
      last.second = std::move(*version);
      BFA_ASSIGN_OR_RETURN(state.before, read_version(last));
      return std::optional<State>(std::move(state));
    }
  }
  std::string end = moment_key(key, observed, sequence);
  end += '\0';
  BFA_ASSIGN_OR_RETURN(const auto row, database_.last_row(Family::kVersions, moment_prefix(key), end));
  if (row) {
    BFA_ASSIGN_OR_RETURN(state.before, read_version(*row));
  }
  return std::optional<State>(std::move(state));
}

Result<Committed::Item> ObjectLedger::observe(const DataObject& object, UtcTime observed,
                                              std::uint64_t sequence) {
  const std::string key = object_key(object);
  BFA_ASSIGN_OR_RETURN(const auto state, state_at(key, observed, sequence));
  if (!state) return begin(key, object, observed, sequence);
  // Older than all stored versions: the first version stays as it is, and only its first sighting gets the
  // earlier time.
  if (!state->before) return repeat(key, object, *state, observed, sequence);
  // The same step gives one object twice: the first one is used.
  const bool same_step = state->before->sequence == sequence && state->before->observed == observed;
  if (same_step || !object_changed(state->before->object, object))
    return repeat(key, object, *state, observed, sequence);
  return change(key, object, *state, observed, sequence);
}

Result<std::optional<Committed::Item>> ObjectLedger::sight(const std::string& key, UtcTime observed,
                                                           std::uint64_t sequence) {
  BFA_ASSIGN_OR_RETURN(const auto state, state_at(key, observed, sequence));
  if (!state || !state->before) return std::optional<Committed::Item>();
  return std::optional<Committed::Item>(repeat(key, state->before->object, *state, observed, sequence));
}

Result<std::optional<Committed::Item>> ObjectLedger::mark_gone(const std::string& key, UtcTime observed,
                                                               std::uint64_t sequence) {
  BFA_ASSIGN_OR_RETURN(const auto state, state_at(key, observed, sequence));
  if (!state || !state->before) return std::optional<Committed::Item>();
  DataObject object = state->before->object;
  if (object.status == "gone")
    return std::optional<Committed::Item>(repeat(key, object, *state, observed, sequence));
  object.status = "gone";
  BFA_ASSIGN_OR_RETURN(Committed::Item item, change(key, object, *state, observed, sequence));
  return std::optional<Committed::Item>(std::move(item));
}

Committed::Item ObjectLedger::begin(const std::string& key, const DataObject& object, UtcTime observed,
                                    std::uint64_t sequence) {
  ObjectRecord record;
  record.versions = 1;
  record.first_seen = record.last_seen = record.last_changed = observed;
  record.latest = {observed, sequence};
  database_.put(Family::kVersions, moment_key(key, observed, sequence), object_to_json(object));
  database_.put(Family::kObjects, key, encode(record));
  index(key, object);
  return make_item(key, object, Committed::Item::What::kNew);
}

Result<Committed::Item> ObjectLedger::change(const std::string& key, const DataObject& object,
                                             const State& state, UtcTime observed, std::uint64_t sequence) {
  ObjectRecord record = state.record;
  const bool latest = observed >= record.latest.time;
  ++record.versions;
  record.last_seen = std::max(record.last_seen, observed);
  record.last_changed = std::max(record.last_changed, observed);
  if (latest) record.latest = {observed, sequence};
  Change change = compare_objects(state.before->object, object);
  change.from = state.before->observed;
  change.to = observed;
  database_.put(Family::kVersions, moment_key(key, observed, sequence), object_to_json(object));
  database_.put(Family::kObjects, key, encode(record));
  put_change(key, {observed, sequence}, change);
  if (!latest) BFA_RETURN_IF_ERROR(compare_next(key, object, observed, sequence));
  Committed::Item item = make_item(key, object, Committed::Item::What::kChanged);
  item.change = std::move(change);
  return item;
}

// A version was inserted before a stored one: the change of the stored one must be computed against the new
// one.
Status ObjectLedger::compare_next(const std::string& key, const DataObject& object, UtcTime observed,
                                  std::uint64_t sequence) {
  std::string from = moment_key(key, observed, sequence);
  from += '\0';
  BFA_ASSIGN_OR_RETURN(const auto rows,
                       database_.rows(Family::kVersions, from, prefix_end(moment_prefix(key)), 1));
  if (rows.empty()) return {};
  BFA_ASSIGN_OR_RETURN(const Version next, read_version(rows.front()));
  Change change = compare_objects(object, next.object);
  change.from = observed;
  change.to = next.observed;
  put_change(key, {next.observed, next.sequence}, std::move(change));
  return {};
}

// The edit script is not stored, because it would double the size of a text. It is computed again from the
// two versions when it is needed.
void ObjectLedger::put_change(const std::string& key, const Moment& moment, Change change) {
  change.text_edits.clear();
  database_.put(Family::kChanges, moment_key(key, moment.time, moment.sequence), change_to_json(change));
}

Committed::Item ObjectLedger::repeat(const std::string& key, const DataObject& object, const State& state,
                                     UtcTime observed, std::uint64_t sequence) {
  const bool own_version =
      state.before && state.before->sequence == sequence && state.before->observed == observed;
  if (!own_version) {
    ObjectRecord record = state.record;
    ++record.sightings;
    record.first_seen = std::min(record.first_seen, observed);
    record.last_seen = std::max(record.last_seen, observed);
    database_.put(Family::kSightings, moment_key(key, observed, sequence), {});
    database_.put(Family::kObjects, key, encode(record));
  }
  return make_item(key, object, Committed::Item::What::kSeen);
}

void ObjectLedger::index(const std::string& key, const DataObject& object) {
  if (!object.url.empty()) database_.put(Family::kUrls, urls::surt(object.url) + key, {});
  if (object.kind == ObjectKind::kComment && !object.post.empty())
    database_.put(Family::kUrls, urls::comments(object.post) + key, {});
}

}  // namespace bfa
