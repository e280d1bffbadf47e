// SPDX-License-Identifier: Apache-2.0
// Objects over time. A history is a function of what was observed and of the times of observation: the order
// in which observations arrive does not matter. Promises 2 and 3 of docs/architecture.md.
#include "store/object_ledger.h"

#include <limits>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/object/version.h"
#include "store/files/layout.h"

namespace bfa {
namespace {

using What = Committed::Item::What;

constexpr const char* kGoneStatus = "gone";

Committed::Item make_item(const std::string& key, const DataObject& object, What what) {
  Committed::Item item;
  item.key = key;
  item.url = object.url;
  item.kind = object.kind;
  item.comment_type = comment_type(object);
  item.what = what;
  return item;
}

bool is_gone(const DataObject& object) {
  return object.status == kGoneStatus;
}

// An object that is gone has no state of its own: it keeps that of the version before.
DataObject gone_state(DataObject before) {
  before.status = kGoneStatus;
  return before;
}

// The page of a comment lost it. A feed may still have it, since feeds are made and kept apart from pages:
// only the page can bring it back.
bool is_lag_of_feed(const DataObject& before, const DataObject& object) {
  return is_gone(before) && object.kind == ObjectKind::kComment && object.provenance.method == "feed";
}

Moment moment_of(const StoredVersion& version) {
  return {version.version.observed, version.version.sequence};
}

// The end of an instant in the order of moments.
Moment end_of(UtcTime time) {
  return {time, std::numeric_limits<std::uint64_t>::max()};
}

// What a state is after the one before it.
Verdict verdict_after(const std::optional<StoredVersion>& before, const DataObject& object) {
  if (!before) return Verdict::kNew;
  if (is_gone(object)) return Verdict::kGone;
  return is_gone(before->version.object) ? Verdict::kBack : Verdict::kContent;
}

StoredVersion version_of(const DataObject& object, const Seen& seen, Verdict verdict) {
  StoredVersion version;
  version.version.object = object;
  version.version.observed = seen.moment.time;
  version.version.sequence = seen.moment.sequence;
  version.version.capture = seen.capture;
  version.version.truncated = seen.truncated;
  version.verdict = verdict;
  version.payload = seen.payload;
  version.program = library_version();
  return version;
}

Change change_between(const StoredVersion& before, const StoredVersion& after) {
  Change change = compare_objects(before.version.object, after.version.object);
  change.from = before.version.observed;
  change.to = after.version.observed;
  if (after.verdict == Verdict::kGone || after.verdict == Verdict::kBack) change.verdict = after.verdict;
  return change;
}

}  // namespace

Result<Committed::Item> ObjectLedger::observe(const DataObject& object, const Seen& seen) {
  const std::string key = object_key(object);
  BFA_ASSIGN_OR_RETURN(auto found, rows_.find(key));
  if (!found) {
    BFA_ASSIGN_OR_RETURN(const auto made, rows_.begin(key, version_of(object, seen, Verdict::kNew)));
    return make_item(made.key, object, What::kNew);
  }
  if (seen.capture != 0) {
    BFA_ASSIGN_OR_RETURN(const auto at, rows_.version_at_or_before(*found, end_of(seen.moment.time)));
    const bool same_capture =
        at && (at->version.capture == seen.capture || at->version.sequence == seen.capture);
    if (at && (seen.reading || same_capture)) return read_again(*found, *at, object, seen);
  }
  BFA_ASSIGN_OR_RETURN(const auto before, rows_.version_at_or_before(*found, seen.moment));
  // The same step gives one object twice: the first one is used.
  if (before && moment_of(*before) == seen.moment) return make_item(found->key, object, What::kSeen);
  if (before && is_lag_of_feed(before->version.object, object))
    return make_item(found->key, object, What::kSeen);
  const bool changed = !before || object_changed(before->version.object, object);
  if (!changed) return repeat(*found, object, seen.moment);
  const bool same_bytes = before && !seen.payload.empty() && before->payload == seen.payload;
  if (!same_bytes || is_gone(before->version.object)) return insert(*found, before, object, seen);
  BFA_ASSIGN_OR_RETURN(auto item, read_again(*found, *before, object, seen));
  BFA_ASSIGN_OR_RETURN(const bool added, rows_.put_sighting(*found, seen.moment));
  (void)added;
  return item;
}

Result<std::optional<Committed::Item>> ObjectLedger::sight(const std::string& key, UtcTime observed,
                                                           std::uint64_t sequence) {
  Seen seen;
  seen.moment = {observed, sequence};
  BFA_ASSIGN_OR_RETURN(auto found, rows_.find(key));
  if (!found) return std::optional<Committed::Item>();
  BFA_ASSIGN_OR_RETURN(const auto before, rows_.version_at_or_before(*found, seen.moment));
  if (!before) return std::optional<Committed::Item>();
  if (!is_gone(before->version.object)) {
    BFA_ASSIGN_OR_RETURN(auto item, repeat(*found, before->version.object, seen.moment));
    return std::optional<Committed::Item>(std::move(item));
  }
  // It is there again, as it was before it was gone.
  Moment end = moment_of(*before);
  if (end.sequence == 0) return std::optional<Committed::Item>();
  --end.sequence;
  BFA_ASSIGN_OR_RETURN(const auto whole, rows_.version_at_or_before(*found, end));
  if (!whole) return std::optional<Committed::Item>();
  BFA_ASSIGN_OR_RETURN(auto item, insert(*found, before, whole->version.object, seen));
  return std::optional<Committed::Item>(std::move(item));
}

Result<std::optional<Committed::Item>> ObjectLedger::mark_gone(const std::string& key, UtcTime observed,
                                                               std::uint64_t sequence) {
  Seen seen;
  seen.moment = {observed, sequence};
  BFA_ASSIGN_OR_RETURN(auto found, rows_.find(key));
  if (!found) return std::optional<Committed::Item>();
  BFA_ASSIGN_OR_RETURN(const auto before, rows_.version_at_or_before(*found, seen.moment));
  if (!before || moment_of(*before) == seen.moment) return std::optional<Committed::Item>();
  const bool already = is_gone(before->version.object);
  const DataObject object = gone_state(before->version.object);
  BFA_ASSIGN_OR_RETURN(auto item,
                       already ? repeat(*found, object, seen.moment) : insert(*found, before, object, seen));
  return std::optional<Committed::Item>(std::move(item));
}

Result<Committed::Item> ObjectLedger::insert(FoundObject& found, const std::optional<StoredVersion>& before,
                                             const DataObject& object, const Seen& seen) {
  const StoredVersion made = version_of(object, seen, verdict_after(before, object));
  BFA_ASSIGN_OR_RETURN(auto next, rows_.next_version(found, seen.moment));
  if (next && next->version.truncated && !seen.truncated && !is_gone(object)) {
    // It arrived late. A whole state counts more than what was cut later, for want of a whole one.
    BFA_RETURN_IF_ERROR(rows_.put_version(found, made));
    BFA_RETURN_IF_ERROR(drop_cut(found, seen.moment));
    BFA_ASSIGN_OR_RETURN(next, rows_.next_version(found, seen.moment));
    Committed::Item item = make_item(found.key, object, What::kRevised);
    if (before) item.change = change_between(*before, made);
    if (next) BFA_RETURN_IF_ERROR(revise(found, made, *next));
    return item;
  }
  std::optional<Moment> again;  // when the version before was seen after this one
  if (before) {
    BFA_ASSIGN_OR_RETURN(again, rows_.first_sighting_after(found, seen.moment));
    if (again && next && moment_of(*next) <= *again) again.reset();
  }
  Committed::Item item = make_item(found.key, object, next || again ? What::kRevised : What::kChanged);
  if (before) item.change = change_between(*before, made);
  if (next && !before) item.change = change_between(made, *next);
  BFA_RETURN_IF_ERROR(rows_.put_version(found, made));
  if (again) {
    BFA_RETURN_IF_ERROR(split(found, made, before->version.object, *again));
  } else if (next) {
    BFA_RETURN_IF_ERROR(revise(found, made, *next));
  }
  return item;
}

// Removes the versions after `from` that were read from cut transfers, until the next whole one, and where
// they were seen.
Status ObjectLedger::drop_cut(FoundObject& found, const Moment& from) {
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const auto cut, rows_.next_version(found, from));
    if (!cut || !cut->version.truncated) return {};
    const Moment moment = moment_of(*cut);
    BFA_ASSIGN_OR_RETURN(const auto after, rows_.next_version(found, moment));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const auto seen, rows_.first_sighting_after(found, moment));
      if (!seen || (after && moment_of(*after) < *seen)) break;
      BFA_ASSIGN_OR_RETURN(const bool erased, rows_.erase_sighting(found, *seen));
      if (!erased) break;
    }
    BFA_RETURN_IF_ERROR(rows_.erase_version(found, moment));
  }
}

