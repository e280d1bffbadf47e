// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/store/archive.h"
#include "store/database.h"
#include "store/object_rows.h"

namespace bfa {

// Objects over time: stores what steps observe, in the database's layer. One thread.
class ObjectLedger {
 public:
  explicit ObjectLedger(Database& database) : rows_(database) {}

  // Stores a state of an object: its first version, a new one with its change, or a sighting.
  Result<Committed::Item> observe(const DataObject& object, UtcTime observed, std::uint64_t sequence);
  // Stores that an object was seen unchanged; nothing when it is not known.
  Result<std::optional<Committed::Item>> sight(const std::string& key, UtcTime observed,
                                               std::uint64_t sequence);
  // Stores that the page of an object is gone: a version with the same text and that status.
  Result<std::optional<Committed::Item>> mark_gone(const std::string& key, UtcTime observed,
                                                   std::uint64_t sequence);

 private:
  struct State {
    FoundObject object;
    std::optional<Version> before;  // in effect at the time observed
  };
  Result<std::optional<State>> state_at(const std::string& key, const Moment& moment) const;
  Result<Committed::Item> change(State& state, const DataObject& object, const Moment& moment);
  Result<Committed::Item> repeat(State& state, const DataObject& object, const Moment& moment);

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
