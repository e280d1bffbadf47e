// SPDX-License-Identifier: Apache-2.0
// Zip directories (APPNOTE 6.3), with ZIP64; nothing is decoded here.
#include "container/zip_directory.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/try.h"
#include "container/directory_budget.h"
#include "io/read_range.h"

namespace bfa {
namespace {

constexpr std::string_view kEnd = "PK\x05\x06";
constexpr std::string_view kEnd64Locator = "PK\x06\x07";
constexpr std::string_view kEnd64 = "PK\x06\x06";
constexpr std::string_view kCentral = "PK\x01\x02";
constexpr std::string_view kLocal = "PK\x03\x04";
constexpr std::uint64_t kMax32 = 0xffffffff;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kCentralSize = 46;

// `size` bytes little endian from `at`; `at + size` must be within `bytes`.
std::uint64_t little(std::string_view bytes, std::size_t at, unsigned size) {
  std::uint64_t value = 0;
  for (unsigned i = size; i-- > 0;) value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

struct Directory {
  std::uint64_t offset = 0, size = 0, entries = 0;
  bool odd_end = false;    // the end record names other disks, or two numbers of members
  std::uint64_t next = 0;  // where the end records begin, which follow it
};

void note(Findings& findings, const char* id, std::string message, std::uint64_t offset) {
  findings.push_back({Code::kCorrupt, id, std::move(message), static_cast<std::int64_t>(offset), {}});
}

constexpr std::uint64_t kEncrypted = 1, kSizesFollow = 8;  // flags

void set_method(std::uint64_t number, std::uint64_t flags, ContainerEntry& entry) {
  entry.encrypted = (flags & kEncrypted) != 0;
  entry.method = ContainerMethod::kOther;
  if (entry.encrypted) return;
  if (number == 0) entry.method = ContainerMethod::kStored;
  if (number == 8) entry.method = ContainerMethod::kDeflate;
  constexpr std::uint64_t kBzip2 = 12, kLzma = 14, kZstd = 93, kXz = 95, kPpmd = 98;
  for (const auto other : {kBzip2, kLzma, kZstd, kXz, kPpmd}) {
    if (number == other) entry.method = ContainerMethod::kPacked;
  }
}

// Values that do not fit in 32 bits are in the extra field of id 1, in this order.
void read_zip64(std::string_view extra, ContainerEntry& entry) {
  while (extra.size() >= 4) {
    const std::uint64_t id = little(extra, 0, 2);
    const auto size = static_cast<std::size_t>(little(extra, 2, 2));
    if (extra.size() < 4 + size) return;
    std::string_view field = extra.substr(4, size);
    extra.remove_prefix(4 + size);
    if (id != 1) continue;
    for (std::uint64_t* value : {&entry.size, &entry.stored_size, &entry.offset}) {
      if (*value != kMax32 || field.size() < 8) continue;
      *value = little(field, 0, 8);
      field.remove_prefix(8);
    }
  }
}

// Years from 1980, two-second steps, of no stated zone.
std::optional<UtcTime> dos_time(std::uint64_t date, std::uint64_t time) {
  namespace chrono = std::chrono;
  const chrono::year_month_day day(chrono::year(1980 + static_cast<int>(date >> 9U)),
                                   chrono::month((date >> 5U) & 15U), chrono::day(date & 31U));
  if (!day.ok()) return std::nullopt;
  return chrono::sys_days(day) + chrono::hours(time >> 11U) + chrono::minutes((time >> 5U) & 63U) +
         chrono::seconds((time & 31U) * 2);
}

// The time by the directory's columns, and better by the extra field of id 0x5455, which is in UTC.
void read_times(std::uint64_t time, std::uint64_t date, std::string_view extra, ContainerEntry& entry) {
  entry.modified = dos_time(date, time);
  entry.modified_zone_unknown = entry.modified.has_value();
  while (extra.size() >= 4) {
    const std::uint64_t id = little(extra, 0, 2);
    const auto size = static_cast<std::size_t>(little(extra, 2, 2));
    if (extra.size() < 4 + size) return;
    if (id == 0x5455 && size >= 5 && (static_cast<unsigned char>(extra[4]) & 1U) != 0) {
      const auto seconds = static_cast<std::int32_t>(little(extra, 5, 4));
      entry.modified = UtcTime(std::chrono::seconds(seconds));
      entry.modified_zone_unknown = false;
    }
    extra.remove_prefix(4 + size);
  }
}

Result<Directory> directory_at(const ReadableFile& file, std::string_view end_record, std::uint64_t end) {
  const auto is_first = [&](std::size_t at) {
    return little(end_record, at, 2) == 0 || little(end_record, at, 2) == 0xffff;
  };
  const bool odd = !is_first(4) || !is_first(6) || little(end_record, 8, 2) != little(end_record, 10, 2);
  const Directory small{little(end_record, 16, 4), little(end_record, 12, 4), little(end_record, 10, 2), odd,
                        end};
  if (end < 20) return small;
  BFA_ASSIGN_OR_RETURN(const std::string locator, read_range(file, end - 20, 20));
  if (!locator.starts_with(kEnd64Locator)) return small;
  const std::uint64_t next = little(locator, 8, 8);
  BFA_ASSIGN_OR_RETURN(const std::string large, read_range(file, next, 56));
  if (large.size() < 56 || !large.starts_with(kEnd64)) return small;
  return Directory{little(large, 48, 8), little(large, 40, 8), little(large, 32, 8), odd, next};
}

// The end record and its comment are the last bytes of a zip file (APPNOTE 4.3.16). `end`: of both.
void compare_end(std::uint64_t end, std::uint64_t size, Findings& findings) {
  if (end < size)
    note(findings, "zip_trailing_bytes",
         std::to_string(size - end) + " bytes behind the end of the zip file, which belong to no member",
         end);
  if (end > size)
    note(findings, "zip_comment_truncated", "the file ends within the comment of the zip file", size);
}

Result<std::optional<Directory>> find_directory(const ReadableFile& file, Findings& findings) {
  const std::uint64_t size = file.size();
  const std::uint64_t from = size - std::min<std::uint64_t>(size, 65536 + kEndSize);
  BFA_ASSIGN_OR_RETURN(const std::string tail, read_range(file, from, size - from));
  for (std::size_t at = tail.size(); at-- > 0;) {
    at = tail.rfind(kEnd, at);
    if (at == std::string::npos) break;
    if (tail.size() - at < kEndSize) continue;
    BFA_ASSIGN_OR_RETURN(const Directory directory,
                         directory_at(file, std::string_view(tail).substr(at), from + at));
    if (directory.size <= from + at && directory.offset <= from + at - directory.size) {
      compare_end(from + at + kEndSize + little(tail, at + 20, 2), size, findings);
      return std::optional(directory);
    }
  }
  return std::optional<Directory>();
}

// Reads one record of the directory; false at its end.
bool read_central(std::string_view& bytes, std::vector<ContainerEntry>& entries) {
  if (bytes.size() < kCentralSize || !bytes.starts_with(kCentral)) return false;
  const auto name = static_cast<std::size_t>(little(bytes, 28, 2));
  const auto extra = static_cast<std::size_t>(little(bytes, 30, 2));
  const auto comment = static_cast<std::size_t>(little(bytes, 32, 2));
  if (bytes.size() < kCentralSize + name + extra + comment) return false;
  ContainerEntry entry;
  entry.name = bytes.substr(kCentralSize, name);
  set_method(little(bytes, 10, 2), little(bytes, 8, 2), entry);
  entry.crc = static_cast<std::uint32_t>(little(bytes, 16, 4));
  entry.stored_size = little(bytes, 20, 4);
  entry.size = little(bytes, 24, 4);
  entry.offset = little(bytes, 42, 4);
  entry.folder = entry.name.ends_with('/');
  const bool unix_made = little(bytes, 5, 1) == 3;
  const std::uint64_t kind = unix_made ? (little(bytes, 38, 4) >> 16U) & 0170000U : 0;
  entry.link = kind == 0120000U;
  entry.special = kind == 0010000U || kind == 0020000U || kind == 0060000U || kind == 0140000U;
  read_zip64(bytes.substr(kCentralSize + name, extra), entry);
  read_times(little(bytes, 12, 2), little(bytes, 14, 2), bytes.substr(kCentralSize + name, extra), entry);
  entries.push_back(std::move(entry));
  bytes.remove_prefix(kCentralSize + name + extra + comment);
  return true;
}

// The member at `at` by its local header; `at` moves on to the next one. False at the end.
Result<bool> read_local(const ReadableFile& file, std::uint64_t& at, std::vector<ContainerEntry>& entries,
                        Findings& findings) {
  BFA_ASSIGN_OR_RETURN(const std::string head, read_range(file, at, kLocalSize));
  if (head.size() < kLocalSize || !head.starts_with(kLocal)) return false;
  const std::uint64_t flags = little(head, 6, 2);
  const std::uint64_t name = little(head, 26, 2);
  const std::uint64_t extra = little(head, 28, 2);
  BFA_ASSIGN_OR_RETURN(const std::string rest, read_range(file, at + kLocalSize, name + extra));
  if (rest.size() < name + extra) return false;
  ContainerEntry entry;
  entry.name = rest.substr(0, static_cast<std::size_t>(name));
  set_method(little(head, 8, 2), flags, entry);
  entry.stored_size = little(head, 18, 4);
  entry.size = little(head, 22, 4);
  entry.folder = entry.name.ends_with('/');
  read_zip64(std::string_view(rest).substr(static_cast<std::size_t>(name)), entry);
  read_times(little(head, 10, 2), little(head, 12, 2),
             std::string_view(rest).substr(static_cast<std::size_t>(name)), entry);
  entry.offset = at;
  const std::uint64_t data = at + kLocalSize + name + extra;
  const std::uint64_t left = file.size() - std::min(file.size(), data);
  // The sizes follow the member: it gets the rest of the file, and deflate has its own end mark.
  const bool unknown = (flags & kSizesFollow) != 0 && entry.stored_size == 0;
  if (unknown && entry.method == ContainerMethod::kPacked) entry.method = ContainerMethod::kOther;
  if (unknown || entry.stored_size > left) {
    note(findings, unknown ? "zip_size_unknown" : "zip_member_truncated",
         "member '" + printable_name(entry.name) + "' is taken to the end of the file", at);
    entry.stored_size = left;
    if (entry.method == ContainerMethod::kStored) entry.size = left;
    if (unknown && entry.method != ContainerMethod::kStored) entry.size = left * 1032;  // deflate's limit
  }
  at = data + entry.stored_size;
  entries.push_back(std::move(entry));
  return true;
}

Status read_local_headers(const ReadableFile& file, const ContainerLimits& limits,
                          std::vector<ContainerEntry>& entries, Findings& findings) {
  note(findings, "zip_directory_missing", "zip file without a usable directory; read by its local headers",
       0);
  std::uint64_t at = 0;
  DirectoryBudget budget(limits);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, read_local(file, at, entries, findings));
    if (!more) return {};
    BFA_RETURN_IF_ERROR(budget.add(entries.back(), at));
  }
}

// The records of the directory, a window of it at a time.
Status read_directory(const ReadableFile& file, const Directory& directory, const ContainerLimits& limits,
                      std::vector<ContainerEntry>& entries) {
  constexpr std::uint64_t kWindow = 1u << 20;  // of the directory
  constexpr std::size_t kLongest = 4 * 65536;  // a record with name, extra and comment is shorter
  DirectoryBudget budget(limits);
  std::uint64_t at = directory.offset;
  std::string bytes;
  std::string_view left;
  for (;;) {
    const std::uint64_t unread = directory.offset + directory.size - at;
    if (left.size() < kLongest && unread != 0) {
      BFA_ASSIGN_OR_RETURN(const std::string more, read_range(file, at, std::min(unread, kWindow)));
      at = more.empty() ? directory.offset + directory.size : at + more.size();
      bytes = std::string(left) + more;
      left = bytes;
      continue;
    }
    if (!read_central(left, entries)) return {};
    BFA_RETURN_IF_ERROR(budget.add(entries.back(), at - left.size()));
  }
}

// Members that begin within one that begins before them: their bytes would be unpacked again and again.
void mark_overlaps(std::vector<ContainerEntry>& entries, Findings& findings) {
  std::vector<ContainerEntry*> in_order;
  in_order.reserve(entries.size());
  for (auto& entry : entries) in_order.push_back(&entry);
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const auto* a, const auto* b) { return a->offset < b->offset; });
  std::uint64_t end = 0, count = 0;
  const ContainerEntry* first = nullptr;
  for (ContainerEntry* entry : in_order) {
    entry->overlaps = entry->offset < end;
    if (entry->overlaps && ++count == 1) first = entry;
    const std::uint64_t least = kLocalSize + entry->name.size();
    end = std::max(end, entry->offset +
                            std::max<std::uint64_t>(1, std::min(least + entry->stored_size, ~entry->offset)));
  }
  if (first == nullptr) return;
  note(findings, "zip_members_overlap",
       std::to_string(count) + " members lie over others, as in a zip bomb; the first is '" +
           printable_name(first->name) + "'",
       first->offset);
}

}  // namespace

