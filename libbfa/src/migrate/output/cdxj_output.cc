// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/warc/cdx_writer.h"
#include "io/replacing_sink.h"
#include "migrate/output/outputs.h"

namespace bfa {

Status write_cdxj_output(OutputJob& job) {
  CdxSortOptions sort;
  const std::size_t slash = job.output.find_last_of('/');
  sort.directory = slash == std::string::npos ? "." : job.output.substr(0, slash + 1);
  CdxSorter lines(job.fs, sort);
  for (const auto& path : job.warcs) {
    Findings ignored;  // noted when the input was read
    BFA_RETURN_IF_ERROR(index_warc(
        job.fs, path, {},
        [&](const CdxCapture& capture) {
          ++job.report.records["capture"];
          return lines.add(capture.entry);
        },
        ignored));
  }
  BFA_ASSIGN_OR_RETURN(const auto out, open_replacing_sink(job.fs, job.output));
  BFA_RETURN_IF_ERROR(lines.write(*out));
  BFA_RETURN_IF_ERROR(out->finish());
  job.report.files.push_back(job.output);
  return {};
}

}  // namespace bfa
