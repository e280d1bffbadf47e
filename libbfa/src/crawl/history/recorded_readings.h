// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bfa/crawl/address_rules.h"
#include "bfa/crawl/replay.h"
#include "bfa/store/archive.h"
#include "store/journal.h"

namespace bfa {

// What was read in steps that cannot be read again, because their surroundings are not in the WARC files: a
// package of one post has neither the feed nor the pages that taught the template, and a feed of comments in
// it has comments on other posts. One thread.
class RecordedReadings {
 public:
  // Takes the records of readings.
  Status gather(const Journal& journal);
  // Whether there is a record of this step. It may say that nothing was read.
  bool has(const JournalStep& step) const { return by_step_.contains(key_of(step)); }
  // Notes the date of a state of a blog. False: one of a later date was noted before, and the blog has such
  // records. Each package of an object has the state of its time. Their steps are not in the order of these
  // times.
  bool note_state(const std::string& home, UtcTime date);
  // Sets the objects of the step's result, but for those that `rules` block (null: none). `archive` has the
  // steps before it. A record that cannot be read is a finding of the report, and so is an object whose
  // capture the archive does not have. Errors: those of the archive.
  Status give(const JournalStep& step, const Archive& archive, const AddressRules* rules, StepResult& result,
              ReplayReport& report) const;

 private:
  // The number of a step, and the hash of its last record's id: two archives have steps of the same number.
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  static Key key_of(const JournalStep& step) { return {step.recorded, step.hops.back().id}; }

  std::map<Key, std::vector<std::string>> by_step_;  // JSON of each record
  std::map<std::string, UtcTime> homes_;             // of the records: the date of the newest state so far
};

}  // namespace bfa
