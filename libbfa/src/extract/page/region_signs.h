// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "extract/page/page_index.h"

namespace bfa {

// What a region inside of an article looks like on one page, to learn which of them are not part of its text.

// It has some running text, in blocks of its own.
bool is_text_region(const PageIndex& page, HtmlDocument::NodeId n);
// It has two links or more to pages of the blog itself, and little text besides, headings left out.
bool leads_to_posts(const PageIndex& page, HtmlDocument::NodeId n, std::string_view host);
// The host that an address names; empty: it has none.
std::string_view host_of_link(std::string_view href);
std::string_view without_www(std::string_view host);
// It is one of the sections of a text: it begins with a heading, as does the element of the same class before
// it, which has more to say.
bool is_section(const PageIndex& page, HtmlDocument::NodeId n);

}  // namespace bfa
