// SPDX-License-Identifier: Apache-2.0
#include "migrate/objects/export_job.h"

#include "base/try.h"

namespace bfa {

Status write_export(ExportJob& job) {
  if (!job.options.blog_host.empty()) {
    BFA_ASSIGN_OR_RETURN(job.blog, known_blog_filter(job.archive, job.options.blog_host));
  }
  switch (job.options.format) {
    case ExportFormat::kCsv:
      return write_csv(job);
    case ExportFormat::kMarkdown:
      return write_markdown(job);
    default:
      return write_json_lines(job);
  }
}

void note_count(ExportJob& job, MigrationNote::Kind kind, const char* id, std::uint64_t count,
                const std::string& one, const std::string& many) {
  if (count == 0) return;
  job.note({kind, id, std::to_string(count) + " " + (count == 1 ? one : many), job.output, {}});
  // The report counts what was left out or changed, not the note of it.
  job.report.notes[std::string(migration_note_name(kind)) + " " + id] += count - 1;
}

}  // namespace bfa
