// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bfa/store/archive.h"
#include "crawl/captures/warc_index.h"

namespace bfa {

// Which entries of `index` need no import: true for those that the archive has with the same URL, date and
// payload, and for those that the index has twice. By WarcIndex::number_of. Captures that cannot be read
// count as not known. Errors: those of the archive.
Result<std::vector<bool>> find_known_captures(const Archive& archive, const WarcIndex& index);

}  // namespace bfa
