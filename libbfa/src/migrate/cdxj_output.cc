// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/try.h"
#include "bfa/warc/cdxj.h"
#include "migrate/outputs.h"

namespace bfa {

Status write_cdxj_output(OutputJob& job) {
  std::vector<std::string> lines;
  for (const auto& path : job.warcs) {
    BFA_ASSIGN_OR_RETURN(auto more, cdxj_lines(job.fs, path));
    lines.insert(lines.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  BFA_RETURN_IF_ERROR(write_file_atomically(job.fs, job.output, text));
  job.report.files.push_back(job.output);
  return {};
}

}  // namespace bfa
