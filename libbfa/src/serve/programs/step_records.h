// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/search/search_index.h"
#include "bfa/warc/record.h"

namespace bfa {

// A record of a step, as it stands in the WARC file.
struct StepRecord {
  WarcType type = WarcType::kUnknown;
  std::string url, digest, mime;  // digest: WARC-Payload-Digest; mime: of a response
  int status = 0;                 // of a response or revisit
  std::uint64_t offset = 0, length = 0;
};

struct StepRecords {
  std::string path;  // of the WARC file; empty: it is missing
  std::vector<StepRecord> records;
};

// All records of the step of a capture: requests, responses and metadata of each of its hops. The index and
// the store have only the place of the last response. The records before it are found by reading on from an
// earlier capture in the same file, and are told apart by the step's number in the metadata records. Where
// none is near, and in WARC files of other programs, only the records that belong to that response are given.
// Cost: a few records are read. Errors: kIo.
Result<StepRecords> records_of_step(const Archive& archive, const IndexedCapture& capture);

// The address in the Location field of the record of a capture; empty when it has none, is no http address,
// or cannot be read. Errors: kIo.
Result<std::string> redirect_target(const Archive& archive, const IndexedCapture& capture);

}  // namespace bfa
