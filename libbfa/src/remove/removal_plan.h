// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "bfa/remove/remove.h"
#include "bfa/warc/reader.h"
#include "remove/text_pieces.h"
#include "store/step_record.h"

namespace bfa {

// What goes with a removal: its addresses and objects, and the records of its steps.
class RemovalPlan {
 public:
  // Reads the archive. `removal`: as asked for. Errors: those of the archive.
  static Result<RemovalPlan> make(const Archive& archive, const Removal& removal);

  // The removals to record: the one that was asked for, and former addresses of the page.
  const std::vector<Removal>& removals() const { return removals_; }
  const std::vector<RemovedObject>& objects() const { return objects_; }
  const TextPieces& texts() const { return texts_; }
  bool has_object(const std::string& key) const { return keys_.contains(key); }
  bool has_step(std::uint64_t sequence) const { return sequences_.contains(sequence); }
  const std::set<std::uint64_t>& sequences() const { return sequences_; }
  // What stays of the records of readings that go: with the entries that are not of the objects.
  const std::vector<ArchiveRecord>& readings() const { return readings_; }

  // Reads the steps that the archive's own WARC files record. Call it once, with all of them. Errors: those
  // of WarcReader.
  Status read_steps(FileSystem& fs, const std::vector<std::string>& files);
  // True for the main record of a capture that goes. Reads its block if it must.
  Result<bool> selects(WarcRecord& record) const;

 private:
  struct Steps;
  Status find_objects(const Archive& archive);
  Status add_page(const Exchange& exchange);
  Status add_texts(const Archive& archive, const std::string& key);
  bool is_about(std::string_view blog, std::string_view url) const;
  Status take_record(WarcRecord& record, Steps& steps);
  bool drop_readings(ArchiveRecord& record) const;

  std::vector<Removal> removals_;
  std::shared_ptr<const AddressRules> rules_;
  std::vector<RemovedObject> objects_;
  std::unordered_set<std::string> keys_;  // of the objects
  TextPieces texts_;
  std::unordered_set<std::string> ids_;    // of records that go
  std::unordered_set<std::string> notes_;  // ids of the archive's own notes: they stay
  std::set<std::uint64_t> sequences_;      // steps that go
  std::vector<ArchiveRecord> readings_;
};

}  // namespace bfa
