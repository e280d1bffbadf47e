// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bfa::http {

// Decodes the chunked transfer coding (RFC 9112 section 7.1) incrementally. Tolerant: LF-only lines, white
// space around the size and a missing line end after the data are read; bytes that are not a chunk are
// passed on unchanged, with all bytes after them. Not thread-safe.
class Dechunker {
 public:
  enum class State : std::uint8_t {
    kSize,      // in the line with a chunk's size
    kData,      // in a chunk's data
    kDataEnd,   // in the line end after it
    kTrailer,   // after the last chunk
    kDone,      // whole
    kNotChunks  // not chunked: bytes are passed on unchanged
  };

  // Appends the bytes of the entity in `bytes` to `out`. Bytes after the end of the body are counted, not
  // passed on.
  void feed(std::string_view bytes, std::string& out);
  // No more bytes: a started size line that was held back is passed on.
  void end(std::string& out);

  State state() const noexcept { return state_; }
  // Chunks read so far; 0 with kNotChunks means that the body is not chunked at all.
  std::uint64_t chunks() const noexcept { return chunks_; }
  std::uint64_t excess() const noexcept { return excess_; }

 private:
  std::size_t take_size_line(std::string_view bytes, std::string& out);
  std::size_t take_data(std::string_view bytes, std::string& out);
  std::size_t take_data_end(std::string_view bytes);
  std::size_t take_trailer(std::string_view bytes);

  State state_ = State::kSize;
  std::string line_;  // the current size or trailer line, so far
  std::uint64_t left_ = 0;
  std::uint64_t chunks_ = 0;
  std::uint64_t excess_ = 0;
};

}  // namespace bfa::http
