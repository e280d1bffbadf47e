// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

struct WarcReadOptions {
  Policy policy = Policy::kWarn;  // what a finding does
  std::size_t max_header_bytes = 1u << 20;
  // Compute block and payload digests; a mismatch is a finding when the record ends.
  bool check_digests = false;
  // Unpack gzip members and zstd and lz4 frames in threads of the reader's own, ahead of next(), as long as
  // they are sound and small: one, two (not lz4) on several processors. For programs that read a whole file:
  // the first reads the source, 2 MiB ahead. Memory: 9 MiB more in most files, 64 MiB for members of 8 MiB.
  // What is read is the same. Destroying the reader waits for them, and so for a source that blocks: a pipe.
  bool read_ahead = false;
};

// The current record of a reader. Valid until the reader's next next().
class BFA_EXPORT WarcRecord {
 public:
  virtual ~WarcRecord() = default;
  virtual const WarcHeader& header() const = 0;
  // The header's bytes in the file: version line to blank line, or the line of an ARC record. Valid as long
  // as the record.
  virtual std::string_view raw_header() const { return {}; }
  virtual const WarcRef& position() const = 0;  // length is known once the record has been read to its end
  // The record's block; it can be read once. Errors of read, after the bytes that exist: kTruncated,
  // kCorrupt.
  virtual Source& block() = 0;
};

// Reads WARC 1.1, 1.0, 0.17/0.18 and ARC 1 and 2; plain, gzip (members in any division), zstd (with and
// without the dictionary frame of the IIPC's extension) and, if built with it, lz4. Damage is a finding with
// file and offset that says what was found, what was expected and how the reader went on; Policy::kFail makes
// the first one an Error. After damage the reader continues at the next record. Not thread-safe. Memory does
// not grow with the number of records. Source: WARC 1.1 (ISO 28500:2017), sections 4 to 6.
class BFA_EXPORT WarcReader {
 public:
  // Opens a file at `offset` (0, or the position of a record). `fs` must outlive the reader, which may open
  // the file again to go back. Errors: kNotFound, kIo, kUnsupported (not a WARC or ARC file), kCorrupt.
  static Result<std::unique_ptr<WarcReader>> open(FileSystem& fs, std::string_view path,
                                                  const WarcReadOptions& options = {},
                                                  std::uint64_t offset = 0);
  // Reads from `source` (a pipe, memory), which must outlive the reader; `name` is the file name in findings.
  // It can go back only within its window, so a Content-Length that is too long loses the records it covers.
  static Result<std::unique_ptr<WarcReader>> open(Source& source, std::string name,
                                                  const WarcReadOptions& options = {});
  virtual ~WarcReader() = default;

  // The next record, or nullptr at the end; skips the unread rest of the last one. The pointer is valid until
  // the next call. Under kWarn and kIgnore damage ends the record, not the reading: at the end of a truncated
  // file the result is nullptr, and findings() contains the reason. Errors: kIo; under kFail the first
  // finding, from then on.
  virtual Result<WarcRecord*> next() = 0;
  // Findings so far; the list grows.
  virtual const Findings& findings() const = 0;
  // Bytes skipped so far because they contain no readable record: bytes of the file for broken members,
  // otherwise decoded bytes.
  virtual std::uint64_t lost_bytes() const = 0;
};

// A record that was written in segments (WARC 1.1, section 7), joined again.
class BFA_EXPORT JoinedRecord {
 public:
  virtual ~JoinedRecord() = default;
  // The first segment's header; content_length is that of the whole record if it is known, otherwise 0.
  virtual const WarcHeader& header() const = 0;
  // The blocks of all segments in order; can be read once, in constant memory. Errors of read: kIo,
  // kTruncated (a segment is missing; the bytes before it are returned first), kCorrupt.
  virtual Source& block() = 0;
  // "segment_missing", "segment_repeated", "segment_total_length_mismatch", "segment_no_end",
  // "payload_digest_mismatch"; complete when the block was read to its end.
  virtual const Findings& findings() const = 0;
};

// Finds the segments of records in one or more files and joins them. Memory grows with the number of
// segments. Not thread-safe. Source: WARC 1.1, sections 5.20 to 5.22 and 7.
class BFA_EXPORT SegmentJoiner {
 public:
  // `fs` must outlive the joiner.
  explicit SegmentJoiner(FileSystem& fs) : fs_(fs) {}

  // Records all segments of a file; the segments of one record can be in several files. Errors: those of
  // WarcReader.
  Status scan(std::string_view path);
  // Record ids of the first segments, without < >; for continuations also if their first segment was not
  // found.
  std::vector<std::string> origins() const;
  // Joins the record of that id. Errors: kNotFound (no such record, or its first segment is missing), kIo,
  // those of WarcReader.
  Result<std::unique_ptr<JoinedRecord>> open(const std::string& origin) const;

 private:
  struct Segment {
    WarcRef place;
    std::uint64_t total_length = 0;  // of the whole record; only the last segment has it
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
