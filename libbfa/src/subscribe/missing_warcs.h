// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bfa/store/archive.h"
#include "subscribe/owners.h"

namespace bfa {

// A WARC file that the store knows and that is no longer in the folder.
struct MissingWarc {
  std::string name;
  std::uint64_t captures = 0;                    // whose record is in it
  std::map<std::size_t, std::uint64_t> of_blog;  // these by blog, as `owners` numbers them
};

// The names of the WARC files that the store knows, and of which it can tell. Cost: by their number.
Result<std::vector<std::string>> known_warcs(const Archive& archive);

// Those of `names` that are not there now. Cost: a look at the disk for each.
Result<std::vector<std::string>> missing_of(const Archive& archive, const std::vector<std::string>& names);

// What the store lacks with these files; a file without any capture is left out. Cost: one scan of the
// captures; none without names.
Result<std::vector<MissingWarc>> missing_warcs(const Archive& archive, const std::vector<std::string>& names,
                                               const BlogOwners& owners);

// What a blog lacks, for people: "23 captures are in WARC files that are missing: a.warc.gz, ..."; empty:
// nothing.
std::string missing_warcs_sentence(const std::vector<MissingWarc>& missing, std::size_t blog);

}  // namespace bfa
