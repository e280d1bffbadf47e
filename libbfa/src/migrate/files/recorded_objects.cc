// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/recorded_objects.h"

#include <cstdint>
#include <set>
#include <utility>

#include "base/try.h"
#include "store/journal.h"

namespace bfa {

Result<bool> fit_as_recorded(FileSystem& container_fs, const std::vector<std::string>& warcs) {
  Journal journal;
  Findings damage;  // not used: the check of the packages reports it
  for (const std::string& path : warcs) {
    const Status added = journal.add(container_fs, path, path, 0, damage);
    if (!added && added.error().code == Code::kIo) return added.error();
  }
  journal.finish();
  if (journal.repeated() > 0) return false;
  // As RecordedReadings: by the number of a step and the id of its last record.
  std::set<std::pair<std::uint64_t, std::uint64_t>> recorded;
  BFA_RETURN_IF_ERROR(journal.for_each([](const JournalStep&) { return Status(); },
                                       [&](const JournalNote& note) {
                                         const ArchiveRecord& record = note.record;
                                         if (record.kind == ArchiveRecord::Kind::kReadings)
                                           recorded.emplace(record.sequence, journal_id(record.step_record));
                                         return Status();
                                       }));
  bool all = true;
  BFA_RETURN_IF_ERROR(journal.for_each(
      [&](const JournalStep& step) {
        if (step.whole) all = all && recorded.contains({step.recorded, step.hops.back().id});
        return Status();
      },
      [](const JournalNote&) { return Status(); }));
  return all;
}

}  // namespace bfa
