// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "bfa/html/content.h"
#include "bfa/object/data_object.h"

namespace bfa {

// Which comments of a page were removed from it until a later capture: indices into `before`, ascending. Both
// lists are of one post in the order of the page, read by the same rules. In doubt a comment was not removed:
// a page may show a part of its comments (the last fifty, the best ten, those that a script does not load).
// `paged`: see has_more_comments. docs/crawl.md, "Comments that are gone". Cost: that of match_comments.
std::vector<std::size_t> removed_comments(const std::vector<DataObject>& before,
                                          const std::vector<DataObject>& after, bool paged);

// True when a page links to other pages of its comments. `links`: of the page at `post`.
bool has_more_comments(const std::vector<HtmlLink>& links, const Url& post,
                       const std::vector<DataObject>& comments);

}  // namespace bfa
