// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

struct FeedCandidate {
  std::string url, type, title;
  enum class From { kLinkElement, kAnchor, kConvention } from = From::kLinkElement;
  bool comments = false;  // known by its address or title to be a comment feed
};

// The feeds that a page names, the blog's own post feed first, then those of its categories, comment feeds
// last; no duplicates. `page` is its URL. Link elements count; links in the text only where there is no link
// element for a feed of posts. Thread-safe. Source: BlogForever Crawler (B1); RSS Advisory Board
// autodiscovery; HTML link type "alternate".
BFA_EXPORT std::vector<FeedCandidate> discover_feeds(const HtmlDocument& doc, const Url& page);

// Addresses worth a try when a page names none, most usual first ("feed/", "atom.xml", "rss.xml",
// "index.xml", ...), relative to `home`'s folder and then its root; at most 24. Thread-safe.
BFA_EXPORT std::vector<FeedCandidate> conventional_feeds(const Url& home);

// Where sites of known hosts keep the feed of a page, by its address alone (a video channel, a repository, an
// account); empty for all others. conventional_feeds() begins with these. Thread-safe.
BFA_EXPORT std::vector<FeedCandidate> platform_feeds(const Url& page);

}  // namespace bfa
