// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/try.h"
#include "warc/read/dictionary.h"
#include "warc/read/header_parser.h"
#include "warc/read/reader_core.h"
#include "warc/read/salvaging_source.h"

namespace bfa {
namespace {

constexpr std::size_t kPadding = 8;  // so many zeros are padding, not part of a block

bool is_padding(std::string_view bytes) {
  return !bytes.empty() && bytes.substr(0, kPadding).find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

Status Reader::pass(Finding finding) {
  if (finding.where.empty()) finding.where = position_.file;
  if (options_.policy == Policy::kIgnore) return {};
  if (options_.policy == Policy::kFail) {
    failed_ = Error{finding.code, finding.message, finding.where, finding.offset};
    return *failed_;
  }
  findings_.push_back(std::move(finding));
  return {};
}

Status Reader::note(Code code, const char* id, std::string message, std::uint64_t offset) {
  return pass({code, id, std::move(message), static_cast<std::int64_t>(offset), position_.file});
}

Status Reader::take_notes() {
  for (auto& finding : input_.notes()) BFA_RETURN_IF_ERROR(pass(std::move(finding)));
  input_.notes().clear();
  return {};
}

Status Reader::start() {
  if (auto status = input_.start(); !status) {
    status.error().where = position_.file;
    return status;
  }
  const auto unsupported = [&](std::string message) {
    return Error{Code::kUnsupported, std::move(message), position_.file, 0};
  };
  if (input_.raw_start().empty() && source_damage_ && *source_damage_) return **source_damage_;
  if (input_.raw_start().empty()) return unsupported("empty file, not a WARC or ARC file");
  BFA_ASSIGN_OR_RETURN(std::string_view bytes, input_.peek(16));
  std::size_t blank = 0;
  while (blank < bytes.size() && (bytes[blank] == '\r' || bytes[blank] == '\n')) ++blank;
  bytes.remove_prefix(blank);
  if (bytes.starts_with("WARC/")) return {};
  if (bytes.starts_with("filedesc:")) {
    arc_ = true;
    return {};
  }
  if (input_.damage() && bytes.size() < 9) {
    // The first member is damaged: complete ones can follow it.
    if (input_.damage()->code == Code::kTruncated) {
      return Error{input_.damage()->code, input_.damage()->message, position_.file, input_.damage()->offset};
    }
    BFA_ASSIGN_OR_RETURN(const bool more, after_damage());
    if (!more) return unsupported("no WARC or ARC record in it");
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(16));
    arc_ = !bytes.starts_with("WARC/");
    return {};
  }
  if (bytes.size() < 9 &&
      (std::string_view("filedesc:").starts_with(bytes) || std::string_view("WARC/").starts_with(bytes))) {
    return Error{Code::kTruncated, "the file ends within its first record", position_.file, 0};
  }
  // The offset of a record within an ARC file was given.
  BFA_ASSIGN_OR_RETURN(bytes, input_.peek(4096));
  WarcHeader header;
  const std::size_t end = bytes.find('\n');
  if (end != std::string_view::npos &&
      parse_arc_header(trim_blanks(bytes.substr(0, end)), 2, header) == ArcLine::kRecord) {
    arc_ = true;
    arc_version_ = header.version == "ARC/2.0" ? 2 : 1;
    return {};
  }
  BFA_ASSIGN_OR_RETURN(const bool found, search_start());
  if (!found) return unsupported("neither a WARC nor an ARC file");
  return {};
}

Result<WarcRecord*> Reader::read_next() {
  WarcRecord* const none = nullptr;
  if (failed_) return *failed_;
  if (active_) BFA_RETURN_IF_ERROR(end_record());
  active_ = false;
  while (!done_) {
    BFA_ASSIGN_OR_RETURN(const std::string_view bytes, input_.peek(1));
    BFA_RETURN_IF_ERROR(take_notes());
    if (bytes.empty()) {
      if (!input_.damage()) break;
      BFA_ASSIGN_OR_RETURN(const bool more, after_damage());
      if (!more) break;
      continue;
    }
    if (bytes.front() == '\r' || bytes.front() == '\n') {
      input_.consume(1);
      continue;
    }
    if (bytes.front() == '\0') {
      BFA_ASSIGN_OR_RETURN(const std::string_view more, input_.peek(kPadding));
      if (is_padding(more)) {
        BFA_RETURN_IF_ERROR(pass_zeros());
        continue;
      }
    }
    BFA_ASSIGN_OR_RETURN(const bool record, read_header());
    if (record) return static_cast<WarcRecord*>(this);
  }
  done_ = true;
  BFA_RETURN_IF_ERROR(note_source_damage());
  return none;
}

Status Reader::note_source_damage() {
  if (!source_damage_ || !*source_damage_) return {};
  const Error& damage = **source_damage_;
  return pass(
      {damage.code, "source_damaged", damage.message, static_cast<std::int64_t>(input_.offset()), {}});
}

Status Reader::pass_zeros() {
  const std::uint64_t from = input_.offset();
  std::uint64_t count = 0;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::string_view bytes, input_.peek(1));
    const std::size_t end = std::min(bytes.find_first_not_of('\0'), bytes.size());
    input_.consume(end);
    count += end;
    if (end == 0) break;
  }
  lost_bytes_ += count;
  at_line_start_ = true;
  return note(Code::kCorrupt, "zero_padding",
              counted(count, "zero byte", "zero bytes") + " where a record was to begin; passed over", from);
}

