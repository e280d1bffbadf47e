// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/recorded_objects.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "base/try.h"
#include "store/journal.h"

namespace bfa {
namespace {

Status add_files(FileSystem& container_fs, const std::vector<std::string>& warcs, Journal& journal) {
  Findings damage;  // not used: the check of the packages reports it
  for (const std::string& path : warcs) {
    const Status added = journal.add(container_fs, path, path, 0, damage);
    if (!added && added.error().code == Code::kIo) return added.error();
  }
  return {};
}

// What a journal has: numbers of steps with the ids of their last records, kinds of notes with their times.
using Recorded = std::set<std::pair<std::uint64_t, std::uint64_t>>;

Result<Recorded> recorded_in(FileSystem& container_fs, const std::vector<std::string>& warcs) {
  Journal journal;
  BFA_RETURN_IF_ERROR(add_files(container_fs, warcs, journal));
  journal.finish();
  Recorded all;
  BFA_RETURN_IF_ERROR(journal.for_each(
      [&](const JournalStep& step) {
        if (!step.hops.empty()) all.emplace(step.recorded, step.hops.back().id);
        return Status();
      },
      [&](const JournalNote& note) {
        const auto kind = static_cast<std::uint64_t>(note.record.kind);
        all.emplace(~kind, static_cast<std::uint64_t>(note.date.time_since_epoch().count()));
        return Status();
      }));
  return all;
}

}  // namespace

Result<bool> fit_as_recorded(FileSystem& container_fs, const std::vector<std::string>& warcs) {
  Journal journal;
  BFA_RETURN_IF_ERROR(add_files(container_fs, warcs, journal));
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

Result<RecordedSteps> compare_steps(FileSystem& container_fs, const std::vector<std::string>& own,
                                    const std::vector<std::vector<std::string>>& packages) {
  RecordedSteps compared;
  BFA_ASSIGN_OR_RETURN(const Recorded there, recorded_in(container_fs, own));
  Journal all;
  BFA_RETURN_IF_ERROR(add_files(container_fs, own, all));
  for (const std::vector<std::string>& warcs : packages) {
    BFA_ASSIGN_OR_RETURN(const Recorded recorded, recorded_in(container_fs, warcs));
    compared.brings_news.push_back(!std::ranges::includes(there, recorded));
    BFA_RETURN_IF_ERROR(add_files(container_fs, warcs, all));
  }
  all.finish();
  compared.one_archive = all.repeated() == 0;
  return compared;
}

}  // namespace bfa
