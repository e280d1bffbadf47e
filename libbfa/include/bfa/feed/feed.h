// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
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

// One link of the feed (atom:link, RSS link and enclosure) with an absolute `href`. RFC 4287 section 4.2.7.
struct FeedLink {
  std::string rel = "alternate";
  std::string type, href, title, hreflang;
  std::uint64_t length = 0;  // bytes; 0 when unknown

  bool operator==(const FeedLink&) const = default;
};

struct FeedPerson {
  std::string name, email, uri;

  bool operator==(const FeedPerson&) const = default;
};

struct FeedCategory {
  std::string term, scheme, label;

  bool operator==(const FeedCategory&) const = default;
};

struct FeedGenerator {
  std::string name, uri, version;

  bool operator==(const FeedGenerator&) const = default;
};

struct FeedImage {
  std::string url, title, link, description;
  std::uint32_t width = 0, height = 0;  // pixels; 0 when unknown

  bool operator==(const FeedImage&) const = default;
};

// How the feed encodes one text; the field of that name has the plain or clean text.
struct FeedTextInfo {
  std::string field;     // "title", "subtitle", "rights", "info", "summary", "content"
  std::string type;      // "text/plain", "text/html", "application/xhtml+xml" or what the feed says
  std::string language;  // xml:lang, its own or inherited
  std::string base;      // the base URL of relative URLs in it
  std::string html;      // safe HTML, when the field itself is plain text without the markup

  bool operator==(const FeedTextInfo&) const = default;
};

// An element of an RSS or Atom module, or an unknown one: "media:credit", "slash:section", "cloud". Prefixes
// are those of docs/feeds.md, not those of the document.
struct FeedField {
  std::string name;   // prefix and local name in lower case
  std::string value;  // its text, trimmed, without that of its child elements
  std::map<std::string, std::string> attributes;

  bool operator==(const FeedField&) const = default;
};

// A place by GeoRSS or GML in it: WGS 84 degrees, longitude before latitude as in GeoJSON.
struct FeedPlace {
  std::string type;  // "Point", "LineString", "Polygon", "Box"
  std::vector<std::pair<double, double>> coordinates;

  bool operator==(const FeedPlace&) const = default;
};

// The feed that an entry was taken from, as the entry states it (atom:source, RSS source).
struct FeedSource {
  std::string id, title, link, subtitle, rights, icon, logo, language;
  std::optional<Timestamp> updated;
  FeedGenerator generator;
  std::vector<FeedPerson> people, contributors;
  std::vector<FeedCategory> categories;
  std::vector<FeedLink> links;
  std::vector<FeedTextInfo> texts;

  bool operator==(const FeedSource&) const = default;
};

// One entry, normalised; URLs are absolute. Empty strings mean absent.
struct FeedEntry {
  std::string id;       // guid or atom:id; otherwise the link; without both a content hash
  std::string link;     // of the page
  std::string title;    // plain text
  std::string summary;  // HTML
  std::string content;  // HTML: content:encoded, atom:content, or the description when neither exists
  std::vector<std::string> authors;  // names, or addresses of people without a name
  std::optional<Timestamp> published, updated, created, expires;
  std::string published_raw, updated_raw, created_raw, expires_raw;  // as the feed has them
  std::vector<std::string> tags;
  std::string comments_url;                    // page with the comments
  std::string comments_feed;                   // wfw:commentRss, link rel=replies
  std::optional<std::uint64_t> comment_count;  // slash:comments, thr:total
  std::string in_reply_to;                     // thr:in-reply-to: id of the entry that this one answers
  std::vector<FeedEnclosure> enclosures;
  std::string language;  // only if it differs from the feed's

  std::vector<FeedPerson> people;            // the authors with email and uri
  std::vector<FeedPerson> contributors;      //
  std::vector<FeedCategory> categories;      // the tags with scheme and label
  std::vector<FeedLink> links;               // all links, in the feed's order, enclosures too
  std::vector<FeedTextInfo> texts;           // how the feed encodes its texts
  std::optional<FeedSource> source;          // the feed that it was taken from
  std::optional<FeedImage> image;            //
  std::optional<FeedPlace> place;            //
  std::vector<std::string> embeds;           // addresses of frames and players that clean HTML leaves out
  std::vector<FeedField> fields;             // elements of modules, in the feed's order, at most 256
  bool id_is_link = false;                   // the id serves as link
  std::map<std::string, std::string> extra;  // by names of docs/feeds.md ("rights", "thumbnail")

