// SPDX-License-Identifier: Apache-2.0
// Records of ARC files: a line, a block, a line end.
#include <algorithm>

#include "base/ascii.h"
#include "base/try.h"
#include "warc/read/header_parser.h"
#include "warc/read/reader_core.h"

namespace bfa {

Result<bool> Reader::read_arc_header() {
  const std::uint64_t offset = input_.offset();
  std::string_view bytes = input_.buffered();
  std::size_t end = bytes.find('\n');
  while (end == std::string_view::npos && bytes.size() <= options_.max_header_bytes) {
    const std::size_t had = bytes.size();
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(had + 1));
    if (bytes.size() == had) break;
    end = bytes.find('\n', had);
  }
  const std::string_view line = trim_line_end(bytes.substr(0, std::min(end, bytes.size())));
  const ArcLine kind =
      end == std::string_view::npos ? ArcLine::kNone : parse_arc_header(line, arc_version_, header_);
  if (kind == ArcLine::kNone) {
    // These bytes can belong to the previous record, if its length was wrong.
    if (has_block_place_) {
      BFA_RETURN_IF_ERROR(wrong_length("the block is not followed by an ARC record line"));
    } else {
      BFA_RETURN_IF_ERROR(no_record("line that is no ARC record line"));
    }
    return false;
  }
  const bool odd = kind == ArcLine::kOddRecord;
  const std::string shown(line.substr(0, 200));
  raw_header_.assign(bytes.substr(0, end + 1));
  begin_record(offset, end + 1);
  block_size_ = block_left_ = header_.content_length;
  BFA_RETURN_IF_ERROR(sniff_arc_block());
  if (options_.check_digests) digests_.begin(header_);
  if (!odd) return true;
  BFA_RETURN_IF_ERROR(note(Code::kCorrupt, "bad_arc_line",
                           "ARC record line with a date or length that is none: '" + shown + "'", offset));
  return true;
}

// The first block contains the version of the file; only its bytes show whether a record contains HTTP.
Status Reader::sniff_arc_block() {
  BFA_ASSIGN_OR_RETURN(const std::string_view bytes,
                       input_.peek(static_cast<std::size_t>(std::min<std::uint64_t>(block_left_, 5))));
  auto& fields = header_.fields;
  if (fields[0].second == "warcinfo") {
    if (bytes.starts_with("2 ")) arc_version_ = 2;
    header_.version = arc_version_ == 2 ? "ARC/2.0" : "ARC/1.0";
  } else if (block_left_ >= 5 && bytes.starts_with("HTTP/")) {
    fields[4].second = "application/http; msgtype=response";
  } else {
    fields[0].second = "resource";
  }
  return {};
}

// One line end must follow the block; writers differ, so any number is accepted.
Status Reader::arc_end_mark() {
  std::string_view bytes = input_.in_member();
  if (bytes.empty() && (!input_.at_member_start() || !input_.packed())) {
    BFA_ASSIGN_OR_RETURN(bytes, input_.peek(1));
  }
  while (!bytes.empty() && (bytes.front() == '\n' || bytes.front() == '\r')) {
    input_.consume(1);
    bytes.remove_prefix(1);
  }
  return {};
}

}  // namespace bfa
