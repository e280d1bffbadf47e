// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "extract/page/page_index.h"

namespace bfa {

// Properties of a region inside an article on one page, to learn which regions are not part of its text.

// It has some running text, in separate blocks.
bool is_text_region(const PageIndex& page, HtmlDocument::NodeId n);
// It has two links or more to pages of the blog itself, and little other text, without headings.
bool leads_to_posts(const PageIndex& page, HtmlDocument::NodeId n, std::string_view host);
// A line of little else than links, which all lead to pages of the blog itself.
bool is_line_of_links(const PageIndex& page, const TextBlock& block, std::string_view host);
// The links that begin in the block, or in whose first text it begins.
std::span<const HtmlDocument::NodeId> links_of(const PageIndex& page, const TextBlock& block);
// It leads to a page of the blog, and not to a place in the same page by "#" alone.
bool is_own_address(std::string_view href, std::string_view host);
// The host of an address; empty without a host.
std::string_view host_of_link(std::string_view href);
std::string_view without_www(std::string_view host);
// It is one of the sections of a text: it begins with a heading, as does the element of the same class
// before it, which has more text.
bool is_section(const PageIndex& page, HtmlDocument::NodeId n);

}  // namespace bfa
