// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "search/catalogue_rows.h"
#include "search/sqlite.h"

namespace bfa {

// A row of the table `doc`.
struct KnownVersion {
  std::int64_t id = 0, observed = 0;
  std::uint64_t step = 0, number = 0, readings = 0;
  bool newest = false;
  std::int64_t until = 0, state_id = 0, filter = 0, host = 0;
  ListedStatus status = ListedStatus::kActive;
  Verdict verdict = Verdict::kNew;
  double similarity = 1;
  std::int64_t fields = 0;
};

// Keeps the tables of lists and counts. All calls are made within one transaction each, and finish() before
// its end. One thread.
class CatalogueWriter {
 public:
  explicit CatalogueWriter(SqliteConnection& connection) : connection_(connection) {}

  // The versions of an object that the index has, in the order of time.
  Result<std::vector<KnownVersion>> known(const std::string& key);
  // True when the words of this version have to be put anew: its reading or its filter terms differ.
  static bool has_other_words(const KnownVersion& known, const ListedVersion& version);

  // Makes the rows of an object those of `history`. `add_words(id, i)` is called for each version i whose
  // words are not there yet.
  Status write(const ListedHistory& history,
               const std::function<Status(std::int64_t, std::size_t)>& add_words);
  // Takes an object out. Its words stay, and lead to nothing.
  Status erase(const std::string& key);
  Status count_capture(const std::string& host, std::int64_t day);
  // Brings what depends on many rows up to date.
  Status finish();

 private:
  // What an object adds to the counts.
  struct Share {
    std::int64_t host = 0, published = kUnknownDate;
    ObjectKind kind = ObjectKind::kPost;
    bool edited = false, gone = false;
    std::int64_t versions = 0, last_step = 0;                            // the greatest one of its versions
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> days;  // posts, edits
    std::set<std::pair<ListedField, std::string>> values;

    bool operator==(const Share&) const = default;
  };
  using RowMoment = std::pair<std::int64_t, std::uint64_t>;  // time and step
  // An object as the index has it.
  struct KnownObject {
    std::int64_t id = 0, first_seen = 0;
    std::map<RowMoment, KnownVersion> versions;
    Share share;
  };

  Result<std::int64_t> host_row(const std::string& name);
  Result<KnownObject> load(const std::string& key);
  Status load_share(KnownObject& object, ObjectKind kind, std::int64_t host, std::int64_t published);
  static void add_edit(Share& share, Verdict verdict, std::int64_t observed);
  static void add_values(Share& share, const ListedState& state);
  static Share share_of(const ListedHistory& history, std::int64_t host);
  Result<ListedState> read_state(std::int64_t id);
  Status write_state(std::int64_t id, const ListedState& state);
  Status erase_version(const std::string& key, const KnownVersion& version);
  Result<std::set<RowMoment>> drop_stale(const ListedHistory& history, const KnownObject& known);
  Status keep_state(const ListedVersion& version, const ListedState* before, const KnownVersion* old,
                    std::int64_t doc, std::int64_t& state);
  Status write_versions(const ListedHistory& history, const KnownObject& known, std::int64_t host,
                        const std::function<Status(std::int64_t, std::size_t)>& add_words);
  Result<std::int64_t> free_row(UtcTime time);
  Result<std::int64_t> new_object_row(const std::string& key);
  Status put_version(std::int64_t object, const ListedHistory& history, const ListedVersion& version,
                     std::int64_t id, std::int64_t state, std::int64_t host);
  Status put_object(std::int64_t id, const ListedHistory& history, std::int64_t host, std::int64_t doc,
                    std::int64_t state);
  Status apply(std::int64_t object, const Share& share, std::int64_t sign);
  Status apply_values(std::int64_t object, const Share& share, std::int64_t sign);
  Status add_day(std::int64_t host, std::int64_t day, std::int64_t posts, std::int64_t edits,
                 std::int64_t captures);
  Status refresh_host(std::int64_t host);

  SqliteConnection& connection_;
  std::map<std::string, std::int64_t> hosts_;
  std::map<std::int64_t, std::int64_t> crowded_;  // where the next free row of a full second was found
  std::set<std::int64_t> changed_hosts_, shortened_hosts_;
};

}  // namespace bfa
