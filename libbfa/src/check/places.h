// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bfa/warc/reader.h"
#include "check/check_log.h"
#include "store/keys.h"

namespace bfa {

// Where the store says that a record is, and what it says of it. Small: an archive has one for each capture.
struct Place {
  std::uint64_t offset = 0, length = 0;
  std::uint64_t sequence = 0;  // of the capture
  std::uint64_t id = 0;        // hashes of what the record must have
  std::uint64_t uri = 0;
  std::uint64_t digest = 0;  // 0: none
  UtcTime date{};
  bool original = false;  // the record with the payload of a revisit, not the capture's own
  bool found = false;
};

Place place_of(const CaptureRecord& record);
// Of the payload that the capture's revisit refers to.
Place original_place_of(const CaptureRecord& record);
// Of a payload that later captures may refer to: a row of Family::kDigests. It belongs to no capture (number
// 0).
Place digest_place_of(const DigestRecord& record, std::string_view digest);

// Compares the places of one file with its records. One thread.
class PlaceChecker {
 public:
  // `places`: sorted by offset. `file`: as problems name it. All must outlive it.
  PlaceChecker(std::vector<Place>& places, const std::string& file, CheckLog& log)
      : places_(places), file_(file), log_(log) {}

  // Of a reader that goes through the file: each record in order; then finish().
  void see(const WarcRecord& record);
  // `damaged`: the file has damage, which explains why a record is not there.
  void finish(bool damaged);
  // Instead of see(): finish() tells only what look_at() did not find.
  void skip_to_end() { at_ = places_.size(); }
  // Compares the record that begins at a place.
  Status look_at(FileSystem& fs, const std::string& path, Place& place);
  // Marks the captures whose records are at `offset`, or before it and after no other one.
  void damaged_at(std::size_t problem, std::int64_t offset);
  // All captures whose records do not end before the offset `from`; they are not looked for.
  void lost_from(std::size_t problem, std::uint64_t from);
  std::uint64_t looked_at() const { return looked_at_; }

 private:
  void compare(Place& place, const WarcHeader& header);
  void wrong(const Place& place, const std::string& what);
  void absent(const Place& place) { absent_.push_back(&place); }

  std::vector<Place>& places_;
  const std::string& file_;
  CheckLog& log_;
  std::size_t at_ = 0;
  std::vector<const Place*> absent_;
  std::uint64_t looked_at_ = 0;
};

}  // namespace bfa
