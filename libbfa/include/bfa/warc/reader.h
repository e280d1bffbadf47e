// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bfa/http/message.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

struct WarcReadOptions {
  Policy policy = Policy::kWarn;  // what a finding does
  std::size_t max_header_bytes = 1u << 20;
  bool check_digests =
      false;  // compute block and payload digests; mismatches are findings when a record ends
};

// A record while the reader stands on it. Valid until the reader's next next().
class BFA_EXPORT WarcRecord {
 public:
  virtual ~WarcRecord() = default;
  virtual const WarcHeader& header() const = 0;
  // The header's bytes as they stand in the file: version line to blank line, or the line of an ARC record.
  // Valid as long as the record.
  virtual std::string_view raw_header() const { return {}; }
  virtual const WarcRef& position() const = 0;  // length is known once the record has been read to its end
  // The record's block, once. Errors of read, after the bytes that are there: kTruncated, kCorrupt.
  virtual Source& block() = 0;
};

// Reads WARC 1.1, 1.0, 0.17/0.18 and ARC 1 and 2; plain, gzip (members in any division), zstd (with and
// without the dictionary frame of the IIPC's extension) and, where the library was there, lz4. Damage is a
// finding with file and offset that says what was seen, what was wanted and how it was survived;
// Policy::kFail makes the first one an Error. After damage the reader goes on at the next record. Not
// thread-safe. Memory does not grow with the records.
class BFA_EXPORT WarcReader {
 public:
  // Opens a file at `offset` (0, or the position of a record); `fs` must outlive the reader, which may open
  // the file again to go back. Errors: kNotFound, kIo, kUnsupported (no WARC at all), kCorrupt.
  static Result<std::unique_ptr<WarcReader>> open(FileSystem& fs, const std::string& path,
                                                  const WarcReadOptions& options = {},
                                                  std::uint64_t offset = 0);
  // Reads from `source` (a pipe, memory), which must outlive the reader; `name` stands in findings. It cannot
  // go back further than its window, so a Content-Length that is too long costs the records that it covers.
  static Result<std::unique_ptr<WarcReader>> open(Source& source, std::string name,
                                                  const WarcReadOptions& options = {});
  virtual ~WarcReader() = default;

  // The next record, or nullptr at the end; skips what is left of the last one. The pointer is valid until
  // the next call. Under kWarn and kIgnore damage ends the record, not the reading: a file that breaks off
  // gives nullptr, and findings() says so. Errors: kIo; under kFail the first finding, from then on.
  virtual Result<WarcRecord*> next() = 0;
  // What was survived so far; grows.
  virtual const Findings& findings() const = 0;
  // Bytes that were passed over so far because no record could be made of them: of the file where members are
  // broken, else decoded.
  virtual std::uint64_t lost_bytes() const = 0;
};

// Reads a response, resource or revisit record (and its request when given) back into an Exchange, bytes as
// they were. Errors: kUnsupported for other types, kCorrupt, kLimit when the block passes `max_bytes`, kIo.
BFA_EXPORT Result<Exchange> read_exchange(WarcRecord& record, std::uint64_t max_bytes);

}  // namespace bfa
