// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/try.h"
#include "io/guard.h"
#include "io/member_input.h"
#include "warc/ascii.h"
#include "warc/block_digests.h"
#include "warc/header_parser.h"

namespace bfa {
namespace {

constexpr std::size_t kScanStep = 65536;
constexpr std::size_t kLookBack = 8192;  // how far before a wrong record end the next record is looked for

bool begins_warc_record(std::string_view bytes) {
  return bytes.starts_with("WARC/1.") || bytes.starts_with("WARC/0.");
}

class Reader final : public WarcReader, private WarcRecord, private Source {
 public:
  Reader(Source& source, std::string name, const WarcReadOptions& options, std::uint64_t offset)
      : options_(options), input_(source, offset) {
    position_.file = std::move(name);
  }
  Reader(std::unique_ptr<Source> source, std::string name, const WarcReadOptions& options,
         std::uint64_t offset)
      : Reader(*source, std::move(name), options, offset) {
    owned_ = std::move(source);
  }

  Status start();
  Result<WarcRecord*> next() override {
    return guarded([&]() -> Result<WarcRecord*> { return read_next(); });
  }
  const Findings& findings() const override { return findings_; }

 private:
  // WarcRecord
  const WarcHeader& header() const override { return header_; }
  const WarcRef& position() const override { return position_; }
  Source& block() override { return *this; }
  // Source: the block
  Result<std::size_t> read(std::span<std::byte> dst) override {
    return guarded([&]() -> Result<std::size_t> { return read_block(dst); });
  }

  Result<WarcRecord*> read_next();
  Result<bool> read_header();
  Result<bool> read_warc_header();
  Result<bool> read_arc_header();
  void begin_record(std::uint64_t offset);
  Status sniff_arc_block();
  Result<std::size_t> read_block(std::span<std::byte> dst);
  Result<std::string_view> block_part();
  Status end_block_early(Code code, const char* id, std::string message);
  Status end_record();
  Status end_mark();
  Status arc_end_mark();
  Status check_digests();
  Result<bool> find_next_record();
  bool look_back();
  Result<bool> after_damage();

  Status note(Code code, const char* id, std::string message, std::uint64_t offset);
  Status take_notes();
  Status pass(Finding finding);

  WarcReadOptions options_;
  std::unique_ptr<Source> owned_;
  MemberInput input_;
  Findings findings_;
  Findings header_findings_;

  bool arc_ = false;
  int arc_version_ = 1;
  bool seen_several_records_ = false, seen_several_members_ = false;  // said once a file
  bool done_ = false;
  std::optional<Error> failed_;  // the finding that ended it all, by policy

  bool active_ = false;  // a record is open
  WarcHeader header_;
  WarcRef position_;
  std::uint64_t block_size_ = 0, block_left_ = 0;
  bool ended_ = false;  // the record's end mark was dealt with
  std::optional<Error> block_error_;
  BlockDigests digests_;
};

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
  BFA_RETURN_IF_ERROR(input_.start());
  const auto unsupported = [&](std::string message) {
    return Error{Code::kUnsupported, std::move(message), position_.file, 0};
  };
  if (input_.raw_start().empty()) return unsupported("empty file, not a WARC or ARC file");
  if (input_.raw_start().starts_with("\x28\xb5\x2f\xfd")) return unsupported("zstd file, which is not read");
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
    return Error{input_.damage()->code, input_.damage()->message, position_.file, input_.damage()->offset};
  }
  if (bytes.size() < 9 &&
      (std::string_view("filedesc:").starts_with(bytes) || std::string_view("WARC/").starts_with(bytes))) {
    return Error{Code::kTruncated, "the file ends within its first record", position_.file, 0};
  }
  // From the middle of an ARC file, when a record's place was given.
  BFA_ASSIGN_OR_RETURN(bytes, input_.peek(4096));
  WarcHeader header;
  const std::size_t end = bytes.find('\n');
  if (end != std::string_view::npos && parse_arc_header(bytes.substr(0, end), 2, header)) {
    arc_ = true;
    arc_version_ = header.version == "ARC/2.0" ? 2 : 1;
    return {};
  }
  return unsupported("neither a WARC nor an ARC file");
}

// Deals with damage of the file's compression. True when reading can go on after it.
Result<bool> Reader::after_damage() {
  BFA_RETURN_IF_ERROR(pass(*input_.damage()));
  return input_.resume(arc_ ? "http" : "WARC/");
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
    BFA_ASSIGN_OR_RETURN(const bool record, read_header());
    if (record) return static_cast<WarcRecord*>(this);
  }
  done_ = true;
  return none;
}

Result<bool> Reader::read_header() {
  const bool at_start = input_.at_member_start();
  if (!at_start && !seen_several_records_ && input_.gzip()) {
    seen_several_records_ = true;
    BFA_RETURN_IF_ERROR(note(Code::kCorrupt, "several_records_in_member",
                             "gzip member with more than one record", input_.offset()));
  }
  return arc_ ? read_arc_header() : read_warc_header();
}

