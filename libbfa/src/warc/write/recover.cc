// SPDX-License-Identifier: Apache-2.0
#include "warc/write/recover.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/writer.h"

namespace bfa {
namespace {

constexpr std::string_view kOpen = ".open";

// Reads a record to its end. False when it is damaged or cut.
Result<bool> is_whole(WarcRecord& record) {
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got) return false;
    if (*got == 0) return record.position().length != 0;
  }
}

// The end of the complete and valid records from `from` on: where the first damaged or incomplete one begins.
Status measure(FileSystem& fs, const std::string& path, std::uint64_t from, WarcRecovery& recovery) {
  WarcReadOptions options;
  options.policy = Policy::kFail;
  options.check_digests = true;
  recovery.kept_bytes = from;
  const auto reader = WarcReader::open(fs, path, options, from);
  if (!reader) return reader.error().code == Code::kIo ? Status(reader.error()) : Status();
  for (;;) {
    const auto record = (*reader)->next();
    if (!record && record.error().code == Code::kIo) return record.error();
    if (!record || *record == nullptr) return {};
    BFA_ASSIGN_OR_RETURN(const bool whole, is_whole(**record));
    if (!whole) return {};
    ++recovery.records;
    recovery.kept_bytes = (*record)->position().offset + (*record)->position().length;
  }
}

// Offset of the first complete record after damage; nothing without one.
Result<std::optional<std::uint64_t>> whole_record_behind(FileSystem& fs, const std::string& path,
                                                         std::uint64_t offset) {
  const std::optional<std::uint64_t> none;
  const auto reader = WarcReader::open(fs, path, {}, offset);
  if (!reader && reader.error().code == Code::kIo) return reader.error();
  if (!reader) return none;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
    if (record == nullptr) return none;
    const std::size_t before = (*reader)->findings().size();
    BFA_ASSIGN_OR_RETURN(const bool whole, is_whole(*record));
    const auto& findings = (*reader)->findings();
    const bool ends = std::none_of(findings.begin() + static_cast<std::ptrdiff_t>(before), findings.end(),
                                   [](const Finding& finding) { return finding.id == "missing_crlf"; });
    if (whole && ends) return std::optional(record->position().offset);
  }
}

Status cut(FileSystem& fs, const std::string& path, std::uint64_t size) {
  BFA_ASSIGN_OR_RETURN(const auto file, fs.append(path));
  BFA_RETURN_IF_ERROR(file->truncate(size));
  BFA_RETURN_IF_ERROR(file->sync());
  return file->close();
}

// What is known to be durable is not looked at. Whole records behind damage are kept with the damage, because
// they may be all that is left of what they hold.
Result<WarcRecovery> recover(FileSystem& fs, const std::string& directory, const std::string& name,
                             const DurableBytes& durable) {
  const std::string path = directory + "/" + name;
  WarcRecovery recovery;
  recovery.file = name.substr(0, name.size() - kOpen.size());
  BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs.file_size(path));
  std::uint64_t from = durable ? durable(recovery.file) : 0;
  if (from > size) from = 0;
  recovery.kept_bytes = from;
  if (from < size) BFA_RETURN_IF_ERROR(measure(fs, path, from, recovery));
  if (from == 0 && recovery.kept_bytes < size) {
    BFA_ASSIGN_OR_RETURN(const auto behind, whole_record_behind(fs, path, recovery.kept_bytes));
    if (behind) {
      recovery.kept_bytes = size;
      ++recovery.records;
    }
  }
  recovery.cut_bytes = size - recovery.kept_bytes;
  if (recovery.kept_bytes == 0) {
    BFA_RETURN_IF_ERROR(fs.remove(path));
    return recovery;
  }
  const std::string final_path = directory + "/" + recovery.file;
  BFA_ASSIGN_OR_RETURN(const bool taken, fs.exists(final_path));
  if (taken)
    return Error{Code::kIo, "stands beside its own .open file; move one of them away", final_path, -1};
  // Synced even when nothing is cut: whoever wrote it may have died before it could.
  BFA_RETURN_IF_ERROR(cut(fs, path, recovery.kept_bytes));
  BFA_RETURN_IF_ERROR(fs.rename(path, final_path));
  return recovery;
}

}  // namespace

Result<WarcTail> check_warc_tail(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<WarcTail> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs.file_size(path));
    {
      BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
      BFA_ASSIGN_OR_RETURN(WarcRecord* const first, reader->next());
      if (first != nullptr && !first->header().version.starts_with("WARC/")) {
        return Error{Code::kUnsupported, "ARC file: WARC records cannot follow its records", path, 0};
      }
    }
    WarcRecovery whole;
    BFA_RETURN_IF_ERROR(measure(fs, path, 0, whole));
    const WarcTail tail{whole.records, whole.kept_bytes, size - whole.kept_bytes};
    if (tail.cut_bytes == 0) return tail;
    BFA_ASSIGN_OR_RETURN(const auto behind, whole_record_behind(fs, path, tail.kept_bytes));
    if (!behind) return tail;
    return Error{Code::kCorrupt,
                 "damage after " + std::to_string(tail.records) +
                     " records, and whole records behind it: repair the file first (bfa warc repair)",
                 path, static_cast<std::int64_t>(tail.kept_bytes)};
  });
}

Result<std::vector<WarcRecovery>> recover_open_warcs(FileSystem& fs, std::string_view directory_name) {
  return recover_open_warcs(fs, directory_name, {});
}

Result<std::vector<WarcRecovery>> recover_open_warcs(FileSystem& fs, std::string_view directory_name,
                                                     const DurableBytes& durable) {
  return guarded([&]() -> Result<std::vector<WarcRecovery>> {
    const std::string directory(directory_name);
    std::vector<WarcRecovery> recoveries;
    BFA_ASSIGN_OR_RETURN(const auto names, fs.list(directory));
    for (const auto& name : names) {
      const std::string_view file = name;
      if (!file.ends_with(".warc.open") && !file.ends_with(".warc.gz.open") &&
          !file.ends_with(".warc.zst.open"))
        continue;
      BFA_ASSIGN_OR_RETURN(auto recovery, recover(fs, directory, name, durable));
      recoveries.push_back(std::move(recovery));
    }
    if (!recoveries.empty()) BFA_RETURN_IF_ERROR(fs.sync_directory(directory));
    return recoveries;
  });
}

}  // namespace bfa
