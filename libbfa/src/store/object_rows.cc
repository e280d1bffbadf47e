// SPDX-License-Identifier: Apache-2.0
#include "store/object_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "io/text_delta.h"
#include "store/bytes.h"
#include "store/object_row_format.h"

namespace bfa {

using object_row::Form;
using object_row::HistoryRow;
using object_row::LatestRow;

namespace {

constexpr int kMaxMoves = 64;
constexpr int kAttempts = 4;

Error missing_version(const std::string& key) {
  return Error{Code::kCorrupt, "store: a version is missing; bfa rebuild makes the store anew", key, -1};
}

// Nothing when the delta is not of this base.
std::optional<std::string> undo(std::string_view base, std::string_view delta) {
  auto text = apply_delta(base, delta);
  if (!text) return std::nullopt;
  return std::move(*text);
}

std::string just_after(const std::string& key) {
  return key + '\0';
}

std::string history_end(const FoundObject& object) {
  return prefix_end(object_row::history_prefix(object.head.number));
}

}  // namespace

Result<std::optional<FoundObject>> ObjectRows::find(const std::string& key) const {
  FoundObject found;
  found.key = key;
  for (int i = 0; i < kMaxMoves; ++i) {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kHeads, found.key));
    if (!bytes) return std::optional<FoundObject>();
    BFA_ASSIGN_OR_RETURN(auto row, object_row::decode_head(*bytes));
    if (auto* const head = std::get_if<ObjectHead>(&row)) {
      found.head = std::move(*head);
      return std::optional<FoundObject>(std::move(found));
    }
    found.key = std::get<std::string>(std::move(row));
  }
  return corrupt_row("move of an object");
}

Status ObjectRows::for_each_head(const std::string& from, const std::string& to,
                                 const std::function<Result<bool>(const FoundObject&)>& visit) const {
  return database_.for_each(Family::kHeads, from, to, [&](const Database::Row& row) -> Result<bool> {
    BFA_ASSIGN_OR_RETURN(auto head, object_row::decode_head(row.second));
    if (!std::holds_alternative<ObjectHead>(head)) return true;
    return visit({row.first, std::get<ObjectHead>(std::move(head))});
  });
}

// Both families are in the order of keys. A writer in the same process may work meanwhile: what one scan saw
// and the other did not yet is looked up.
Status ObjectRows::for_each_latest_row(
    const std::string& from, const std::string& to,
    const std::function<Result<bool>(const FoundObject&, LatestRow&)>& visit) const {
  Database::Cursor states(database_, Family::kLatest, from, to);
  BFA_ASSIGN_OR_RETURN(const Database::Row* state, states.next());
  return for_each_head(from, to, [&](const FoundObject& object) -> Result<bool> {
    while (state != nullptr && state->first < object.key) {
      BFA_ASSIGN_OR_RETURN(state, states.next());
    }
    if (state != nullptr && state->first == object.key) {
      BFA_ASSIGN_OR_RETURN(LatestRow row, object_row::decode_latest(state->second));
      return visit(object, row);
    }
    BFA_ASSIGN_OR_RETURN(auto row, latest_row(object.key));
    if (!row) return missing_version(object.key);
    return visit(object, *row);
  });
}

Status ObjectRows::for_each_latest(
    const std::string& from, const std::string& to,
    const std::function<Result<bool>(const FoundObject&, const StoredVersion&)>& visit) const {
  return for_each_latest_row(from, to, [&](const FoundObject& object, LatestRow& row) -> Result<bool> {
    BFA_ASSIGN_OR_RETURN(const auto version, object_row::make_version(row.moment, row.meta, row.json));
    return visit(object, version);
  });
}

Result<std::optional<LatestRow>> ObjectRows::latest_row(const std::string& key) const {
  std::string at = key;
  for (int i = 0; i < kMaxMoves; ++i) {
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kLatest, at));
    if (bytes) {
      BFA_ASSIGN_OR_RETURN(LatestRow row, object_row::decode_latest(*bytes));
      return std::optional(std::move(row));
    }
    BFA_ASSIGN_OR_RETURN(const auto head, database_.get(Family::kHeads, at));
    if (!head) return std::optional<LatestRow>();
    BFA_ASSIGN_OR_RETURN(auto row, object_row::decode_head(*head));
    if (auto* const moved = std::get_if<std::string>(&row)) at = std::move(*moved);
  }
  return missing_version(key);
}

Result<std::optional<StoredVersion>> ObjectRows::latest(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(const auto row, latest_row(key));
  if (!row) return MaybeVersion();
  BFA_ASSIGN_OR_RETURN(auto version, object_row::make_version(row->moment, row->meta, row->json));
  return MaybeVersion(std::move(version));
}

