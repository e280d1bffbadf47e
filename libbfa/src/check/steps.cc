// SPDX-License-Identifier: Apache-2.0
#include "check/steps.h"

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/io/digest.h"
#include "crawl/leaveout/take_rules.h"
#include "store/bytes.h"
#include "store/files/fixity.h"
#include "store/journal.h"
#include "store/keys.h"

namespace bfa {
namespace {

constexpr std::size_t kMostUnknown = 50'000;  // remembered one by one
constexpr const char* kAdvice =
    "run a command that writes, as bfa crawl, which takes them in; when it refuses, run bfa rebuild";

std::string step_key(std::uint64_t sequence) {
  return "s:" + u64_bytes(sequence);
}

}  // namespace

// Two steps of one recorded number have numbers that are kRepeatedSequence apart (docs/formats/store.md).
Result<bool> StepLookup::known(const ArchiveRecord& record, const std::string& response) const {
  const bool last = record.hops != 0 && record.hop + 1 == record.hops;
  for (std::uint64_t number = record.sequence;; number += kRepeatedSequence) {
    BFA_ASSIGN_OR_RETURN(const bool committed, database_.contains(Family::kSteps, step_key(number)));
    if (!committed) return false;
    if (!last || response.empty()) return true;
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kCaptures, u64_bytes(number)));
    if (!bytes) continue;
    const auto row = decode_capture_record(*bytes);
    if (!row || row->capture.warc.record_id == response) return true;  // a bad row is told elsewhere
  }
}

Status StepLookup::see(const std::string& file, std::int64_t offset, const ArchiveRecord& record,
                       const std::string& response, UtcTime date) {
  if (record.kind == ArchiveRecord::Kind::kDecision) see_decision(file, offset, record.decision, date);
  if (record.kind != ArchiveRecord::Kind::kStep) return {};
  BFA_ASSIGN_OR_RETURN(const bool stored, known(record, response));
  const std::lock_guard lock(mutex_);
  ++seen_;
  if (stored) return {};
  if (unknown_.size() >= kMostUnknown && !unknown_.contains(record.sequence)) {
    ++more_;
    return {};
  }
  Unknown& step = unknown_[record.sequence];
  step.there.insert(record.hop);
  step.hops = record.hops;
  if (!step.file.empty()) return {};
  step.file = file;
  step.offset = offset;
  step.url = record.task.url.href();
  step.date = date;
  return {};
}

void StepLookup::see_decision(const std::string& file, std::int64_t offset, const Decision& decision,
                              UtcTime date) {
  const std::lock_guard lock(mutex_);
  Decided& last = decided_[meta::decision(decision.kind, decision.target)];
  if (!last.what.empty() && std::tie(date, file, offset) < std::tie(last.date, last.file, last.offset))
    return;
  last = {date, file, decision.kind + " " + decision.target, offset,
          decision.value.empty() ? 0 : fast_hash(decision_to_json(decision))};
}

void StepLookup::compare_decisions() {
  for (const auto& [key, last] : decided_) {
    const auto row = database_.get(Family::kMeta, key);
    if (!row) continue;  // told by others
    const std::uint64_t stored = *row ? fast_hash(**row) : 0;
    if (stored == last.hash) continue;
    log_.damage("decision_unknown", last.file, "a decision that is in WARC is not in the store: " + last.what,
                "run bfa rebuild: it restores all decisions", last.offset);
  }
  const std::string prefix = meta::decisions({});
  const Status read = database_.for_each(
      Family::kMeta, prefix, prefix_end(prefix), [&](const Database::Row& row) -> Result<bool> {
        if (decided_.contains(row.first)) return true;
        const auto decision = decision_from_json(row.second);
        const bool waits =
            decision && decision->kind == kFixityDecision && decision->reason == kFixityNotRecorded;
        if (waits) return true;
        log_.damage("decision_unrecorded", "store",
                    "a decision in the store has no record in WARC: " +
                        (decision ? decision->kind + " " + decision->target : std::string("unreadable")),
                    "restore the WARC file that is missing or damaged from a backup, or decide again");
        return true;
      });
  if (!read) log_.failure(read.error(), "store", "the decisions");
}

std::shared_ptr<const AddressRules> StepLookup::removals() const {
  std::vector<Decision> decisions;
  const std::string prefix = meta::decisions({});
  const Status read = database_.for_each(Family::kMeta, prefix, prefix_end(prefix),
                                         [&](const Database::Row& row) -> Result<bool> {
                                           auto decision = decision_from_json(row.second);
                                           if (decision) decisions.push_back(std::move(*decision));
                                           return true;
                                         });
  auto rules = read ? block_rules(decisions) : Result<std::shared_ptr<const AddressRules>>(read.error());
  return rules ? *rules : nullptr;  // without rules the steps are reported as unknown
}

void StepLookup::finish(bool all, const CheckOptions& options) {
  if (all) compare_decisions();
  const auto rules = unknown_.empty() ? nullptr : removals();
  for (const auto& [number, step] : unknown_) {
    // A crash left the others: a part of a step is no step.
    if (step.hops != 0 && step.there.size() < step.hops) continue;
    if (rules != nullptr && rules->blocks({}, step.url) != nullptr) {
      log_.damage("removed_capture", step.file, "a capture of a removed address is in WARC: " + step.url,
                  "it came with a package or a copied file: run bfa remove for this address again, which "
                  "takes it out",
                  step.offset);
      continue;
    }
    const std::size_t problem =
        log_.damage("steps_unknown", step.file,
                    "a step that is whole in WARC is not in the store: number " + std::to_string(number),
                    kAdvice, step.offset);
    log_.affected(options, problem, false, step.url, step.date);
  }
  if (more_ > 0)
    log_.damage("steps_unknown", {},
                counted(more_, "more step is not in the store", "more steps are not in the store"), kAdvice);
}

}  // namespace bfa
