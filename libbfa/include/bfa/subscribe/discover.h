// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/store/archive.h"

namespace bfa {

// Sites and feeds that archived posts link to and that the archive does not follow: proposals for
// subscriptions. Nothing is fetched. Source: IJS NewsFeed, section 2 (new feeds are found in articles).

struct DiscoverQuery {
  std::size_t most = 100;         // proposals
  std::uint64_t least_blogs = 2;  // that link to it
  double least_dated = 0;         // of the posts that link to a site, the share of `dated`; not of feeds
  std::stop_token stop;           // on request: what was read until then is ranked
  std::size_t most_candidates = 200'000;  // sites kept in memory; beyond it those with one link are forgotten
};

struct Proposal {
  std::string url;          // a feed, or the beginning of a site: its origin, or "/~name/" and "/@name/"
  bool is_feed = false;     // the links name a feed
  std::uint64_t blogs = 0;  // that link to it
  std::uint64_t posts = 0;  // of these blogs, newest versions
  std::uint64_t dated = 0;  // of the posts: link to an address with a year and a month in it, as of a post
  double score = 0;
  std::vector<std::string> by;  // the blogs that link most, at most five
  std::string example;          // an address that was linked to
};

struct DiscoverReport {
  std::vector<Proposal> proposals;  // best first
  std::uint64_t sites = 0;          // that were met
  bool forgot = false;              // most_candidates was reached: counts may be too low
};

// Reads the newest version of each post. The score is the sum over the linking blogs of ln(1 + posts), times
// 1 + share of dated links, twice for a feed: a site that many blogs link to counts more than one that a
// blog links to often. Sites of known and subscribed blogs are left out. Cost: one read of all posts.
// Thread-safe. Errors: those of Archive.
BFA_EXPORT Result<DiscoverReport> discover_blogs(const Archive& archive, const DiscoverQuery& query);

// Proposals that are subscribed to without asking.
struct AutoAdd {
  std::size_t a_day = 0;  // at most; 0: none
  std::size_t in_all = 100;
  // Feeds, and sites of which at least half of the links look like posts.
  std::uint64_t least_blogs = 3;
};

// Subscribes to the best proposals within these limits, once in 24 hours; earlier calls change nothing. Each
// addition is a decision "auto-add" with the reason, so that a site whose subscription was ended is never
// added again. Returns what was added. Cost: that of discover_blogs. Errors: those of Archive.
BFA_EXPORT Result<std::vector<Proposal>> auto_add(Archive& archive, const AutoAdd& limits, UtcTime now,
                                                  const std::stop_token& stop);

}  // namespace bfa
