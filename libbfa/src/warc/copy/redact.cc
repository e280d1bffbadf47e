// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/select.h"
#include "warc/copy/copy_output.h"
#include "warc/copy/selector.h"
#include "warc/copy/take_out.h"

namespace bfa {
namespace {

bool selects_all(const WarcSelection& s) {
  return s.urls.empty() && s.url_prefixes.empty() && s.url_patterns.empty() && s.surt_prefixes.empty() &&
         s.hosts.empty() && s.statuses.empty() && s.mimes.empty() && s.types.empty() && !s.from && !s.until &&
         !s.invert;
}

Result<WarcCopyReport> redact(FileSystem& fs, const std::vector<std::string>& from, const std::string& to,
                              const WarcSelection& selection, const WarcRedactOptions& options) {
  if (from.empty()) return Error{Code::kInvalidArgument, "no input file", {}, -1};
  if (selects_all(selection))
    return Error{Code::kInvalidArgument, "nothing is selected; an empty selection would be all", {}, -1};
  if (options.reason.empty()) return Error{Code::kInvalidArgument, "a redaction needs a reason", {}, -1};
  BFA_ASSIGN_OR_RETURN(const auto selector, Selector::make(selection, Spellings::kAll));
  BFA_ASSIGN_OR_RETURN(CopyOutput out, CopyOutput::open(fs, from, to, options.dry_run));
  TakeOut taking(fs, from, options);
  BFA_RETURN_IF_ERROR(taking.decide([&](WarcRecord& record) -> Result<bool> {
    std::optional<HttpHead> head;
    if (selector->wants_head()) {
      BFA_ASSIGN_OR_RETURN(head, answer_head(record));
    }
    if (!selector->matches(record.header(), head ? &*head : nullptr)) return false;
    BFA_ASSIGN_OR_RETURN(const bool mark, is_mark(record));
    return !mark;
  }));
  WarcCopyReport report;
  BFA_RETURN_IF_ERROR(taking.write(0, from.size(), out.file(), report));
  return out.finish(std::move(report));
}

}  // namespace

Result<WarcCopyReport> redact_warcs(FileSystem& fs, const std::vector<std::string>& from, std::string_view to,
                                    const WarcSelection& selection, const WarcRedactOptions& options) {
  return guarded([&] { return redact(fs, from, std::string(to), selection, options); });
}

}  // namespace bfa
