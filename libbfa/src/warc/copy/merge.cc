// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/merge.h"

#include "base/guard.h"
#include "base/try.h"
#include "warc/copy/record_feed.h"

namespace bfa {
namespace {

Result<WarcCopyReport> merge(FileSystem& fs, const std::vector<std::string>& from, const std::string& to,
                             bool dry_run) {
  WarcCopyReport report;
  if (from.empty()) return Error{Code::kInvalidArgument, "no input file", {}, -1};
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, to, from.front()));
  std::unique_ptr<OutputFile> out;
  if (!dry_run) {
    BFA_ASSIGN_OR_RETURN(out, OutputFile::create(fs, to, form));
  }
  RecordFeed feed(fs, from, report);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, feed.next());
    if (!more) break;
    BFA_ASSIGN_OR_RETURN(const bool copied, feed.copy(out.get()));
    (void)copied;
  }
  if (!out) return report;
  report.bytes_out = out->position();
  report.files.push_back(to);
  BFA_RETURN_IF_ERROR(out->finish());
  return report;
}

}  // namespace

Result<WarcCopyReport> merge_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                   const std::string& to, bool dry_run) {
  return guarded([&] { return merge(fs, from, to, dry_run); });
}

}  // namespace bfa