Result<bool> Reader::read_warc_header() {
  const std::uint64_t offset = input_.offset();
  std::string_view bytes = input_.buffered();
  if (bytes.size() < 5) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(5));
  }
  if (!bytes.starts_with("WARC/")) {
    BFA_RETURN_IF_ERROR(
        note(Code::kCorrupt, "no_record", "bytes that are no record where one was to begin", offset));
    BFA_ASSIGN_OR_RETURN(const bool found, find_next_record());
    (void)found;
    return false;
  }
  std::size_t end = header_end(bytes, 0);
  while (end == std::string_view::npos && bytes.size() <= options_.max_header_bytes) {
    const std::size_t had = bytes.size();
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(had + 1));
    if (bytes.size() == had) {
      input_.consume(had);
      BFA_RETURN_IF_ERROR(
          note(Code::kTruncated, "header_truncated", "the file ends within a record header", offset));
      return false;
    }
    end = header_end(bytes, had);
  }
  if (end == std::string_view::npos || end > options_.max_header_bytes) {
    input_.consume(5);
    BFA_RETURN_IF_ERROR(note(Code::kLimit, "header_too_long", "record header longer than the limit", offset));
    BFA_ASSIGN_OR_RETURN(const bool found, find_next_record());
    (void)found;
    return false;
  }
  header_findings_.clear();
  parse_warc_header(bytes.substr(0, end), offset, header_, header_findings_);
  for (auto& finding : header_findings_) BFA_RETURN_IF_ERROR(pass(std::move(finding)));
  begin_record(offset);
  input_.consume(end);
  const std::string_view length_field = header_.field("Content-Length");
  const auto length = parse_number(length_field);
  if (!length) {
    BFA_RETURN_IF_ERROR(note(Code::kCorrupt,
                             length_field.empty() ? "missing_content_length" : "bad_content_length",
                             "record without a usable Content-Length", offset));
  }
  header_.content_length = length.value_or(0);
  block_size_ = block_left_ = header_.content_length;
  if (options_.check_digests) digests_.begin(header_);
  return true;
}

void Reader::begin_record(std::uint64_t offset) {
  active_ = true;
  ended_ = false;
  block_error_.reset();
  position_.offset = offset;
  position_.length = 0;
  position_.record_id = header_.record_id();
}

Result<bool> Reader::read_arc_header() {
  const std::uint64_t offset = input_.offset();
  std::string_view bytes = input_.buffered();
  std::size_t end = bytes.find('\n');
  while (end == std::string_view::npos) {
    const std::size_t had = bytes.size();
    const bool too_long = had > options_.max_header_bytes;
    if (!too_long) {
      BFA_ASSIGN_OR_RETURN(bytes, input_.peek(had + 1));
    }
    if (too_long || bytes.size() == had) {
      BFA_RETURN_IF_ERROR(note(too_long ? Code::kLimit : Code::kTruncated,
                               too_long ? "header_too_long" : "header_truncated",
                               "ARC record line that does not end", offset));
      input_.consume(had);
      return false;
    }
    end = bytes.find('\n', had);
  }
  std::string_view line = bytes.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (!parse_arc_header(line, arc_version_, header_)) {
    BFA_RETURN_IF_ERROR(note(Code::kCorrupt, "no_record", "line that is no ARC record line", offset));
    input_.consume(end + 1);
    return false;
  }
  begin_record(offset);
  input_.consume(end + 1);
  block_size_ = block_left_ = header_.content_length;
  BFA_RETURN_IF_ERROR(sniff_arc_block());
  if (options_.check_digests) digests_.begin(header_);
  return true;
}

// The version of the file stands in its first block; whether a record holds HTTP only its bytes tell.
Status Reader::sniff_arc_block() {
  BFA_ASSIGN_OR_RETURN(const std::string_view bytes,
                       input_.peek(static_cast<std::size_t>(std::min<std::uint64_t>(block_left_, 5))));
  auto& fields = header_.fields;
  if (fields[0].second == "warcinfo") {
    if (bytes.starts_with("2 ")) arc_version_ = 2;
    header_.version = arc_version_ == 2 ? "ARC/2.0" : "ARC/1.0";
  } else if (bytes.starts_with("HTTP/")) {
    fields[4].second = "application/http; msgtype=response";
  } else {
    fields[0].second = "resource";
  }
  return {};
}

Status Reader::end_block_early(Code code, const char* id, std::string message) {
  block_left_ = 0;
  ended_ = true;
  block_error_ = Error{code, message, position_.file, static_cast<std::int64_t>(position_.offset)};
  return note(code, id, std::move(message), position_.offset);
}

