// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "bfa/io/file_system.h"
#include "bfa/warc/dedup.h"
#include "store/database.h"
#include "store/keys.h"

namespace bfa {

// Finds originals for the WARC writer in the store, including rows that are not flushed yet.
class StoreDedup final : public DedupIndex {
 public:
  // All must outlive it. Originals are in `warc_directory`, or at absolute paths of `fs`.
  StoreDedup(Database& database, FileSystem& fs, std::string warc_directory)
      : database_(database), fs_(fs), warc_directory_(std::move(warc_directory)) {}
  Result<std::optional<PayloadOriginal>> find(std::string_view payload_digest) override;
  Result<std::optional<PayloadOriginal>> last_success(std::string_view url) override;
  // Adds to the database's layer, which is written when it is large. Call it between steps only.
  Result<bool> add(std::string_view payload_digest, const PayloadOriginal& original) override;

 private:
  Result<std::optional<PayloadOriginal>> answer(Family family, const std::string& key);
  Result<bool> is_there(const std::string& file);

  Database& database_;
  FileSystem& fs_;
  std::string warc_directory_;
  std::set<std::string> there_;  // files that exist
};

// As the store keeps an original.
DigestRecord digest_record(const PayloadOriginal& original);

}  // namespace bfa
