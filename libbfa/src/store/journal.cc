// SPDX-License-Identifier: Apache-2.0
#include "store/journal.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBlockBytes = 256u << 20;
constexpr std::uint32_t kMaxHops = 1000;  // of one step; redirects end long before

std::string_view without_brackets(std::string_view id) {
  if (!id.empty() && id.front() == '<') id.remove_prefix(1);
  if (!id.empty() && id.back() == '>') id.remove_suffix(1);
  return id;
}

Finding finding_at(const Error& error, const char* id, const WarcRef& place, const std::string& path) {
  return {error.code, id, error.message, static_cast<std::int64_t>(place.offset), path};
}

}  // namespace

// Reads one file.
class JournalReader {
 public:
  JournalReader(Journal& journal, std::uint32_t file, Findings& findings)
      : journal_(journal),
        file_(file),
        findings_(findings),
        first_hop_(journal.hops_.size()),
        first_note_(journal.notes_.size()) {}

  Status read(WarcReader& reader) {
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader.next());
      if (record == nullptr) break;
      BFA_RETURN_IF_ERROR(take(*record));
    }
    keep_orphan();
    place_notes();
    findings_.insert(findings_.end(), reader.findings().begin(), reader.findings().end());
    return {};
  }

 private:
  Status take(WarcRecord& record) {
    const WarcType type = record.header().type();
    if (type == WarcType::kMetadata) return take_metadata(record);
    if (type != WarcType::kResponse && type != WarcType::kRevisit && type != WarcType::kResource) return {};
    keep_orphan();
    BFA_ASSIGN_OR_RETURN(const bool whole, is_whole(record));
    if (!whole) return {};
    response_id_ = record.header().record_id();
    response_ = record.position().offset;
    revisit_ = type == WarcType::kRevisit;
    return {};
  }

  // Damage within a record is the reader's finding; such a record does not count.
  Result<bool> is_whole(WarcRecord& record) {
    for (;;) {
      const auto got = record.block().read(buffer_);
      if (!got && got.error().code == Code::kIo) return got.error();
      if (!got) return false;
      if (*got == 0) return record.position().length != 0;
    }
  }

  Status take_metadata(WarcRecord& record) {
    const std::string about(without_brackets(record.header().field("WARC-Concurrent-To")));
    const auto date = record.header().date();
    const std::string id = record.header().record_id();
    const auto block = read_all(record.block(), kMaxBlockBytes);
    if (!block && block.error().code == Code::kIo) return block.error();
    if (!block) {
      findings_.push_back(
          finding_at(block.error(), "bad_archive_record", record.position(), journal_.paths_[file_]));
      return {};
    }
    auto own = parse_archive_record(*block);
    if (!own) {
      findings_.push_back(
          finding_at(own.error(), "bad_archive_record", record.position(), journal_.paths_[file_]));
      return {};
    }
    if (!*own) return {};
    if ((*own)->kind == ArchiveRecord::Kind::kAborted) return {};  // says what its steps say themselves
    if ((*own)->kind == ArchiveRecord::Kind::kStep) {
      take_step(**own, about, id, record);
    } else {
      journal_.notes_.push_back({std::move(**own), date.value_or(UtcTime{}), last_in_file_});
    }
    return {};
  }

  void take_step(const ArchiveRecord& own, const std::string& about, const std::string& id,
                 WarcRecord& record) {
    JournalHop hop;
    hop.sequence = own.sequence;
    hop.task = own.task_key;
    hop.metadata = record.position().offset;
    hop.file = file_;
    if (own.hops > kMaxHops || (own.hops != 0 && own.hop >= own.hops)) return;
    hop.hop = static_cast<std::uint16_t>(own.hop);
    hop.hops = static_cast<std::uint16_t>(own.hops);
    if (own.hops == 0) {
      hop.id = journal_id(id);
    } else if (response_id_.empty() || (!about.empty() && about != response_id_)) {
      findings_.push_back(
          {Code::kCorrupt, "step_without_response",
           "the response of step " + std::to_string(own.sequence) + " is not before its record",
           static_cast<std::int64_t>(hop.metadata), journal_.paths_[file_]});
      note_number(own.sequence);
      return;
    } else {
      hop.id = journal_id(response_id_);
      hop.response = response_;
      response_id_.clear();
    }
    note_number(own.sequence);
    journal_.hops_.push_back(hop);
  }

  void note_number(std::uint64_t sequence) {
    if (sequence < kRepeatedSequence) journal_.last_sequence_ = std::max(journal_.last_sequence_, sequence);
    last_in_file_ = sequence;
  }

  // A response that no step describes may still be the original of a revisit.
  void keep_orphan() {
    if (!response_id_.empty() && !revisit_)
      journal_.orphans_.push_back({journal_id(response_id_), response_, file_});
    response_id_.clear();
  }

  // Notes before the first step of the file belong right before that step.
  void place_notes() {
    const std::uint64_t before = first_hop_ < journal_.hops_.size() ? journal_.hops_[first_hop_].sequence - 1
                                                                    : journal_.last_sequence_;
    for (std::size_t i = first_note_; i < journal_.notes_.size() && journal_.notes_[i].after == 0; ++i)
      journal_.notes_[i].after = before;
  }

  Journal& journal_;
  const std::uint32_t file_;
  Findings& findings_;
  const std::size_t first_hop_, first_note_;
  std::uint64_t last_in_file_ = 0;
  std::string response_id_;  // the response before a metadata record is what it is about
  std::uint64_t response_ = 0;
  bool revisit_ = false;
  std::array<std::byte, 65536> buffer_{};
};

std::uint64_t journal_id(std::string_view record_id) {
  return fast_hash(record_id);
}

