// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bfa/base/finding.h"
#include "bfa/warc/record.h"

namespace bfa {

// The end of a header block: just past its blank line; npos if `bytes` has no blank line. `from`: where to
// continue the search in bytes seen before.
std::size_t header_end(std::string_view bytes, std::size_t from);

// Reads a whole WARC header block (version line to blank line) into `header`, reusing its memory. Folded
// lines, RFC 2047 words, LF alone and lines without a colon are survived and become findings at `offset`.
// False if the version line is malformed.
bool parse_warc_header(std::string_view block, std::uint64_t offset, WarcHeader& header, Findings& findings);

enum class ArcLine : std::uint8_t {
  kNone,
  kRecord,
  kOddRecord  // its date or length is malformed: length 0, and the valid part of the date
};

// Translates an ARC record line ("URL IP DATE TYPE LENGTH", or the ten columns of version 2; without its line
// end). The URL can contain spaces, and the type too after a semicolon.
ArcLine parse_arc_header(std::string_view line, int version, WarcHeader& header);

// Decodes RFC 2047 encoded words in UTF-8, US-ASCII or ISO-8859-1; others are unchanged.
std::string decode_words(std::string_view value);

}  // namespace bfa
