// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/warc/merge.h"

namespace bfa {

struct MaterialiseOptions {
  std::vector<std::string>
      with;  // further WARC files to look for originals in, or indexes (CDX, CDXJ) beside them
  bool dry_run = false;
};

// The records of the files in one file (rules: merge.h), its revisits as the responses that they stand for
// (resolve_revisit). Such a response has a new record id that follows from the revisit's, its fields but for
// those of revisits, and a metadata record beside it that names the revisit and the original; records that
// were concurrent to the revisit name the new id. A revisit whose original is in none of the files stays as
// it is and is listed ("original_missing"). Reads each file three times when there are revisits. Memory:
// about 1 KiB a revisit. Source: WARC 1.1 section 6.7; docs/formats/warc.md, "Materialising".
BFA_EXPORT Result<WarcCopyReport> materialise_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                                    const std::string& to,
                                                    const MaterialiseOptions& options = {});

}  // namespace bfa
