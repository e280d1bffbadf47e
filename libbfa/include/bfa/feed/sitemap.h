// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"

namespace bfa {

struct SitemapEntry {
  std::string loc;
  std::optional<Timestamp> lastmod;
  std::string changefreq;
  std::optional<double> priority;
};

struct Sitemap {
  enum class Type { kUrlset, kIndex, kText, kFeed } type = Type::kUrlset;
  std::vector<SitemapEntry> entries;  // pages, or further sitemaps of an index
};

// sitemaps.org XML (tolerant), text, RSS and Atom; gzip is undone. `base`: its address; entries that are no
// http URL are dropped with a finding. Errors: kCorrupt when it is no sitemap, kLimit (50 MiB, 50,000
// entries).
BFA_EXPORT Result<Sitemap> parse_sitemap(std::string_view bytes, std::string_view base, Findings& findings);

}  // namespace bfa
