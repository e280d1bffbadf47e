// SPDX-License-Identifier: Apache-2.0
#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "container/archive_error.h"
#include "container/archive_reader.h"
#include "container/directory_budget.h"
#include "container/name_locale.h"
#include "io/read_range.h"

namespace bfa {
namespace {

constexpr std::size_t kBuffer = 65536;
constexpr int kMostEmptyBlocks = 10'000;     // one after the other
constexpr int kMostRetries = 20;             // of a header
constexpr std::size_t kMostFindings = 1000;  // of one container

// A file of which libarchive may read any part.
class FileInput {
 public:
  explicit FileInput(const ReadableFile& file) : file_(file), buffer_(kBuffer) {}

  Status open(archive* a) {
    archive_read_set_callback_data(a, this);
    archive_read_set_read_callback(a, &FileInput::read);
    archive_read_set_skip_callback(a, &FileInput::skip);
    archive_read_set_seek_callback(a, &FileInput::seek);
    const int code = archive_read_open1(a);
    if (failed_) return *failed_;
    if (code < ARCHIVE_WARN) return error_of(a);
    return {};
  }
  const std::optional<Error>& failed() const { return failed_; }

 private:
  static la_ssize_t read(archive* a, void* self, const void** bytes) {
    auto& input = *static_cast<FileInput*>(self);
    const auto got = guarded([&] { return input.file_.read_at(input.at_, std::span(input.buffer_)); });
    if (!got) {
      input.failed_ = got.error();
      archive_set_error(a, EIO, "cannot read");
      return -1;
    }
    input.at_ += *got;
    *bytes = input.buffer_.data();
    return static_cast<la_ssize_t>(*got);
  }
  static la_int64_t skip(archive*, void* self, la_int64_t wanted) {
    auto& input = *static_cast<FileInput*>(self);
    const std::uint64_t left = input.file_.size() - std::min(input.at_, input.file_.size());
    const std::uint64_t passed = wanted <= 0 ? 0 : std::min(left, static_cast<std::uint64_t>(wanted));
    input.at_ += passed;
    return static_cast<la_int64_t>(passed);
  }
  static la_int64_t seek(archive*, void* self, la_int64_t offset, int from) {
    auto& input = *static_cast<FileInput*>(self);
    const auto size = static_cast<la_int64_t>(input.file_.size());
    const la_int64_t base = from == SEEK_SET   ? 0
                            : from == SEEK_END ? size
                                               : static_cast<la_int64_t>(input.at_);
    la_int64_t target = 0;
    if (__builtin_add_overflow(base, offset, &target)) return ARCHIVE_FATAL;
    input.at_ = static_cast<std::uint64_t>(std::clamp<la_int64_t>(target, 0, size));
    return static_cast<la_int64_t>(input.at_);
  }

  const ReadableFile& file_;
  std::vector<std::byte> buffer_;
  std::uint64_t at_ = 0;
  std::optional<Error> failed_;
};

bool enable_format(archive* a, ContainerKind kind) {
  switch (kind) {
    case ContainerKind::k7z:
      return archive_read_support_format_7zip(a) == ARCHIVE_OK;
    case ContainerKind::kRar:
      return archive_read_support_format_rar(a) == ARCHIVE_OK &&
             archive_read_support_format_rar5(a) == ARCHIVE_OK;
    case ContainerKind::kIso:
      return archive_read_support_format_iso9660(a) == ARCHIVE_OK;
    case ContainerKind::kCpio:
      return archive_read_support_format_cpio(a) == ARCHIVE_OK;
    case ContainerKind::kCab:
      return archive_read_support_format_cab(a) == ARCHIVE_OK;
    case ContainerKind::kLha:
      // Its names are of an unknown charset, and libarchive gives up at one that is not text in the charset
      // that it assumes. In this one all bytes are text: bytes_of() gets them back.
      return archive_read_support_format_lha(a) == ARCHIVE_OK &&
             archive_read_set_options(a, "lha:hdrcharset=ISO-8859-1") >= ARCHIVE_WARN;
    case ContainerKind::kXar:
      return archive_read_support_format_xar(a) == ARCHIVE_OK;
    default:
      return false;
  }
}

// The ISO 8859-1 text, given as UTF-8.
std::string bytes_of(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool pair = (byte == 0xc2 || byte == 0xc3) && i + 1 < text.size();
    out.push_back(
        pair ? static_cast<char>(((byte & 3U) << 6U) | (static_cast<unsigned char>(text[++i]) & 0x3fU))
             : text[i]);
  }
  return out;
}

// Kinds whose headers have places of use to people.
bool has_places(ContainerKind kind) {
  return kind == ContainerKind::kCpio || kind == ContainerKind::kLha || kind == ContainerKind::kRar;
}

// Kinds with local times of an unknown zone.
Result<bool> has_local_times(const ReadableFile& file, ContainerKind kind) {
  if (kind == ContainerKind::kCab) return true;
  if (kind != ContainerKind::kRar && kind != ContainerKind::kLha) return false;
  BFA_ASSIGN_OR_RETURN(const std::string first, read_range(file, 0, 32));
  if (kind == ContainerKind::kRar) return first.size() > 6 && first[6] == '\0';  // RAR 4
  return first.size() > 20 && first[20] < 2;                                     // the header's level
}

// libarchive reads local times in the machine's zone: this gives them back as written, as if in UTC.
UtcTime wall_clock(UtcTime time) {
  const std::time_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
  std::tm parts{};
  if (::localtime_r(&seconds, &parts) == nullptr) return time;
  return UtcTime(std::chrono::seconds(::timegm(&parts)));
}

class Unpacker {
 public:
  Unpacker(const ReadableFile& file, const std::string& path, ContainerKind kind,
           const ContainerLimits& limits, std::vector<ContainerEntry>& entries, Findings& findings)
      : file_(file),
        path_(path),
        kind_(kind),
        most_(limits.max_unpacked(file.size())),
        budget_(limits),
        input_(file),
        entries_(entries),
        findings_(findings) {}

