// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/merge.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "warc/copy/copy_output.h"
#include "warc/copy/record_feed.h"

namespace bfa {
namespace {

Result<WarcCopyReport> merge(FileSystem& fs, const std::vector<std::string>& from, const std::string& to,
                             bool dry_run) {
  WarcCopyReport report;
  BFA_ASSIGN_OR_RETURN(CopyOutput out, CopyOutput::open(fs, from, to, dry_run));
  RecordFeed feed(fs, from, report);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, feed.next());
    if (!more) break;
    BFA_ASSIGN_OR_RETURN(const bool copied, feed.copy(out.file()));
    (void)copied;
  }
  return out.finish(std::move(report));
}

}  // namespace

Result<WarcCopyReport> merge_warcs(FileSystem& fs, const std::vector<std::string>& from, std::string_view to,
                                   bool dry_run) {
  return guarded([&] { return merge(fs, from, std::string(to), dry_run); });
}

}  // namespace bfa
