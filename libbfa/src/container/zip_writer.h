// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/time.h"
#include "bfa/io/sink.h"

namespace bfa {

// Writes a zip file sequentially, in constant memory except for its directory. Sizes and checksums follow
// each member (a data descriptor); ZIP64 fields are written if a size, an offset or a count needs them. Equal
// calls give equal bytes. Not thread-safe. Source: APPNOTE 6.3.
class ZipWriter {
 public:
  // `sink` must outlive the writer, which does not finish it.
  explicit ZipWriter(Sink& sink);
  ~ZipWriter();
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  enum class Method : std::uint8_t { kStored, kDeflate };

  // Begins a member. `name`: UTF-8, "/" between folders; unique. `size`: bytes of its content, to be
  // written next. `time`: for the DOS fields, in UTC, from 1980 on. Errors: kInvalidArgument (a name that is
  // repeated, empty or over 65,535 bytes; a member still open), those of the sink.
  Status begin(const std::string& name, std::uint64_t size, Method method, UtcTime time);
  Status write(std::string_view bytes);
  // Ends the member; returns the offset of its stored bytes. Errors: kInvalidArgument (not `size` bytes
  // written).
  Result<std::uint64_t> end();
  // begin, write and end in one.
  Status add(const std::string& name, std::string_view content, Method method, UtcTime time);
  // Writes the directory; the last call.
  Status finish();

  std::uint64_t bytes() const noexcept;  // written so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