  Result<Blob> run() {
    const NameLocale names;
    archive_.reset(archive_read_new());
    if (!archive_) return Error{Code::kIo, "out of memory", path_, -1};
    if (!enable_format(archive_.get(), kind_))
      return Error{Code::kUnsupported, "a container that this build does not read", path_, 0};
    BFA_ASSIGN_OR_RETURN(local_times_, has_local_times(file_, kind_));
    Status status = input_.open(archive_.get());
    if (status) status = read_all_members();
    if (!status) {
      if (status.error().where.empty()) status.error().where = path_;
      return status.error();
    }
    resolve_links();
    BFA_RETURN_IF_ERROR(compare_end());
    return out_.finish();
  }

 private:
  Status read_all_members() {
    for (int again = 0;;) {
      archive_entry* entry = nullptr;
      const int code = archive_read_next_header(archive_.get(), &entry);
      if (input_.failed()) return *input_.failed();
      if (code == ARCHIVE_EOF) return {};
      if (code < ARCHIVE_WARN && code != ARCHIVE_FATAL && ++again <= kMostRetries) {
        if (code == ARCHIVE_FAILED) note_lost(entry);
        continue;
      }
      if (code < ARCHIVE_WARN) return end_by_damage();
      BFA_RETURN_IF_ERROR(take(entry, code == ARCHIVE_WARN));
      if (fatal_) return {};
      again = 0;
    }
  }

  // 7zFormat.txt, "Signature Header": the list of members ends the file; its offset and size are at byte 12.
  Status compare_end() {
    constexpr std::uint64_t kStart = 32;
    if (kind_ != ContainerKind::k7z) return {};
    BFA_ASSIGN_OR_RETURN(const std::string head, read_range(file_, 0, kStart));
    if (head.size() < kStart) return {};
    std::uint64_t offset = 0, size = 0;
    for (std::size_t i = 8; i-- > 0;) {
      offset = (offset << 8U) | static_cast<unsigned char>(head[12 + i]);
      size = (size << 8U) | static_cast<unsigned char>(head[20 + i]);
    }
    const std::uint64_t room = file_.size() - kStart;
    if (offset > room || size > room - offset || offset + size == room) return {};
    place_ = static_cast<std::int64_t>(kStart + offset + size);
    note(Code::kCorrupt, "container_trailing_bytes",
         std::to_string(room - offset - size) +
             " bytes behind the end of the 7z file, which belong to no member",
         path_);
    return {};
  }

  // A member whose header cannot be read; others may follow.
  void note_lost(archive_entry* entry) {
    const char* const name = entry == nullptr ? nullptr : archive_entry_pathname(entry);
    const Error error = error_of(archive_.get());
    note(error.code, error.message.find("ncrypt") == std::string::npos ? "member_broken" : "member_encrypted",
         error.message, name == nullptr ? path_ : path_ + "!/" + printable_name(name));
  }

