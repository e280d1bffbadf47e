// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace bfa::tool {

// Commands of `bfa warc` with a file of their own; they get what follows their name.
int warc_index(const Arguments& arguments);
int warc_recompress(const Arguments& arguments);
int warc_repair(const Arguments& arguments);
int warc_index_originals(const Arguments& arguments);  // of `index` with --dedup
int warc_merge(const Arguments& arguments);
int warc_split(const Arguments& arguments);
int warc_materialise(const Arguments& arguments);
int warc_filter(const Arguments& arguments);
int warc_redact(const Arguments& arguments);
int warc_diff(const Arguments& arguments);

// The exit code for the damage that a reader survived: truncation has a separate code.
int code_for(const Findings& findings);
// The exit code for members of a container that could not be read, or not wholly.
int code_for_members(const Findings& findings);

}  // namespace bfa::tool
