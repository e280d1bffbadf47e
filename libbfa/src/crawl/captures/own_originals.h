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

  // Null: there are none. Cost of the first call: one reading of the files. Errors: kIo.
  Result<const WarcIndex*> index();

 private:
  Status read();

  FileSystem& fs_;
  const std::string directory_;
  std::mutex mutex_;
  bool looked_ = false;
  std::optional<WarcIndex> index_;
};

}  // namespace bfa
