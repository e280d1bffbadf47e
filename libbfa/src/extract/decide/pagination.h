// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/extract/extract.h"
#include "extract/decide/assemble.h"
#include "extract/page/page_index.h"

namespace bfa {

// Whether the page is one of several of a post, by the links to the others that stand in its article or right
// behind it, and which one; number 0: it is not. A first page is a post; a later one has an address like a
// post's with a number more, and a link back. Lists of posts on several pages are not: their first page is no
// post. Cost: a look at the short lines there.
PostParts find_parts(const Template* t, const PageInput& input, const PageIndex& page,
                     const Decision& decision);

// The same, and the decision changed by it: a later page is no post of its own, and the links are cut.
PostParts settle_parts(const Template* t, const PageInput& input, const PageIndex& page, Decision& decision);

}  // namespace bfa
