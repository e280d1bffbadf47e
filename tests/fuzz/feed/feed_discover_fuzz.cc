// SPDX-License-Identifier: Apache-2.0
// The feeds of a page are absolute http addresses without repetition, comment feeds after those of posts.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

#include "bfa/feed/discover.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(feed_discover) {
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse(html, findings);
  if (!doc) return 0;
  static const auto page = bfa::Url::parse("https://blog.example/2026/post");
  std::set<std::string> seen;
  bool in_comments = false;
  for (const bfa::FeedCandidate& found : bfa::discover_feeds(*doc, *page)) {
    const auto url = bfa::Url::parse(found.url);
    if (!url || !url->is_http() || !seen.insert(found.url).second) std::abort();
    if (in_comments && !found.comments) std::abort();
    in_comments = found.comments;
  }
  return 0;
}
