// SPDX-License-Identifier: Apache-2.0
#include "package/aip/package_warcs.h"

#include <algorithm>
#include <array>

#include "base/try.h"
#include "package/aip/earlier.h"
#include "store/files/copy_file.h"
#include "warc/write/output_file.h"

namespace bfa {
namespace {

constexpr std::string_view kPart = "-part-";
constexpr std::size_t kMarkSize = 8;

// "a-part-0f3c9a11.warc.gz" from "a.warc.gz": another file needs another name.
std::string part_name(const std::string& name, const std::string& mark) {
  const std::size_t at = name.rfind(".warc");
  return name.substr(0, at) + std::string(kPart) + mark + name.substr(at);
}

}  // namespace

std::string source_of_part(const std::string& name) {
  const std::size_t end = name.rfind(".warc");
  const std::size_t length = kPart.size() + kMarkSize;
  if (end == std::string::npos || end < length || name.compare(end - length, kPart.size(), kPart) != 0)
    return name;
  return name.substr(0, end - length) + name.substr(end);
}

PackageWarcs::PackageWarcs(const RecordIndex& index, const RecordChoice& choice, const LogHook& log)
    : index_(index), only_blog_(choice.only_blog) {
  for (std::size_t i = 0; i < index.files().size(); ++i) {
    const IndexedFile& file = index.files()[i];
    std::vector<bool>& bits = chosen_.emplace_back(file.records.size());
    for (std::size_t k = 0; k < bits.size(); ++k) {
      bits[k] = wants(choice, i, k);
      note_before(choice, file.records[k]);
    }
  }
  add_originals(choice);
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const IndexedFile& file = index.files()[i];
    std::vector<bool>& bits = chosen_[i];
    const bool any = std::ranges::count(bits, true) > 0;
    if (any && !file.divisible) {
      std::fill(bits.begin(), bits.end(), true);
      if (log && std::ranges::count(bits, true) > 0)
        log(LogLevel::kWarn, file.name + " cannot be divided by record and is taken whole");
    }
    for (std::size_t k = 0; any && k < bits.size(); ++k) {
      if (file.records[k].type == WarcType::kWarcinfo) bits[k] = true;
    }
  }
}

bool PackageWarcs::is_new(const RecordChoice& choice, const IndexedRecord& record) const {
  if (choice.earlier != nullptr && record.step != 0) return !has_step(*choice.earlier, record.step);
  if (!choice.since || record.time >= *choice.since) return true;
  const auto crawl = index_.crawls().find(record.crawl);
  return crawl != index_.crawls().end() && crawl->second.import.is_import &&
         crawl->second.began >= *choice.since;
}

bool PackageWarcs::wants(const RecordChoice& choice, std::size_t file, std::size_t record) const {
  const IndexedRecord& one = index_.files()[file].records[record];
  if (one.type == WarcType::kWarcinfo) return false;  // with others only
  if (one.blog == IndexedRecord::kStays) return choice.only_blog && !choice.steps && !choice.since;
  if (!is_new(choice, one)) return false;
  if (choice.steps && one.step == 0 && choice.places.contains({index_.files()[file].name, one.offset}))
    return true;
  if (choice.steps && !is_note(one)) return choice.steps->contains(one.step);
  if (one.blog == IndexedRecord::kAllBlogs) return index_.is_shared_with(file, record, choice.blog);
  return one.blog == choice.blog || (choice.only_blog && one.blog == IndexedRecord::kNobodys);
}

void PackageWarcs::note_before(const RecordChoice& choice, const IndexedRecord& record) {
  if (choice.since && record.blog == choice.blog && record.type == WarcType::kMetadata &&
      !is_new(choice, record))
    step_before_ = std::max(step_before_, record.step);
}

// A revisit cannot be read without its original. What an earlier package has is not repeated.
void PackageWarcs::add_originals(const RecordChoice& choice) {
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    for (std::size_t k = 0; k < chosen_[i].size(); ++k) {
      if (!chosen_[i][k]) continue;
      const auto* const original = index_.original_of(i, k);
      if (original == nullptr) continue;
      const IndexedRecord& record = index_.files()[original->first].records[original->second];
      const bool before = choice.since && record.blog == choice.blog && !is_new(choice, record);
      if (!before) chosen_[original->first][original->second] = true;
    }
  }
}

Status PackageWarcs::write_part(FileSystem& fs, std::size_t file, const std::string& path) {
  const IndexedFile& from = index_.files()[file];
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, path, from.path));
  BFA_ASSIGN_OR_RETURN(const auto out, OutputFile::create(fs, path, form));
  BFA_ASSIGN_OR_RETURN(const auto raw, fs.open(from.path));
  std::vector<Run>& runs = runs_[file];
  for (std::size_t k = 0; k < from.records.size(); ++k) {
    if (!chosen_[file][k]) continue;
    const std::uint64_t begin = from.records[k].offset;
    const std::uint64_t length = from.end_of(k) - begin;
    if (!runs.empty() && runs.back().from + runs.back().length == begin) {
      runs.back().length += length;
    } else {
      runs.push_back({begin, 0, length});
    }
  }
  for (Run& run : runs) {
    run.to = out->position();
    BFA_RETURN_IF_ERROR(out->add_member(*raw, run.from, run.length));
  }
  return out->finish();
}

