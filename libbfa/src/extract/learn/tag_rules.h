// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "extract/fields/post_tags.h"
#include "extract/learn/training.h"

namespace bfa {

// Rules of the fields "tag" and "category": the places whose links are the words under which the feed files
// the posts of these pages. A place counts when two pages or more have such words there, not always the
// same, four of five of its links are such words, and the pages' markup does not give them anyway
// (tags_of_post). The field follows from names, addresses and the label before the links; without such
// evidence, one word per page is a category. Cost: linear in the pages.
std::vector<FieldRule> learn_tags(const std::vector<TrainingExample>& examples);

// The field of rules for links that are the site's and not the post's (menu_rules.h).
inline constexpr const char* kMenuField = "menu";
// The elements of a page that they find, but for those around the article.
std::vector<HtmlDocument::NodeId> menus_of(const Template& t, const PageIndex& page,
                                           HtmlDocument::NodeId article);

// Adds to `found` the words that the rules of `t` find on a page outside of `menus` and that `found` lacks,
// in the page's order.
void add_tags_by_rules(const Template& t, const PageIndex& page, std::span<const HtmlDocument::NodeId> menus,
                       PostTags& found);

}  // namespace bfa
