// SPDX-License-Identifier: Apache-2.0
#include "store/store_sink.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "crawlmodel/crawl_json.h"
#include "store/bytes.h"
#include "store/step_record.h"
#include "store/touched.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxPendingBytes = 32u << 20;  // then commit() flushes by itself
// Rows that wait cost several times their bytes, and nothing waits for a replayed step to be durable.
constexpr std::size_t kMaxReplayedBytes = 4u << 20;

// The identity of a step: the same task done with the same answer. Redelivered results have the same.
std::string identity_of(const StepResult& result, const std::string& task_json) {
  std::string text = task_json;
  text += '\0';
  text += outcome_name(result.outcome);
  if (!result.exchanges.empty()) {
    text += format_rfc3339(result.exchanges.front().started);
    text += result.exchanges.front().url;
  }
  return "i:" + digest(DigestAlgorithm::kSha256, text).substr(0, 16);
}

// Also a post that is read, or joined, later in the crawl.
bool shows_post(const StepResult& result) {
  const auto is_post = [](const Observation& seen) {
    return seen.object.kind == ObjectKind::kPost && !seen.reading;
  };
  const auto waits = [](const CrawlTask& task) {
    return task.kind == TaskKind::kJoin || (task.kind == TaskKind::kExtract && task.stage == Stage::kLate);
  };
  return std::any_of(result.objects.begin(), result.objects.end(), is_post) ||
         std::any_of(result.tasks.begin(), result.tasks.end(), waits);
}

std::string target_of(const StepResult& result) {
  if (!result.task.url.href().empty()) return result.task.url.href();
  return result.task.blog;
}

}  // namespace

Result<std::optional<std::uint64_t>> StoreSink::committed_before(const std::string& identity) const {
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kSteps, identity));
  if (!bytes) return std::optional<std::uint64_t>();
  return std::optional<std::uint64_t>(u64_value(*bytes));
}

Result<WarcWritten> StoreSink::write(const Exchange& exchange, const StepResult& result,
                                     const std::string& task_json, OpenStep& step) {
  if (step.sequence == 0) {
    BFA_ASSIGN_OR_RETURN(step.sequence, sequences_.next());
  }
  const auto hop = static_cast<std::uint32_t>(step.written.size());
  const auto hops = static_cast<std::uint32_t>(std::max(result.exchanges.size(), step.written.size() + 1));
  BFA_ASSIGN_OR_RETURN(WarcWritten written,
                       warc_->write(exchange, step_fields(result, task_json, step.sequence, hop, hops)));
  wrote(written.response);
  if (written.request) wrote(*written.request);
  if (written.metadata) wrote(*written.metadata);
  step.file = written.response.file;
  step.hops = hops;
  step.written.push_back(written);
  return written;
}

Result<WarcRef> StoreSink::put(const Exchange& exchange, const StepResult& result) {
  return guarded([&]() -> Result<WarcRef> {
    if (broken_) return *broken_;
    if (warc_ == nullptr) return Error{Code::kInvalidArgument, "a rebuild writes no WARC records", {}, -1};
    const std::string task_json = task_to_json(result.task);
    const std::string identity = identity_of(result, task_json);
    BFA_ASSIGN_OR_RETURN(const auto before, committed_before(identity));
    if (before) {
      BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kCaptures, u64_bytes(*before)));
      if (!bytes) return WarcRef{};
      BFA_ASSIGN_OR_RETURN(const CaptureRecord record, decode_capture_record(*bytes));
      return record.capture.warc;
    }
    BFA_ASSIGN_OR_RETURN(const WarcWritten written,
                         write(exchange, result, task_json, open_steps_[identity]));
    return written.response;
  });
}