// What was seen after a version that arrived late, and found equal to the version before, is a version of its
// own.
Status ObjectLedger::split(FoundObject& found, const StoredVersion& made, DataObject state,
                           const Moment& again) {
  if (is_gone(state)) state = gone_state(made.version.object);
  BFA_ASSIGN_OR_RETURN(const bool erased, rows_.erase_sighting(found, again));
  (void)erased;
  Seen seen;
  seen.moment = again;
  return rows_.put_version(found, version_of(state, seen, verdict_after(made, state)));
}

// Compares the version after one that arrived late with it.
Status ObjectLedger::revise(FoundObject& found, const StoredVersion& made, StoredVersion next) {
  if (!object_changed(made.version.object, next.version.object)) {
    BFA_RETURN_IF_ERROR(rows_.erase_version(found, moment_of(next)));
    BFA_ASSIGN_OR_RETURN(const bool added, rows_.put_sighting(found, moment_of(next)));
    (void)added;
    return {};
  }
  if (next.verdict == Verdict::kMoved) return {};
  if (is_gone(next.version.object)) next.version.object = gone_state(made.version.object);
  next.verdict = verdict_after(made, next.version.object);
  return rows_.put_version(found, next);
}

// The bytes of a version, read by another template or program: another reading of it when the result differs.
Result<Committed::Item> ObjectLedger::read_again(FoundObject& found, const StoredVersion& version,
                                                 const DataObject& object, const Seen& seen) {
  const DataObject& read_before = version.version.object;
  if (is_gone(read_before) || !object_changed(read_before, object))
    return make_item(found.key, object, What::kSeen);
  Reading reading;
  reading.object = object;
  reading.sequence = seen.moment.sequence;
  reading.program = library_version();
  BFA_RETURN_IF_ERROR(rows_.add_reading(found, moment_of(version), reading));
  Committed::Item item = make_item(found.key, object, What::kReread);
  Change change = compare_objects(read_before, object);
  change.from = change.to = version.version.observed;
  change.verdict = Verdict::kReread;
  change.template_before = read_before.provenance.template_sequence;
  change.template_after = object.provenance.template_sequence;
  item.change = std::move(change);
  return item;
}

Result<Committed::Item> ObjectLedger::repeat(FoundObject& found, const DataObject& object,
                                             const Moment& moment) {
  BFA_ASSIGN_OR_RETURN(const bool added, rows_.put_sighting(found, moment));
  (void)added;
  return make_item(found.key, object, What::kSeen);
}

}  // namespace bfa
