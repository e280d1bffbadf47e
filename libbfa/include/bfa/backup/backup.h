// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/io/file_system.h"

namespace bfa {

struct BackupOptions {
  bool verify = false;       // read the copies that are there, too, and copy again what is damaged
  FileSystem* fs = nullptr;  // of both; null: posix_file_system(). Not owned.
};

struct BackupReport {
  std::uint64_t warc_files = 0;   // that the copy has
  std::uint64_t copied = 0;       // of them: copied now
  std::uint64_t bytes = 0;        // copied now, of all files
  std::uint64_t other_files = 0;  // of imports/ and packages/
  // What is wrong with the archive: a file that fails its digest, is missing or shorter than the store knows.
  // A good copy of it stays. Each with the path of the file.
  std::vector<Error> problems;
};

// Copies an archive to the folder `to`, which is an archive then: bfa.toml, warc/, store/, imports/ and
// packages/. The archive may be written to meanwhile: the copy has the state of one moment, and WARC files up
// to what the store knows of them at that moment. What the copy has already is not copied again: closed WARC
// files with the same digest in the manifest, tables of the store, other files with the same length and time.
// Each closed WARC file is compared with the manifest while it is copied; one that differs never replaces a
// copy that does not. No file of the copy is a file of the archive. All of the copy changes at once at the
// end: when this fails or is killed, the copy is as before, and the next call goes on from what was copied.
// Nothing else may write to the copy: its file copy-of.txt has the archive's place, and whoever deletes it
// makes the copy an archive of its own. `to` must not be in the archive, nor the archive in it. The place is
// added to `backups.txt` of the archive. Errors: kNotFound, kCorrupt (no archive, or a store that cannot be
// read), kInvalidArgument (`to` is not empty, or is the copy of another archive, or was written to),
// kUnavailable (`to` is locked; the archive was replaced meanwhile), kIo. Thread-safe for different `to`.
BFA_EXPORT Result<BackupReport> backup_archive(const std::string& archive, const std::string& to,
                                               const BackupOptions& options = {});

// The places where an archive was copied to, oldest first; absolute paths. Errors: kIo.
BFA_EXPORT Result<std::vector<std::string>> backup_places(FileSystem& fs, const std::string& archive);

}  // namespace bfa
