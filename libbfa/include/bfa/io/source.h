// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

// A stream of bytes to read. Not thread-safe.
class BFA_EXPORT Source {
 public:
  virtual ~Source() = default;
  // Fills at most dst.size() bytes and returns how many; 0 means end (or an empty dst). Errors: kIo,
  // kTruncated, kCorrupt.
  virtual Result<std::size_t> read(std::span<std::byte> dst) = 0;
  // Skips `n` bytes and returns how many were skipped: fewer only at the end. Reads them, unless the source
  // can seek, as files can. Errors: as read.
  virtual Result<std::uint64_t> skip(std::uint64_t n);
};

// Reads `bytes`, which must outlive the source. This and the next two return nullptr when memory runs out.
BFA_EXPORT std::unique_ptr<Source> make_memory_source(std::string_view bytes);

// Reads `bytes`, which the source owns.
BFA_EXPORT std::unique_ptr<Source> make_string_source(std::string bytes);

// At most `limit` bytes of `inner`, which must outlive the source.
BFA_EXPORT std::unique_ptr<Source> make_limit_source(Source& inner, std::uint64_t limit);

// The rest of `source`. Errors: kLimit if it is more than `max_bytes`, and those of the source.
BFA_EXPORT Result<std::string> read_all(Source& source, std::uint64_t max_bytes);

}  // namespace bfa
