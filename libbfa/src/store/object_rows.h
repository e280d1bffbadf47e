// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bfa/object/version.h"
#include "store/database.h"
#include "store/keys.h"

namespace bfa {

// The rows of the store about objects (docs/formats/store.md, "Objects"). Nothing else knows their layout.

// An object over time, and what a listing needs of its newest state.
struct ObjectHead {
  std::uint64_t number = 0;  // given out by the store: prefix of the keys of its history
  std::uint64_t versions = 0, sightings = 0;
  std::uint64_t comments = 0;  // of a post or page
  UtcTime first_seen{}, last_seen{}, last_changed{};
  Moment latest;  // of its newest version
  // Of its newest state.
  ObjectKind kind = ObjectKind::kPage;
  std::string url, title, status, language;
  std::string post, id;      // of a comment
  std::string comment_type;  // the attribute of that name: "pingback", "trackback"
  std::optional<Timestamp> published;
};

// A version with what its row says of it. `version.object` is the newest reading.
struct StoredVersion {
  Version version;
  Verdict verdict = Verdict::kContent;  // against the version before: kNew, kContent, kGone, kBack, kMoved
  std::uint64_t read_by = 0;            // the step that made the reading; 0: the version's own
  std::string payload;  // of the capture: what tells whether bytes are the same; empty: not known
  std::string program;  // that made the reading; empty: not recorded
};

// What made a reading.
struct ReadBy {
  std::uint64_t step = 0;
  std::string program;  // "libbfa 0.2.0"; empty: not recorded
};

namespace object_row {
struct HistoryRow;
struct LatestRow;
}  // namespace object_row

// A head and the key under which it stands.
struct FoundObject {
  std::string key;
  ObjectHead head;
};

// Reads the rows. Thread-safe, as the database is. Errors of all: kIo, kCorrupt.
class ObjectRows {
 public:
  explicit ObjectRows(const Database& database) : database_(database) {}

  // The head of an object; a key that moved leads to where it is now. Nothing for an unknown key.
  Result<std::optional<FoundObject>> find(const std::string& key) const;
  // Visits heads in key order from `from` (inclusive) to `to` (exclusive; empty: all) until `visit` returns
  // false. Keys that moved are left out.
  Status for_each_head(const std::string& from, const std::string& to,
                       const std::function<Result<bool>(const FoundObject&)>& visit) const;
  // The same with the newest version of each object: one more scan, no look-ups.
  Status for_each_latest(
      const std::string& from, const std::string& to,
      const std::function<Result<bool>(const FoundObject&, const StoredVersion&)>& visit) const;

  // The same with the rows of the newest versions as they are stored: nothing of a state is parsed.
  Status for_each_latest_row(
      const std::string& from, const std::string& to,
      const std::function<Result<bool>(const FoundObject&, object_row::LatestRow&)>& visit) const;

  // The newest version by an object's key: one look-up. Follows moves.
  Result<std::optional<StoredVersion>> latest(const std::string& key) const;
  // The version at that moment; the last one at or before it; the first one after it.
  Result<std::optional<StoredVersion>> version(const FoundObject& object, const Moment& moment) const;
  Result<std::optional<StoredVersion>> version_at_or_before(const FoundObject& object,
                                                            const Moment& moment) const;
  Result<std::optional<StoredVersion>> next_version(const FoundObject& object, const Moment& moment) const;
  // Oldest first; keeps the states between two whole ones in memory.
  Status for_each_version(const FoundObject& object,
                          const std::function<Result<bool>(StoredVersion)>& visit) const;
  // The same for a caller that has the newest row: it is used if it is that of the last version still.
  Status for_each_version(const FoundObject& object, const object_row::LatestRow* latest,
                          const std::function<Result<bool>(StoredVersion)>& visit) const;

  // What made the newest reading of a version; `moment` not set: of the newest version. One look-up, and no
  // state is read. The step is 0 for an unknown version.
  Result<ReadBy> read_by(const FoundObject& object, const std::optional<Moment>& moment) const;
  // All readings of a version, oldest first; the last one is its current state. Never empty for a version
  // that is there.
  Result<std::vector<Reading>> readings(const FoundObject& object, const Moment& moment) const;
  // The first reading; the version itself when it has one only.
  Result<StoredVersion> as_first_read(const FoundObject& object, StoredVersion version) const;

  Status for_each_sighting(const FoundObject& object,
                           const std::function<Result<bool>(const Moment&)>& visit) const;
  // The counts and times of an object's head as they were at that time. Costs a scan of the moments until
  // then for what has changed since.
  Result<ObjectHead> head_at(const FoundObject& object, UtcTime time) const;
  // The first sighting after a moment; the last one before it.
  Result<std::optional<Moment>> first_sighting_after(const FoundObject& object, const Moment& moment) const;
  Result<std::optional<Moment>> last_sighting_before(const FoundObject& object, const Moment& moment) const;

