// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/warc_block.h"

#include <array>

#include "base/try.h"

namespace bfa {

Result<ReadBlock> read_block(WarcRecord& record) {
  ReadBlock block;
  BlobWriter writer;
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) block.damaged = true;
    if (!got || *got == 0) break;
    BFA_RETURN_IF_ERROR(writer.write({reinterpret_cast<const char*>(buffer.data()), *got}));
  }
  block.cut = writer.size() != record.header().content_length;
  BFA_ASSIGN_OR_RETURN(block.bytes, writer.finish());
  return block;
}

}  // namespace bfa
