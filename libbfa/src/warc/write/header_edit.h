// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bfa {

// Appends the WARC header `raw` (version line to blank line) to `out` with `length` as its only
// Content-Length, with "WARC-Truncated: unspecified" when `cut` and it has no such field, all lines ending in
// CRLF, and without lines that have no name. All other lines keep their bytes.
void append_mended_header(std::string_view raw, std::uint64_t length, bool cut, std::string& out);

// True when all lines of the header end in CRLF, and have a name or are folded: as append_mended_header()
// would leave them.
bool is_clean_header(std::string_view raw);

}  // namespace bfa
