// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/store/archive.h"
#include "bfa/wacz/wacz.h"

namespace bfa {

// Writes a WACZ file of an archive: its closed WARC files in the order of their names, and its blogs, posts
// and pages as the pages, with their titles and the times of the captures that they were last read from.
// `with_text`: their texts too, for search. `options.title` defaults to the first blog's, `main_page_url` to
// its home. Errors: kIo, kNotFound (no WARC file), those of WaczWriter.
BFA_EXPORT Result<WaczReport> write_archive_wacz(const Archive& archive, const std::string& path,
                                                 const WaczOptions& options, bool with_text = false);

}  // namespace bfa