Result<std::string> ObjectRows::latest_json(const FoundObject& object) const {
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kLatest, object.key));
  if (!bytes) return missing_version(object.key);
  BFA_ASSIGN_OR_RETURN(LatestRow row, object_row::decode_latest(*bytes));
  return std::move(row.json);
}

Result<ObjectRows::MaybeRow> ObjectRows::row_at(const FoundObject& object, const Moment& moment) const {
  Database::Row row(object_row::history_key(object.head.number, moment), {});
  BFA_ASSIGN_OR_RETURN(auto bytes, database_.get(Family::kHistory, row.first));
  if (!bytes) return MaybeRow();
  row.second = std::move(*bytes);
  BFA_ASSIGN_OR_RETURN(auto out, object_row::decode_history(row));
  return MaybeRow(std::move(out));
}

Result<ObjectRows::MaybeRow> ObjectRows::row_before(const FoundObject& object, const Moment& end) const {
  BFA_ASSIGN_OR_RETURN(const auto row,
                       database_.last_row(Family::kHistory, object_row::history_prefix(object.head.number),
                                          object_row::history_key(object.head.number, end)));
  if (!row) return MaybeRow();
  BFA_ASSIGN_OR_RETURN(auto out, object_row::decode_history(*row));
  return MaybeRow(std::move(out));
}

Result<ObjectRows::MaybeRow> ObjectRows::row_after(const FoundObject& object, const Moment& moment) const {
  const std::string from = just_after(object_row::history_key(object.head.number, moment));
  BFA_ASSIGN_OR_RETURN(const auto rows, database_.rows(Family::kHistory, from, history_end(object), 1));
  if (rows.empty()) return MaybeRow();
  BFA_ASSIGN_OR_RETURN(auto out, object_row::decode_history(rows.front()));
  return MaybeRow(std::move(out));
}

// A writer in the same process may change the newer states between two reads. The check sum of a delta then
// does not fit, and reading again finds what is there now.
Result<std::string> ObjectRows::state_of(const FoundObject& object, const HistoryRow& row) const {
  auto made = try_state_of(object, row);
  for (int i = 1; i < kAttempts && !made; ++i) {
    BFA_ASSIGN_OR_RETURN(const auto again, row_at(object, row.moment));
    if (!again) break;
    made = try_state_of(object, *again);
  }
  return made;
}

Result<std::string> ObjectRows::try_state_of(const FoundObject& object, const HistoryRow& row) const {
  if (row.state.form == Form::kWhole) return row.state.bytes;
  if (row.state.form == Form::kInLatest) return latest_json(object);
  std::vector<std::string> deltas = {row.state.bytes};
  std::optional<std::string> json;
  Database::Cursor newer(database_, Family::kHistory,
                         just_after(object_row::history_key(object.head.number, row.moment)),
                         history_end(object));
  while (!json) {
    BFA_ASSIGN_OR_RETURN(const Database::Row* const next, newer.next());
    if (next == nullptr) return missing_version(object.key);
    BFA_ASSIGN_OR_RETURN(HistoryRow base, object_row::decode_history(*next));
    if (base.state.form == Form::kDelta) {
      deltas.push_back(std::move(base.state.bytes));
    } else if (base.state.form == Form::kWhole) {
      json = std::move(base.state.bytes);
    } else {
      BFA_ASSIGN_OR_RETURN(json, latest_json(object));
    }
  }
  for (auto delta = deltas.rbegin(); delta != deltas.rend(); ++delta) {
    json = undo(*json, *delta);
    if (!json) return corrupt_row("version");
  }
  return std::move(*json);
}

Result<std::optional<StoredVersion>> ObjectRows::load(const FoundObject& object, const MaybeRow& row) const {
  if (!row) return MaybeVersion();
  BFA_ASSIGN_OR_RETURN(const std::string json, state_of(object, *row));
  BFA_ASSIGN_OR_RETURN(auto version, object_row::make_version(row->moment, row->meta, json));
  return MaybeVersion(std::move(version));
}

Result<std::optional<StoredVersion>> ObjectRows::version(const FoundObject& object,
                                                         const Moment& moment) const {
  BFA_ASSIGN_OR_RETURN(const auto row, row_at(object, moment));
  return load(object, row);
}

Result<std::optional<StoredVersion>> ObjectRows::version_at_or_before(const FoundObject& object,
                                                                      const Moment& moment) const {
  if (object.head.latest <= moment) {
    BFA_ASSIGN_OR_RETURN(auto newest, latest(object.key));
    if (newest) return newest;
  }
  BFA_ASSIGN_OR_RETURN(auto row, row_at(object, moment));
  if (!row) {
    BFA_ASSIGN_OR_RETURN(row, row_before(object, moment));
  }
  return load(object, row);
}

Result<std::optional<StoredVersion>> ObjectRows::next_version(const FoundObject& object,
                                                              const Moment& moment) const {
  BFA_ASSIGN_OR_RETURN(const auto row, row_after(object, moment));
  return load(object, row);
}

