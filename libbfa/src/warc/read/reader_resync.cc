// SPDX-License-Identifier: Apache-2.0
// How the reader handles damage: it looks for the next record, and reports how many bytes were skipped.
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "warc/read/header_parser.h"
#include "warc/read/reader_core.h"

namespace bfa {
namespace {

constexpr std::size_t kScanStep = 65536;
constexpr std::size_t kMaxCandidate = 32768;  // a header that is searched for is at most this long

bool has_field(std::string_view header, std::string_view name) {
  for (std::size_t at = header.find('\n'); at != std::string_view::npos; at = header.find('\n', at + 1)) {
    const std::string_view line = header.substr(at + 1);
    if (line.size() > name.size() && line[name.size()] == ':' &&
        equals_ignoring_case(line.substr(0, name.size()), name)) {
      return true;
    }
  }
  return false;
}

bool is_warc_start(std::string_view bytes) {
  if (!begins_warc_record(bytes)) return false;
  const std::size_t end = header_end(bytes.substr(0, kMaxCandidate), 0);
  if (end == std::string_view::npos) return false;
  const std::string_view header = bytes.substr(0, end);
  return has_field(header, "WARC-Type") &&
         (has_field(header, "Content-Length") || has_field(header, "WARC-Record-ID"));
}

bool is_arc_start(std::string_view bytes) {
  const std::size_t end = bytes.substr(0, kMaxCandidate).find('\n');
  if (end == std::string_view::npos || end < 20) return false;
  WarcHeader header;
  return parse_arc_header(trim_line_end(bytes.substr(0, end)), 2, header) != ArcLine::kNone;
}

std::string bytes_text(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " byte" : " bytes");
}

}  // namespace

bool begins_warc_record(std::string_view bytes) {
  return bytes.starts_with("WARC/1.") || bytes.starts_with("WARC/0.");
}

bool is_record_start(std::string_view bytes) {
  return is_warc_start(bytes) || is_arc_start(bytes);
}

Status Reader::end_block_early(Code code, const char* id, std::string message) {
  block_left_ = 0;
  ended_ = true;
  block_error_ = Error{code, message, position_.file, static_cast<std::int64_t>(position_.offset)};
  return note(code, id, std::move(message), position_.offset);
}

// The input ended before the block did: it is cut, or damaged, or Content-Length is wrong and the block
// includes the records after it.
Status Reader::short_block() {
  const std::string seen = std::to_string(block_size_ - block_left_) + " of " + bytes_text(block_size_);
  if (input_.damage() && input_.damage()->code == Code::kCorrupt) {
    return end_block_early(Code::kCorrupt, "block_damaged",
                           "the record ends after " + seen + " of its block; they were given");
  }
  if (options_.policy != Policy::kFail) {
    BFA_ASSIGN_OR_RETURN(const bool back, input_.go_back(block_place_));
    if (back) {
      std::uint64_t passed = 0;
      at_line_start_ = true;
      BFA_ASSIGN_OR_RETURN(const bool found, find_record(passed));
      if (found) {
        return end_block_early(Code::kCorrupt, "content_length_too_long",
                               "Content-Length says " + std::to_string(block_size_) +
                                   ", but the file ends before and the next record begins after " +
                                   bytes_text(passed) + "; reading goes on there");
      }
    }
  }
  return end_block_early(Code::kTruncated, "block_truncated",
                         "the file ends after " + seen + " of a record's block; they were given");
}

// The current block does not end after its length: the next record is searched from its beginning.
Status Reader::wrong_length(const char* seen) {
  constexpr const char* kId = "content_length_mismatch";
  has_block_place_ = false;
  if (options_.policy == Policy::kFail) {
    return note(Code::kCorrupt, kId,
                std::string(seen) + ", as Content-Length " + std::to_string(block_size_) + " says",
                position_.offset);
  }
  const std::uint64_t offset = position_.offset;
  BFA_ASSIGN_OR_RETURN(const bool back, input_.go_back(block_place_));
  std::uint64_t passed = 0;
  at_line_start_ = back;
  BFA_ASSIGN_OR_RETURN(const bool found, find_record(passed));
  if (!back) passed += block_size_;
  std::string how = "; nothing was found behind it";
  if (found && passed < block_size_) {
    how = "; the next record begins " + bytes_text(block_size_ - passed) + " earlier, reading goes on there";
  } else {
    const std::uint64_t over = passed - std::min(passed, block_size_);
    lost_bytes_ += over;
    if (found) how = "; the next record begins " + bytes_text(over) + " further on";
    if (!found) how = "; " + bytes_text(over) + " behind it hold no record";
  }
  return note(Code::kCorrupt, kId,
              std::string(seen) + " where Content-Length " + std::to_string(block_size_) + " ends it" + how,
              offset);
}

