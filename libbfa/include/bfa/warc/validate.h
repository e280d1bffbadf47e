// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

struct WarcReport {
  std::string file;
  std::uint64_t records = 0;
  std::map<std::string, std::uint64_t> by_type;
  std::uint64_t digests_ok = 0, digests_bad = 0;
  // Correct payload digests by the bytes they were computed from: "entity" (as the standard says), "raw
  // body", "decoded body", "body cut at its Content-Length", "whole block".
  std::map<std::string, std::uint64_t> payload_forms;
  std::uint64_t lost_bytes = 0;  // see WarcReader
  bool truncated = false, corrupt = false, spec_violation = false;
  Findings findings;
};

struct WarcValidateOptions {
  std::size_t threads = 1;                 // 0: one per core; at most 256
  std::uint64_t section_bytes = 8u << 20;  // how much of the file one thread checks at a time
};

// Reads a whole file and checks framing, mandatory fields and digests. A payload digest that is not that of
// the entity is compared with the other ways in which tools are known to have computed it; a match is a
// remark, not an error. With several threads sections of the file are checked in parallel; the report is the
// same for any number of threads. ARC and lz4 files, and files of one section, are read by one thread.
// Memory: one reader per thread, and the findings. Errors: kNotFound, kIo, kUnsupported, kInvalidArgument
// (options out of range). Thread-safe. Source: WARC 1.1, sections 4 to 6.
BFA_EXPORT Result<WarcReport> validate_warc(FileSystem& fs, std::string_view path,
                                            const WarcValidateOptions& options = {});

// A capture that is in only one of two sets of WARC files, or differs between them.
struct WarcDifference {
  enum class Kind : std::uint8_t {
    kOnlyA,
    kOnlyB,
    kDiffers  // both have the URL at that date, with different payloads
  } kind = Kind::kOnlyA;
  std::string url, date;           // WARC-Target-URI and WARC-Date as written in the record
  std::string digest_a, digest_b;  // canonical; empty if the side has no such capture
  WarcRef place_a, place_b;
};

struct WarcComparison {
  std::uint64_t captures_a = 0, captures_b = 0;
  std::uint64_t same = 0, only_a = 0, only_b = 0, differing = 0;
};

// Compares the captures of two sets of files: the multisets of URL, WARC-Date and payload digest of their
// response, revisit and resource records. Order, packing and other records are ignored. The digest of a
// capture is its WARC-Payload-Digest; without one, the SHA-256 of its payload (without transfer coding); if
// the two sides use different algorithms, both payloads are read. A revisit equals the full response of the
// same payload. `visit` is called for each difference, first those of A in the order of the files; it may be
// null. Memory: 40 bytes per capture and about 500 per difference. Errors: kNotFound, kIo, kUnsupported.
BFA_EXPORT Result<WarcComparison> compare_warcs(FileSystem& fs, const std::vector<std::string>& a,
                                                const std::vector<std::string>& b,
                                                const std::function<void(const WarcDifference&)>& visit);

}  // namespace bfa
