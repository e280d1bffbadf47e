// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/result.h"

namespace bfa {

// A stream of bytes to write. Not thread-safe.
class BFA_EXPORT Sink {
 public:
  virtual ~Sink() = default;
  // Writes all of `src`, or returns an error. Errors: kIo, kLimit.
  virtual Status write(std::span<const std::byte> src) = 0;
  // Must be called once, as the last call. A file sink destroyed before it removes its file, except
  // append-only ones (WARC), which keep their `.open` file up to the last flushed record.
  virtual Status finish() = 0;
};

// Writes the bytes of `text`. Errors: those of the sink.
BFA_EXPORT Status write_text(Sink& sink, std::string_view text);

// Appends to `out`, which must outlive the sink. Returns nullptr when memory runs out.
BFA_EXPORT std::unique_ptr<Sink> make_string_sink(std::string& out);

}  // namespace bfa
