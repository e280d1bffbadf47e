// SPDX-License-Identifier: Apache-2.0
#include "store/object_ledger.h"

#include <utility>

#include "base/try.h"
#include "bfa/object/version.h"

namespace bfa {
namespace {

Committed::Item make_item(const std::string& key, const DataObject& object, Committed::Item::What what) {
  Committed::Item item;
  item.key = key;
  item.url = object.url;
  item.kind = object.kind;
  item.what = what;
  return item;
}

StoredVersion version_of(const DataObject& object, const Moment& moment, Verdict verdict) {
  StoredVersion version;
  version.version.object = object;
  version.version.observed = moment.time;
  version.version.sequence = moment.sequence;
  version.verdict = verdict;
  return version;
}

}  // namespace

// Steps come in the order of their sequence, but an import may bring a state that is older than the latest
// version.
Result<std::optional<ObjectLedger::State>> ObjectLedger::state_at(const std::string& key,
                                                                  const Moment& moment) const {
  BFA_ASSIGN_OR_RETURN(auto object, rows_.find(key));
  if (!object) return std::optional<State>();
  State state;
  state.object = std::move(*object);
  BFA_ASSIGN_OR_RETURN(auto version, rows_.version_at_or_before(state.object, moment));
  if (version) state.before = std::move(version->version);
  return std::optional<State>(std::move(state));
}

Result<Committed::Item> ObjectLedger::observe(const DataObject& object, UtcTime observed,
                                              std::uint64_t sequence) {
  const std::string key = object_key(object);
  const Moment moment{observed, sequence};
  BFA_ASSIGN_OR_RETURN(auto state, state_at(key, moment));
  if (!state) {
    BFA_ASSIGN_OR_RETURN(const auto made, rows_.begin(key, version_of(object, moment, Verdict::kNew)));
    return make_item(made.key, object, Committed::Item::What::kNew);
  }
  // Older than all stored versions: the first version stays as it is, and only its first sighting gets the
  // earlier time.
  if (!state->before) return repeat(*state, object, moment);
  // The same step gives one object twice: the first one is used.
  const bool same_step = state->before->sequence == sequence && state->before->observed == observed;
  if (same_step || !object_changed(state->before->object, object)) return repeat(*state, object, moment);
  return change(*state, object, moment);
}

Result<std::optional<Committed::Item>> ObjectLedger::sight(const std::string& key, UtcTime observed,
                                                           std::uint64_t sequence) {
  const Moment moment{observed, sequence};
  BFA_ASSIGN_OR_RETURN(auto state, state_at(key, moment));
  if (!state || !state->before) return std::optional<Committed::Item>();
  BFA_ASSIGN_OR_RETURN(auto item, repeat(*state, state->before->object, moment));
  return std::optional<Committed::Item>(std::move(item));
}

Result<std::optional<Committed::Item>> ObjectLedger::mark_gone(const std::string& key, UtcTime observed,
                                                               std::uint64_t sequence) {
  const Moment moment{observed, sequence};
  BFA_ASSIGN_OR_RETURN(auto state, state_at(key, moment));
  if (!state || !state->before) return std::optional<Committed::Item>();
  DataObject object = state->before->object;
  const bool already = object.status == "gone";
  object.status = "gone";
  BFA_ASSIGN_OR_RETURN(auto item, already ? repeat(*state, object, moment) : change(*state, object, moment));
  return std::optional<Committed::Item>(std::move(item));
}

Result<Committed::Item> ObjectLedger::change(State& state, const DataObject& object, const Moment& moment) {
  Change change = compare_objects(state.before->object, object);
  change.from = state.before->observed;
  change.to = moment.time;
  BFA_RETURN_IF_ERROR(rows_.put_version(state.object, version_of(object, moment, Verdict::kContent)));
  Committed::Item item = make_item(state.object.key, object, Committed::Item::What::kChanged);
  item.change = std::move(change);
  return item;
}

Result<Committed::Item> ObjectLedger::repeat(State& state, const DataObject& object, const Moment& moment) {
  const bool own_version =
      state.before && state.before->sequence == moment.sequence && state.before->observed == moment.time;
  if (!own_version) {
    BFA_ASSIGN_OR_RETURN(const bool added, rows_.put_sighting(state.object, moment));
    (void)added;
  }
  return make_item(state.object.key, object, Committed::Item::What::kSeen);
}

}  // namespace bfa
