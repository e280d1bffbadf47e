// SPDX-License-Identifier: Apache-2.0
#include "bfa/migrate/migrate.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "migrate/files/note_log.h"
#include "migrate/files/work_folder.h"
#include "migrate/objects/export_job.h"

namespace bfa {
namespace {

Result<MigrationReport> run_export(const Archive& archive, FileSystem& fs, std::string output,
                                   const ExportOptions& options) {
  while (output.size() > 1 && output.ends_with('/')) output.pop_back();
  const std::string sidecar = options.sidecar ? output + ".report.jsonl" : "";
  for (const std::string& path : {output, sidecar}) {
    if (path.empty()) continue;
    BFA_ASSIGN_OR_RETURN(const bool taken, fs.exists(path));
    if (taken) return Error{Code::kInvalidArgument, "already exists", path, -1};
  }
  WorkFolder work(output + ".work");
  BFA_RETURN_IF_ERROR(work.make(fs));
  MigrationReport report;
  report.units = 1;
  BFA_ASSIGN_OR_RETURN(const auto notes, NoteLog::create(fs, sidecar, report));
  ExportJob job{archive,
                fs,
                options,
                report,
                output,
                work.path(),
                [&](MigrationNote note) { notes->add(std::move(note)); }};
  BFA_RETURN_IF_ERROR(write_export(job));
  if (!sidecar.empty()) report.files.push_back(sidecar);
  BFA_RETURN_IF_ERROR(notes->finish());
  return report;
}

}  // namespace

std::optional<ExportFormat> parse_export_format(std::string_view name) {
  if (name == "jsonl") return ExportFormat::kJsonLines;
  if (name == "csv") return ExportFormat::kCsv;
  if (name == "markdown") return ExportFormat::kMarkdown;
  return std::nullopt;
}

Result<MigrationReport> export_objects(const Archive& archive, FileSystem& fs, const std::string& output,
                                       const ExportOptions& options) {
  return guarded([&]() -> Result<MigrationReport> { return run_export(archive, fs, output, options); });
}

}  // namespace bfa
