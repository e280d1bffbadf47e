// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"

namespace bfa {

// An image of a page (Google's image extension).
struct SitemapImage {
  std::string loc, title, caption, license;
};

// What the news extension says of a page.
struct SitemapNews {
  std::string publication, language, title;
  std::vector<std::string> keywords;
  std::optional<Timestamp> published;
};

struct SitemapEntry {
  std::string loc;
  std::optional<Timestamp> lastmod;
  std::string changefreq;
  std::optional<double> priority;
  std::vector<SitemapImage> images;  // at most 1000, as the extension has it
  std::optional<SitemapNews> news;
  // The page in other languages (xhtml:link rel=alternate): hreflang and address; at most 256.
  std::vector<std::pair<std::string, std::string>> alternates;
};

struct Sitemap {
  enum class Type { kUrlset, kIndex, kText, kFeed } type = Type::kUrlset;
  std::vector<SitemapEntry> entries;  // pages, or further sitemaps of an index
};

// sitemaps.org XML (tolerant) with the image, news and language extensions, text, RSS and Atom; gzip is
// undone. `base`: its address; entries that are no http URL are dropped with a finding. Elements count by
// their local name, in the sitemap's own namespace or the extension's. Errors: kCorrupt when it is no
// sitemap, kLimit (50 MiB unpacked; more than 50,000 entries are a finding). Thread-safe. Source:
// sitemaps.org protocol.
BFA_EXPORT Result<Sitemap> parse_sitemap(std::string_view bytes, std::string_view base, Findings& findings);

}  // namespace bfa
