// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/search/search_index.h"
#include "bfa/store/archive.h"

namespace bfa {

// A blog of the archive, as lists of blogs show it.
struct BlogRow {
  std::string home, title, host, feed;
  bool subscribed = false;
  bool shares_host = false;  // with another blog: `counts` are those of the host
  BlogCounts counts;
  std::uint64_t failed = 0;                       // addresses, in the last visit
  std::optional<UtcTime> last_visit, next_visit;  // `next_visit`: nothing: as soon as there is a run
  std::vector<std::string> trouble;               // sentences for people
};

// All blogs that an archive knows or subscribes to, by address.
struct BlogOverview {
  std::vector<BlogRow> blogs;
  std::uint64_t posts = 0, comments = 0, versions = 0, trouble = 0;  // `trouble`: blogs with some

  const BlogRow* find(const std::string& home) const;
};

// Cost: by the number of blogs and of failed addresses. Errors: those of Archive and SearchIndex.
Result<BlogOverview> make_overview(const Archive& archive, const SearchIndex& index);

}  // namespace bfa
