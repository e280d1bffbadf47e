// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// What a link or a name files a post under. kList: not a post's, a list of all tags ("tag-cloud").
enum class Taxonomy : std::uint8_t { kNone, kTag, kCategory, kList };

// The taxonomy that a word names, in lower case: "tags", "rubrik".
Taxonomy taxonomy_by_word(std::string_view word) noexcept;

// What the words of a class or an id say, the first that says something: "entry-tags", "postcategory". A word
// for a list of all tags counts before all others.
Taxonomy taxonomy_by_names(std::string_view names) noexcept;

// True for the names under which publishing systems file posts without a category ("Uncategorized").
bool is_no_category(std::string_view word);

}  // namespace bfa
