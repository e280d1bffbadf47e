// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bfa/warc/reader.h"

namespace bfa {

// A record that was cut into segments (WARC 1.1 section 7), joined again.
class BFA_EXPORT JoinedRecord {
 public:
  virtual ~JoinedRecord() = default;
  // The first segment's header; content_length is that of the whole when it is known, else 0.
  virtual const WarcHeader& header() const = 0;
  // The blocks of all segments one after the other, once, in constant memory. Errors of read: kIo, kTruncated
  // (a segment is missing: what comes before it is given), kCorrupt.
  virtual Source& block() = 0;
  // "segment_missing", "segment_repeated", "segment_total_length_mismatch", "segment_no_end",
  // "payload_digest_mismatch"; complete when the block was read to its end.
  virtual const Findings& findings() const = 0;
};

// Finds the segments of records in one or more files and joins them. Memory grows with the number of
// segments. Not thread-safe. Source: WARC 1.1 sections 5.20 to 5.22 and 7.
class BFA_EXPORT SegmentJoiner {
 public:
  // `fs` must outlive the joiner.
  explicit SegmentJoiner(FileSystem& fs) : fs_(fs) {}

  // Notes all segments of a file; the segments of one record may stand in several files. Errors: those of
  // WarcReader.
  Status scan(const std::string& path);
  // Record ids of the first segments, as found, without < >; of continuations whose first segment was not
  // seen too.
  std::vector<std::string> origins() const;
  // Joins the record of that id. Errors: kNotFound (no such record, or its first segment is missing), kIo,
  // those of WarcReader.
  Result<std::unique_ptr<JoinedRecord>> open(const std::string& origin) const;

 private:
  struct Segment {
    WarcRef place;
    std::uint64_t total_length = 0;  // of the whole, on the last one
    bool has_total = false;
  };
  struct Segments {
    std::map<std::uint64_t, Segment> by_number;
    std::vector<std::uint64_t> repeated;
  };
  friend class Joined;

  FileSystem& fs_;
  std::map<std::string, Segments> origins_;
};

}  // namespace bfa
