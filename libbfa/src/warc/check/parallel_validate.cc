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

class SectionValidator {
 public:
  SectionValidator(FileSystem& fs, const std::string& path, std::uint64_t section_bytes, std::size_t threads)
      : fs_(fs), path_(path), section_bytes_(section_bytes), threads_(threads) {}

  Result<std::vector<ValidatedSection>> run() {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs_.file_size(path_));
    BFA_ASSIGN_OR_RETURN(const bool apart, can_be_divided());
    // Many sections per thread, so that all threads end at about the same time.
    const std::uint64_t count = apart ? (size + section_bytes_ - 1) / section_bytes_ : 1;
    checked_.resize(static_cast<std::size_t>(std::max<std::uint64_t>(count, 1)));
    if (checked_.size() > 1) check_all();
    return join();
  }

 private:
  // The result of one section; nothing if no record seems to begin in it.
  struct Checked {
    std::optional<ValidatedSection> section;
    Status status;
  };

  // ARC record lines are too short to be recognised within other bytes.
  Result<bool> can_be_divided() {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path_));
    BFA_ASSIGN_OR_RETURN(WarcRecord* const first, reader->next());
    if (first == nullptr || !first->header().version.starts_with("WARC/")) return false;
    BFA_ASSIGN_OR_RETURN(const auto finder, RecordFinder::open(fs_, path_));
    return finder != nullptr;
  }

  void check_all() {
    std::vector<std::thread> threads;
    const std::size_t most = std::min(threads_, checked_.size());
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
    const std::uint64_t begin = i * section_bytes_;
    const std::uint64_t end = begin + section_bytes_;
    std::optional<std::uint64_t> start = 0;
    if (i != 0) {
      BFA_ASSIGN_OR_RETURN(const auto finder, RecordFinder::open(fs_, path_));
      BFA_ASSIGN_OR_RETURN(start, finder->find(begin, end));
    }
    if (!start) return {};
    BFA_ASSIGN_OR_RETURN(checked_[i].section,
                         check_from(*start, [end](std::uint64_t at) { return at >= end; }));
    return {};
  }

  // Reads records from `begin` up to the first whose offset is `enough`.
  template <class Enough>
  Result<ValidatedSection> check_from(std::uint64_t begin, Enough enough) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs_, path_, {}, begin));
    RecordChecker checker(fs_, path_);
    ValidatedSection section;
    section.begin = begin;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      if (enough(record->position().offset)) {
        section.end = record->position().offset;
        break;
      }
      BFA_RETURN_IF_ERROR(checker.check(*record));
    }
    checker.take(*reader, section.end);
    section.report = std::move(checker.report());
    section.revisits = std::move(checker.revisits());
    return section;
  }

  // The section whose first record is at that offset; null if no section begins there.
  Checked* beginning_at(std::uint64_t place) {
    Checked& checked = checked_[std::min<std::uint64_t>(place / section_bytes_, checked_.size() - 1)];
    return checked.section && checked.section->begin == place ? &checked : nullptr;
  }

  Result<std::vector<ValidatedSection>> join() {
    std::vector<ValidatedSection> joined;
    if (!checked_[0].status.ok()) return checked_[0].status.error();
    if (checked_.size() == 1) {
      BFA_ASSIGN_OR_RETURN(checked_[0].section, check_from(0, [](std::uint64_t) { return false; }));
    }
    ValidatedSection current = std::move(*checked_[0].section);
    while (current.end) {
      if (beginning_at(*current.end) == nullptr) {
        // No section begins where this section ended: it continues to the beginning of a later section.
        const std::uint64_t from = *current.end;
        BFA_ASSIGN_OR_RETURN(current, check_from(current.begin, [&](std::uint64_t at) {
                               return at > from && beginning_at(at) != nullptr;
                             }));
        continue;
      }
      Checked& next = *beginning_at(*current.end);
      if (!next.status.ok()) return next.status.error();
      joined.push_back(std::move(current));
      current = std::move(*next.section);
    }
    joined.push_back(std::move(current));
    return joined;
  }

  FileSystem& fs_;
  const std::string& path_;
  const std::uint64_t section_bytes_;
  const std::size_t threads_;
  std::vector<Checked> checked_;
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace

Result<std::vector<ValidatedSection>> parallel_validate(FileSystem& fs, const std::string& path,
                                                        std::uint64_t section_bytes, std::size_t threads) {
  return SectionValidator(fs, path, section_bytes, threads).run();
}

}  // namespace bfa
