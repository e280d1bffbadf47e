// SPDX-License-Identifier: Apache-2.0
// Objects of the captures: from a temporary archive, filled by an import.
#include "base/counted.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/object/json.h"
#include "io/file_sink.h"
#include "migrate/objects/export_job.h"
#include "migrate/output/outputs.h"

namespace bfa {
namespace {

Status write_objects(const Archive& archive, const std::string& path, OutputJob& job) {
  BFA_ASSIGN_OR_RETURN(const auto sink, FileSink::create(job.fs, path + ".open"));
  Status status;
  BFA_RETURN_IF_ERROR(
      archive.for_each_object({}, [&](const std::string& /*key*/, const ObjectSummary& summary) {
        ObjectJsonOptions options;
        options.summary = &summary;
        DataObject object = summary.latest;
        object.provenance.warc = {};  // its file is removed with the archive
        status = write_text(*sink, object_to_json(object, options) + "\n");
        ++job.report.objects;
        return status.ok();
      }));
  BFA_RETURN_IF_ERROR(status);
  BFA_RETURN_IF_ERROR(sink->finish());
  return job.fs.rename(path + ".open", path);
}

}  // namespace

Status write_object_output(OutputJob& job) {
  ArchiveOptions settings;
  settings.mode = ArchiveOptions::Mode::kWrite;
  settings.create = true;
  settings.clock = job.options.input.clock;
  settings.warc.clock = job.options.input.clock;
  settings.warc.make_uuid = job.options.input.make_uuid;
  BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(job.work + "/archive", settings));
  CrawlOptions crawl;
  crawl.clock = job.options.input.clock;
  crawl.stop = job.options.stop;
  const auto imported = import_warcs(*archive, job.fs, job.warcs, job.options.blogs, crawl);
  if (!imported) return imported.error();
  if (job.options.stop.stop_requested()) return Error{Code::kUnavailable, "stopped", job.output, -1};
  for (const auto& finding : imported->findings)
    job.note({MigrationNote::Kind::kDamage, finding.id, finding.message, finding.where, {}});
  if (imported->skipped != 0) {
    job.note({MigrationNote::Kind::kNotCarried,
              "no_blog",
              counted(imported->skipped, "capture belongs to no blog", "captures belong to no blog"),
              job.output,
              {}});
  }
  if (job.options.target == MigrationTarget::kObjects && !job.options.all_versions) {
    BFA_RETURN_IF_ERROR(write_objects(*archive, job.output, job));
    job.report.files.push_back(job.output);
    return archive->close();
  }
  ExportOptions options;
  options.format = job.options.target == MigrationTarget::kCsv        ? ExportFormat::kCsv
                   : job.options.target == MigrationTarget::kMarkdown ? ExportFormat::kMarkdown
                                                                      : ExportFormat::kJsonLines;
  options.places = false;  // its files are removed with the archive
  options.stop = job.options.stop;
  ExportJob exporting{*archive, job.fs, options, job.report, job.output, job.work, job.note};
  BFA_RETURN_IF_ERROR(write_export(exporting));
  return archive->close();
}

}  // namespace bfa
