// SPDX-License-Identifier: Apache-2.0
// zstd and lz4 framing: the first byte chooses the mark before the rest. Blocks read or skipped, the same
// records come out.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/warc/reader.h"
#include "fuzz/fuzz_target.h"

namespace {

std::vector<std::uint64_t> read(std::string_view bytes, bool with_blocks) {
  std::vector<std::uint64_t> offsets;
  const auto source = bfa::make_memory_source(bytes);
  const auto reader = bfa::WarcReader::open(*source, "fuzz");
  if (!reader) return offsets;
  for (;;) {
    const auto record = (*reader)->next();
    if (!record) std::abort();
    if (*record == nullptr) return offsets;
    offsets.push_back((*record)->position().offset);
    if (offsets.size() > bytes.size() + 1'000'000) std::abort();
    std::byte buffer[64];
    while (with_blocks) {
      const auto got = (*record)->block().read(buffer);
      if (!got || *got == 0) break;
    }
  }
}

}  // namespace

BFA_FUZZ_TARGET(warc_packed) {
  if (size == 0) return 0;
  constexpr std::string_view kMarks[] = {"\x28\xb5\x2f\xfd", "\x04\x22\x4d\x18", "\x5d\x2a\x4d\x18",
                                         "\x1f\x8b\x08"};
  const std::string bytes = std::string(kMarks[data[0] % 4]) + std::string(data + 1, data + size);
  if (read(bytes, false) != read(bytes, true)) std::abort();
  return 0;
}
