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

// Bytes pulled from somewhere. Not thread-safe.
class BFA_EXPORT Source {
 public:
  virtual ~Source() = default;
  // Fills at most dst.size() bytes and returns how many; 0 means end (or an empty dst). Errors: kIo,
  // kTruncated, kCorrupt.
  virtual Result<std::size_t> read(std::span<std::byte> dst) = 0;
  // Passes over `n` bytes; how many there were: fewer only at the end. Reads them, unless the source knows a
  // shorter way, as files do. Errors: as read.
  virtual Result<std::uint64_t> skip(std::uint64_t n);
};

// Reads `bytes`, which must outlive the source.
BFA_EXPORT std::unique_ptr<Source> make_memory_source(std::string_view bytes);

// Reads `bytes`, keeping them.
BFA_EXPORT std::unique_ptr<Source> make_string_source(std::string bytes);

// At most `limit` bytes of `inner`, which must outlive the source.
BFA_EXPORT std::unique_ptr<Source> make_limit_source(Source& inner, std::uint64_t limit);

// Everything that is left in `source`. Errors: kLimit when it is more than `max_bytes`, and those of the
// source.
BFA_EXPORT Result<std::string> read_all(Source& source, std::uint64_t max_bytes);

}  // namespace bfa
