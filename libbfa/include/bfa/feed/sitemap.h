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

// The news extension's data about a page.
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
  std::vector<SitemapImage> images;  // at most 1000, the extension's limit
  std::optional<SitemapNews> news;
  // The page in other languages (xhtml:link rel=alternate): hreflang and address; at most 256.
  std::vector<std::pair<std::string, std::string>> alternates;
};

struct Sitemap {
  enum class Type { kUrlset, kIndex, kText, kFeed } type = Type::kUrlset;
  std::vector<SitemapEntry> entries;  // pages, or further sitemaps of an index
};

// Reads a sitemap: sitemaps.org XML (tolerant) with the image, news and language extensions, text, RSS or
// Atom; gzip is decoded. `base`: its URL. Entries that are not http URLs are dropped with a finding. Elements
// match by local name, in the sitemap's own namespace or the extension's. Errors: kCorrupt when it is not a
// sitemap, kLimit (50 MiB decoded; more than 50,000 entries are a finding), kIo when memory runs out.
// Thread-safe. Source: sitemaps.org protocol.
BFA_EXPORT Result<Sitemap> parse_sitemap(std::string_view bytes, std::string_view base, Findings& findings);

}  // namespace bfa
