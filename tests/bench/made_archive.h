// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bfa/store/archive.h"

namespace bfa::bench {

// An archive that is made up: posts of 20 blogs with 3 versions each. Words have the frequencies of Zipf's
// law, about 6 % of them change with each version, a tenth of the posts is in Han characters. Each version
// has a page of about 15 kB as its capture, one post in 100 has ten comments, one in 100 is gone in the end.
// Four of the blogs share a host. What is made depends on nothing but the number.
inline constexpr std::size_t kBlogs = 20, kBlogsOfSharedHost = 4;
inline constexpr int kVersions = 3;

// Words by rank, and drawn by their frequency.
const std::string& word_at(std::size_t rank);
const std::string& drawn_word(std::mt19937_64& random);
std::string drawn_character(std::mt19937_64& random);

std::string home_of_blog(std::size_t blog);
std::string made_url(std::size_t number);  // of a post
DataObject made_post(std::size_t number);  // its first version
std::string long_post_url();               // has two versions of 70 kB with nothing in common
// When the version of a post was captured; `version` is 0, 1 or 2.
UtcTime captured_at(std::size_t posts, std::size_t number, int version);

// The folder of the archive with so many posts, made when it is not there. `folder`: beside the archives of
// other sizes; it stays.
std::string made_archive(const std::string& folder, std::size_t posts);

// Commits one more version of long_post_url() with this word, as a crawl does. `archive`: opened to write.
void add_version_with(Archive& archive, const std::string& word);

}  // namespace bfa::bench
