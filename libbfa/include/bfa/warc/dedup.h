// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

// The record that a revisit record refers to. Never itself a revisit.
struct PayloadOriginal {
  std::string target_uri;
  std::string date;  // its WARC-Date, byte for byte
  std::string record_id;
  // The original's own WARC-Payload-Digest, if it is correct and differs in spelling or algorithm from the
  // lookup key. The revisit repeats it, since replay tools look for the original by it. Otherwise empty.
  std::string payload_digest = {};
  WarcRef place = {};  // position of the record; `file` is empty if the index does not know it
};

// An index of stored payloads, asked by the writer before it stores one. Keys are digest and algorithm,
// whatever the spelling. Not thread-safe.
class BFA_EXPORT DedupIndex {
 public:
  virtual ~DedupIndex() = default;
  // `payload_digest`: labelled ("sha256:..."). Nothing if it is unknown, or its file no longer exists.
  // Errors: kIo.
  virtual Result<std::optional<PayloadOriginal>> find(std::string_view payload_digest) = 0;
  // The last response of status 200 for a URL: a 304 refers to it. Errors: kIo.
  virtual Result<std::optional<PayloadOriginal>> last_success(std::string_view url) = 0;
  // Adds an original; an existing entry of the same digest is kept. True if it was added. Errors: kIo,
  // kInvalidArgument (not a digest of a known algorithm), kUnsupported (a read-only index).
  virtual Result<bool> add(std::string_view payload_digest, const PayloadOriginal& original);
};

struct IndexOriginalsReport {
  std::uint64_t records = 0;    // records read, or lines of an index
  std::uint64_t originals = 0;  // added
  std::uint64_t known = 0;      // their payload was already in the index
  std::uint64_t passed = 0;     // skipped: revisits, error responses, small or truncated ones, other types
  std::uint64_t missing = 0;    // lines of an index whose record does not exist
};

// Adds the originals of a WARC file, or of those that an index (CDX, CDXJ, plain or gzip) lists, to `index`:
// complete responses of status 200 with payloads of at least `min_bytes`. Payloads are read and their SHA-256
// is computed, so that only existing bytes are added; a correct declared digest is added as a second key.
// `path` becomes the file of the places: give an absolute path if they are used later. The files of an index
// are searched only in its folder and below. Errors: those of WarcReader and `index`, kUnsupported (neither
// WARC nor an index).
BFA_EXPORT Result<IndexOriginalsReport> index_originals(FileSystem& fs, std::string_view path,
                                                        DedupIndex& index, std::uint64_t min_bytes = 256);

}  // namespace bfa
