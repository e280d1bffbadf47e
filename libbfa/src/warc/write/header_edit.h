// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/warc/record.h"

namespace bfa {

// The text of `header` for WarcWriter::write_record(): version line, fields in order, Content-Length, blank
// line. `any_header`: WarcWriteOptions::accept_any_header. Errors: kInvalidArgument. Source: WARC 1.1,
// sections 4 and 5.
Result<std::string> record_header_text(const WarcHeader& header, bool any_header);

// Appends the WARC header `raw` (version line to blank line) to `out` with `length` as its only
// Content-Length, with "WARC-Truncated: unspecified" when `cut` and it has no such field, all lines ending in
// CRLF, and without lines that have no name. All other lines keep their bytes.
void append_mended_header(std::string_view raw, std::uint64_t length, bool cut, std::string& out);

// True if all lines of the header end in CRLF, and have a name or are folded: append_mended_header() would
// not change them.
bool is_clean_header(std::string_view raw);

}  // namespace bfa
