// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

// All functions: the list is empty when memory runs out.

struct FeedCandidate {
  std::string url, type, title;
  enum class From { kLinkElement, kAnchor, kConvention } from = From::kLinkElement;
  bool comments = false;  // its URL or title is that of a comment feed
};

// The feeds that a page links to, without duplicates: first the blog's own feed of posts, then the first one
// in another format, then feeds of categories, comment feeds last. `page`: the page's URL. Links in the text
// are used only when no link element refers to a feed of posts. Thread-safe. Source: BlogForever Crawler,
// autodiscovery of feeds; RSS Advisory Board autodiscovery; HTML link type "alternate".
BFA_EXPORT std::vector<FeedCandidate> discover_feeds(const HtmlDocument& doc, const Url& page);

// Usual URLs of feeds, for pages that link to none, the most common first ("feed/", "atom.xml", "rss.xml",
// "index.xml", ...), relative to the folder of `home` and then to its root; at most 24. Thread-safe.
BFA_EXPORT std::vector<FeedCandidate> conventional_feeds(const Url& home);

// The feeds of a page on a known host, by the page's URL alone (a video channel, a repository, an account);
// empty for other hosts. conventional_feeds() begins with these. Thread-safe.
BFA_EXPORT std::vector<FeedCandidate> platform_feeds(const Url& page);

}  // namespace bfa
