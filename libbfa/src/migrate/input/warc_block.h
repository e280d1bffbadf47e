// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/io/blob.h"
#include "bfa/warc/reader.h"

namespace bfa {

// A record's block, as far as it can be read.
struct ReadBlock {
  Blob bytes;
  bool cut = false;  // it ends early, or is shorter or longer than its Content-Length says
};
// Errors: kIo.
Result<ReadBlock> read_block(WarcRecord& record);

}  // namespace bfa
