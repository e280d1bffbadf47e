// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/store/archive.h"
#include "store/database.h"
#include "store/object_history.h"
#include "store/object_rows.h"

namespace bfa {

// How a state of an object was observed.
struct Seen {
  Moment moment;              // time of the capture; the step that read it
  std::uint64_t capture = 0;  // the step whose record was read; 0: its own
  std::string payload;        // digest of the bytes that it was read from; empty: not known
  bool reading = false;       // these bytes were read before: the state is a reading, never a version
  bool truncated = false;     // the transfer was cut
};

// Objects over time: stores what steps observe, in the database's layer. The history is that of the times of
// the captures, in whatever order they arrive: an older state becomes an older version, and what was compared
// across it is compared anew. One thread. Errors of all: kIo, kCorrupt.
class ObjectLedger {
 public:
  explicit ObjectLedger(Database& database) : rows_(database) {}

  // Stores a state of an object: its first version, a new one with its change, a reading, or a sighting.
  Result<Committed::Item> observe(const DataObject& object, const Seen& seen);
  // Stores that an object was seen unchanged; nothing when it is not known.
  Result<std::optional<Committed::Item>> sight(const std::string& key, UtcTime observed,
                                               std::uint64_t sequence);
  // Stores that the page of an object is gone: a version with the same text and that status.
  Result<std::optional<Committed::Item>> mark_gone(const std::string& key, UtcTime observed,
                                                   std::uint64_t sequence);

 private:
  Result<Committed::Item> insert(FoundObject& found, const std::optional<StoredVersion>& before,
                                 const DataObject& object, const Seen& seen);
  Status drop_cut(FoundObject& found, const Moment& from);
  Status split(FoundObject& found, const StoredVersion& made, DataObject state, const Moment& again);
  Status revise(FoundObject& found, const StoredVersion& made, StoredVersion next);
  Result<Committed::Item> read_again(FoundObject& found, const StoredVersion& version,
                                     const DataObject& object, const Seen& seen);
  Result<Committed::Item> repeat(FoundObject& found, const DataObject& object, const Moment& moment);

  ObjectRowWriter rows_;
};

// Queries on the objects of the archive. Thread-safe.
class ObjectReader {
 public:
  explicit ObjectReader(const Database& database) : rows_(database) {}

  Status for_each(const ObjectQuery& query,
                  const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const;
  Result<std::string> find(const std::string& url) const;
  Result<ObjectSummary> summary(const std::string& key) const;
  Result<std::vector<Version>> versions(const std::string& key) const;
  Result<std::vector<Sighting>> sightings(const std::string& key) const;
  Result<std::vector<Change>> changes(const std::string& key) const;
  Result<ObjectHistory> history_in_short(const std::string& key) const;
  Result<ReadBy> read_by(const std::string& key, const std::optional<Moment>& moment) const;
  Result<std::vector<Reading>> readings(const std::string& key, const Version& version) const;
  Result<std::optional<Version>> version_at(const std::string& key, UtcTime time) const;
  Result<std::optional<Version>> last_version(const std::string& key) const;
  Result<std::vector<DataObject>> comments_of(const std::string& post_url) const;

 private:
  Result<bool> visit_one(
      const FoundObject& object, const ObjectQuery& query,
      const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const;
  Status for_each_of_kind(
      ObjectKind kind, const ObjectQuery& query,
      const std::function<Result<bool>(const std::string& key, const ObjectSummary&)>& visit) const;
  Result<std::optional<std::string>> find_by_surt(const std::string& url) const;

  ObjectRows rows_;
};

}  // namespace bfa
