// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bfa/base/time.h"
#include "store/database.h"

namespace bfa {

// Gives out the archive's sequence numbers, ascending, none twice: blocks of them are reserved on disk before
// use, and after a crash the rest of the last block is skipped. One thread.
class Sequences {
 public:
  Sequences(Database& database, Clock& clock) : database_(database), clock_(clock) {}

  // Reads where the previous run ended. clean() is true when that run closed the archive.
  Status load();
  bool clean() const { return clean_; }
  Result<std::uint64_t> next();
  // The last number that was given out or noted.
  std::uint64_t last() const { return next_ - 1; }
  // For a rebuild: numbers up to `sequence` are in use; or the next number to give out is `first`.
  void note_used(std::uint64_t sequence);
  void start_at(std::uint64_t first) { next_ = first; }
  // Writes, with the next flush, that the archive was closed.
  void mark_clean();
  // The archive's time, for steps without an exchange.
  UtcTime now() const { return clock_.now(); }

 private:
  Database& database_;
  Clock& clock_;
  std::uint64_t next_ = 1;
  std::uint64_t reserved_ = 1;  // numbers below may be given out
  bool clean_ = true;
};

}  // namespace bfa
