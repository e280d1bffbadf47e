// SPDX-License-Identifier: Apache-2.0
#include "crawl/history/recorded_readings.h"

#include <set>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "crawlmodel/readings_json.h"

namespace bfa {

Status RecordedReadings::gather(const Journal& journal) {
  // Packages of two posts may have the same step, and each what it read of its own post.
  std::set<std::pair<Key, std::string>> known;
  return journal.for_each(
      [](const JournalStep&) { return Status(); },
      [&](const JournalNote& note) {
        const ArchiveRecord& record = note.record;
        if (record.kind != ArchiveRecord::Kind::kReadings) return Status();
        const Key key{record.sequence, journal_id(record.step_record)};
        for (const std::string& home : record.blogs) homes_.emplace(home, UtcTime{});
        auto& texts = by_step_[key];
        const bool is_new = known.emplace(key, digest(DigestAlgorithm::kSha256, record.readings_json)).second;
        if (is_new) texts.push_back(record.readings_json);
        return Status();
      });
}

bool RecordedReadings::note_state(const std::string& home, UtcTime date) {
  const auto known = homes_.find(home);
  if (known == homes_.end()) return true;
  if (date < known->second) return false;
  known->second = date;
  return true;
}

Status RecordedReadings::give(const JournalStep& step, const Archive& archive, const AddressRules* rules,
                              StepResult& result, ReplayReport& report) const {
  result.objects.clear();
  const auto found = by_step_.find(key_of(step));
  if (found == by_step_.end()) return {};
  const auto tell = [&](const Error& error) {
    report.findings.push_back(
        {error.code, "bad_archive_record",
         error.message + ": what step " + std::to_string(step.recorded) + " read is lost, or a part of it",
         -1, result.task.url.href()});
  };
  const auto blocks = [&](const std::string& address) {
    return rules != nullptr && !address.empty() && rules->blocks(result.task.blog, address) != nullptr;
  };
  for (const std::string& text : found->second) {
    auto readings = readings_from_json(text);
    if (!readings) {
      tell(readings.error());
      continue;
    }
    for (RecordedObservation& one : *readings) {
      Observation& observation = one.observation;
      if (blocks(observation.object.url) || blocks(observation.object.post)) continue;
      if (observation.capture != 0) {
        BFA_ASSIGN_OR_RETURN(const auto capture, archive.view().capture(observation.capture));
        if (!capture) {
          tell(Error{Code::kCorrupt, "an object was read from a capture that is not there", {}, -1});
          continue;
        }
      }
      if (one.sighting) {
        BFA_ASSIGN_OR_RETURN(const auto version,
                             archive.version_at(object_key(observation.object), observation.observed));
        if (!version) {
          tell(Error{Code::kCorrupt, "an object without a version was seen again", {}, -1});
          continue;
        }
        observation.object = version->object;
        observation.object.provenance.warc = {};
      }
      result.objects.push_back(std::move(observation));
    }
  }
  return {};
}

}  // namespace bfa
