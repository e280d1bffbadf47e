// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/news_reader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/feed/sitemap.h"

namespace bfa {
namespace {

constexpr std::string_view kSitemapFormat = "sitemap";
constexpr std::size_t kMostPages = 100;
constexpr std::size_t kBeginning = 2048;  // bytes in which the root element stands

class SitemapReader final : public NewsReader {
 public:
  bool reads(std::string_view body, std::string_view) const noexcept override {
    const std::string_view begin = body.substr(0, kBeginning);
    return begin.find("<urlset") != std::string_view::npos ||
           begin.find("<sitemapindex") != std::string_view::npos ||
           begin.find(":urlset") != std::string_view::npos;
  }

  Result<Feed> read(std::string_view body, std::string_view, std::string_view url,
                    Findings& findings) const override {
    return guarded([&]() -> Result<Feed> {
      BFA_ASSIGN_OR_RETURN(Sitemap sitemap, parse_sitemap(body, url, findings));
      std::erase_if(sitemap.entries, [](const SitemapEntry& entry) { return !entry.lastmod; });
      if (sitemap.type == Sitemap::Type::kIndex || sitemap.entries.empty())
        return Error{Code::kUnsupported, "the sitemap does not say when its pages changed", std::string(url),
                     -1};
      std::stable_sort(sitemap.entries.begin(), sitemap.entries.end(),
                       [](const auto& a, const auto& b) { return a.lastmod->utc > b.lastmod->utc; });
      if (sitemap.entries.size() > kMostPages) sitemap.entries.resize(kMostPages);
      Feed feed;
      feed.format = kSitemapFormat;
      feed.self = url;
      feed.updated = sitemap.entries.front().lastmod;
      for (SitemapEntry& page : sitemap.entries) feed.entries.push_back(entry_of(std::move(page)));
      return feed;
    });
  }

 private:
  static FeedEntry entry_of(SitemapEntry page) {
    FeedEntry entry;
    entry.id = page.loc;
    entry.link = std::move(page.loc);
    entry.updated = page.lastmod;
    entry.updated_raw = format_timestamp(*page.lastmod);
    if (page.news) {
      entry.title = std::move(page.news->title);
      entry.published = page.news->published;
    }
    return entry;
  }
};

}  // namespace

const NewsReader& sitemap_reader() noexcept {
  static const SitemapReader reader;
  return reader;
}

Result<Feed> read_news(std::string_view body, std::string_view content_type, std::string_view url,
                       std::span<const std::shared_ptr<const NewsReader>> more, Findings& findings) {
  return guarded([&]() -> Result<Feed> {
    for (const auto& reader : more) {
      if (reader && reader->reads(body, content_type)) return reader->read(body, content_type, url, findings);
    }
    if (sitemap_reader().reads(body, content_type))
      return sitemap_reader().read(body, content_type, url, findings);
    return parse_feed(body, content_type, url, findings);
  });
}

bool describes_posts(const Feed& feed) noexcept {
  return feed.format != kSitemapFormat;
}

}  // namespace bfa