bool is_zip_start(std::string_view bytes) {
  return bytes.starts_with(kLocal) || bytes.starts_with(kEnd);
}

Status read_zip(const ReadableFile& file, const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                Findings& findings) {
  BFA_ASSIGN_OR_RETURN(const auto directory, find_directory(file, findings));
  if (!directory) return read_local_headers(file, limits, entries, findings);
  BFA_RETURN_IF_ERROR(read_directory(file, *directory, limits, entries));
  if (entries.size() < directory->entries && entries.empty()) {
    return read_local_headers(file, limits, entries, findings);
  }
  if (entries.size() < directory->entries) {
    note(findings, "zip_directory_broken",
         "zip directory has " + std::to_string(entries.size()) + " of " + std::to_string(directory->entries) +
             " members",
         directory->offset);
  }
  // Files of more than 65,535 members without the records of zip64 count from 0 again.
  if (directory->odd_end ||
      (entries.size() > directory->entries && (entries.size() & 0xffffU) != directory->entries))
    note(findings, "zip_end_differs", "the end record of the zip file does not fit its directory",
         directory->next);
  // The end records follow the directory (APPNOTE 4.3.6).
  if (const std::uint64_t end = directory->offset + directory->size; end < directory->next)
    note(findings, "zip_foreign_bytes",
         std::to_string(directory->next - end) + " bytes between the directory of the zip file and its end",
         end);
  mark_overlaps(entries, findings);
  return {};
}

