// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "bfa/store/archive.h"

namespace bfa {

// How a visit of blogs begins and ends: of a crawl with a list of blogs, and of a run that goes on.

// Addresses at which a known blog is found, besides its home page: its feeds of posts; of a blog that is
// named by its feed, the site of that feed.
std::vector<std::string> other_addresses(const BlogState& blog);

// The blogs that an archive has, by what tells them apart: a twin (http/https, www) of a known blog is that
// blog, and so is one of its feeds. One thread.
class KnownHomes {
 public:
  KnownHomes() = default;
  explicit KnownHomes(const std::vector<BlogState>& blogs);

  void add(const std::string& home);
  // The home URL for an address that a user gave. Errors: kInvalidArgument.
  Result<std::string> home_of(const std::string& text) const;

 private:
  std::map<std::string, std::string> by_key_;
};

// Home URLs, without repetitions. Errors: kInvalidArgument.
Result<std::vector<std::string>> home_urls(const std::vector<BlogState>& known,
                                           const std::vector<std::string>& urls);

// Puts the first tasks of each blog into the frontier; an unfinished crawl already has some. `feeds`: that
// the user gave, by home URL. Returns how many known pages are asked for again. Errors: those of the archive.
Result<std::uint64_t> seed_visits(Archive& archive, const std::vector<std::string>& homes,
                                  const std::map<std::string, std::vector<std::string>>& feeds,
                                  std::uint64_t crawl, const CrawlOptions& options, Clock& clock);

// Stores what the end of a visit says of the blog. Errors: those of the archive.
Status record_end(Archive& archive, const CrawlReport& report, const StepOptions& options, Clock& clock);

// The options of a crawl as its record in WARC has them.
std::string settings_json(const CrawlOptions& options);

}  // namespace bfa
