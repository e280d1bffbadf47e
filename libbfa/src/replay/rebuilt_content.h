// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/feed/feed.h"
#include "bfa/replay/rebuilt.h"

namespace bfa {

// What a page is put together from.
struct RebuiltContent {
  RebuiltPage::Source source = RebuiltPage::Source::kVersion;
  std::string source_url;
  UtcTime source_time{};
  std::uint64_t version = 0;
  bool later = false;
  DataObject object;               // of kEntry: made from the entry
  std::vector<FeedEntry> entries;  // of kList
  std::optional<BlogState> blog;   // that the address belongs to
};

// Nothing when the archive has no content of the address. `at`: the instant. `left_out`: of ReplayOptions.
Result<std::optional<RebuiltContent>> content_at(const Archive& archive, const SearchIndex& index,
                                                 const std::string& url, UtcTime at,
                                                 const std::function<bool(const std::string&)>& left_out);

// The feed of a blog as it was at the instant: the capture before it, else the first one after it. Nothing
// when there is none.
struct FeedAt {
  Feed feed;
  std::string url;
  UtcTime time{};
};
Result<std::optional<FeedAt>> feed_of_blog(const Archive& archive, const SearchIndex& index,
                                           const BlogState& blog, UtcTime at);

}  // namespace bfa