std::uint64_t zip_number(std::string_view bytes, std::size_t at, unsigned size) {
  return little(bytes, at, size);
}

ContainerMethod zip_method(std::uint64_t number, std::uint64_t flags) {
  ContainerEntry entry;
  set_method(number, flags, entry);
  return entry.method;
}

Result<std::uint64_t> zip_data_offset(const ReadableFile& file, const ContainerEntry& entry) {
  BFA_ASSIGN_OR_RETURN(const std::string head, read_range(file, entry.offset, kLocalSize));
  if (head.size() < kLocalSize || !head.starts_with(kLocal)) {
    return Error{Code::kCorrupt,
                 "no local header for member '" + printable_name(entry.name) + "'",
                 {},
                 static_cast<std::int64_t>(entry.offset)};
  }
  return entry.offset + kLocalSize + little(head, 26, 2) + little(head, 28, 2);
}

Result<std::string> zip_member_header(const ReadableFile& file, const ContainerEntry& entry) {
  BFA_ASSIGN_OR_RETURN(std::string head, read_range(file, entry.offset, kLocalSize));
  if (head.size() < kLocalSize) return Error{Code::kTruncated, "the file ends within a local header", {}, -1};
  const auto put = [&](std::size_t at, std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i, value >>= 8U) head[at + i] = static_cast<char>(value & 0xffU);
  };
  const bool large = entry.size >= kMax32 || entry.stored_size >= kMax32;
  put(6, little(head, 6, 2) & 6U, 2);  // the flags of the method alone: sizes and checksum are here
  if (entry.crc) put(14, *entry.crc, 4);
  put(18, large ? kMax32 : entry.stored_size, 4);
  put(22, large ? kMax32 : entry.size, 4);
  put(26, 1, 2);
  put(28, large ? 20 : 0, 2);
  head += 'm';
  if (large) {
    head.resize(head.size() + 20);
    put(kLocalSize + 1, 1, 2);
    put(kLocalSize + 3, 16, 2);
    put(kLocalSize + 5, entry.size, 8);
    put(kLocalSize + 13, entry.stored_size, 8);
  }
  return head;
}

}  // namespace bfa
