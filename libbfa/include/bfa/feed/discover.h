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

// The feeds that a page names, the blog's own post feed first, comment feeds last; no duplicates. `page` is
// its URL. Source: BlogForever Crawler (B1); RSS Advisory Board autodiscovery; HTML link type "alternate".
BFA_EXPORT std::vector<FeedCandidate> discover_feeds(const HtmlDocument& doc, const Url& page);

// Addresses worth a try when a page names none, most usual first ("feed/", "rss.xml", "atom.xml",
// "index.xml", ...), relative to `home`'s folder and then its root.
BFA_EXPORT std::vector<FeedCandidate> conventional_feeds(const Url& home);

}  // namespace bfa