Result<bool> Reader::read_header() {
  const bool at_start = input_.at_member_start();
  if (!at_start && !seen_several_records_) {
    seen_several_records_ = true;
    BFA_RETURN_IF_ERROR(note(Code::kCorrupt, "several_records_in_member",
                             std::string(input_.names().what) +
                                 " with more than one record, where each was to have its own; all are read",
                             input_.offset()));
  }
  return arc_ ? read_arc_header() : read_warc_header();
}

// Finds the end of the record header that begins here; nothing, with a finding, if it has no end.
Result<std::optional<std::size_t>> Reader::find_header_end(std::string_view bytes, std::uint64_t offset) {
  const std::optional<std::size_t> none;
  std::size_t end = header_end(bytes, 0);
  while (end == std::string_view::npos && bytes.size() <= options_.max_header_bytes) {
    const std::size_t had = bytes.size();
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(had + 1));
    if (bytes.size() == had) {
      input_.consume(had);
      lost_bytes_ += had;
      BFA_RETURN_IF_ERROR(
          note(Code::kTruncated, "header_truncated",
               "the file ends within a record header: " + std::to_string(had) + " bytes of it, no blank line",
               offset));
      return none;
    }
    end = header_end(bytes, had);
  }
  if (end != std::string_view::npos && end <= options_.max_header_bytes) return std::optional(end);
  BFA_RETURN_IF_ERROR(skip_long_header(offset));
  return none;
}

Status Reader::skip_long_header(std::uint64_t offset) {
  if (options_.policy == Policy::kFail) {
    return note(Code::kLimit, "header_too_long", "record header longer than the limit", offset).error();
  }
  input_.consume(5);
  std::uint64_t passed = 0;
  BFA_ASSIGN_OR_RETURN(const bool found, find_record(passed));
  (void)found;
  lost_bytes_ += passed + 5;
  return note(Code::kLimit, "header_too_long",
              "record header longer than " + std::to_string(options_.max_header_bytes) + " bytes; " +
                  std::to_string(passed + 5) + " bytes passed over",
              offset);
}

Status Reader::note_several_members(std::uint64_t offset) {
  if (std::exchange(seen_several_members_, true)) return {};
  return note(Code::kCorrupt, "record_in_several_members",
              "record in several gzip members, where it was to have one; they are joined", offset);
}

// Reads Content-Length; without a number in it the block is not read.
Status Reader::begin_block(std::uint64_t offset) {
  const std::string_view field = header_.field("Content-Length");
  const auto length = parse_number(field);
  if (!length) {
    BFA_RETURN_IF_ERROR(
        note(Code::kCorrupt, field.empty() ? "missing_content_length" : "bad_content_length",
             field.empty()
                 ? std::string("record without Content-Length, which every record has; its block is not read")
                 : "Content-Length '" + std::string(field) + "' is no number; the block is not read",
             offset));
  }
  header_.content_length = length.value_or(0);
  block_size_ = block_left_ = header_.content_length;
  if (options_.check_digests) digests_.begin(header_);
  return {};
}