// The next bytes of the block at hand; empty when it is read, or ended early.
Result<std::string_view> Reader::block_part() {
  if (block_left_ == 0) return std::string_view();
  std::string_view bytes = input_.in_member();
  if (bytes.empty()) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(1));
    bytes = input_.in_member();
  }
  if (bytes.empty()) {
    const std::string seen = std::to_string(block_size_ - block_left_) + " of " + std::to_string(block_size_);
    const bool corrupt = input_.damage() && input_.damage()->code == Code::kCorrupt;
    BFA_RETURN_IF_ERROR(end_block_early(corrupt ? Code::kCorrupt : Code::kTruncated,
                                        corrupt ? "block_damaged" : "block_truncated",
                                        "the record ends after " + seen + " bytes of its block"));
    return std::string_view();
  }
  if (input_.gzip() && input_.at_member_start()) {
    if (bytes.size() < 7) {
      BFA_ASSIGN_OR_RETURN(bytes, input_.peek(7));
      bytes = input_.in_member();
    }
    if (begins_warc_record(bytes)) {
      BFA_RETURN_IF_ERROR(end_block_early(
          Code::kCorrupt, "content_length_too_long",
          "Content-Length reaches " + std::to_string(block_left_) + " bytes into the next record"));
      return std::string_view();
    }
    if (!std::exchange(seen_several_members_, true)) {
      BFA_RETURN_IF_ERROR(note(Code::kCorrupt, "record_in_several_members",
                               "record that goes on in another gzip member", position_.offset));
    }
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

Status Reader::end_record() {
  if (ended_) return {};
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::string_view bytes, block_part());
    if (bytes.empty()) break;
    if (options_.check_digests) digests_.update(bytes);
    input_.consume(bytes.size());
    block_left_ -= bytes.size();
  }
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
  if (input_.at_member_start()) position_.length = input_.offset() - position_.offset;
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

Status Reader::arc_end_mark() {
  std::string_view bytes = input_.in_member();
  if (bytes.empty() && !input_.at_member_start()) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(1));
  }
  if (!input_.gzip() && bytes.empty()) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(1));
  }
  while (!bytes.empty() && (bytes.front() == '\n' || bytes.front() == '\r')) {
    input_.consume(1);
    bytes.remove_prefix(1);
  }
  return {};
}

// Exactly CRLF CRLF is to follow the block.
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
    return note(Code::kCorrupt, "bare_lf", "record ends in LF LF, not CRLF CRLF", offset);
  }
  std::size_t blank = 0;
  while (blank < bytes.size() && blank < 4 && (bytes[blank] == '\r' || bytes[blank] == '\n')) ++blank;
  const std::string_view rest = bytes.substr(blank);
  if (rest.empty() || begins_warc_record(rest)) {
    input_.consume(blank);
    return note(Code::kCorrupt, "missing_crlf", "record does not end in CRLF CRLF", offset);
  }
  BFA_RETURN_IF_ERROR(note(Code::kCorrupt, "content_length_mismatch",
                           "the block does not end where Content-Length says", offset));
  if (look_back()) return {};
  BFA_ASSIGN_OR_RETURN(const bool found, find_next_record());
  (void)found;
  return {};
}

// A Content-Length that is too long has swallowed the beginning of the next record: go back to it.
bool Reader::look_back() {
  const auto back =
      static_cast<std::size_t>(std::min<std::uint64_t>({input_.rewindable(), kLookBack, block_size_}));
  if (back == 0 || !input_.rewind(back)) return false;
  const std::string_view bytes = input_.buffered().substr(0, back + 8);
  const std::size_t at = std::max(bytes.rfind("\nWARC/1.") + 1, bytes.rfind("\nWARC/0.") + 1);
  input_.consume(at == 0 ? back : at);
  return at != 0;
}

// Skips to the next place where a record begins: after a line end, or where a member begins.
Result<bool> Reader::find_next_record() {
  for (;;) {
    std::string_view bytes = input_.in_member();
    if (bytes.size() < 8) {
      BFA_ASSIGN_OR_RETURN(bytes, input_.peek(kScanStep));
      bytes = input_.in_member();
    }
    if (bytes.empty()) return false;
    if (input_.gzip() && input_.at_member_start() && begins_warc_record(bytes)) return true;
    const std::size_t at = std::min(bytes.find("\nWARC/1."), bytes.find("\nWARC/0."));
    if (at != std::string_view::npos) {
      input_.consume(at + 1);
      return true;
    }
    // What may be the beginning of the mark stays, unless nothing follows it in this member.
    const bool more = input_.buffered().size() == bytes.size() && !input_.damage();
    const std::size_t keep = more && bytes.size() >= 8 ? 7 : 0;
    input_.consume(bytes.size() - keep);
  }
}

}  // namespace

Result<std::unique_ptr<WarcReader>> WarcReader::open(FileSystem& fs, const std::string& path,
                                                     const WarcReadOptions& options, std::uint64_t offset) {
  return guarded([&]() -> Result<std::unique_ptr<WarcReader>> {
    BFA_ASSIGN_OR_RETURN(auto source, open_file_source(fs, path, offset));
    auto reader = std::make_unique<Reader>(std::move(source), path, options, offset);
    BFA_RETURN_IF_ERROR(reader->start());
    std::unique_ptr<WarcReader> made = std::move(reader);
    return made;
  });
}

Result<std::unique_ptr<WarcReader>> WarcReader::open(Source& source, std::string name,
                                                     const WarcReadOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<WarcReader>> {
    auto reader = std::make_unique<Reader>(source, std::move(name), options, 0);
    BFA_RETURN_IF_ERROR(reader->start());
    std::unique_ptr<WarcReader> made = std::move(reader);
    return made;
  });
}

}  // namespace bfa
