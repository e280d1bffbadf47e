// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/warc/validate.h"
#include "warc/read/block_digests.h"
#include "warc/read/payload.h"

namespace bfa {

// Whether a finding is of bytes that are not those that were written; others are of rules that were not kept.
bool is_damage(const Finding& finding);

// Checks the records of a file, or of a section of it, in order. Not thread-safe.
class RecordChecker {
 public:
  // A revisit record, for finding those that point at others: that needs the order of the whole file.
  struct Revisit {
    std::uint64_t own = 0;       // hash of its "URI date"
    std::uint64_t original = 0;  // hash of that of its original; 0: not given
    std::uint64_t offset = 0;
  };

  // `fs` must outlive the checker; `path` is the file that the records are of.
  RecordChecker(FileSystem& fs, const std::string& path) : fs_(fs) { report_.file = path; }

  // Reads the record to its end. Errors: kIo.
  Status check(WarcRecord& record);
  // Adds the reader's findings, those before the record at `end` if it is given.
  void take(const WarcReader& reader, std::optional<std::uint64_t> end = std::nullopt);
  // Revisits since the last call.
  std::vector<Revisit>& revisits() noexcept { return revisits_; }
  // Findings in order; those of the reader last.
  WarcReport& report() noexcept { return report_; }

 private:
  void check_header(const WarcHeader& header, std::uint64_t offset);
  void check_revisit(const WarcHeader& header, std::uint64_t offset);
  void check_placement(const WarcHeader& header, std::uint64_t offset);
  void check_repeats(const WarcHeader& header, std::uint64_t offset);
  void check_date(const WarcHeader& header, std::uint64_t offset);
  Status take_digests(const WarcRef& place, const std::string& declared_payload);
  Result<PayloadForm> look_again(const WarcRef& place, const std::string& declared_payload);
  void add(const char* id, std::string message, std::uint64_t offset) {
    report_.findings.push_back(
        {Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(offset), report_.file});
  }
  void violation(const char* id, std::string message, std::uint64_t offset) {
    report_.spec_violation = true;
    add(id, std::move(message), offset);
  }

  FileSystem& fs_;
  WarcReport report_;
  std::vector<Revisit> revisits_;
  BlockDigests digests_;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(65536);
};

}  // namespace bfa
