// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "bfa/io/digest.h"
#include "crawl/captures/warc_index.h"

namespace bfa {

// The labelled digest of a capture's payload. Errors: kIo ends what asks for it; with others the capture has
// no digest.
using DigestOfCapture = std::function<Result<std::string>(std::string_view url, const WarcEntry& entry)>;

// Orders the captures of one address and one instant by status and digest: the order of files and records
// says nothing. Equal ones become one. Returns how many were dropped. Only captures of one instant are read.
// Errors: kIo.
Result<std::uint64_t> order_instants(WarcIndex& index, const DigestOfCapture& digest_of);

// As the WARC writer computes it; empty without a payload. Errors: those of WarcIndex::load, kLimit.
Result<std::string> payload_digest_of(const WarcIndex& index, std::string_view url, const WarcEntry& entry,
                                      DigestAlgorithm algorithm = DigestAlgorithm::kSha256);

}  // namespace bfa
