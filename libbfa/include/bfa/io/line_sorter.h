// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/io/file_system.h"
#include "bfa/io/sink.h"

namespace bfa {

struct LineSortOptions {
  // Where runs go that do not fit in memory; empty: the system's folder for temporary files. They are removed
  // when the sorter goes.
  std::string directory;
  // Of lines held, and of buffers while merging. It begins with 4 MiB and takes more as runs become many.
  std::uint64_t max_memory_bytes = 32u << 20;
  std::size_t max_open_runs = 128;  // merged at a time; more runs than that are merged in passes
  bool drop_repeated = false;       // equal lines come out once
};

// Sorts lines bytewise (as LC_ALL=C sort does), any number of them in the memory that is given: what does not
// fit goes to sorted runs on the disk, which are merged. Not thread-safe. Errors of all: kIo.
class BFA_EXPORT LineSorter {
 public:
  // `fs` must outlive the sorter.
  explicit LineSorter(FileSystem& fs, LineSortOptions options = {});
  ~LineSorter();
  LineSorter(const LineSorter&) = delete;
  LineSorter& operator=(const LineSorter&) = delete;

  // `line`: without its line end; any bytes but LF. Errors: kLimit for a line of more than half the memory.
  Status add(std::string_view line);
  // No more lines; call it once, before next().
  Status finish();
  // The lines in order, then nothing. A view lives until the next call.
  Result<std::optional<std::string_view>> next();
  // All that are left, each with LF; does not finish the sink.
  Status write_to(Sink& sink);

  std::uint64_t lines() const noexcept;  // added so far
  std::size_t runs() const noexcept;     // that stand on the disk

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
