// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/merge.h"
#include "command.h"

namespace bfa::tool {

// Says that -o is missing; the exit code for it.
int missing_output(const char* command);

// The WARC files of these paths; `files` reads within containers. Errors: those of
// archives_within, kUnsupported (a container without WARC files).
Result<std::vector<std::string>> warc_inputs(FileSystem& files, const std::vector<std::string>& paths);

// The one WARC file of `path`: itself, or the only one in the container there. Errors: as above, and
// kUnsupported for a container with several.
Result<std::string> warc_input(FileSystem& files, const std::string& path);

// Prints the report of a command that wrote WARC files, its findings on stderr (within the object with
// `json`); returns the exit code.
int report_copy(const Result<WarcCopyReport>& report, const char* command, bool json);

// "200000", "100K", "500M", "2G" in bytes (K is 1024); 0 for an empty text; nothing when it is not a size.
std::optional<std::uint64_t> parse_size(const std::string& text);

}  // namespace bfa::tool
