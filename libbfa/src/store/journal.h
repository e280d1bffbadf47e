// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/reader.h"
#include "store/step_record.h"

namespace bfa {

// One exchange of a step, or a step without any: where its records are. Small, because a journal has one for
// each exchange of an archive.
struct JournalHop {
  std::uint64_t sequence = 0;  // as recorded
  std::uint64_t task = 0;      // hash of the task
  std::uint64_t id = 0;        // hash of the id of the response, of a step without exchange of its own record
  std::uint64_t metadata = 0;  // offsets in the file
  std::uint64_t response = 0;
  std::uint32_t file = 0;
  std::uint16_t hop = 0, hops = 0;  // hops 0: a step without exchange
};

// A record between two steps: the start of a crawl, the state of a blog, a file of originals, a decision.
struct JournalNote {
  ArchiveRecord record;
  UtcTime date{};           // of the record
  std::uint64_t after = 0;  // recorded number of the step before it
};

// A step as its records say.
struct JournalStep {
  std::uint64_t recorded = 0;  // number in its records
  std::uint64_t sequence =
      0;               // number that it has in the store: another one when the recorded one came twice
  bool whole = false;  // all its exchanges are there
  std::vector<JournalHop> hops;
};

// Numbers at and above this are of steps whose recorded number came twice: an older version gave numbers out
// again after its store had been restored from a copy.
inline constexpr std::uint64_t kRepeatedSequence = std::uint64_t{1} << 40U;

// The steps that WARC files record, in the order in which they were made. Memory: about 52 bytes an exchange.
// One thread.
class BFA_EXPORT Journal {
 public:
  // Takes the records of a file from `offset` on. `name`: in WarcRefs. Damage is a finding. Errors: kIo,
  // kNotFound, kUnsupported (not a WARC file).
  Status add(FileSystem& fs, const std::string& path, const std::string& name, std::uint64_t offset,
             Findings& findings);
  // Puts the steps in order. Call it once, after the last add().
  void finish();

  // Calls `on_step` and `on_note` in the order of the records.
  Status for_each(const std::function<Status(const JournalStep&)>& on_step,
                  const std::function<Status(const JournalNote&)>& on_note) const;
  // Drops the steps for which `wanted` is false.
  Status keep(const std::function<Result<bool>(const JournalStep&)>& wanted);
  // The number under which a step of `file` knows the step that was recorded as `sequence`.
  std::uint64_t number_in_store(std::uint64_t sequence, std::uint32_t file) const;

  // Places that may hold the response with this id; compare the id there.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> responses(std::string_view record_id) const;

  const std::string& path(std::uint32_t file) const { return paths_[file]; }
  const std::string& name(std::uint32_t file) const { return names_[file]; }
  bool empty() const { return hops_.empty() && notes_.empty(); }
  std::uint64_t last_sequence() const { return last_sequence_; }
  std::uint64_t repeated() const { return repeated_steps_; }  // steps whose number came twice
  std::size_t hops() const { return hops_.size(); }
  std::size_t notes() const { return notes_.size(); }

 private:
  struct Response {
    std::uint64_t id = 0, offset = 0;
    std::uint32_t file = 0;
  };
  struct Other {  // a further step of the same recorded number
    std::uint32_t file = 0;
    std::uint64_t sequence = 0;
  };
  friend class JournalReader;

  // The steps of the hops [begin, end), which have one recorded number.
  std::vector<JournalStep> steps_of(std::size_t begin, std::size_t end) const;
  std::size_t end_of_number(std::size_t begin) const;
  void index_responses();

  std::vector<std::string> names_, paths_;
  std::vector<JournalHop> hops_;
  std::vector<JournalNote> notes_;
  std::vector<Response> orphans_;                       // responses without a step
  std::vector<std::uint32_t> by_id_;                    // hops, by the id of their response
  std::map<std::uint64_t, std::vector<Other>> others_;  // by recorded number
  std::uint64_t last_sequence_ = 0, repeated_steps_ = 0;
};

// The value that JournalHop has for a record's id (without < >).
BFA_EXPORT std::uint64_t journal_id(std::string_view record_id);

// A WARC file of an archive, by its name: `.warc`, `.warc.gz`, `.warc.zst`.
BFA_EXPORT bool is_warc_name(std::string_view name);

}  // namespace bfa
