// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/warc_place.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/reader.h"
#include "serve/data/replies.h"
#include "store/files/fixity.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr std::size_t kPieceBytes = 64u << 10;
constexpr std::string_view kRecordEnd = "\r\n\r\n";

Error no_record(const std::string& path, std::uint64_t offset) {
  return {Code::kNotFound, "no record begins at this place of the WARC file",
          path.substr(path.rfind('/') + 1), static_cast<std::int64_t>(offset)};
}

class FileStream final : public ReplyStream {
 public:
  FileStream(std::unique_ptr<ReadableFile> file, std::uint64_t offset, std::uint64_t length)
      : file_(std::move(file)), at_(offset), left_(length) {}

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      Piece piece;
      piece.bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, left_)));
      const auto wanted = std::as_writable_bytes(std::span(piece.bytes));
      std::size_t got = 0;
      while (got < wanted.size()) {
        BFA_ASSIGN_OR_RETURN(const std::size_t more, file_->read_at(at_ + got, wanted.subspan(got)));
        if (more == 0) return Error{Code::kTruncated, "the file became shorter", {}, -1};
        got += more;
      }
      at_ += got;
      left_ -= got;
      piece.end = left_ == 0;
      return piece;
    });
  }

 private:
  std::unique_ptr<ReadableFile> file_;
  std::uint64_t at_, left_;
};

class PlainStream final : public ReplyStream {
 public:
  PlainStream(std::unique_ptr<WarcReader> reader, WarcRecord& record)
      : reader_(std::move(reader)), record_(record), head_(record.raw_header()) {}

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      Piece piece;
      piece.bytes = std::exchange(head_, {});
      const std::size_t before = piece.bytes.size();
      piece.bytes.resize(before + kPieceBytes);
      const auto room = std::as_writable_bytes(std::span(piece.bytes)).subspan(before);
      BFA_ASSIGN_OR_RETURN(const std::size_t got, record_.block().read(room));
      piece.bytes.resize(before + got);
      piece.end = got == 0;
      if (piece.end) piece.bytes += kRecordEnd;
      return piece;
    });
  }

 private:
  std::unique_ptr<WarcReader> reader_;
  WarcRecord& record_;  // the reader's
  std::string head_;
};

// Whether the store has the digest of a closed file of that name.
Result<bool> is_known(const Archive& archive, const std::string& name) {
  BFA_ASSIGN_OR_RETURN(const auto digests, archive.decisions(kFixityDecision));
  const std::string target = fixity_target(name);
  return std::any_of(digests.begin(), digests.end(),
                     [&](const Decision& decision) { return decision.target == target; });
}

Result<std::string> path_on_disk(const std::string& path) {
  FileSystem& fs = posix_file_system();
  for (const char* suffix : {"", ".open"}) {
    BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(path + suffix));
    if (there) return path + suffix;
  }
  return std::string();
}

}  // namespace

Result<WarcFilePlace> find_warc_file(const Archive& archive, std::string_view name_view) {
  const std::string name(name_view);
  const bool odd = name.empty() || name[0] == '.' || name.size() > 255 ||
                   name.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos;
  if (odd || !is_warc_name(name))
    return Error{Code::kInvalidArgument, "this is not the name of a WARC file", name.substr(0, 255), -1};
  WarcFilePlace place;
  BFA_ASSIGN_OR_RETURN(place.path, path_on_disk(archive.warc_directory() + "/" + name));
  if (!place.path.empty()) return place;
  BFA_ASSIGN_OR_RETURN(place.missing, is_known(archive, name));
  if (!place.missing) return Error{Code::kNotFound, "the archive has no WARC file of this name", name, -1};
  return place;
}

Result<WarcFilePlace> find_warc_file(const Archive& archive, const WarcRef& ref) {
  WarcFilePlace place;
  const bool outside = ref.file.starts_with('/');
  BFA_ASSIGN_OR_RETURN(place.path,
                       path_on_disk(outside ? ref.file : archive.warc_directory() + "/" + ref.file));
  place.missing = place.path.empty();
  return place;
}

Result<std::optional<std::string>> missing_file_of(const Archive& archive, const IndexedCapture& capture) {
  BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(archive, capture.warc));
  if (file.missing) return std::optional<std::string>(capture.warc.file);
  BFA_ASSIGN_OR_RETURN(const auto original, archive.original_of(capture.sequence));
  if (!original) return std::optional<std::string>();
  BFA_ASSIGN_OR_RETURN(const auto other, find_warc_file(archive, *original));
  return other.missing ? std::optional<std::string>(original->file) : std::optional<std::string>();
}

std::string missing_file_text(std::string_view path) {
  const std::string name(path.substr(path.rfind('/') + 1));
  return "the WARC file " + name +
         " is missing: the archive's store knows it, and it is no longer in the folder warc";
}

ServeReply missing_file_reply(std::string_view path) {
  return problem_reply(410, missing_file_text(path));
}

Result<StoredRecord> find_stored_record(const std::string& path, std::uint64_t offset) {
  FileSystem& fs = posix_file_system();
  BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs.file_size(path));
  if (offset >= size) return no_record(path, offset);
  const auto reader = WarcReader::open(fs, path, {}, offset);
  if (!reader && reader.error().code == Code::kIo) return reader.error();
  if (!reader) return no_record(path, offset);
  BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
  if (record == nullptr || record->position().offset != offset) return no_record(path, offset);
  StoredRecord stored;
  stored.path = path;
  stored.offset = offset;
  stored.id = record->header().record_id();
  stored.plain_length = record->raw_header().size() + record->header().content_length + kRecordEnd.size();
  std::vector<std::byte> buffer(kPieceBytes);
  for (std::uint64_t left = record->header().content_length;;) {
    const auto got = record->block().read(buffer);
    if (!got) return got.error().code == Code::kIo ? got.error() : no_record(path, offset);
    if (*got == 0) {
      if (left != 0) return no_record(path, offset);
      break;
    }
    left -= std::min<std::uint64_t>(left, *got);
  }
  if (!path.ends_with(".zst") && !path.ends_with(".zst.open")) stored.length = record->position().length;
  return stored;
}

Result<std::unique_ptr<ReplyStream>> stream_file(const std::string& path, std::uint64_t offset,
                                                 std::uint64_t length) {
  BFA_ASSIGN_OR_RETURN(auto file, posix_file_system().open(path));
  return std::unique_ptr<ReplyStream>(std::make_unique<FileStream>(std::move(file), offset, length));
}

Result<std::unique_ptr<ReplyStream>> stream_plain_record(const StoredRecord& stored) {
  BFA_ASSIGN_OR_RETURN(auto reader, WarcReader::open(posix_file_system(), stored.path, {}, stored.offset));
  BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
  if (record == nullptr) return no_record(stored.path, stored.offset);
  return std::unique_ptr<ReplyStream>(std::make_unique<PlainStream>(std::move(reader), *record));
}

}  // namespace bfa