bool is_warc_name(std::string_view name) {
  return name.ends_with(".warc.gz") || name.ends_with(".warc") || name.ends_with(".warc.zst");
}

Status Journal::add(FileSystem& fs, const std::string& path, const std::string& name, std::uint64_t offset,
                    Findings& findings) {
  names_.push_back(name);
  paths_.push_back(path);
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path, {}, offset));
  JournalReader taker(*this, static_cast<std::uint32_t>(names_.size() - 1), findings);
  return taker.read(*reader);
}

void Journal::finish() {
  std::stable_sort(notes_.begin(), notes_.end(),
                   [](const JournalNote& a, const JournalNote& b) { return a.after < b.after; });
  std::sort(hops_.begin(), hops_.end(), [](const JournalHop& a, const JournalHop& b) {
    return std::tie(a.sequence, a.file, a.metadata) < std::tie(b.sequence, b.file, b.metadata);
  });
  for (std::size_t i = 0; i < hops_.size(); i = end_of_number(i)) {
    const auto steps = steps_of(i, end_of_number(i));
    if (steps.size() < 2) continue;
    repeated_steps_ += steps.size() - 1;
    std::vector<Other>& others = others_[steps.front().recorded];
    for (const JournalStep& step : steps) others.push_back({step.hops.front().file, step.sequence});
  }
  std::sort(orphans_.begin(), orphans_.end(),
            [](const Response& a, const Response& b) { return a.id < b.id; });
  index_responses();
}

void Journal::index_responses() {
  by_id_.resize(hops_.size());
  for (std::size_t i = 0; i < by_id_.size(); ++i) by_id_[i] = static_cast<std::uint32_t>(i);
  std::sort(by_id_.begin(), by_id_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return hops_[a].id < hops_[b].id; });
}

std::size_t Journal::end_of_number(std::size_t begin) const {
  std::size_t end = begin + 1;
  while (end < hops_.size() && hops_[end].sequence == hops_[begin].sequence) ++end;
  return end;
}

// A copy of a record has the same id and does not count again. Two steps have different tasks, or both the
// same exchange.
std::vector<JournalStep> Journal::steps_of(std::size_t begin, std::size_t end) const {
  std::vector<JournalStep> steps;
  for (std::size_t i = begin; i < end; ++i) {
    const JournalHop& hop = hops_[i];
    bool copy = false;
    JournalStep* mine = nullptr;
    for (JournalStep& step : steps) {
      const JournalHop& first = step.hops.front();
      bool taken = first.task != hop.task || first.hops != hop.hops;
      for (const JournalHop& other : step.hops) {
        copy = copy || other.id == hop.id;
        taken = taken || other.hop == hop.hop;
      }
      if (!taken && mine == nullptr) mine = &step;
    }
    if (copy) continue;
    if (mine == nullptr) {
      const std::uint64_t ordinal = steps.size();
      steps.push_back({hop.sequence, hop.sequence + ordinal * kRepeatedSequence, false, {}});
      mine = &steps.back();
    }
    mine->hops.push_back(hop);
  }
  for (JournalStep& step : steps) {
    step.whole = step.hops.front().hops == 0 || step.hops.size() == step.hops.front().hops;
    std::sort(step.hops.begin(), step.hops.end(),
              [](const JournalHop& a, const JournalHop& b) { return a.hop < b.hop; });
  }
  return steps;
}

Status Journal::for_each(const std::function<Status(const JournalStep&)>& on_step,
                         const std::function<Status(const JournalNote&)>& on_note) const {
  std::size_t note = 0;
  for (std::size_t i = 0; i < hops_.size(); i = end_of_number(i)) {
    for (; note < notes_.size() && notes_[note].after < hops_[i].sequence; ++note)
      BFA_RETURN_IF_ERROR(on_note(notes_[note]));
    for (const JournalStep& step : steps_of(i, end_of_number(i))) BFA_RETURN_IF_ERROR(on_step(step));
  }
  for (; note < notes_.size(); ++note) BFA_RETURN_IF_ERROR(on_note(notes_[note]));
  return {};
}

Status Journal::keep(const std::function<Result<bool>(const JournalStep&)>& wanted) {
  std::vector<JournalHop> kept;
  for (std::size_t i = 0; i < hops_.size(); i = end_of_number(i)) {
    for (const JournalStep& step : steps_of(i, end_of_number(i))) {
      BFA_ASSIGN_OR_RETURN(const bool keep_it, wanted(step));
      if (keep_it) kept.insert(kept.end(), step.hops.begin(), step.hops.end());
    }
  }
  hops_ = std::move(kept);
  index_responses();
  return {};
}

std::uint64_t Journal::number_in_store(std::uint64_t sequence, std::uint32_t file) const {
  const auto others = others_.find(sequence);
  if (others == others_.end()) return sequence;
  std::uint64_t number = sequence;
  for (const Other& other : others->second) {
    if (other.file == file) return other.sequence;
    if (other.file < file) number = other.sequence;
  }
  return number;
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> Journal::responses(std::string_view record_id) const {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> out;
  const std::uint64_t id = journal_id(record_id);
  auto hop = std::lower_bound(by_id_.begin(), by_id_.end(), id,
                              [&](std::uint32_t a, std::uint64_t wanted) { return hops_[a].id < wanted; });
  for (; hop != by_id_.end() && hops_[*hop].id == id; ++hop)
    if (hops_[*hop].hops != 0) out.emplace_back(hops_[*hop].file, hops_[*hop].response);
  auto orphan = std::lower_bound(orphans_.begin(), orphans_.end(), id,
                                 [](const Response& a, std::uint64_t wanted) { return a.id < wanted; });
  for (; orphan != orphans_.end() && orphan->id == id; ++orphan)
    out.emplace_back(orphan->file, orphan->offset);
  return out;
}

}  // namespace bfa
