// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bfa/io/source.h"

namespace bfa {

// The lines of a source, one at a time. Not thread-safe.
class LineSource {
 public:
  // `source` must outlive it.
  explicit LineSource(Source& source, std::size_t max_line_bytes = std::size_t{16} << 20)
      : source_(source), max_line_bytes_(max_line_bytes) {}

  // The next line without its LF, until the next call; false at the end, where the last line may lack its LF.
  // Errors: kLimit, those of the source.
  Result<bool> next(std::string_view& line);

 private:
  bool give(std::string_view& line, std::size_t end, std::size_t used);
  Source& source_;
  std::size_t max_line_bytes_;
  std::string held_;
  std::size_t used_ = 0;
};

}  // namespace bfa
