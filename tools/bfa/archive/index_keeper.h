// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace bfa::tool {

// The index of `bfa search` follows what commands write, where an archive has one: it is derived data, so a
// failure is one line on stderr and changes no exit code.

// Notes that this command writes to the archive in that folder.
void note_written(const std::string& directory);
// Called when the command has ended and closed its archive: brings the index of what was noted up to date.
void update_written_index();

// For a command that writes for long: brings the index up to date about once a second, beside the writer, by
// a reader of its own. Ends when it is destroyed.
class IndexKeeper {
 public:
  virtual ~IndexKeeper() = default;
};
std::unique_ptr<IndexKeeper> keep_index(const std::string& directory);

}  // namespace bfa::tool