Result<bool> Reader::read_warc_header() {
  const std::uint64_t offset = input_.offset();
  std::string_view bytes = input_.buffered();
  if (bytes.size() < 5) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(5));
  }
  if (!bytes.starts_with("WARC/")) {
    BFA_RETURN_IF_ERROR(no_record("bytes that are no record where one was to begin"));
    return false;
  }
  BFA_ASSIGN_OR_RETURN(const auto end, find_header_end(bytes, offset));
  if (!end) return false;
  if (input_.form() == MemberForm::kGzip && input_.in_member().size() < *end)
    BFA_RETURN_IF_ERROR(note_several_members(offset));
  BFA_ASSIGN_OR_RETURN(bytes, input_.peek(*end));
  header_findings_.clear();
  raw_header_.assign(bytes.substr(0, *end));
  parse_warc_header(raw_header_, offset, header_, header_findings_);
  for (auto& finding : header_findings_) BFA_RETURN_IF_ERROR(pass(std::move(finding)));
  begin_record(offset, *end);
  BFA_RETURN_IF_ERROR(begin_block(offset));
  return true;
}

void Reader::begin_record(std::uint64_t offset, std::size_t header_bytes) {
  active_ = true;
  ended_ = false;
  block_error_.reset();
  position_.offset = offset;
  position_.length = 0;
  position_.record_id = header_.record_id();
  input_.consume(header_bytes);
  block_place_ = input_.place();
  has_block_place_ = true;
}

// The next bytes of the current block; empty at its end, or if it ended early.
Result<std::string_view> Reader::block_part() {
  if (block_left_ == 0) return std::string_view();
  std::string_view bytes = input_.in_member();
  if (bytes.empty()) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(1));
    bytes = input_.in_member();
  }
  if (bytes.empty()) {
    BFA_RETURN_IF_ERROR(short_block());
    return std::string_view();
  }
  if (input_.packed() && input_.at_member_start()) {
    if (bytes.size() < 7) {
      BFA_ASSIGN_OR_RETURN(bytes, input_.peek(7));
      bytes = input_.in_member();
    }
    if (!arc_ && begins_warc_record(bytes)) {
      BFA_RETURN_IF_ERROR(end_block_early(Code::kCorrupt, "content_length_too_long",
                                          "Content-Length says " + std::to_string(block_size_) +
                                              ", but the next record begins " + std::to_string(block_left_) +
                                              " bytes earlier; the record ends there"));
      return std::string_view();
    }
    if (input_.form() == MemberForm::kGzip) BFA_RETURN_IF_ERROR(note_several_members(position_.offset));
  }
  return bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), block_left_)));
}

Result<std::size_t> Reader::read_block(std::span<std::byte> dst) {
  if (dst.empty() || !active_) return std::size_t{0};
  BFA_ASSIGN_OR_RETURN(const std::string_view bytes, block_part());
  if (bytes.empty()) {
    BFA_RETURN_IF_ERROR(end_record());
    if (block_error_) return *block_error_;
    return std::size_t{0};
  }
  const std::size_t n = std::min(bytes.size(), dst.size());
  std::memcpy(dst.data(), bytes.data(), n);
  if (options_.check_digests) digests_.update(bytes.substr(0, n));
  input_.consume(n);
  block_left_ -= n;
  return n;
}

// Skips the rest of the block.
Status Reader::pass_block() {
  if (!options_.check_digests && !input_.packed() && input_.reopens() &&
      block_left_ > input_.buffered().size()) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t passed, input_.skip_plain(block_left_));
    block_left_ -= passed;
    return block_left_ == 0 ? Status() : short_block();
  }
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::string_view bytes, block_part());
    if (bytes.empty()) return {};
    if (options_.check_digests) digests_.update(bytes);
    input_.consume(bytes.size());
    block_left_ -= bytes.size();
  }
}

