// SPDX-License-Identifier: Apache-2.0
// The objects of an archive, version by version.
#include <utility>
#include <vector>

#include "base/try.h"
#include "migrate/objects/export_job.h"

namespace bfa {
namespace {

std::string field_names(const Change& change) {
  std::string names, last;
  for (const ChangeReason& reason : change.reasons) {
    if (reason.field == last) continue;
    (names += names.empty() ? "" : "\n") += reason.field;
    last = reason.field;
  }
  return names;
}

Status visit_object(ExportJob& job, const std::string& key,
                    const std::function<Status(const VersionRow&)>& visit) {
  BFA_ASSIGN_OR_RETURN(const std::vector<Version> versions, job.archive.versions(key));
  BFA_ASSIGN_OR_RETURN(const std::vector<Change> changes, job.archive.changes(key));
  const std::size_t first = job.options.all_versions || versions.empty() ? 0 : versions.size() - 1;
  for (std::size_t i = first; i < versions.size(); ++i) {
    VersionRow row{versions[i], i + 1, versions.size(), Verdict::kNew, {}};
    if (i > 0 && i <= changes.size()) {
      row.verdict = changes[i - 1].verdict;
      row.fields = field_names(changes[i - 1]);
    }
    BFA_RETURN_IF_ERROR(visit(row));
    ++job.report.records["version"];
  }
  ++job.report.objects;
  return {};
}

}  // namespace

Status for_each_version(ExportJob& job, const std::function<Status(const VersionRow&)>& visit) {
  ObjectQuery query;
  query.heads_only = true;
  query.blog_host = job.blog.host;
  Status status;
  std::uint64_t older = 0;
  BFA_RETURN_IF_ERROR(
      job.archive.for_each_object(query, [&](const std::string& key, const ObjectSummary& summary) {
        if (job.options.stop.stop_requested()) {
          status = Error{Code::kUnavailable, "stopped", job.output, -1};
          return false;
        }
        if (!job.has(summary.latest.url, summary.latest.post)) return true;
        if (!job.options.all_versions && summary.versions > 1) older += summary.versions - 1;
        status = visit_object(job, key, visit);
        return status.ok();
      }));
  BFA_RETURN_IF_ERROR(status);
  note_count(job, MigrationNote::Kind::kNotCarried, "older_versions", older, "older version of an object",
             "older versions of objects");
  return {};
}

}  // namespace bfa