  // No further member can be read.
  Status end_by_damage() {
    Error error = error_of(archive_.get());
    const bool secret = entries_.empty() && archive_read_has_encrypted_entries(archive_.get()) > 0;
    if (secret) error = {Code::kUnsupported, "its list of members is encrypted", {}, -1};
    if (entries_.empty()) return error;
    note(error.code, "container_broken", error.message + "; the members before it are read", path_);
    return {};
  }

  Status take(archive_entry* from, bool doubtful) {
    ContainerEntry entry;
    read_header(from, entry);
    const std::string where = path_ + "!/" + printable_name(entry.name);
    place_ = has_places(kind_) ? archive_read_header_position(archive_.get()) : -1;
    if (doubtful) {
      const Error error = error_of(archive_.get());
      note(error.code, "member_header_odd", error.message, where);
    }
    const char* const target = archive_entry_hardlink(from);
    const bool has_data = archive_entry_size_is_set(from) != 0 && archive_entry_size(from) > 0;
    entry.offset = out_.size();
    if (entry.encrypted) {
      entry.method = ContainerMethod::kOther;
      entry.size = has_data ? static_cast<std::uint64_t>(archive_entry_size(from)) : 0;
      note(Code::kUnsupported, "member_encrypted", "encrypted, which is not read", where);
    } else if (!entry.folder && !entry.link && !entry.special && (target == nullptr || has_data)) {
      Status status = unpack(from, entry, where);
      if (!status) {
        status.error().where = where;
        return status;
      }
    }
    if (target != nullptr) links_.emplace_back(entries_.size(), target);
    BFA_RETURN_IF_ERROR(budget_.add(entry, 0));
    entries_.push_back(std::move(entry));
    return {};
  }

  void read_header(archive_entry* from, ContainerEntry& entry) {
    const char* name = archive_entry_pathname(from);
    if (name == nullptr) name = archive_entry_pathname_utf8(from);
    entry.name = name != nullptr ? name : "member-" + std::to_string(entries_.size() + 1);
    if (kind_ == ContainerKind::kLha) entry.name = bytes_of(entry.name);
    if (name == nullptr)
      note(Code::kCorrupt, "member_name_unreadable", "a name that is no text, which is replaced",
           path_ + "!/" + entry.name);
    const auto type = archive_entry_filetype(from);
    entry.folder = type == AE_IFDIR || entry.name.ends_with('/');
    entry.link = type == AE_IFLNK;
    entry.special = type != 0 && type != AE_IFREG && type != AE_IFDIR && type != AE_IFLNK;
    entry.encrypted = archive_entry_is_data_encrypted(from) != 0;
    if (entry.link || entry.special) entry.method = ContainerMethod::kOther;
    constexpr la_int64_t kLastSecond = 253402300799;  // of the year 9999
    const la_int64_t seconds = archive_entry_mtime(from);
    if (archive_entry_mtime_is_set(from) != 0 && seconds >= -kLastSecond && seconds <= kLastSecond)
      entry.modified = UtcTime(std::chrono::seconds(seconds));
    if (local_times_ && entry.modified) {
      entry.modified = wall_clock(*entry.modified);
      entry.modified_zone_unknown = true;
    }
  }

  // Appends the member's bytes to the others. Errors: kIo, kLimit.
  Status unpack(archive_entry* from, ContainerEntry& entry, const std::string& where) {
    const std::uint64_t begin = out_.size();
    for (int empty = 0;;) {
      const void* bytes = nullptr;
      std::size_t size = 0;
      la_int64_t at = 0;
      const int code = archive_read_data_block(archive_.get(), &bytes, &size, &at);
      if (input_.failed()) return *input_.failed();
      if (code == ARCHIVE_EOF) break;
      if (code < ARCHIVE_OK) note_damage(where);
      fatal_ = code == ARCHIVE_FATAL;
      if (code < ARCHIVE_WARN) break;
      empty = size == 0 ? empty + 1 : 0;
      const std::uint64_t have = out_.size() - begin;
      if (empty > kMostEmptyBlocks || at < 0 || static_cast<std::uint64_t>(at) < have) {
        note(Code::kCorrupt, "member_broken", "its parts are not in order; what is before is kept", where);
        break;
      }
      BFA_RETURN_IF_ERROR(
          append(static_cast<std::uint64_t>(at) - have, {static_cast<const char*>(bytes), size}));
    }
    entry.size = entry.stored_size = out_.size() - begin;
    const bool sized = archive_entry_size_is_set(from) != 0;
    const auto declared = sized ? static_cast<std::uint64_t>(archive_entry_size(from)) : entry.size;
    if (declared == entry.size || damaged_) {
      damaged_ = false;
      return {};
    }
    note(declared > entry.size ? Code::kTruncated : Code::kCorrupt,
         declared > entry.size ? "member_truncated" : "member_too_long",
         std::to_string(entry.size) + " bytes of " + std::to_string(declared), where);
    return {};
  }

