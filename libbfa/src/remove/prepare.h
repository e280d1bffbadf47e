// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bfa/remove/remove.h"
#include "remove/removal_plan.h"
#include "warc/copy/take_out.h"

namespace bfa {

// The WARC files of an archive, and the inputs that imports kept.
struct WarcFilesOfArchive {
  std::vector<std::string> names, paths;           // of warc/
  std::vector<std::string> import_names, imports;  // WARC files of imports/
  std::vector<std::string> other_imports;          // names of the other files there

  // Errors: kIo.
  static Result<WarcFilesOfArchive> list(FileSystem& fs, const std::string& directory);
};

// Prepares the archive without what is removed in the folder `remove.new` (store/files/replacement.h). One
// thread.
class Preparation {
 public:
  // All must outlive it. The caller holds the writer's lock.
  Preparation(FileSystem& fs, const std::string& directory, const RemoveOptions& options,
              const WarcFilesOfArchive& files, const RemovalPlan& plan, RemoveReport& report);

  // Which records go.
  Status decide();
  bool is_empty() const { return warcs_.records() == 0 && imports_.records() == 0; }
  // Of a dry run: looks for texts in what would stay.
  Status look_at_old();

  // Writes the WARC files anew, compares them with the old ones, and looks for texts in them. Errors:
  // kCorrupt (a record of a file that has to be written anew is damaged), kIo.
  Status write_files();
  Status write_decisions(const std::vector<Removal>& removals);
  Status make_store();
  // Compares the new store with the archive: what does not go has to be there. Errors: kDenied.
  Status compare(const Archive& before);
  // From here on the new state holds.
  Status make_ready();

 private:
  Status write_folder(const TakeOut& taking, const std::vector<std::string>& names,
                      const std::vector<std::string>& paths, const std::string& to);
  Result<std::vector<Decision>> new_digests(UtcTime time);

  FileSystem& fs_;
  const std::string& directory_;
  std::string fresh_;  // remove.new
  const RemoveOptions& options_;
  const WarcFilesOfArchive& files_;
  const RemovalPlan& plan_;
  RemoveReport& report_;
  WarcRedactOptions redact_;
  TakeOut warcs_, imports_;
};

}  // namespace bfa
