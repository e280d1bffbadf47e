// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "bfa/store/archive.h"
#include "crawl/captures/warc_index.h"

namespace bfa {

// The captures of an archive's finished WARC files. They are read when an original of a revisit is not in the
// files of an import: files of a series refer to earlier ones. Memory: as WarcIndex. Thread-safe.
class OwnOriginals {
 public:
  OwnOriginals(FileSystem& fs, const Archive& archive) : fs_(fs), directory_(archive.warc_directory()) {}

  // Null when the archive has no finished WARC file. The first call reads the files once; when that failed,
  // each call returns its error. Errors: kIo, kUnsupported.
  Result<const WarcIndex*> index();

 private:
  Status read();

  FileSystem& fs_;
  const std::string directory_;
  std::mutex mutex_;
  std::optional<Status> read_;  // of the one attempt
  std::optional<WarcIndex> index_;
};

}  // namespace bfa
