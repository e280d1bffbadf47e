// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/warc/exchange.h"
#include "bfa/warc/reader.h"
#include "fuzz/fuzz_target.h"

namespace {

struct Seen {
  std::vector<std::string> ids;
  std::vector<std::uint64_t> offsets;
  bool operator==(const Seen&) const = default;
};

Seen read(std::string_view bytes, bool with_blocks) {
  Seen seen;
  const auto source = bfa::make_memory_source(bytes);
  bfa::WarcReadOptions options;
  options.check_digests = with_blocks;
  options.max_header_bytes = 4096;
  const auto reader = bfa::WarcReader::open(*source, "fuzz", options);
  if (!reader) return seen;
  // Each record needs at least one byte of input, except in members that are empty or contain many records.
  // Their number is bounded by the ratio of deflate.
  const std::size_t most = bytes.size() * 1100 + 16;
  for (std::size_t n = 0;; ++n) {
    const auto record = (*reader)->next();
    if (!record || *record == nullptr) return seen;
    if (n > most) std::abort();
    const auto& place = (*record)->position();
    if (place.offset > bytes.size()) std::abort();
    seen.offsets.push_back(place.offset);
    seen.ids.push_back(place.record_id);
    if (with_blocks) {
      (void)bfa::read_exchange(**record, 1u << 20);
      if (place.offset + place.length > bytes.size()) std::abort();
    }
  }
}

}  // namespace

// The same records are at the same offsets if their blocks are read or skipped; offsets are within the file.
BFA_FUZZ_TARGET(warc_reader) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (read(bytes, true) != read(bytes, false)) std::abort();
  return 0;
}