// Writes the rest of a step: exchanges that were not put, or the record of a step without any.
Result<StoreSink::OpenStep> StoreSink::close_step(StepResult& result, const std::string& task_json,
                                                  const std::string& identity) {
  const auto open = open_steps_.find(identity);
  if (open != open_steps_.end() || !result.exchanges.empty()) {
    OpenStep& step = open_steps_[identity];
    for (std::size_t i = step.written.size(); i < result.exchanges.size(); ++i) {
      BFA_ASSIGN_OR_RETURN(const WarcWritten written, write(result.exchanges[i], result, task_json, step));
      (void)written;
    }
    if (step.sequence != 0) return step;
  }
  OpenStep step;
  BFA_ASSIGN_OR_RETURN(step.sequence, sequences_.next());
  if (result.learned) result.learned->sequence = step.sequence;
  const UtcTime time = result.learned ? result.learned->learned : sequences_.now();
  const std::string block = format_warc_fields(step_fields(result, task_json, step.sequence, 0, 0));
  BFA_ASSIGN_OR_RETURN(const WarcRef ref,
                       warc_->write_metadata(target_of(result), time, "application/warc-fields", block));
  wrote(ref);
  step.file = ref.file;
  return step;
}

Result<Committed> StoreSink::commit(StepResult result) {
  return guarded([&]() -> Result<Committed> {
    if (broken_) return *broken_;
    if (warc_ == nullptr) return Error{Code::kInvalidArgument, "a rebuild takes recorded steps only", {}, -1};
    const std::string task_json = task_to_json(result.task);
    const std::string identity = identity_of(result, task_json);
    BFA_ASSIGN_OR_RETURN(const auto before, committed_before(identity));
    if (before) {
      BFA_RETURN_IF_ERROR(frontier_.done(result.task));
      Committed committed;
      committed.sequence = *before;
      return committed;
    }
    auto step = close_step(result, task_json, identity);
    if (!step) return std::move(step).error();
    auto committed = apply_step(
        result, identity, RecordedStep{step->sequence, std::move(step->written), std::move(step->file)});
    open_steps_.erase(identity);
    if (!committed) {
      broken_ = committed.error();
      return committed;
    }
    if (database_.pending_bytes() > kMaxPendingBytes) BFA_RETURN_IF_ERROR(flush());
    return committed;
  });
}

Result<Committed> StoreSink::apply_recorded(StepResult result, const RecordedStep& recorded) {
  if (broken_) return *broken_;
  const std::string identity = identity_of(result, task_to_json(result.task));
  if (result.learned) result.learned->sequence = recorded.sequence;
  sequences_.note_used(recorded.sequence);
  auto committed = apply_step(result, identity, recorded);
  if (!committed) broken_ = committed.error();
  if (committed && database_.pending_bytes() > kMaxReplayedBytes) BFA_RETURN_IF_ERROR(flush());
  return committed;
}

Result<Committed> StoreSink::apply_step(StepResult& result, const std::string& identity,
                                        const RecordedStep& recorded) {
  Committed committed;
  committed.sequence = recorded.sequence;
  for (const auto& written : recorded.exchanges) committed.warc.push_back(written.response);
  BFA_RETURN_IF_ERROR(apply_captures(result, recorded));
  BFA_RETURN_IF_ERROR(apply_state(result, recorded.sequence));
  BFA_RETURN_IF_ERROR(claims_.take(result, recorded.sequence));
  BFA_RETURN_IF_ERROR(apply_objects(result, recorded, committed));
  BFA_RETURN_IF_ERROR(apply_failure(result, recorded.sequence));
  BFA_RETURN_IF_ERROR(apply_tasks(result, recorded.sequence, committed));
  database_.put(Family::kSteps, identity, u64_bytes(recorded.sequence));
  note_applied(recorded, committed);
  return committed;
}

void StoreSink::note_applied(const RecordedStep& recorded, const Committed& committed) {
  std::string touched(1, kTouchedRow);
  for (const auto& item : committed.items) {
    if (item.what != Committed::Item::What::kSeen) append_bytes(touched, item.key);
  }
  database_.put(Family::kSteps, "s:" + u64_bytes(recorded.sequence), std::move(touched));
  if (recorded.file.empty()) return;
  Mark& mark = marks_[recorded.file];
  mark.last_sequence = std::max(mark.last_sequence, recorded.sequence);
}