Status Reader::no_record(const char* seen) {
  const std::uint64_t offset = input_.offset();
  if (options_.policy == Policy::kFail) return note(Code::kCorrupt, "no_record", seen, offset);
  std::uint64_t passed = 0;
  at_line_start_ = false;
  BFA_ASSIGN_OR_RETURN(const bool found, find_record(passed));
  lost_bytes_ += passed;
  return note(Code::kCorrupt, "no_record",
              std::string(seen) + "; " + bytes_text(passed) +
                  (found ? " passed over to the next record" : " passed over, no record follows"),
              offset);
}

// Handles damage of the file's compression. True when reading can continue after it.
Result<bool> Reader::after_damage() {
  Finding finding = *input_.damage();
  if (options_.policy == Policy::kFail) return pass(std::move(finding)).error();
  std::uint64_t lost = 0;
  BFA_ASSIGN_OR_RETURN(const bool more, input_.resume(&is_record_start, lost));
  has_block_place_ = false;
  lost_bytes_ += lost;
  finding.message += more ? "; reading goes on at the next record, " + bytes_text(lost) + " further on"
                          : "; the last " + bytes_text(lost) + " of the file are lost";
  BFA_RETURN_IF_ERROR(pass(std::move(finding)));
  return more;
}

// The file does not begin with a record: the first one can follow later.
Result<bool> Reader::search_start() {
  BFA_ASSIGN_OR_RETURN(const std::string_view bytes, input_.peek(kScanStep));
  if (bytes.starts_with("PK") || bytes.substr(0, 262).ends_with("ustar")) return false;
  for (std::size_t at = bytes.find("\nWARC/"); at != std::string_view::npos;
       at = bytes.find("\nWARC/", at + 1)) {
    if (!is_warc_start(bytes.substr(at + 1))) continue;
    const std::uint64_t offset = input_.offset();
    input_.consume(at + 1);
    lost_bytes_ += at + 1;
    BFA_RETURN_IF_ERROR(note(Code::kCorrupt, "no_record",
                             bytes_text(at + 1) + " before the first record; passed over", offset));
    return true;
  }
  return false;
}

// Searches one part of the input. Undecided bytes at its end stay in the input.
Result<bool> Reader::find_in_part(std::string_view part, std::uint64_t& passed) {
  const bool start = at_line_start_ || (input_.packed() && input_.at_member_start());
  std::size_t at = 0;
  if (!start) {
    const std::size_t line = arc_ ? part.find('\n') : part.find("\nWARC/");
    at = line == std::string_view::npos ? part.size() : line + 1;
  }
  if (at == part.size()) {
    // Bytes that may be the beginning of the mark stay, unless the part has no others.
    const std::size_t keep = !arc_ && part.size() > 6 ? 6 : 0;
    at_line_start_ = keep == 0 && part.ends_with('\n');
    input_.consume(part.size() - keep);
    passed += part.size() - keep;
    return false;
  }
  input_.consume(at);
  passed += at;
  BFA_ASSIGN_OR_RETURN(const std::string_view bytes, input_.peek(kMaxCandidate));
  if (arc_ ? is_arc_start(bytes) : is_warc_start(bytes)) return true;
  at_line_start_ = !bytes.empty() && bytes.front() == '\n';
  input_.consume(std::min<std::size_t>(1, bytes.size()));
  passed += std::min<std::size_t>(1, bytes.size());
  return false;
}

Result<bool> Reader::find_record(std::uint64_t& passed) {
  for (;;) {
    BFA_ASSIGN_OR_RETURN(std::string_view bytes, input_.peek(1));
    if (bytes.empty()) return false;
    if (input_.in_member().size() < 7) {
      BFA_ASSIGN_OR_RETURN(bytes, input_.peek(kScanStep));
    }
    const std::string_view part = input_.in_member();
    BFA_ASSIGN_OR_RETURN(const bool found, find_in_part(part, passed));
    if (found) return true;
  }
}

}  // namespace bfa
