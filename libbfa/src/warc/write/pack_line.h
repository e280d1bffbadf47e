// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bfa/base/result.h"
#include "io/member_encoder.h"

namespace bfa {

// Complete records in a row, to be packed one member each.
struct RecordBatch {
  std::string bytes;
  std::vector<std::size_t> ends;

  void clear() {
    bytes.clear();
    ends.clear();
  }
};

// Packs batches of records with several threads and returns the results in order. When the line is full, the
// calling thread packs, too: so one thread per encoder runs, and no thread waits for long; with one encoder
// each batch is packed at once. Memory: 3 batches more than threads, plain and packed. Call it from one
// thread only.
class PackLine {
 public:
  // `encoders`: one per thread, with equal options; must outlive the line. Null encoders copy.
  explicit PackLine(std::vector<std::unique_ptr<MemberEncoder>>& encoders);
  ~PackLine();
  PackLine(const PackLine&) = delete;
  PackLine& operator=(const PackLine&) = delete;

  // Takes the records of `batch` and leaves it empty, for the next ones. Appends finished batches to `out`.
  // Errors: those of the encoders.
  Status add(RecordBatch& batch, std::string& out);
  // Appends all remaining batches. Errors: as add().
  Status drain(std::string& out);

 private:
  struct Job {
    RecordBatch batch;
    std::string packed;
    Status status;
    bool done = false;
  };
  using Lock = std::unique_lock<std::mutex>;

  void work(MemberEncoder* encoder);
  void pack_next(Lock& lock, MemberEncoder* encoder);
  Status take_first(Lock& lock, std::string& out);

  std::vector<std::unique_ptr<MemberEncoder>>& encoders_;
  std::mutex mutex_;
  std::condition_variable wanted_, packed_;
  std::deque<std::unique_ptr<Job>> jobs_;   // in order; the packed ones are not yet handed out
  std::size_t next_ = 0;                    // of jobs_: the first that nobody packs yet
  std::vector<std::unique_ptr<Job>> idle_;  // kept for their memory
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace bfa