Status StoreSink::keep_recorded(const StepResult& result, const RecordedStep& recorded) {
  if (broken_) return *broken_;
  sequences_.note_used(recorded.sequence);
  BFA_ASSIGN_OR_RETURN(const bool stored,
                       database_.contains(Family::kCaptures, u64_bytes(recorded.sequence)));
  if (!stored) BFA_RETURN_IF_ERROR(apply_captures(result, recorded, false));
  if (task_fetches(result.task.kind)) BFA_RETURN_IF_ERROR(apply_failure(result, recorded.sequence));
  note_applied(recorded, {});
  return database_.pending_bytes() > kMaxReplayedBytes ? flush() : Status();
}

Status StoreSink::apply_tasks(StepResult& result, std::uint64_t sequence, Committed& committed) {
  BFA_RETURN_IF_ERROR(frontier_.done(result.task));
  std::size_t new_posts = 0;
  for (auto& task : result.tasks) {
    if (task.kind == TaskKind::kExtract && task.capture == 0) task.capture = sequence;
    BFA_ASSIGN_OR_RETURN(const bool added, frontier_.add(task));
    if (!added) continue;
    ++committed.tasks_added;
    if (task.kind == TaskKind::kPage && task.stage == Stage::kPost) ++new_posts;
  }
  if (!result.retry) BFA_RETURN_IF_ERROR(frontier_.learn(result.task, shows_post(result), new_posts));
  if (!result.retry) return {};
  std::replace(result.retry->captures.begin(), result.retry->captures.end(), std::uint64_t{0}, sequence);
  return frontier_.put_again(*result.retry);
}

void StoreSink::wrote(const WarcRef& ref) {
  Mark& mark = marks_[ref.file];
  mark.bytes = std::max(mark.bytes, ref.offset + ref.length);
  marked_.insert(ref.file);
}

// A step that was begun and not committed is not in the store: the mark stays before it.
void StoreSink::put_marks() {
  for (const auto& file : marked_) {
    Mark mark = marks_[file];
    for (const auto& [identity, step] : open_steps_) {
      for (const WarcWritten& written : step.written) {
        if (written.response.file != file) continue;
        const WarcRef& first = written.request ? *written.request : written.response;
        mark.bytes = std::min({mark.bytes, first.offset, written.response.offset});
      }
    }
    database_.put(Family::kMeta, meta::warc_file(file), encode(mark));
  }
  if (open_steps_.empty()) marked_.clear();
}

// WARC first: the store must never contain more than the WARC files.
Status StoreSink::flush() {
  return guarded([&]() -> Status {
    if (broken_) return *broken_;
    if (warc_ != nullptr) {
      if (const Status synced = warc_->sync(); !synced) {
        broken_ = synced.error();
        return synced;
      }
      put_marks();
    }
    if (database_.pending_bytes() == 0) return {};
    const Status written = database_.write_pending();
    if (!written) broken_ = written.error();
    return written;
  });
}

// Whole ones stay before the mark: the next writer applies them.
Status StoreSink::abort_open_steps() {
  std::vector<std::uint64_t> sequences;
  for (auto step = open_steps_.begin(); step != open_steps_.end();) {
    const bool whole = !step->second.written.empty() && step->second.written.size() >= step->second.hops;
    if (!whole) sequences.push_back(step->second.sequence);
    step = whole ? std::next(step) : open_steps_.erase(step);
  }
  std::erase(sequences, 0);
  if (sequences.empty() || broken_) return {};
  BFA_ASSIGN_OR_RETURN(const WarcRef ref,
                       warc_->write_metadata("urn:bfa:void", sequences_.now(), "application/warc-fields",
                                             format_warc_fields(aborted_fields(sequences))));
  wrote(ref);
  return {};
}

}  // namespace bfa