Status PackageWarcs::write(FileSystem& fs, const std::string& folder, const std::string& mark) {
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const IndexedFile& from = index_.files()[i];
    const auto taken = static_cast<std::uint64_t>(std::ranges::count(chosen_[i], true));
    if (taken == 0) continue;
    if (from.damaged && !only_blog_)
      return Error{
          Code::kCorrupt,
          "the WARC file is damaged, and its records of other blogs cannot be told apart: no package was "
          "written (put it back from a copy; bfa check --read-data says where it is damaged)",
          from.path, -1};
    PackedWarc file;
    file.source = i;
    file.records = taken;
    file.whole = from.complete && taken == from.records.size();
    file.name = file.whole ? from.name : part_name(from.name, mark);
    const std::string path = folder + "/" + file.name;
    if (file.whole) {
      BFA_ASSIGN_OR_RETURN(const CopiedFile copied, copy_file(fs, from.path, path));
      file.fixity = {copied.bytes, copied.sha256};
    } else {
      BFA_RETURN_IF_ERROR(write_part(fs, i, path));
      BFA_ASSIGN_OR_RETURN(file.fixity, measure_file(fs, path));
    }
    written_.push_back(std::move(file));
  }
  return {};
}

Status PackageWarcs::name_in_place(FileSystem& fs) {
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const auto taken = static_cast<std::uint64_t>(std::ranges::count(chosen_[i], true));
    if (taken == 0) continue;
    PackedWarc file{index_.files()[i].name, i, true, taken, {}};
    BFA_ASSIGN_OR_RETURN(file.fixity, measure_file(fs, index_.files()[i].path));
    written_.push_back(std::move(file));
  }
  return {};
}

std::optional<WarcRef> PackageWarcs::place(const WarcRef& in_archive) const {
  const std::string name = in_archive.file.substr(in_archive.file.rfind('/') + 1);
  for (const PackedWarc& file : written_) {
    if (index_.files()[file.source].name != name) continue;
    WarcRef found = in_archive;
    found.file = file.name;
    if (file.whole) return found;
    const auto& runs = runs_.at(file.source);
    auto run = std::ranges::upper_bound(runs, in_archive.offset, {}, &Run::from);
    if (run == runs.begin()) return {};
    --run;
    if (in_archive.offset >= run->from + run->length) return {};
    found.offset = run->to + (in_archive.offset - run->from);
    return found;
  }
  return {};
}

std::map<std::uint64_t, PackedCaptures> PackageWarcs::captures_of(std::size_t i) const {
  std::map<std::uint64_t, PackedCaptures> crawls;
  const std::size_t source = written_[i].source;
  const auto& records = index_.files()[source].records;
  for (std::size_t k = 0; k < records.size(); ++k) {
    const WarcType type = records[k].type;
    const bool is_capture =
        type == WarcType::kResponse || type == WarcType::kRevisit || type == WarcType::kResource;
    if (!chosen_[source][k] || !is_capture) continue;
    PackedCaptures& captures = crawls[records[k].crawl];
    if (captures.captures++ == 0) captures.first = captures.last = records[k].time;
    captures.first = std::min(captures.first, records[k].time);
    captures.last = std::max(captures.last, records[k].time);
  }
  return crawls;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> PackageWarcs::steps() const {
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const auto& records = index_.files()[i].records;
    for (std::size_t k = 0; k < records.size(); ++k) {
      if (chosen_[i][k] && is_step(records[k])) all.push_back(records[k].step);
    }
  }
  std::ranges::sort(all);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const std::uint64_t step : all) {
    if (!ranges.empty() && step <= ranges.back().second + 1) {
      ranges.back().second = step;
    } else {
      ranges.emplace_back(step, step);
    }
  }
  return ranges;
}

std::optional<UtcTime> PackageWarcs::last_time() const {
  const IndexedRecord* last = nullptr;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const auto& records = index_.files()[i].records;
    for (std::size_t k = 0; k < records.size(); ++k) {
      if (chosen_[i][k] && is_step(records[k]) && (last == nullptr || records[k].step > last->step))
        last = &records[k];
    }
  }
  return last == nullptr ? std::nullopt : std::optional(last->time);
}

std::optional<UtcTime> PackageWarcs::newest_note() const {
  std::optional<UtcTime> newest;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const auto& records = index_.files()[i].records;
    for (std::size_t k = 0; k < records.size(); ++k) {
      if (chosen_[i][k] && is_note(records[k]))
        newest = std::max(newest.value_or(records[k].time), records[k].time);
    }
  }
  return newest;
}

}  // namespace bfa
