// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "bfa/feed/feed.h"

namespace bfa {

// Reads what an address that is polled says of a blog's news. A source of another kind than a feed (a
// sitemap, the JSON of an account in a social network, a listing of a folder) plugs in here:
// StepOptions::news_readers. How its bytes come is the Fetcher's matter. Implementations are thread-safe and
// keep nothing between calls.
class BFA_EXPORT NewsReader {
 public:
  virtual ~NewsReader() = default;
  // Whether the document is of this kind, by its beginning and its media type. Cannot fail.
  virtual bool reads(std::string_view body, std::string_view content_type) const noexcept = 0;
  // The document as a feed. Each entry has a `link` to its page, and an `id` or a date by which a change of
  // it is seen. `url`: the document's. Errors: kCorrupt, kUnsupported, kLimit, kIo.
  virtual Result<Feed> read(std::string_view body, std::string_view content_type, std::string_view url,
                            Findings& findings) const = 0;
};

// A sitemap (bfa/feed/sitemap.h) as a feed of format "sitemap": its 100 newest pages by `lastmod`, newest
// first. An index of sitemaps, and a sitemap without a single lastmod, do not say what is new: kUnsupported.
// The object lives as long as the program. Thread-safe.
BFA_EXPORT const NewsReader& sitemap_reader() noexcept;

// Reads a document with the first of `more` that reads it, else as a sitemap, else as a feed (parse_feed).
// Errors: those of the reader. Thread-safe.
BFA_EXPORT Result<Feed> read_news(std::string_view body, std::string_view content_type, std::string_view url,
                                  std::span<const std::shared_ptr<const NewsReader>> more,
                                  Findings& findings);

// False for a list of addresses (format "sitemap"): it says nothing of the posts at them, and not even that
// they are posts.
BFA_EXPORT bool describes_posts(const Feed& feed) noexcept;

}  // namespace bfa
