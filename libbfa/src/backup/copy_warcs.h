// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bfa/backup/backup.h"
#include "bfa/warc/fixity_manifest.h"
#include "store/marks.h"

namespace bfa {

struct BackupFolders {
  std::string archive, copy, fresh;  // `fresh`: the copy that is being prepared
};

// The WARC files of a backup. One thread.
class WarcCopy {
 public:
  WarcCopy(FileSystem& fs, const BackupFolders& folders, bool verify, BackupReport& report)
      : fs_(fs), folders_(folders), verify_(verify), report_(report) {}

  // Which files there are, before the store is copied.
  Status list();
  // Copies each file up to what the copied store at `store` knows of it, and writes the manifest. Errors:
  // kInvalidArgument (the copy has files that the store does not know), kIo.
  Status copy(const std::string& store);

 private:
  Status read_manifests();
  Status refuse_foreign(const std::map<std::string, Mark>& marks);
  Status take(const std::string& name, const Mark& mark);
  Status take_closed(const WarcFileSize& file);
  Status take_part(const WarcFileSize& file, std::uint64_t bytes);
  Status take_missing(const std::string& name);
  Result<bool> is_good(const std::string& path, const std::string& digest, bool read);
  Status keep(const std::string& name);
  void problem(const std::string& name, std::string message);

  FileSystem& fs_;
  BackupFolders folders_;
  bool verify_;
  BackupReport& report_;
  std::map<std::string, WarcFileSize> before_, now_, have_;  // of the archive; of the copy
  FixityManifest mine_, its_, fresh_;
};

}  // namespace bfa
