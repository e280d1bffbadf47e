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
#include "store/address_claims.h"
#include "store/database.h"
#include "store/keys.h"
#include "store/marks.h"
#include "store/object_ledger.h"
#include "store/object_moves.h"
#include "store/sequences.h"
#include "store/store_dedup.h"
#include "store/store_frontier.h"

namespace bfa {

// Takes steps: writes their bytes into WARC and their results into the database's layer; flush() makes both
// durable in that order. `warc` may be null (a rebuild): then only apply_recorded() works. One thread.
class StoreSink final : public RecordSink {
 public:
  StoreSink(Database& database, StoreFrontier& frontier, Sequences& sequences, WarcWriter* warc)
      : database_(database),
        frontier_(frontier),
        sequences_(sequences),
        warc_(warc),
        ledger_(database),
        moves_(database),
        claims_(database) {}

  Result<WarcRef> put(const Exchange& exchange, const StepResult& result) override;
  Result<Committed> commit(StepResult result) override;
  Status flush() override;

  // Applies a step whose records are in WARC.
  Result<Committed> apply_recorded(StepResult result, const RecordedStep& recorded);
  // A recorded step whose page is read by another one: its capture and its failure only.
  Status keep_recorded(const StepResult& result, const RecordedStep& recorded);
  // A record that is not of a step was written.
  void wrote(const WarcRef& ref);
  // At the end of writing: records the steps as aborted of which only a part was written.
  Status abort_open_steps();
  // The greatest number of the steps of each file that were applied, by file.
  const std::map<std::string, Mark>& marks() const { return marks_; }

 private:
  struct OpenStep {
    std::uint64_t sequence = 0;
    std::vector<WarcWritten> written;
    std::size_t hops = 0;  // exchanges that it has
    std::string file;      // with its last record
  };

  Result<WarcWritten> write(const Exchange& exchange, const StepResult& result, const std::string& task_json,
                            OpenStep& step);
  Result<OpenStep> close_step(StepResult& result, const std::string& task_json, const std::string& identity);
  Result<std::optional<std::uint64_t>> committed_before(const std::string& identity) const;
  Result<Committed> apply_step(StepResult& result, const std::string& identity, const RecordedStep& recorded);
  void put_marks();
  // `last`: the capture may become the last one of its address.
  Status apply_captures(const StepResult& result, const RecordedStep& recorded, bool last = true);
  void note_applied(const RecordedStep& recorded, const Committed& committed);
  Status apply_original(const Exchange& exchange, const WarcWritten& written,
                        std::optional<WarcRef>* original);
  Status apply_not_page(const StepResult& result);
  void index_capture(const StepResult& result, const Capture& capture);
  Status apply_page(const StepResult& result, const Capture& capture);
  Status apply_state(StepResult& result, std::uint64_t sequence);
  Status apply_feed(const FeedVersion& feed, std::uint64_t sequence);
  Status apply_blog(const StepResult& result, std::uint64_t sequence);
  Result<Seen> seen_as(Observation& observation, const RecordedStep& recorded) const;
  Status apply_objects(StepResult& result, const RecordedStep& recorded, Committed& committed);
  Status apply_gone_before(const std::string& blog, const DataObject& object, const Seen& seen);
  Status apply_known(const StepResult& result, std::uint64_t sequence, Committed& committed);
  Status apply_failure(const StepResult& result, std::uint64_t sequence);
  Status apply_tasks(StepResult& result, std::uint64_t sequence, Committed& committed);

  Database& database_;
  StoreFrontier& frontier_;
  Sequences& sequences_;
  WarcWriter* warc_;
  ObjectLedger ledger_;
  ObjectMoves moves_;
  AddressClaims claims_;
  std::map<std::string, OpenStep> open_steps_;  // by identity
  std::map<std::string, Mark> marks_;           // by file: where its last record ends
  std::set<std::string> marked_;                // files whose mark is not in the database yet
  std::optional<Error> broken_;  // a commit failed half-way: nothing of its group may be written
};

// A failed task as the store keeps it, and back.
std::string encode_failure(const FailedTask& failure);
Result<FailedTask> decode_failure(std::string_view bytes);

}  // namespace bfa
