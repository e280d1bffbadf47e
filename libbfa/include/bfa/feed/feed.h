// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"

namespace bfa {

struct FeedEnclosure {
  std::string url, type;
  std::uint64_t length = 0;

  bool operator==(const FeedEnclosure&) const = default;
};

// One entry, normalised; URLs are absolute. Empty strings mean absent.
struct FeedEntry {
  std::string id;       // guid or atom:id; the link when there is none; a content hash when there is neither
  std::string link;     // of the page
  std::string title;    // plain text
  std::string summary;  // HTML
  std::string content;  // HTML: content:encoded, atom:content, else the description when it is all there is
  std::vector<std::string> authors;
  std::optional<Timestamp> published, updated;
  std::string published_raw, updated_raw;  // as the feed has them
  std::vector<std::string> tags;
  std::string comments_url;                    // page with the comments
  std::string comments_feed;                   // wfw:commentRss, link rel=replies
  std::optional<std::uint64_t> comment_count;  // slash:comments, thr:total
  std::string in_reply_to;                     // thr:in-reply-to: id of the entry that this one answers
  std::vector<FeedEnclosure> enclosures;
  std::string language;  // where it differs from the feed's
  // What has no field of its own, by names that docs/formats/feed.md lists ("rights", "source_title").
  std::map<std::string, std::string> extra;

  bool operator==(const FeedEntry&) const = default;
};

struct Feed {
  std::string format;   // "rss", "rdf", "atom", "json", "cdf"
  std::string version;  // "2.0", "0.91", "1.0", "0.3", "1.1"; empty when the feed does not say
  std::string title, link, subtitle, language, generator, id;
  std::string self;  // its own address by its own word
  std::optional<Timestamp> updated;
  std::optional<std::uint64_t> ttl_s;
  std::vector<std::string> hubs, authors, tags;
  std::string next;  // RFC 5005 rel=next
  std::vector<FeedEntry> entries;
  bool is_comments = false;                  // a feed of comments, not of posts
  std::string encoding;                      // WHATWG name of the encoding that it was read in
  std::map<std::string, std::string> extra;  // as that of an entry ("rights", "image")

  bool operator==(const Feed&) const = default;
};

struct FeedLimits {
  std::size_t max_bytes = 32u << 20;
  std::size_t max_entries = 20'000;
};

// Parses a feed of any kind. `bytes` as received (any charset); `http_content_type` may be empty; `base` is
// its address, from which relative links count. Well-formed feeds go through the strict XML reader, others
// through the tolerant one; each repair is a finding. Errors: kCorrupt when it is no feed at all (an HTML
// page: the message says so), kLimit. Thread-safe.
BFA_EXPORT Result<Feed> parse_feed(std::string_view bytes, std::string_view http_content_type,
                                   std::string_view base, Findings& findings, const FeedLimits& limits = {});

// True when the bytes look like a feed (sniffs the root element; a guess that costs nothing).
BFA_EXPORT bool looks_like_feed(std::string_view bytes);

// The feed as one JSON object by design section 8 (docs/formats/feed.md).
BFA_EXPORT std::string to_json(const Feed& feed, const Findings& findings);
// The feed as the store keeps it, and back. Errors: kCorrupt.
BFA_EXPORT std::string serialize_feed(const Feed& feed);
BFA_EXPORT Result<Feed> deserialize_feed(std::string_view bytes);

}  // namespace bfa
