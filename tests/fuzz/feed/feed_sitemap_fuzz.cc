// SPDX-License-Identifier: Apache-2.0
// A sitemap is read to entries with http addresses, at most 50,000 of them.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/feed/sitemap.h"
#include "bfa/url/url.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(feed_sitemap) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const auto map = bfa::parse_sitemap(bytes, "https://blog.example/sitemap.xml", findings);
  if (!map) return 0;
  if (map->entries.size() > 50'000) std::abort();
  for (const bfa::SitemapEntry& entry : map->entries) {
    const auto url = bfa::Url::parse(entry.loc);
    if (!url || !url->is_http()) std::abort();
  }
  return 0;
}
