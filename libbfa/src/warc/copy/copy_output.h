// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bfa/warc/merge.h"
#include "warc/write/output_file.h"

namespace bfa {

// The only output file of a function that copies records. A dry run has no file.
class CopyOutput {
 public:
  // The form follows from the name and the first input. Errors: kInvalidArgument (no input, `to` exists),
  // kIo.
  static Result<CopyOutput> open(FileSystem& fs, const std::vector<std::string>& from, const std::string& to,
                                 bool dry_run);
  OutputFile* file() { return file_.get(); }  // null in a dry run
  // Finishes the file and adds it to the report. Errors: kIo.
  Result<WarcCopyReport> finish(WarcCopyReport report);

 private:
  std::unique_ptr<OutputFile> file_;
};

}  // namespace bfa
