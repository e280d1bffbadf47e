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
  // Folder of the runs that do not fit in memory; empty: the system's folder for temporary files. They are
  // removed with the sorter.
  std::string directory;
  // For lines, and for buffers while merging. Starts with 4 MiB and grows with the number of runs.
  std::uint64_t max_memory_bytes = 32u << 20;
  std::size_t max_open_runs = 128;  // merged at a time; more runs than that are merged in passes
  bool drop_repeated = false;       // equal lines are returned once
};

// External merge sort of lines, bytewise (as LC_ALL=C sort): lines that do not fit in memory go to sorted
// runs on disk, which are merged. Not thread-safe. Errors of all: kIo.
class LineSorter {
 public:
  // `fs` must outlive the sorter.
  explicit LineSorter(FileSystem& fs, LineSortOptions options = {});
  ~LineSorter();
  LineSorter(const LineSorter&) = delete;
  LineSorter& operator=(const LineSorter&) = delete;

  // `line`: without its line end; any bytes but LF. Errors: kLimit for a line of more than half the memory.
  Status add(std::string_view line);
  // Ends the input; call it once, before next().
  Status finish();
  // The next line in order; nothing at the end. The view is valid until the next call.
  Result<std::optional<std::string_view>> next();
  // Writes the remaining lines, each with LF; does not finish the sink.
  Status write_to(Sink& sink);

  std::uint64_t lines() const noexcept;  // added so far
  std::size_t runs() const noexcept;     // on disk

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
