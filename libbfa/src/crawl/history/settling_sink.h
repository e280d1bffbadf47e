// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/store/archive.h"
#include "crawl/history/left_captures.h"

namespace bfa {

// Takes the steps of an import of the archive's own captures, in a rebuild. A capture keeps the number of its
// step; a step without a capture gets a number that is free. One thread.
class SettlingSink final : public RecordSink {
 public:
  using Pins = std::map<std::string, std::vector<FieldRule>>;  // by the home URL of a blog

  // All must outlive it. `pins`: rules of users, for each template that is learned.
  SettlingSink(Archive& archive, LeftCaptures& captures, const Pins& pins)
      : archive_(archive), captures_(captures), pins_(pins) {}

  // Numbers of recorded steps without a capture, ascending; those after `last` are free, too.
  void set_numbers(std::vector<std::uint64_t> free, std::uint64_t last);
  bool has_used(std::uint64_t sequence) const { return used_.contains(sequence); }

  Result<WarcRef> put(const Exchange&, const StepResult&) override { return WarcRef{}; }
  Result<Committed> commit(StepResult result) override;
  Status flush() override { return archive_.sink().flush(); }

 private:
  void note_used(std::uint64_t number);
  std::uint64_t next_number();
  bool is_older_feed(const StepResult& result, std::uint64_t number) const;
  Status commit_readings(StepResult& result);

  Archive& archive_;
  LeftCaptures& captures_;
  const Pins& pins_;
  std::vector<std::uint64_t> free_;
  std::uint64_t last_ = 0, greatest_ = 0;  // recorded numbers end at `last_`
  std::unordered_set<std::uint64_t> used_;
  std::unordered_map<std::string, std::uint64_t> feeds_;  // number of the last one, by URL
};

}  // namespace bfa
