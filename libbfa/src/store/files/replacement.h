// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/io/file_system.h"

namespace bfa {

// A replacement of parts of an archive that is prepared beside them: the folder `remove.new` in the archive's
// folder holds new `warc`, `store` and `imports`. When it is complete, it is renamed `remove.ready`: from
// then on the replacement holds, and whoever opens the archive finishes it. Each part that is there replaces
// the one of the archive. `remove.ready/packages.txt` names entries of `packages/` that are deleted, a line
// each. Formats: docs/formats/store.md, "Removals".
struct Replacement {
  static std::string prepared(const std::string& directory) { return directory + "/remove.new"; }
  static std::string ready(const std::string& directory) { return directory + "/remove.ready"; }
  static std::string old(const std::string& directory) { return directory + "/remove.old"; }
  static constexpr const char* kPackages = "/packages.txt";
};

// True when a replacement is complete and not finished.
Result<bool> replacement_is_ready(FileSystem& fs, const std::string& directory);

// Finishes a complete replacement, and deletes an incomplete one and what was replaced. The caller holds the
// writer's lock. Can be repeated after it was cut off anywhere. Errors: kIo.
Status settle_replacement(FileSystem& fs, const std::string& directory);

// As settle_replacement() for a reader, who takes the lock for it. Does nothing when no replacement is ready.
// Waits for up to ten seconds for a process that does it. Errors: kIo, kUnavailable.
Status settle_for_reading(FileSystem& fs, const std::string& directory);

// Deletes a folder with all that is in it, or a file; links are deleted, not followed. Nothing there is no
// error. Errors: kIo.
Status remove_tree(FileSystem& fs, const std::string& path);

}  // namespace bfa
