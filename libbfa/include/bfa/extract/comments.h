// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bfa/base/export.h"
#include "bfa/object/data_object.h"

namespace bfa {

// The comments of one post from both of their sources, each once. `page`: as Extraction has them; `feed`: as
// comments_of_feed gives them, which may be but the newest ones. A comment of both keeps what the page says,
// its parent above all, and takes from the feed its id, feed, and a date where the page's is coarser; parents
// are renamed with it. What only the feed has comes last. Matched by address, then by the maximum weighted
// matching over text, author and date. Deterministic, thread-safe. Source: BlogForever Crawler, "Variations
// for authors, dates and comments".
BFA_EXPORT std::vector<DataObject> merge_comments(std::vector<DataObject> page,
                                                  const std::vector<DataObject>& feed);

}  // namespace bfa
