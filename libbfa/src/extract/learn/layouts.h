// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/extract/extract.h"

namespace bfa {

// How a page is built: the rules that its elements stand for (rule_hash.h), each once, with the first node
// that each finds.
struct PageStructure {
  std::vector<std::uint64_t> keys;  // sorted
  std::vector<HtmlDocument::NodeId> nodes;
};
PageStructure structure_of(const HtmlDocument& doc);

// Pages that are built alike, as lists of indexes in ascending order, largest group first; of equals the one
// with the first page. Parts of nearly all pages, and parts of only one page, are ignored. Deterministic;
// cost: pages times groups, and of these there are few.
std::vector<std::vector<std::size_t>> group_by_structure(std::span<const PageStructure> pages);

// The XPaths that most pages of `members` have, those first that few other pages have. `docs`, `pages`: of
// the same length.
std::vector<std::string> signature_of(std::span<const HtmlDocument* const> docs,
                                      std::span<const PageStructure> pages,
                                      std::span<const std::size_t> members);

// Which layout of the template a page has: an index into Template::layouts, or -1 for the layout of the
// feed's posts, and for a page that fits no layout. The layout of the part that the page's path belongs to
// comes first. Cost: linear in the page.
int layout_of(const Template& t, const HtmlDocument& doc, std::string_view path);

// What share of the layout's signature the page has, [0, 1].
double layout_share(const Template& t, int layout, const HtmlDocument& doc);

// The template for pages of one layout (layout_of).
Template template_of_layout(const Template& t, int layout);

// `inner` with layouts: learns further ones from pages that its rules find no article on, and extracts each
// page with the rules of its layout; if pinned rules match, only they are used.
std::unique_ptr<ExtractionStrategy> with_layouts(std::unique_ptr<ExtractionStrategy> inner);

}  // namespace bfa
