// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "bfa/crawl/address_rules.h"
#include "check/check_log.h"
#include "store/database.h"
#include "store/step_record.h"

namespace bfa {

// Looks up the steps and decisions that WARC files record in the store. Thread-safe.
class StepLookup {
 public:
  StepLookup(const Database& database, CheckLog& log) : database_(database), log_(log) {}

  // `response`: id of the response that the record is about; empty: none. Errors: kIo, kCorrupt.
  Status see(const std::string& file, std::int64_t offset, const ArchiveRecord& record,
             const std::string& response, UtcTime date);
  // One thread: says which whole steps the store lacks, and tells the affected captures to `options`.
  // `all`: every file was read whole; then decisions are compared in both directions.
  void finish(bool all, const CheckOptions& options);
  std::uint64_t seen() const { return seen_; }

 private:
  struct Unknown {
    std::string file, url;
    std::int64_t offset = -1;
    UtcTime date{};
    std::uint32_t hops = 0;
    std::set<std::uint32_t> there;  // which of its exchanges
  };
  // The record of a decision that comes last; an empty value ends the decision.
  struct Decided {
    UtcTime date{};
    std::string file, what;
    std::int64_t offset = -1;
    std::uint64_t hash = 0;  // of the row that it gives; 0: no row
  };
  void see_decision(const std::string& file, std::int64_t offset, const Decision& decision, UtcTime date);
  void compare_decisions();
  // The removals that the store knows; null when they cannot be read.
  std::shared_ptr<const AddressRules> removals() const;
  Result<bool> known(const ArchiveRecord& record, const std::string& response) const;

  const Database& database_;
  CheckLog& log_;
  std::mutex mutex_;
  std::uint64_t seen_ = 0;
  std::uint64_t more_ = 0;  // unknown ones that are not in the map
  std::map<std::uint64_t, Unknown> unknown_;
  std::map<std::string, Decided> decided_;  // by the key of the row
};

}  // namespace bfa
