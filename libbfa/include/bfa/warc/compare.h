// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

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
// capture is its WARC-Payload-Digest, else the SHA-256 of its payload (without transfer coding); if the two
// sides use different algorithms, both payloads are read. A revisit equals the full response of the same
// payload. `visit` is called for each difference, first those of A in the order of the files; it may be null.
// Memory: 40 bytes per capture and about 500 per difference. Errors: kNotFound, kIo, kUnsupported.
BFA_EXPORT Result<WarcComparison> compare_warcs(FileSystem& fs, const std::vector<std::string>& a,
                                                const std::vector<std::string>& b,
                                                const std::function<void(const WarcDifference&)>& visit);

}  // namespace bfa
