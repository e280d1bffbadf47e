// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bfa::bench {

// The files that everything is measured on: the same records plain, in gzip members (zlib, level 6) and in
// zstd frames (level 3) after the frame of a dictionary.
struct WarcSet {
  std::string plain, gzip, zstd;
};

// Makes the set of about `bytes` of records in `folder`, unless it is there. Captures are a request, a
// response and a metadata record, with SHA-1 digests of blocks and payloads; every sixth response is a
// revisit. Bodies are the files below `pages`, a folder a host, over and over, with the number of the round
// in their titles; without that folder they are made up. Uses much memory: to be called in a process of its
// own. False: cannot read or write.
bool make_warc_set(const std::string& pages, std::uint64_t bytes, const WarcSet& set);

}  // namespace bfa::bench
