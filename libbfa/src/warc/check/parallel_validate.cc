// SPDX-License-Identifier: Apache-2.0
#include "warc/check/parallel_validate.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "warc/read/record_finder.h"
#include "warc/read/start_thread.h"

namespace bfa {
namespace {

class StretchChecker {
 public:
  StretchChecker(FileSystem& fs, const std::string& path, const WarcValidateOptions& options)
      : fs_(fs), path_(path), options_(options) {}

  Result<std::vector<CheckedStretch>> run() {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs_.file_size(path_));
    BFA_ASSIGN_OR_RETURN(const bool apart, can_be_divided());
    // Room for many stretches a thread, so that all end at about the same time.
    const std::uint64_t count = apart ? (size + options_.stretch_bytes - 1) / options_.stretch_bytes : 1;
    checked_.resize(static_cast<std::size_t>(std::max<std::uint64_t>(count, 1)));
    if (checked_.size() > 1) check_all();
    return join();
  }

 private:
  // What a thread made of one stretch; nothing when no record seems to begin in it.
  struct Checked {
    std::optional<CheckedStretch> stretch;
    Status status;
  };

  // ARC lines are too short to be found by their look.
  Result<bool> can_be_divided() {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path_));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const first, reader->next());
    if (first == nullptr || !first->header().version.starts_with("WARC/")) return false;
    BFA_ASSIGN_OR_RETURN(const auto finder, RecordFinder::open(fs_, path_));
    return finder != nullptr;
  }

  void check_all() {
    std::vector<std::thread> threads;
    const std::size_t most = std::min(static_cast<std::size_t>(options_.threads), checked_.size());
    while (threads.size() + 1 < most && start_thread(threads, [this] { work(); })) {
    }
    work();
    for (auto& thread : threads) thread.join();
  }

  void work() {
    for (std::size_t i = next_++; i < checked_.size(); i = next_++) {
      checked_[i].status = guarded([&]() -> Status { return check_one(i); });
    }
  }

  Status check_one(std::size_t i) {
    const std::uint64_t begin = i * options_.stretch_bytes;
    const std::uint64_t end = begin + options_.stretch_bytes;
    std::optional<std::uint64_t> start = 0;
    if (i != 0) {
      BFA_ASSIGN_OR_RETURN(const auto finder, RecordFinder::open(fs_, path_));
      BFA_ASSIGN_OR_RETURN(start, finder->find(begin, end));
    }
    if (!start) return {};
    BFA_ASSIGN_OR_RETURN(checked_[i].stretch,
                         check_from(*start, [end](std::uint64_t at) { return at >= end; }));
    return {};
  }

  // Reads records from `begin` up to the first whose place is `enough`.
  template <class Enough>
  Result<CheckedStretch> check_from(std::uint64_t begin, Enough enough) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path_, {}, begin));
    RecordChecker checker(fs_, path_);
    CheckedStretch stretch;
    stretch.begin = begin;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      if (enough(record->position().offset)) {
        stretch.end = record->position().offset;
        break;
      }
      BFA_RETURN_IF_ERROR(checker.check(*record));
    }
    checker.take(*reader, stretch.end);
    stretch.report = std::move(checker.report());
    stretch.revisits = std::move(checker.revisits());
    return stretch;
  }

  // The stretch that was found to begin there; null when there is none.
  Checked* beginning_at(std::uint64_t place) {
    Checked& checked = checked_[std::min<std::uint64_t>(place / options_.stretch_bytes, checked_.size() - 1)];
    return checked.stretch && checked.stretch->begin == place ? &checked : nullptr;
  }

  Result<std::vector<CheckedStretch>> join() {
    std::vector<CheckedStretch> joined;
    if (!checked_[0].status.ok()) return checked_[0].status.error();
    if (checked_.size() == 1) {
      BFA_ASSIGN_OR_RETURN(checked_[0].stretch, check_from(0, [](std::uint64_t) { return false; }));
    }
    CheckedStretch current = std::move(*checked_[0].stretch);
    while (current.end) {
      if (beginning_at(*current.end) == nullptr) {
        // Nobody began where this reading arrived: it goes on to where somebody did.
        const std::uint64_t from = *current.end;
        BFA_ASSIGN_OR_RETURN(current, check_from(current.begin, [&](std::uint64_t at) {
                               return at > from && beginning_at(at) != nullptr;
                             }));
        continue;
      }
      Checked& next = *beginning_at(*current.end);
      if (!next.status.ok()) return next.status.error();
      joined.push_back(std::move(current));
      current = std::move(*next.stretch);
    }
    joined.push_back(std::move(current));
    return joined;
  }

  FileSystem& fs_;
  const std::string& path_;
  const WarcValidateOptions& options_;
  std::vector<Checked> checked_;
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace

Result<std::vector<CheckedStretch>> check_stretches(FileSystem& fs, const std::string& path,
                                                    const WarcValidateOptions& options) {
  return StretchChecker(fs, path, options).run();
}

}  // namespace bfa
