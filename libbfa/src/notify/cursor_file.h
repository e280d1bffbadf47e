// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bfa/io/file_system.h"

namespace bfa::notify {

// How far a sink has been told. A step can bring more arrivals than a batch holds, so a position lies between
// two arrivals of a step, which come in the order of their keys.
struct Position {
  std::uint64_t sequence = 0;  // of a step
  std::string key;             // of the last arrival of this step that was told; empty: all of the step
  bool ended = false;          // the hook answered 410: it is told nothing more

  std::uint64_t whole_steps() const { return key.empty() ? sequence : sequence - 1; }
  bool is_before(std::uint64_t other_sequence, const std::string& other_key) const {
    return other_sequence > sequence || (other_sequence == sequence && !key.empty() && other_key > key);
  }
};

// One line of JSON with a check sum, so that a damaged file is never taken for another position. Errors:
// kNotFound, kCorrupt, kIo.
Result<Position> read_position(FileSystem& fs, const std::string& path);
Status write_position(FileSystem& fs, const std::string& path, const Position& position);

// A lock between processes, held as long as the object lives.
class SinkLock {
 public:
  // Errors: kUnavailable with "locked" (another one has it), kIo.
  static Result<std::unique_ptr<SinkLock>> take(const std::string& path);
  ~SinkLock();
  SinkLock(const SinkLock&) = delete;
  SinkLock& operator=(const SinkLock&) = delete;

 private:
  explicit SinkLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace bfa::notify
