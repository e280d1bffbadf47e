// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bfa/store/archive.h"
#include "bfa/warc/writer.h"
#include "store/database.h"
#include "store/keys.h"
#include "store/object_ledger.h"
#include "store/sequences.h"
#include "store/store_frontier.h"

namespace bfa {

// Answers the WARC writer from the store, what is not flushed yet included.
class StoreDedup final : public DedupIndex {
 public:
  // All must outlive it. Originals stand in `warc_directory`, or at absolute paths of `fs`.
  StoreDedup(Database& database, FileSystem& fs, std::string warc_directory)
      : database_(database), fs_(fs), warc_directory_(std::move(warc_directory)) {}
  Result<std::optional<PayloadOriginal>> find(const std::string& payload_digest) override;
  Result<std::optional<PayloadOriginal>> last_success(const std::string& url) override;
  // Into the database's layer, which is written when it is large; between steps only.
  Result<bool> add(const std::string& payload_digest, const PayloadOriginal& original) override;

 private:
  Result<std::optional<PayloadOriginal>> answer(Family family, const std::string& key);
  Result<bool> is_there(const std::string& file);

  Database& database_;
  FileSystem& fs_;
  std::string warc_directory_;
  std::set<std::string> there_;  // files that were seen
};

// As the store keeps an original.
DigestRecord digest_record(const PayloadOriginal& original);

// Takes steps: bytes into WARC, what follows from them into the database's layer, and on flush() both to the
// disk in that order. `warc` may be null (a rebuild): then only apply() works. One thread.
class StoreSink final : public RecordSink {
 public:
  StoreSink(Database& database, StoreFrontier& frontier, Sequences& sequences, WarcWriter* warc)
      : database_(database), frontier_(frontier), sequences_(sequences), warc_(warc), ledger_(database) {}

  Result<WarcRef> put(const Exchange& exchange, const StepResult& result) override;
  Result<Committed> commit(StepResult result) override;
  Status flush() override;

  // Enters a step whose records stand in WARC.
  Result<Committed> apply(StepResult result, const RecordedStep& recorded);
  // Voids what was put and never committed, for the end of writing.
  Status void_open_steps();

 private:
  struct OpenStep {
    std::uint64_t sequence = 0;
    std::vector<WarcWritten> written;
  };

  Result<WarcWritten> write(const Exchange& exchange, const StepResult& result, OpenStep& step);
  Result<OpenStep> close_step(StepResult& result, const std::string& identity);
  Result<std::optional<std::uint64_t>> committed_before(const std::string& identity) const;
  Result<Committed> enter(StepResult& result, const std::string& identity, const RecordedStep& recorded);
  Status enter_captures(const StepResult& result, const RecordedStep& recorded);
  Status enter_original(const Exchange& exchange, const WarcWritten& written,
                        std::optional<WarcRef>* original);
  void index_capture(const StepResult& result, const Capture& capture);
  Status enter_page(const StepResult& result, const Capture& capture);
  Status enter_state(StepResult& result, std::uint64_t sequence);
  Status enter_feed(const FeedVersion& feed, std::uint64_t sequence);
  Status enter_blog(const StepResult& result, std::uint64_t sequence);
  Status enter_objects(StepResult& result, const RecordedStep& recorded, Committed& committed);
  Status enter_known(const StepResult& result, std::uint64_t sequence, Committed& committed);
  Status enter_failure(const StepResult& result, std::uint64_t sequence);
  Status enter_tasks(StepResult& result, std::uint64_t sequence, Committed& committed);

  Database& database_;
  StoreFrontier& frontier_;
  Sequences& sequences_;
  WarcWriter* warc_;
  ObjectLedger ledger_;
  std::map<std::string, OpenStep> open_steps_;  // by identity
  std::size_t covered_ = 0;      // files of which the store knows that all their steps are in it
  std::optional<Error> broken_;  // a commit went wrong half-way: nothing of its group may last
};

// A failed task as the store keeps it, and back.
std::string encode_failure(const FailedTask& failure);
Result<FailedTask> decode_failure(std::string_view bytes);

}  // namespace bfa
