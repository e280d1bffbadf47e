// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/wacz/wacz.h"
#include "migrate/files/wacz_pages.h"
#include "migrate/output/outputs.h"

namespace bfa {
namespace {

// A valid member name of a WACZ: WARC files of other names are recognised by their first bytes.
Result<std::string> archive_name(FileSystem& fs, const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  if (name.ends_with(".warc") || name.ends_with(".warc.gz") || name.ends_with(".warc.zst")) return name;
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
  BFA_ASSIGN_OR_RETURN(const std::string begin, read_all(*make_limit_source(*source, 4), 4));
  if (begin.starts_with("\x1f\x8b")) return name + ".warc.gz";
  return name + (begin.starts_with("WARC") ? ".warc" : ".warc.zst");
}

}  // namespace

Status write_wacz_output(OutputJob& job) {
  WaczOptions options;
  options.title = job.options.title;
  options.clock = job.options.input.clock;
  BFA_ASSIGN_OR_RETURN(const auto writer, WaczWriter::create(job.fs, job.output, options));
  WaczPages pages(job.fs, *writer);
  for (const auto& path : job.warcs) {
    BFA_ASSIGN_OR_RETURN(const std::string name, archive_name(job.fs, path));
    BFA_ASSIGN_OR_RETURN(const WaczPageSearch search, pages.search_for(path));
    BFA_RETURN_IF_ERROR(writer->add_archive(job.fs, path, name, search));
  }
  BFA_ASSIGN_OR_RETURN(const WaczReport report, writer->finish());
  for (const auto& finding : report.findings)
    job.note({MigrationNote::Kind::kDamage, finding.id, finding.message, finding.where, {}});
  job.report.pages = report.pages;
  if (report.captures > 0) job.report.records["capture"] = report.captures;
  job.report.files.push_back(job.output);
  return {};
}

}  // namespace bfa