// Deltas lead from newer to older: the rows up to the next whole state are collected, then taken back to
// front.
Status ObjectRows::for_each_version(const FoundObject& object,
                                    const std::function<Result<bool>(StoredVersion)>& visit) const {
  return for_each_version(object, nullptr, visit);
}

Status ObjectRows::for_each_version(const FoundObject& object, const LatestRow* latest,
                                    const std::function<Result<bool>(StoredVersion)>& visit) const {
  std::vector<HistoryRow> chain;
  const std::string from = object_row::history_prefix(object.head.number);
  return database_.for_each(
      Family::kHistory, from, prefix_end(from), [&](const Database::Row& row) -> Result<bool> {
        BFA_ASSIGN_OR_RETURN(auto next, object_row::decode_history(row));
        chain.push_back(std::move(next));
        if (chain.back().state.form == Form::kDelta) return true;
        if (chain.back().state.form == Form::kInLatest && latest != nullptr &&
            chain.back().moment == latest->moment) {
          chain.back().state.bytes = latest->json;
        } else if (chain.back().state.form == Form::kInLatest) {
          BFA_ASSIGN_OR_RETURN(chain.back().state.bytes, latest_json(object));
        }
        for (std::size_t i = chain.size() - 1; i > 0; --i) {
          auto json = undo(chain[i].state.bytes, chain[i - 1].state.bytes);
          if (!json) {
            BFA_ASSIGN_OR_RETURN(json, state_of(object, chain[i - 1]));
          }
          chain[i - 1].state.bytes = std::move(*json);
        }
        bool go_on = true;
        for (std::size_t i = 0; i < chain.size() && go_on; ++i) {
          BFA_ASSIGN_OR_RETURN(
              auto version, object_row::make_version(chain[i].moment, chain[i].meta, chain[i].state.bytes));
          BFA_ASSIGN_OR_RETURN(go_on, visit(std::move(version)));
        }
        chain.clear();
        return go_on;
      });
}

Result<std::vector<ObjectRows::OldReading>> ObjectRows::old_readings(const FoundObject& object,
                                                                     const Moment& moment,
                                                                     const std::string& current) const {
  const std::string prefix = object_row::history_key(object.head.number, moment);
  std::vector<OldReading> out;
  std::vector<object_row::ReadingRow> rows;
  BFA_RETURN_IF_ERROR(database_.for_each(Family::kReadings, prefix, prefix_end(prefix),
                                         [&](const Database::Row& row) -> Result<bool> {
                                           BFA_ASSIGN_OR_RETURN(auto next, object_row::decode_reading(row));
                                           rows.push_back(std::move(next));
                                           return true;
                                         }));
  out.resize(rows.size());
  for (std::size_t i = rows.size(); i-- > 0;) {
    const std::string& base = i + 1 < out.size() ? out[i + 1].json : current;
    out[i].step = rows[i].step;
    out[i].program = std::move(rows[i].program);
    out[i].json = std::move(rows[i].state.bytes);
    if (rows[i].state.form == Form::kDelta) {
      auto json = undo(base, out[i].json);
      if (!json) return corrupt_row("reading");
      out[i].json = std::move(*json);
    }
  }
  return out;
}

Result<ReadBy> ObjectRows::read_by(const FoundObject& object, const std::optional<Moment>& moment) const {
  constexpr Moment kEnd{UtcTime::max(), std::numeric_limits<std::uint64_t>::max()};
  BFA_ASSIGN_OR_RETURN(const auto row, moment ? row_at(object, *moment) : row_before(object, kEnd));
  if (!row) return ReadBy();
  return ReadBy{row->meta.read_by != 0 ? row->meta.read_by : row->moment.sequence, row->meta.program};
}

Result<std::vector<Reading>> ObjectRows::readings(const FoundObject& object, const Moment& moment) const {
  BFA_ASSIGN_OR_RETURN(const auto row, row_at(object, moment));
  std::vector<Reading> out;
  if (!row) return out;
  BFA_ASSIGN_OR_RETURN(const std::string current, state_of(object, *row));
  BFA_ASSIGN_OR_RETURN(const auto older, old_readings(object, moment, current));
  for (const auto& old : older) {
    BFA_ASSIGN_OR_RETURN(auto state, object_from_json(old.json));
    out.push_back({std::move(state), old.step, old.program});
  }
  BFA_ASSIGN_OR_RETURN(auto state, object_from_json(current));
  out.push_back(
      {std::move(state), row->meta.read_by != 0 ? row->meta.read_by : moment.sequence, row->meta.program});
  return out;
}

