// SPDX-License-Identifier: Apache-2.0
#include "warc/copy/copy_output.h"

#include "base/try.h"

namespace bfa {

Result<CopyOutput> CopyOutput::open(FileSystem& fs, const std::vector<std::string>& from,
                                    const std::string& to, bool dry_run) {
  if (from.empty()) return Error{Code::kInvalidArgument, "no input file", {}, -1};
  CopyOutput out;
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, to, from.front()));
  if (!dry_run) {
    BFA_ASSIGN_OR_RETURN(out.file_, OutputFile::create(fs, to, form));
  }
  return out;
}

Result<WarcCopyReport> CopyOutput::finish(WarcCopyReport report) {
  if (!file_) return report;
  report.bytes_out = file_->position();
  report.files.push_back(file_->path());
  BFA_RETURN_IF_ERROR(file_->finish());
  return report;
}

}  // namespace bfa