Status Reader::end_record() {
  if (ended_) return {};
  BFA_RETURN_IF_ERROR(pass_block());
  if (ended_) return {};
  ended_ = true;
  if (options_.check_digests) BFA_RETURN_IF_ERROR(check_digests());
  BFA_RETURN_IF_ERROR(input_.settle());
  BFA_RETURN_IF_ERROR(arc_ ? arc_end_mark() : end_mark());
  BFA_RETURN_IF_ERROR(input_.settle());
  if (input_.damage() && input_.buffered().empty() && input_.damage()->code != Code::kTruncated) {
    block_error_ = Error{Code::kCorrupt, input_.damage()->message, position_.file,
                         static_cast<std::int64_t>(position_.offset)};
  }
  if (input_.at_member_start() && input_.offset() > position_.offset) {
    position_.length = input_.offset() - position_.offset;
  }
  return {};
}

Status Reader::check_digests() {
  const DigestReport report = digests_.finish();
  for (const auto* list : {&report.mismatches, &report.remarks}) {
    for (const auto& [id, message] : *list) {
      BFA_RETURN_IF_ERROR(note(Code::kCorrupt, id, message, position_.offset));
    }
  }
  return {};
}

// Reads the CRLF CRLF that must follow the block.
Status Reader::end_mark() {
  std::string_view bytes = input_.in_member();
  if (bytes.size() < 4) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(4));
    bytes = input_.in_member();
  }
  if (bytes.starts_with("\r\n\r\n")) {
    input_.consume(4);
    return {};
  }
  const std::uint64_t offset = position_.offset;
  if (bytes.starts_with("\n\n")) {
    input_.consume(2);
    return note(Code::kCorrupt, "bare_lf", "record ends in LF LF, not CRLF CRLF; taken as its end", offset);
  }
  std::size_t blank = 0;
  while (blank < bytes.size() && blank < 4 && (bytes[blank] == '\r' || bytes[blank] == '\n')) ++blank;
  const std::string_view rest = bytes.substr(blank);
  if (rest.empty() || begins_warc_record(rest) || is_padding(rest)) {
    input_.consume(blank);
    return note(Code::kCorrupt, "missing_crlf",
                "record ends in " + std::to_string(blank) +
                    " bytes of line ends, not in CRLF CRLF; the next "
                    "one is read where it begins",
                offset);
  }
  return wrong_length("the block is not followed by CRLF CRLF");
}

Result<std::unique_ptr<WarcReader>> WarcReader::open(FileSystem& fs, std::string_view path_name,
                                                     const WarcReadOptions& options, std::uint64_t offset) {
  return guarded([&]() -> Result<std::unique_ptr<WarcReader>> {
    const std::string path(path_name);
    const auto damage = std::make_shared<std::optional<Error>>();
    MemberInput::Reopen open_at = [&fs, path,
                                   damage](std::uint64_t place) -> Result<std::unique_ptr<Source>> {
      BFA_ASSIGN_OR_RETURN(auto file, open_file_source(fs, path, place));
      std::unique_ptr<Source> source = std::make_unique<SalvagingSource>(std::move(file), *damage);
      return source;
    };
    BFA_ASSIGN_OR_RETURN(auto source, open_at(offset));
    auto reader =
        std::make_unique<Reader>(std::move(source), path, options, offset, std::move(open_at), damage);
    if (offset != 0) {
      BFA_ASSIGN_OR_RETURN(const auto file, fs.open(path));
      BFA_ASSIGN_OR_RETURN(auto dictionary, dictionary_of(*file));
      if (!dictionary.empty()) reader->set_dictionary(std::move(dictionary));
    }
    BFA_RETURN_IF_ERROR(reader->start());
    std::unique_ptr<WarcReader> made = std::move(reader);
    return made;
  });
}

Result<std::unique_ptr<WarcReader>> WarcReader::open(Source& source, std::string name,
                                                     const WarcReadOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<WarcReader>> {
    auto reader = std::make_unique<Reader>(source, std::move(name), options, 0, MemberInput::Reopen());
    BFA_RETURN_IF_ERROR(reader->start());
    std::unique_ptr<WarcReader> made = std::move(reader);
    return made;
  });
}

}  // namespace bfa