  void note_damage(const std::string& where) {
    const Error error = error_of(archive_.get());
    const bool secret = error.message.find("ncrypt") != std::string::npos;
    note(error.code, secret ? "member_encrypted" : "member_broken",
         error.message + "; what could be read is kept", where);
    damaged_ = true;
  }

  // `gap` zeros, and `bytes`. Errors: kIo, kLimit.
  Status append(std::uint64_t gap, std::string_view bytes) {
    const std::uint64_t room = most_ - std::min(most_, out_.size());
    if (gap > room || bytes.size() > room - gap) {
      return Error{
          Code::kLimit, "unpacks to more than " + std::to_string(most_) + " bytes, as bombs do", {}, -1};
    }
    static constexpr std::array<char, 4096> kZeros{};
    for (; gap != 0; gap -= std::min<std::uint64_t>(gap, kZeros.size())) {
      BFA_RETURN_IF_ERROR(
          out_.write({kZeros.data(), static_cast<std::size_t>(std::min<std::uint64_t>(gap, kZeros.size()))}));
    }
    return bytes.empty() ? Status() : out_.write(bytes);
  }

  // Hard links get the bytes of the file that they name. cpio stores these with the last of the names. The
  // members together stay below the limit, as if each had bytes of its own.
  void resolve_links() {
    if (links_.empty()) return;
    std::unordered_map<std::string_view, std::size_t> by_name;
    for (std::size_t i = entries_.size(); i-- > 0;) by_name[entries_[i].name] = i;
    std::uint64_t total = out_.size();
    const auto share = [&](const ContainerEntry& from, ContainerEntry& to) {
      const bool fits = total <= most_ && from.size <= most_ - total;
      if (!fits) {
        to.link = true;
        note(Code::kLimit, "member_too_many_links",
             "a further name of a file, above the limit of bytes in all", to.name);
        return;
      }
      total += from.size;
      to.offset = from.offset;
      to.size = to.stored_size = from.size;
    };
    for (const auto& [index, target] : links_) {  // where the last name has the bytes
      const auto found = by_name.find(target);
      if (found == by_name.end() || found->second == index) continue;
      if (entries_[found->second].size == 0 && entries_[index].size != 0)
        share(entries_[index], entries_[found->second]);
    }
    for (const auto& [index, target] : links_) {
      const auto found = by_name.find(target);
      const ContainerEntry* const file = found == by_name.end() ? nullptr : &entries_[found->second];
      if (entries_[index].size != 0) continue;
      if (file == nullptr || file->link || file->special || file->folder || found->second == index) {
        entries_[index].link = true;
      } else {
        entries_[index].method = file->method;
        entries_[index].encrypted = file->encrypted;
        share(*file, entries_[index]);
      }
    }
  }

  void note(Code code, const char* id, std::string message, const std::string& where) {
    if (findings_.size() < kMostFindings) findings_.push_back({code, id, std::move(message), place_, where});
  }

  const ReadableFile& file_;
  const std::string& path_;
  ContainerKind kind_;
  std::uint64_t most_;
  DirectoryBudget budget_;
  FileInput input_;
  ArchiveReader archive_;  // after what it reads from
  BlobWriter out_;
  std::vector<ContainerEntry>& entries_;
  Findings& findings_;
  std::vector<std::pair<std::size_t, std::string>> links_;  // entry, name of the file that it is
  std::int64_t place_ = -1;
  bool local_times_ = false, fatal_ = false, damaged_ = false;
};

}  // namespace

Result<Blob> unpack_members(const ReadableFile& file, const std::string& path, ContainerKind kind,
                            const ContainerLimits& limits, std::vector<ContainerEntry>& entries,
                            Findings& findings) {
  return Unpacker(file, path, kind, limits, entries, findings).run();
}

}  // namespace bfa
