// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/extract/extract.h"

namespace bfa {

// Gives what a page of a post holds, by its address; nothing when that page is not at hand. Errors: any.
using PartLoader = std::function<Result<std::optional<Extraction>>(const std::string& url)>;

// Whether the page is one of several of a post, and the first of them.
BFA_EXPORT bool is_first_part(const Extraction& page);
// ... or a later one: its object is kind page with the attribute "part_of", its text is the post's.
BFA_EXPORT bool is_later_part(const Extraction& page);

// The addresses that were joined to the post, the first page's first; none when it is on one page.
BFA_EXPORT std::vector<std::string> part_urls(const DataObject& post);

// The post that `first` begins, with the texts, references and comments of its further pages in the order of
// their numbers; its address, title, authors and dates are the first page's. Its attribute "parts" names the
// addresses that were joined, a line each. A page counts that says of itself, by its address and its links,
// which one of this post it is, and whose text is its own (a list of comments on pages shows the same post
// again). Pages that are not at hand are left out with a finding. At most 99 pages. Errors: those of `load`.
BFA_EXPORT Result<Extraction> join_parts(Extraction first, const PartLoader& load);

}  // namespace bfa
