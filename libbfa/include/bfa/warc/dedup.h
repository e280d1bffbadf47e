// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

// The original of a payload, for revisit records. Never itself a revisit.
struct PayloadOriginal {
  std::string target_uri;
  std::string date;  // its WARC-Date, byte for byte
  std::string record_id;
  // Its WARC-Payload-Digest as it stands there, when that is right and another spelling or algorithm than it
  // was found by: a revisit repeats it, since replay tools look for the original by it. Empty: none such.
  std::string payload_digest = {};
  WarcRef place = {};  // where the record stands; `file` empty when the index does not know
};

// Where the writer asks whether a payload was stored before. Payloads are known by digest and algorithm,
// whatever the spelling. One thread.
class BFA_EXPORT DedupIndex {
 public:
  virtual ~DedupIndex() = default;
  // `payload_digest`: labelled ("sha256:..."). Nothing when none is known, or its file is gone. Errors: kIo.
  virtual Result<std::optional<PayloadOriginal>> find(const std::string& payload_digest) = 0;
  // The last 200 of a URL: what a 304 refers to.
  virtual Result<std::optional<PayloadOriginal>> last_success(const std::string& url) = 0;
  // Enters an original; one that find() gives stays. True when it was entered. Errors: kIo, kInvalidArgument
  // (no digest of a known algorithm), kUnsupported (an index that only answers).
  virtual Result<bool> add(const std::string& payload_digest, const PayloadOriginal& original);
};

struct IndexOriginalsReport {
  std::uint64_t records = 0;    // that were read, or lines of an index
  std::uint64_t originals = 0;  // that were entered
  std::uint64_t known = 0;      // whose payload the index had
  std::uint64_t passed = 0;     // revisits, error answers, small, cut or truncated ones, no captures
  std::uint64_t missing = 0;    // lines of an index whose record is not there
};

// Enters the originals of a WARC file, or of those that the lines of an index (CDX, CDXJ, plain or gzip)
// name, into `index`: responses of status 200, whole and not truncated, with payloads of at least
// `min_bytes`. Payloads are read and their SHA-256 is taken, so that what is entered is there; it is entered
// under its declared digest too when that is right. `path` is what the places name: absolute, where it is to
// be found later. The files of an index are looked for in its folder and below it, and nowhere else. Errors:
// those of WarcReader and `index`, kUnsupported (neither WARC nor an index).
BFA_EXPORT Result<IndexOriginalsReport> index_originals(FileSystem& fs, const std::string& path,
                                                        DedupIndex& index, std::uint64_t min_bytes = 256);

}  // namespace bfa
