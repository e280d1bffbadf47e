// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/page/page_index.h"
#include "extract/words/taxonomy_words.h"

namespace bfa {

// The words of a post: tags are the author's words, categories belong to the blog's system.
struct PostTags {
  std::vector<std::string> tags, categories;
};

inline constexpr std::uint32_t kMaxTagBytes = 80;

// True for a text as short as a tag that is not in a side bar or in comments.
bool may_hold_tag(const PageIndex& page, HtmlDocument::NodeId n) noexcept;

// The word that a link shows, without "#" and commas; empty for a link to all tags ("Tags").
std::string tag_text(const PageIndex& page, HtmlDocument::NodeId n);

// The kind of a link by its rel, its names, its address and the words before it; kNone without evidence.
Taxonomy taxonomy_by_surroundings(const PageIndex& page, HtmlDocument::NodeId article,
                                  HtmlDocument::NodeId n);

// Links in the article's surroundings that are identified by rel ("tag", "category tag"), by names of the
// elements around them ("post-tags", "cat-links"), or by their address (/tag/x, /category/x) in a line of
// links. Each once, in the page's order. Without any, a category without a link that a class marks in the
// line with the post's year. `host`: the page's; links that only a label identifies must lead to the same
// host. At most 500 of each kind. `menus`: elements whose links are the site's, not the post's (menus_of).
// Cost: linear in the surroundings.
PostTags tags_of_post(const PageIndex& page, HtmlDocument::NodeId article, std::string_view host,
                      std::span<const HtmlDocument::NodeId> menus = {});
// The links from which it takes tags and categories, in the page's order.
std::vector<HtmlDocument::NodeId> tag_links(const PageIndex& page, HtmlDocument::NodeId article,
                                            std::string_view host);
// True for a node in one of the elements.
bool is_in_any(const PageIndex& page, std::span<const HtmlDocument::NodeId> elements,
               HtmlDocument::NodeId n) noexcept;

// The words under which a feed's entry files the post, which feeds do not distinguish: categories where the
// classes around the article say so ("category-boats" beside "tag-rye"), tags else.
PostTags tags_of_entry(const PageIndex& page, HtmlDocument::NodeId article,
                       const std::vector<std::string>& words);

// The words whose slugs are in the classes of the post's element, where these say that it is a post's
// ("post-12 hentry category-boats tag-sea-wind"), as links of the page show them, else with spaces ("sea
// wind").
PostTags tags_of_classes(const PageIndex& page, HtmlDocument::NodeId article);

// "Sauces & Dips" as publishing systems write it in names: "sauces-dips"; "" if letters are not ASCII.
std::string slug_of(std::string_view word);

// True for a link's rel with that word in it.
bool has_rel(std::string_view rel, std::string_view word) noexcept;

}  // namespace bfa
