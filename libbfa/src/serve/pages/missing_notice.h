// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "serve/pages/site_page.h"

namespace bfa::pages {

// Says which WARC files are not in the folder any more, and what that affects; empty: all are there. `blog`:
// only those with captures of it; null: all. In large archives the captures are not counted. Cost: a look at
// the disk for each file; where one is missing in a small archive, one scan of the captures.
Markup missing_notice(const SiteContext& context, const BlogOverview& overview,
                      const BlogRow* blog = nullptr);

}  // namespace bfa::pages