Result<StoredVersion> ObjectRows::as_first_read(const FoundObject& object, StoredVersion version) const {
  if (version.version.readings < 2) return version;
  const Moment moment{version.version.observed, version.version.sequence};
  BFA_ASSIGN_OR_RETURN(auto all, readings(object, moment));
  if (all.empty()) return version;
  version.version.object = std::move(all.front().object);
  version.read_by = all.front().sequence;
  version.program = std::move(all.front().program);
  return version;
}

Status ObjectRows::for_each_sighting(const FoundObject& object,
                                     const std::function<Result<bool>(const Moment&)>& visit) const {
  const std::string prefix = object_row::history_prefix(object.head.number);
  return database_.for_each(Family::kSightings, prefix, prefix_end(prefix),
                            [&](const Database::Row& row) -> Result<bool> {
                              BFA_ASSIGN_OR_RETURN(const Moment moment, object_row::moment_of(row.first));
                              return visit(moment);
                            });
}

Result<ObjectHead> ObjectRows::head_at(const FoundObject& object, UtcTime time) const {
  ObjectHead head = object.head;
  const std::string prefix = object_row::history_prefix(head.number);
  const std::string end =
      just_after(object_row::history_key(head.number, {time, std::numeric_limits<std::uint64_t>::max()}));
  // How many rows of a family there are until then, and the last one.
  const auto count = [&](Family family, std::uint64_t& rows, UtcTime& last) {
    rows = 0;
    return database_.for_each(family, prefix, end, [&](const Database::Row& row) -> Result<bool> {
      BFA_ASSIGN_OR_RETURN(const Moment moment, object_row::moment_of(row.first));
      ++rows;
      last = moment.time;
      return true;
    });
  };
  if (head.last_seen > time) {
    UtcTime sighted{};
    BFA_RETURN_IF_ERROR(count(Family::kHistory, head.versions, head.last_changed));
    BFA_RETURN_IF_ERROR(count(Family::kSightings, head.sightings, sighted));
    head.last_seen = std::max(head.last_changed, sighted);
  }
  if (head.comments > 0) {
    BFA_ASSIGN_OR_RETURN(head.comments, comments_at(head.url, time));
  }
  return head;
}

Result<std::uint64_t> ObjectRows::comments_at(const std::string& post_url, UtcTime time) const {
  BFA_ASSIGN_OR_RETURN(const auto keys, comment_keys(post_url));
  std::uint64_t count = 0;
  for (const std::string& key : keys) {
    BFA_ASSIGN_OR_RETURN(const auto comment, find(key));
    if (comment && comment->head.first_seen <= time) ++count;
  }
  return count;
}

Result<std::optional<Moment>> ObjectRows::first_sighting_after(const FoundObject& object,
                                                               const Moment& moment) const {
  const std::string from = just_after(object_row::history_key(object.head.number, moment));
  BFA_ASSIGN_OR_RETURN(const auto rows, database_.rows(Family::kSightings, from, history_end(object), 1));
  if (rows.empty()) return std::optional<Moment>();
  BFA_ASSIGN_OR_RETURN(const Moment found, object_row::moment_of(rows.front().first));
  return std::optional<Moment>(found);
}

Result<std::optional<Moment>> ObjectRows::last_sighting_before(const FoundObject& object,
                                                               const Moment& moment) const {
  BFA_ASSIGN_OR_RETURN(const auto row,
                       database_.last_row(Family::kSightings, object_row::history_prefix(object.head.number),
                                          object_row::history_key(object.head.number, moment)));
  if (!row) return std::optional<Moment>();
  BFA_ASSIGN_OR_RETURN(const Moment found, object_row::moment_of(row->first));
  return std::optional<Moment>(found);
}

namespace {

Result<std::vector<std::string>> ends_of_keys(const Database& database, const std::string& prefix) {
  std::vector<std::string> keys;
  BFA_RETURN_IF_ERROR(database.for_each(Family::kUrls, prefix, prefix_end(prefix),
                                        [&](const Database::Row& row) -> Result<bool> {
                                          keys.push_back(row.first.substr(prefix.size()));
                                          return true;
                                        }));
  return keys;
}

}  // namespace

Result<std::vector<std::string>> ObjectRows::comment_keys(const std::string& post_url) const {
  return ends_of_keys(database_, urls::comments(post_url));
}

Result<std::uint64_t> ObjectRows::pingbacks_on(const std::string& post_url,
                                               const std::optional<UtcTime>& time) const {
  BFA_ASSIGN_OR_RETURN(const auto keys, comment_keys(post_url));
  std::uint64_t count = 0;
  for (const std::string& key : keys) {
    BFA_ASSIGN_OR_RETURN(const auto comment, find(key));
    if (comment && !comment->head.comment_type.empty() && (!time || comment->head.first_seen <= *time))
      ++count;
  }
  return count;
}

Result<std::vector<std::string>> ObjectRows::keys_by_surt(const std::string& url) const {
  return ends_of_keys(database_, urls::surt(url));
}

}  // namespace bfa
