// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "extract/decide/assemble.h"
#include "extract/methods/method.h"
#include "extract/rules/page_view.h"

namespace bfa {

// The common steps of all methods after the article's place is chosen: title, author and date by the
// template's rules, otherwise by the page's own markup; post or not; cuts. make_object makes the object from
// this. `method` chose the article. `article.node` may be kNone: a page without content. `post`: whether the
// page is a post, if the method decides it.
PageDecision decide_page(const PageView& view, const Candidate& article, std::string_view method,
                         std::optional<bool> post);

// For a page that is not a post: keeps only the values that do not depend on the rest of the page. Needs a
// template.
void clear_for_page(const PageView& view, PageDecision& decision);

}  // namespace bfa
