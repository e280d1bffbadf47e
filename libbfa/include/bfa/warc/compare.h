// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/record.h"

namespace bfa {

// A capture that two sets of WARC files do not both have.
struct WarcDifference {
  enum class Kind : std::uint8_t {
    kOnlyA,
    kOnlyB,
    kDiffers  // both have the URL at that date, with other payloads
  } kind = Kind::kOnlyA;
  std::string url, date;           // WARC-Target-URI and WARC-Date as they stand
  std::string digest_a, digest_b;  // canonical; empty where the side has none
  WarcRef place_a, place_b;
};

struct WarcComparison {
  std::uint64_t captures_a = 0, captures_b = 0;
  std::uint64_t same = 0, only_a = 0, only_b = 0, differing = 0;
};

// Compares what two sets of files captured: the multisets of URL, WARC-Date and payload digest of their
// response, revisit and resource records, whatever order, packing and other records they have. A capture
// counts by its WARC-Payload-Digest, else by the SHA-256 of its payload (taken without transfer coding);
// where the two sides name different algorithms, both payloads are read. A revisit and the response that it
// stands for are the same capture. `visit` gets each difference, first those of A in the order of the files;
// it may be null. Memory: 40 bytes a capture and about 500 a difference. Errors: kNotFound, kIo,
// kUnsupported.
BFA_EXPORT Result<WarcComparison> compare_warcs(FileSystem& fs, const std::vector<std::string>& a,
                                                const std::vector<std::string>& b,
                                                const std::function<void(const WarcDifference&)>& visit);

}  // namespace bfa
