// SPDX-License-Identifier: Apache-2.0
// Posts on several pages.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/extract/extract.h"

namespace bfa {

// Returns the extraction of a post's page, by its address; nothing when the caller does not have that page.
// Errors: any.
using PageLoader = std::function<Result<std::optional<Extraction>>(const std::string& url)>;

// Whether the page is the first of several of a post.
BFA_EXPORT bool is_first_page(const Extraction& page);
// Whether it is a later one: its object is of kind page with the attribute "part_of", its text is the post's.
BFA_EXPORT bool is_later_page(const Extraction& page);

// The addresses that were joined to the post, the first page's first; empty for a post on one page, or
// without memory.
BFA_EXPORT std::vector<std::string> joined_urls(const DataObject& post);

// The post that `first` begins, with the texts, references and comments of its later pages in the order of
// their numbers; its address, title, authors and dates are the first page's. Its attribute "parts" contains
// the joined addresses, one per line. A page is joined if its address and links give its number within this
// post, and if its text differs (each page of a long list of comments shows the same post again). Pages that
// `load` does not have are left out with a finding. At most 99 pages. Errors: those of `load`; kIo (memory),
// kInternal.
BFA_EXPORT Result<Extraction> join_pages(Extraction first, const PageLoader& load);

}  // namespace bfa
