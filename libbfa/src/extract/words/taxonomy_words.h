// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// As what a link or a name files a post. kList: no post, but a list of all tags ("tag-cloud").
enum class Taxonomy : std::uint8_t { kNone, kTag, kCategory, kList };

// What a word says, in lower case: "tags", "rubrik".
Taxonomy taxonomy_by_word(std::string_view word) noexcept;

// What the words of a class or an id say, the first that says something: "entry-tags", "postcategory". A word
// for a list of all tags counts before all others.
Taxonomy taxonomy_by_names(std::string_view names) noexcept;

// True for the names under which publishing systems file what nobody filed ("Uncategorized").
bool is_no_category(std::string_view word);

}  // namespace bfa
