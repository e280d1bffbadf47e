// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bfa/extract/extract.h"
#include "extract/decide/assemble.h"
#include "extract/methods/method.h"

namespace bfa {

// What all methods share once the article's place is chosen: title, author and date by the template's rules,
// else by the page's own words; post or not; cuts. `method` gave the article. The object is made by
// make_object from this. `article.node` may be kNone: a page without content.
Decision decide_page(const PageView& view, const Candidate& article, std::string_view method,
                     std::optional<bool> post);

// Leaves to a page that is no post only what does not depend on what else stands on the page.
void clear_for_page(const PageView& view, Decision& decision);

}  // namespace bfa