  bool operator==(const FeedEntry&) const = default;
};

struct Feed {
  std::string format;   // "rss", "rdf", "atom", "json", "cdf"; "sitemap": see bfa/feed/news_reader.h
  std::string version;  // "2.0", "0.91", "1.0", "0.3", "1.1"; empty when unknown
  std::string title, link, subtitle, language, generator, id;
  std::string self;  // its own URL, as the feed says
  std::optional<Timestamp> published, updated, expires;
  std::string published_raw, updated_raw, expires_raw;
  std::optional<std::chrono::seconds> ttl;
  std::vector<std::string> hubs, authors, tags;
  std::string next;  // RFC 5005 rel=next
  std::vector<FeedEntry> entries;
  bool is_comments = false;  // a feed of comments, not of posts
  std::string encoding;      // WHATWG name of the encoding that it was read in

  std::vector<FeedPerson> people, contributors;  // as those of an entry
  std::optional<FeedPerson> publisher;           // dc:publisher, webMaster
  std::vector<FeedCategory> categories;
  std::vector<FeedLink> links;
  std::vector<FeedTextInfo> texts;
  FeedGenerator generator_info;
  std::optional<FeedImage> image;
  std::optional<FeedPlace> place;
  std::vector<unsigned> skip_hours;    // GMT hours, 0 to 23, in which nothing new appears
  std::vector<std::string> skip_days;  // "Monday" ...
  std::vector<FeedField> fields;
  std::map<std::string, std::string> namespaces;  // prefix to URI, as the root element declares them
  std::map<std::string, std::string> extra;       // as that of an entry ("rights", "image")

  bool operator==(const Feed&) const = default;
};

struct FeedLimits {
  std::size_t max_bytes = 32u << 20;
  std::size_t max_entries = 20'000;
};

// Known facts about a feed in addition to its bytes; each field may be empty.
struct FeedOrigin {
  std::string address;       // base URL of relative links: Content-Location against the request's URL
  std::string content_type;  // of the response, with its charset
  std::string language;      // Content-Language, used when the feed has no language
};

// Parses a feed of any kind. `bytes`: as received, in any charset. The strict XML reader reads well-formed
// feeds, the tolerant one all others; each repair is a finding with its offset. A feed without findings is
// well-formed. Errors: kCorrupt when it is not a feed (the message says so for an HTML page), kLimit, kIo
// when memory runs out. Cost: linear in size. Thread-safe. Sources: RSS 0.90 to 2.0.11, RSS 1.0, RFC 4287,
// Atom 0.3, JSON Feed 1.1, CDF (W3C note of 1997).
BFA_EXPORT Result<Feed> parse_feed(std::string_view bytes, const FeedOrigin& origin, Findings& findings,
                                   const FeedLimits& limits = {});
// The same; `base` is the feed's address.
BFA_EXPORT Result<Feed> parse_feed(std::string_view bytes, std::string_view http_content_type,
                                   std::string_view base, Findings& findings, const FeedLimits& limits = {});

// True when the bytes look like a feed: a cheap guess by the root element. Thread-safe.
BFA_EXPORT bool looks_like_feed(std::string_view bytes);

// The title to display: the title; without one the start of the text (100 characters), or the link. The
// feed's data do not change. Thread-safe.
BFA_EXPORT std::string display_title(const FeedEntry& entry);
BFA_EXPORT std::string display_title(const Feed& feed);

// The feed as one JSON object on one line: docs/formats/feed.md, schemas/feed.schema.json. This and the next
// are empty when memory runs out. Thread-safe.
BFA_EXPORT std::string feed_to_json(const Feed& feed, const Findings& findings);
// The feed as the store keeps it, and back. Errors: kCorrupt. Thread-safe.
BFA_EXPORT std::string serialize_feed(const Feed& feed);
BFA_EXPORT Result<Feed> deserialize_feed(std::string_view bytes);

}  // namespace bfa