  // Keys of the comments on a post, by its URL or that of a twin.
  Result<std::vector<std::string>> comment_keys(const std::string& post_url) const;
  // How many of them are pingbacks or trackbacks; with `time`, of those that were there then. Reads the head
  // of each.
  Result<std::uint64_t> pingbacks_on(const std::string& post_url, const std::optional<UtcTime>& time) const;
  // Keys of the objects whose URL has this SURT form.
  Result<std::vector<std::string>> keys_by_surt(const std::string& url) const;

 protected:
  using MaybeVersion = std::optional<StoredVersion>;
  using MaybeRow = std::optional<object_row::HistoryRow>;

  Result<MaybeVersion> load(const FoundObject& object, const MaybeRow& row) const;
  // The JSON of a version: deltas are applied from the next whole state on.
  Result<std::string> state_of(const FoundObject& object, const object_row::HistoryRow& row) const;
  Result<MaybeRow> row_at(const FoundObject& object, const Moment& moment) const;
  Result<MaybeRow> row_before(const FoundObject& object, const Moment& end) const;  // exclusive
  Result<MaybeRow> row_after(const FoundObject& object, const Moment& moment) const;
  // The older readings of a version as JSON; `current` is its state.
  struct OldReading {
    std::uint64_t step = 0;
    std::string program, json;
  };
  Result<std::vector<OldReading>> old_readings(const FoundObject& object, const Moment& moment,
                                               const std::string& current) const;

 private:
  Result<std::uint64_t> comments_at(const std::string& post_url, UtcTime time) const;
  Result<std::string> try_state_of(const FoundObject& object, const object_row::HistoryRow& row) const;
  Result<std::string> latest_json(const FoundObject& object) const;
  Result<std::optional<object_row::LatestRow>> latest_row(const std::string& key) const;

  const Database& database_;
};

// Changes the rows, in the database's layer: they reach the disk with the step. One thread. A head that is
// passed in is changed with its row; it must be the one that is stored (find() again after other changes).
class ObjectRowWriter : public ObjectRows {
 public:
  explicit ObjectRowWriter(Database& database) : ObjectRows(database), writable_(database) {}

  // Starts an object with its first version and enters it into the indexes. The key must be unknown.
  Result<FoundObject> begin(const std::string& key, const StoredVersion& first);
  // Inserts a version, or replaces the one of the same moment. Counts, times and the head's newest state
  // follow. A version that is replaced keeps its older readings.
  Status put_version(FoundObject& object, const StoredVersion& version);
  // Removes a version with its readings; not the only one. Errors: kNotFound, kInvalidArgument.
  Status erase_version(FoundObject& object, const Moment& moment);
  // Gives a version another reading. That of the highest step is its state; the others are kept.
  // Errors: kNotFound.
  Status add_reading(FoundObject& object, const Moment& moment, const Reading& reading);

  // True when it was not stored yet.
  Result<bool> put_sighting(FoundObject& object, const Moment& moment);
  // True when there was one.
  Result<bool> erase_sighting(FoundObject& object, const Moment& moment);

  // Enters the URL of a state into the indexes (look-up by URL, comments of a post). begin() and
  // put_version() do so by themselves.
  Status index(const FoundObject& object, const DataObject& state);

  // The object stands under another key from now on. The old key leads there. Errors: kNotFound,
  // kInvalidArgument when the new key has an object of its own (see merge()).
  Status move(const std::string& old_key, const std::string& new_key);
  // As move(), for a new key with a history: both become one, under the number of `new_key`. Versions that
  // stand at the same moment are kept from the new one.
  Status merge(const std::string& old_key, const std::string& new_key);

 private:
  struct Neighbours;
  void put_head(const FoundObject& object);
  Result<Neighbours> neighbours(const FoundObject& object, const Moment& moment) const;
  Status put_state(FoundObject& object, const StoredVersion& version, const std::string& json,
                   const Neighbours& around);
  void recode_before(const FoundObject& object, const Neighbours& around, const std::string& base);
  void put_readings(const FoundObject& object, const Moment& moment, const std::vector<OldReading>& older,
                    const std::string& current);
  Result<bool> copy_version(const FoundObject& from, FoundObject& into, const StoredVersion& version);
  Status refresh_times(FoundObject& object);
  Status join_comments(FoundObject& object, const std::string& old_url);
  Status count_in_posts(const std::string& comment_key, const std::string& post_url);

  Database& writable_;
};

}  // namespace bfa
