// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/io/blob.h"
#include "bfa/warc/reader.h"

namespace bfa {

// A record's block, as far as it can be read.
struct ReadBlock {
  Blob bytes;
  bool cut = false;      // it is shorter or longer than its Content-Length says
  bool damaged = false;  // reading it ended with an error. All bytes may be there, and some be wrong
};
// Errors: kIo.
Result<ReadBlock> read_block(WarcRecord& record);

}  // namespace bfa
