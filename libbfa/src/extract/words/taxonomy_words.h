// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace bfa {

// The kind of word that a link or a name gives to a post. kList: a list of all tags ("tag-cloud"), not a
// post's.
enum class Taxonomy : std::uint8_t { kNone, kTag, kCategory, kList };

// The taxonomy that a word names, in lower case: "tags", "rubrik".
Taxonomy taxonomy_by_word(std::string_view word) noexcept;

// The kind by the words of a class or an id; the first word with a meaning decides: "entry-tags",
// "postcategory". A word for a list of all tags has priority.
Taxonomy taxonomy_by_names(std::string_view names) noexcept;

// True for the names under which publishing systems file posts without a category ("Uncategorized").
bool is_no_category(std::string_view word);

}  // namespace bfa
