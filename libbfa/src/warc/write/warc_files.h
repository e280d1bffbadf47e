// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/warc/writer.h"
#include "warc/write/record_writer.h"

namespace bfa {

class WrittenDigest;

// The files of a WarcWriter: their names, the change to a new one, syncing, and cutting back after a failure.
// Not thread-safe.
class WarcFiles {
 public:
  // Files of `directory`, named by options.prefix and time. `fs` and `options` must outlive this.
  WarcFiles(FileSystem& fs, std::string directory, const WarcWriteOptions& options,
            std::unique_ptr<MemberEncoder> encoder);
  ~WarcFiles();
  WarcFiles(const WarcFiles&) = delete;
  WarcFiles& operator=(const WarcFiles&) = delete;

  // Instead of files named by time: continues at the end of `file`, which ends with a complete record.
  Status take_over(const std::string& file);
  // Instead of files named by time: the one new file `file`, removed unless finish() succeeds. Errors: kIo,
  // kInvalidArgument (it exists).
  Status create_only(const std::string& file);

  // Makes sure that a file is open and not full. Errors: kIo; after a failure of sync(), finish() or
  // cut_back() always that first error; kInvalidArgument (the only file is finished).
  Status prepare();
  RecordWriter& out() { return out_; }
  const std::string& name() const { return name_; }  // final name of the open file
  bool new_file() const { return new_file_; }        // since the last begun()
  void begun() { new_file_ = false; }                // the file has its first records
  // Removes what was written after the first `size` bytes. Errors: kIo.
  Status cut_back(std::uint64_t size);
  Status sync();
  Status finish();  // syncs and renames; an empty file is removed
  const std::vector<std::string>& names() const { return names_; }

 private:
  Status open();
  void take_file(std::unique_ptr<WritableFile> file);
  Result<std::string> free_name();
  std::string path() const { return directory_ + "/" + name_; }

  FileSystem& fs_;
  std::string directory_;
  const WarcWriteOptions& options_;
  RecordWriter out_;
  std::unique_ptr<WritableFile> file_;
  std::shared_ptr<WrittenDigest> digest_;  // of what went into file_; null: not asked for
  bool digest_known_ = true;               // nothing was cut off again
  std::string name_;
  bool only_ = false;
  bool new_file_ = true;
  bool name_synced_ = false;
  std::uint64_t serial_ = 0;
  std::vector<std::string> names_;
  std::optional<Error> broken_;  // the file's content is uncertain: nothing more is written
};

}  // namespace bfa
