// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/warc/fixity_manifest.h"
#include "check/check_log.h"
#include "check/store_reader.h"
#include "check/warc_file.h"

namespace bfa {

// True while a process writes to the archive.
bool is_locked(const std::string& directory);

// Looks at what is in the archive's folder, and not in its subfolders. Errors: kNotFound (no archive there),
// kUnsupported (a newer one).
Status check_folder(FileSystem& fs, const std::string& directory, CheckLog& log);

// The manifest of the WARC files: digests by name. What is wrong with it is in the log.
struct WarcManifest {
  bool there = false;
  FixityManifest digests;
};
WarcManifest read_warc_manifest(FileSystem& fs, const std::string& directory, CheckLog& log);

// The WARC files that are there or should be, by name: of the folder, the manifest, the marks of the store,
// and those that its captures name. `running`: a process writes to the archive.
// `outside`: reads files outside of the archive, also within containers.
std::vector<FolderEntry> list_entries(FileSystem& fs, FileSystem& outside, const std::string& directory,
                                      const StoreReader& store, const CaptureCounts& captures,
                                      const WarcManifest& manifest, bool running, CheckLog& log);

// Says which files differ from what the store and the manifest know of them.
void compare_entries(FileSystem& fs, std::vector<FolderEntry>& entries, const StoreReader& store,
                     const WarcManifest& manifest, bool running, const CheckOptions& options, CheckLog& log);

}  // namespace bfa
