// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/io/source.h"

namespace bfa {

inline constexpr const char* kSourceNoteName = "source.json";
// Some millions of ranges. A larger note is damaged.
inline constexpr std::uint64_t kMostNoteBytes = 64u << 20;
// In a WACZ file: not ".json", see WaczWriter::add_file().
inline constexpr const char* kWaczNotePath = "metadata/source.txt";

// What a package has of the archive that it was made from, for reading it back. JSON in the package; names of
// members: docs/formats/packages.md.
struct SourceNote {
  std::string package;  // its name
  std::string blog, base, object;
  std::string kind;                  // of the object: "post"
  std::string before;                // the package that it continues
  std::optional<UtcTime> since;      // not set: all captures
  std::uint64_t after_step = 0;      // with `since`: the blog's last step before, which it continues; 0: none
  std::optional<UtcTime> noted;      // of its newest record about the blog itself; not set: not known
  std::optional<UtcTime> last_time;  // of the record of its greatest step; not set: not known
  bool all_versions = true;
  bool readings = false;  // of one object: it has what was read, so that an archive can be restored from it
  std::vector<std::pair<std::uint64_t, std::uint64_t>> steps;  // that it has: first and last of each range
  std::uint64_t last_step = 0;                                 // of the archive; the others are left out
  std::uint64_t records = 0;
};

std::string format_source_note(const SourceNote& note);
// Memory: that of the note; a list of many ranges is not kept as JSON. Errors: kCorrupt (also above
// kMostNoteBytes, or a text above 64 KiB), kUnsupported (of a newer version), those of the source.
Result<SourceNote> read_source_note(Source& source);

}  // namespace bfa
