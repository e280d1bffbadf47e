// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/search/search_index.h"
#include "bfa/store/archive.h"
#include "bfa/subscribe/status.h"
#include "serve/data/shared_host.h"
#include "subscribe/owners.h"

namespace bfa {

// A blog of the archive, as lists of blogs show it: the numbers of BlogStatus, from the index.
struct BlogRow {
  std::string home, base, title, host, feed;  // `base`: with which the addresses of its posts begin
  bool subscribed = false;
  bool shares_host = false;  // its host has other blogs, or pages beside it
  BlogCounts counts;
  std::uint64_t failed = 0, media_missing = 0, absent = 0;
  std::optional<UtcTime> last_crawl, next_crawl;  // `next_crawl`: nothing: as soon as there is a run
  std::optional<UtcTime> last_poll, next_poll;
  std::vector<std::string> trouble;  // sentences for people
  // Of a blog that shares its host: its own days and values; null: those of the host are its own. Shared with
  // the overviews that are made from the same step.
  std::shared_ptr<const BlogNumbers> own;

  // When it was looked at last, by a visit or a poll, and when that is to be next.
  std::optional<UtcTime> last_look() const;
  std::optional<UtcTime> next_look() const;
  // The last look was a poll of a feed.
  bool polled_last() const { return last_poll && (!last_crawl || *last_crawl < *last_poll); }
};

// All blogs that an archive knows or subscribes to, by address.
struct BlogOverview {
  std::vector<BlogRow> blogs;
  BlogOwners owners;                                                 // of addresses: indices into `blogs`
  std::uint64_t posts = 0, comments = 0, versions = 0, trouble = 0;  // `trouble`: blogs with some
  std::uint64_t step = 0;                                            // that it is of

  const BlogRow* find(const std::string& home) const;
  // The blog at an address, however its scheme and its last slash are written; the first one of a host. Null:
  // none. Cost of what is not found by find(): by the number of blogs.
  const BlogRow* named(const std::string& address) const;
  // The blog that an address belongs to; null: none.
  const BlogRow* owner_of(std::string_view url) const;
};

// `states`: archive_status() without objects. `now`: for BlogCounts::new_posts. Cost: by the number of blogs,
// and of the objects on hosts that several blogs share. Errors: those of Archive and SearchIndex.
Result<BlogOverview> make_overview(const Archive& archive, const SearchIndex& index,
                                   const std::vector<BlogStatus>& states, UtcTime now);

// The days of a blog, those of one year, its months, and the values of a field over its posts, as SearchIndex
// gives them for a host.
Result<std::vector<DayCounts>> days_of_blog(const SearchIndex& index, const BlogRow& blog);
Result<std::vector<DayCounts>> days_of_year(const SearchIndex& index, const BlogRow& blog, int year);
Result<std::vector<DayCounts>> months_of_blog(const SearchIndex& index, const BlogRow& blog);
Result<std::vector<std::pair<std::string, std::uint64_t>>> values_of_blog(const SearchIndex& index,
                                                                          const BlogRow& blog,
                                                                          ValueField field,
                                                                          std::size_t limit);

}  // namespace bfa
