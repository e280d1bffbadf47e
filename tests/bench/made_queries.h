// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bfa::bench {

// Searches of a made archive, by what they cost.
enum Class { kCommon, kFrequent, kRare, kTwo, kPhrase, kPrefix, kHanPair, kHanFive, kField };
inline constexpr const char* kNames[] = {"commonest", "frequent", "rare",  "two words", "phrase",
                                         "prefix",    "han 2",    "han 5", "title"};

// The search with this number of a class, in an archive of so many posts.
std::string query_text(Class kind, int number, std::size_t posts);

}  // namespace bfa::bench
