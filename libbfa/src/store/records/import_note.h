// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bfa {

// An input of an import.
struct ImportSource {
  std::string name;                            // of the file or folder, without its path
  std::string sha256;                          // of the file, hex; empty for a folder
  std::string format;                          // "WARC", "ARC", "HAR", ...
  bool converted = false;                      // its captures were written as WARC first
  std::map<std::string, std::uint64_t> notes;  // of the conversion: what was changed, and how often

  bool operator==(const ImportSource&) const = default;
};

// What the record of an import's crawl says of it.
struct ImportNote {
  bool is_import = false;
  std::vector<ImportSource> sources;  // the first kMostSources; empty: written by a version that kept none
  std::uint64_t more_sources = 0;     // those that are not named

  static constexpr std::size_t kMostSources = 20;

  bool operator==(const ImportNote&) const = default;
};

// The settings of the crawl that an import records, JSON. `first`: the first round of the import.
std::string import_settings(bool first, const std::vector<ImportSource>& sources);
// The note in the settings of any crawl. What is malformed is left out.
ImportNote parse_import_note(std::string_view settings);

}  // namespace bfa
