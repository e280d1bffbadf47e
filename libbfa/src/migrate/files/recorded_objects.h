// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/io/file_system.h"

namespace bfa {

// Whether these WARC files, of packages of one object each, are one archive together: what was read in each
// step is recorded (so that nothing is lost where packages have the same step), and no two steps have the
// same number. Damaged steps do not count. Cost: one reading. Errors: kIo.
Result<bool> fit_as_recorded(FileSystem& container_fs, const std::vector<std::string>& warcs);

// Which packages have something that an archive lacks, by what their WARC files record.
struct RecordedSteps {
  bool one_archive = false;       // no two steps have the same number: all are of one archive
  std::vector<bool> brings_news;  // for each package: a step, or a record about a blog, that `own` lacks
};

// Compares the records of an archive's WARC files with those of packages. A step that two files have counts
// once. Damaged files count as far as they go. Cost: two readings of all files. Errors: kIo.
Result<RecordedSteps> compare_steps(FileSystem& container_fs, const std::vector<std::string>& own,
                                    const std::vector<std::vector<std::string>>& packages);

}  // namespace bfa
