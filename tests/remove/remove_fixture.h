// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "archive_crawl.h"
#include "archive_dump.h"
#include "bfa/remove/remove.h"
#include "bfa/warc/fixity_manifest.h"
#include "bfa/warc/validate.h"

namespace bfa::test {

// Words that are only on the page that is removed.
inline constexpr const char* kMarker =
    "Quicksilver herons balance upon seventeen crooked lanterns beside the harbour of Ostrava.";

inline RemoveOptions removal(const std::string& address, RemovalForm form = RemovalForm::kUrl,
                             FileSystem* fs = nullptr, Clock* clock = nullptr) {
  RemoveOptions options;
  options.form = form;
  options.address = address;
  options.reason = "asked for by the author";
  options.archive.fs = fs;
  options.archive.clock = clock;
  return options;
}

// The line without its members "warc" and "original", which have no objects within.
inline std::string without_places(std::string line) {
  for (const std::string_view member : {"\"warc\":{", "\"original\":{"}) {
    for (std::size_t at = line.find(member); at != std::string::npos; at = line.find(member, at)) {
      const std::size_t end = line.find('}', at);
      line.erase(at, end == std::string::npos ? end : end + 1 - at);
    }
  }
  return line;
}

// What an archive answers, without places in WARC files, and without lines that contain `but`.
inline std::vector<std::string> dump_but(const Archive& archive, const std::string& but) {
  std::vector<std::string> lines;
  for (const auto& line : dump(archive)) {
    if (!but.empty() && line.find(but) != std::string::npos) continue;
    lines.push_back(without_places(line));
  }
  return lines;
}

// True when some file of a folder has the text: in its bytes or, of a WARC file, in a block of a record.
inline bool folder_has(const std::string& folder, const std::string& text) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (bytes.find(text) != std::string::npos) return true;
    const auto reader = WarcReader::open(posix_file_system(), entry.path().string());
    if (!reader) continue;
    for (;;) {
      const auto record = (*reader)->next();
      if (!record || *record == nullptr) break;
      const auto block = read_all((*record)->block(), 16u << 20);
      if (block && block->find(text) != std::string::npos) return true;
    }
  }
  return false;
}

inline void expect_sound_warcs(const std::string& archive) {
  const auto manifest = read_fixity_manifest(posix_file_system(), archive + "/warc");
  ASSERT_TRUE(manifest) << to_string(manifest.error());
  for (const auto& file : std::filesystem::directory_iterator(archive + "/warc")) {
    if (file.path().string().find(".warc") == std::string::npos) continue;
    const auto report = validate_warc(posix_file_system(), file.path().string());
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_FALSE(report->truncated || report->corrupt || report->spec_violation) << file.path();
    EXPECT_EQ(report->digests_bad, 0u) << file.path();
    const auto line = manifest->find(file.path().filename().string());
    ASSERT_NE(line, manifest->end()) << file.path();
    EXPECT_EQ(line->second, *sha256_of_file(posix_file_system(), file.path().string())) << file.path();
  }
}

}  // namespace bfa::test
