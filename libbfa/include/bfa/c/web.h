// SPDX-License-Identifier: Apache-2.0
// Feeds, extraction, robots.txt and addresses of the C interface. bfa/c/bfa.h has the conventions.
#pragma once

#include "bfa/c/archive.h"
#include "bfa/c/base.h"
#include "bfa/c/warc.h"

#ifdef __cplusplus
extern "C" {
#endif

// A feed. Thread-safe for reading.
typedef struct bfa_feed bfa_feed;
// Feeds that a page names. Thread-safe for reading.
typedef struct bfa_feed_links bfa_feed_links;
// Learns from a blog's feed and pages, and extracts posts. bfa_extractor_extract() and
// bfa_extractor_extract_page() may run on several threads while no other function of it runs.
typedef struct bfa_extractor bfa_extractor;
// What a page gave. Thread-safe for reading.
typedef struct bfa_extraction bfa_extraction;
// A robots.txt. Thread-safe for reading.
typedef struct bfa_robots bfa_robots;
// Subscriptions; a sitemap. Thread-safe for reading.
typedef struct bfa_opml bfa_opml;
typedef struct bfa_sitemap bfa_sitemap;

// Parses RSS, RDF, Atom or JSON Feed, in any charset. `address`: of the feed, for relative links;
// `content_type`: of the answer; both may be NULL. `findings` may be NULL. Errors: BFA_CORRUPT (no feed),
// BFA_LIMIT, BFA_IO. C++: bfa::parse_feed, bfa::FeedOrigin.
BFA_EXPORT bfa_code bfa_feed_parse(const char* bytes, size_t size, const char* address,
                                   const char* content_type, bfa_feed** out, bfa_findings** findings,
                                   bfa_error** err);
typedef struct bfa_feed_fields {
  size_t struct_size;
  bfa_view format, version, title, link, subtitle, language, id, self, next;
  bfa_date updated;
  int32_t is_comments;
  size_t entries;
} bfa_feed_fields;
// C++: bfa::Feed.
BFA_EXPORT bfa_code bfa_feed_read(const bfa_feed* feed, bfa_feed_fields* out, bfa_error** err);
typedef struct bfa_feed_entry {
  size_t struct_size;
  bfa_view id, link, title, summary, content, comments_url, comments_feed, language;
  bfa_date published, updated;
  size_t authors, tags;
} bfa_feed_entry;
// C++: bfa::FeedEntry.
BFA_EXPORT bfa_code bfa_feed_entry_at(const bfa_feed* feed, size_t index, bfa_feed_entry* out,
                                      bfa_error** err);
// Empty: no such index.
BFA_EXPORT bfa_view bfa_feed_entry_author(const bfa_feed* feed, size_t index, size_t author);
BFA_EXPORT bfa_view bfa_feed_entry_tag(const bfa_feed* feed, size_t index, size_t tag);
// The whole feed as one line of JSON by schemas/feed.schema.json, with the findings of its parsing. C++:
// bfa::feed_to_json.
BFA_EXPORT bfa_code bfa_feed_to_json(const bfa_feed* feed, bfa_string** out, bfa_error** err);
BFA_EXPORT void bfa_feed_free(bfa_feed* feed);
// 1: the bytes look like a feed, by the root element. C++: bfa::looks_like_feed.
BFA_EXPORT int32_t bfa_feed_looks_like(const char* bytes, size_t size);
// The title to show, of the feed or of an entry: its title, or the start of its text. C++:
// bfa::display_title.
BFA_EXPORT bfa_code bfa_feed_display_title(const bfa_feed* feed, bfa_string** out, bfa_error** err);
BFA_EXPORT bfa_code bfa_feed_entry_display_title(const bfa_feed* feed, size_t index, bfa_string** out,
                                                 bfa_error** err);

typedef struct bfa_feed_link {
  size_t struct_size;
  bfa_view url, type, title;
  int32_t from;      // 0 a link element, 1 a link in the text, 2 a usual address
  int32_t comments;  // a feed of comments, by its address or title
} bfa_feed_link;
// The feeds that a page names, best first; without any, usual addresses, those of known hosts first.
// `content_type` may be NULL. Errors: BFA_INVALID_ARGUMENT (the URL), BFA_IO. C++: bfa::discover_feeds,
// bfa::conventional_feeds, bfa::platform_feeds, bfa::FeedCandidate, bfa::HtmlDocument, bfa::decode_text.
BFA_EXPORT bfa_code bfa_feed_discover(const char* html, size_t size, const char* url,
                                      const char* content_type, bfa_feed_links** out, bfa_error** err);
BFA_EXPORT size_t bfa_feed_links_count(const bfa_feed_links* links);
BFA_EXPORT bfa_code bfa_feed_links_at(const bfa_feed_links* links, size_t index, bfa_feed_link* out,
                                      bfa_error** err);
BFA_EXPORT void bfa_feed_links_free(bfa_feed_links* links);

// A subscription. What is given to bfa_opml_write() may have empty views.
typedef struct bfa_subscription {
  size_t struct_size;
  bfa_view feed;  // its address; empty: the writer knew the page only
  bfa_view page;  // of the blog
  bfa_view title;
  size_t folders;  // see bfa_opml_folder(); not used by bfa_opml_write()
} bfa_subscription;
// Parses OPML in any charset. `base`: its address, may be NULL. `findings` may be NULL. Errors: BFA_CORRUPT
// (no OPML), BFA_LIMIT, BFA_IO. C++: bfa::parse_opml, bfa::Opml.
BFA_EXPORT bfa_code bfa_opml_parse(const char* bytes, size_t size, const char* base, bfa_opml** out,
                                   bfa_findings** findings, bfa_error** err);
// The subscriptions in document order, then the outlines that name a page and no feed. C++: bfa::feeds_of,
// bfa::pages_of, bfa::OpmlFeed.
BFA_EXPORT size_t bfa_opml_count(const bfa_opml* opml);
BFA_EXPORT bfa_code bfa_opml_at(const bfa_opml* opml, size_t index, bfa_subscription* out, bfa_error** err);
// A folder that a subscription is in, the outermost first; empty: no such index.
BFA_EXPORT bfa_view bfa_opml_folder(const bfa_opml* opml, size_t index, size_t folder);
BFA_EXPORT void bfa_opml_free(bfa_opml* opml);
// Writes subscriptions without folders as OPML 2.0 in UTF-8. `title` may be NULL. Each of them has the
// `struct_size` of the first. Errors: BFA_INVALID_ARGUMENT (neither feed nor page), BFA_IO. C++:
// bfa::write_opml.
BFA_EXPORT bfa_code bfa_opml_write(const char* title, const bfa_subscription* list, size_t count,
                                   bfa_string** out, bfa_error** err);

enum { BFA_SITEMAP_PAGES = 0, BFA_SITEMAP_INDEX = 1, BFA_SITEMAP_TEXT = 2, BFA_SITEMAP_FEED = 3 };
// A page of a sitemap, or a further sitemap of an index.
typedef struct bfa_sitemap_entry {
  size_t struct_size;
  bfa_view url, change_frequency;
  bfa_date modified;
  double priority;  // -1: none
} bfa_sitemap_entry;
// Parses a sitemap: XML, text, RSS or Atom, also in gzip. `url`: its address. `findings` may be NULL. Errors:
// BFA_CORRUPT (no sitemap), BFA_LIMIT, BFA_IO. C++: bfa::parse_sitemap, bfa::Sitemap.
BFA_EXPORT bfa_code bfa_sitemap_parse(const char* bytes, size_t size, const char* url, bfa_sitemap** out,
                                      bfa_findings** findings, bfa_error** err);
// BFA_SITEMAP_...; -1: NULL.
BFA_EXPORT int32_t bfa_sitemap_kind(const bfa_sitemap* sitemap);
BFA_EXPORT size_t bfa_sitemap_count(const bfa_sitemap* sitemap);
// C++: bfa::SitemapEntry.
BFA_EXPORT bfa_code bfa_sitemap_at(const bfa_sitemap* sitemap, size_t index, bfa_sitemap_entry* out,
                                   bfa_error** err);
BFA_EXPORT void bfa_sitemap_free(bfa_sitemap* sitemap);

typedef struct bfa_extractor_options {
  size_t struct_size;
  const char* strategy;  // NULL: "ensemble"
  const char* zone;      // of local times; NULL: not known
  bfa_time now;          // relative dates count from it; BFA_NO_TIME: the system's clock
  uint64_t max_bytes;    // of one feed or page
} bfa_extractor_options;
// C++: bfa::ExtractorOptions.
BFA_EXPORT bfa_code bfa_extractor_options_init(bfa_extractor_options* options, size_t struct_size);
// `home`: the blog's address. Errors: BFA_IO; an address or strategy that cannot be used fails at the next
// call. C++: bfa::Extractor.
BFA_EXPORT bfa_code bfa_extractor_new(const char* home, const bfa_extractor_options* options,
                                      bfa_extractor** out, bfa_error** err);
// Adds a feed. `content_type` may be NULL. Errors: BFA_CORRUPT, BFA_LIMIT, BFA_INVALID_ARGUMENT. C++:
// bfa::Extractor.
BFA_EXPORT bfa_code bfa_extractor_add_feed(bfa_extractor* extractor, const char* bytes, size_t size,
                                           const char* url, const char* content_type, bfa_error** err);
// Adds a page to learn from. Errors: BFA_UNSUPPORTED (no HTML), BFA_LIMIT, BFA_INVALID_ARGUMENT. C++:
// bfa::Extractor, bfa::RawPage.
BFA_EXPORT bfa_code bfa_extractor_add_page(bfa_extractor* extractor, const char* url, const char* bytes,
                                           size_t size, const char* content_type, bfa_error** err);
typedef struct bfa_learned {
  size_t struct_size;
  int32_t learned;  // there are rules for articles
  uint64_t pages, entries, matched;
} bfa_learned;
// Learns. It is no error if nothing can be learned. `result` and `rules`, the template as JSON by
// schemas/template.schema.json, may be NULL; its `reason` says why nothing was learned. C++: bfa::Extractor,
// bfa::LearnReport, bfa::template_to_json.
BFA_EXPORT bfa_code bfa_extractor_learn(bfa_extractor* extractor, bfa_learned* result, bfa_string** rules,
                                        bfa_error** err);
// Uses rules of an earlier bfa_extractor_learn(). C++: bfa::Extractor, bfa::template_from_json.
BFA_EXPORT bfa_code bfa_extractor_use(bfa_extractor* extractor, const char* rules, size_t size,
                                      bfa_error** err);
// Extracts an added page; any page. Errors: BFA_NOT_FOUND (not added); as bfa_extractor_add_page(). C++:
// bfa::Extractor, bfa::Extraction.
BFA_EXPORT bfa_code bfa_extractor_extract(const bfa_extractor* extractor, const char* url,
                                          bfa_extraction** out, bfa_error** err);
BFA_EXPORT bfa_code bfa_extractor_extract_page(const bfa_extractor* extractor, const char* url,
                                               const char* bytes, size_t size, const char* content_type,
                                               bfa_extraction** out, bfa_error** err);
BFA_EXPORT void bfa_extractor_free(bfa_extractor* extractor);
// The object of a page, borrowed; NULL: the page has no content of its own, which is an answer.
BFA_EXPORT const bfa_object* bfa_extraction_object(const bfa_extraction* extraction);
// Its comments, borrowed, in order.
BFA_EXPORT size_t bfa_extraction_comments(const bfa_extraction* extraction);
BFA_EXPORT const bfa_object* bfa_extraction_comment(const bfa_extraction* extraction, size_t index);
BFA_EXPORT bfa_code bfa_extraction_findings(const bfa_extraction* extraction, bfa_findings** out,
                                            bfa_error** err);
BFA_EXPORT void bfa_extraction_free(bfa_extraction* extraction);

// Parses a robots.txt. `status`: of the answer; 404 allows all, 503 and 0 (no answer) forbid all. `findings`
// may be NULL. C++: bfa::RobotsRules.
BFA_EXPORT bfa_code bfa_robots_parse(int32_t status, const char* bytes, size_t size, bfa_robots** out,
                                     bfa_findings** findings, bfa_error** err);
// 1: `agent`, a product token, may fetch `url`, which is absolute, or a path with its query, taken as it is.
// An absolute one is asked for as a client would ask: without ".." and the like. 0: not, `url` is neither, or
// an argument is NULL.
BFA_EXPORT int32_t bfa_robots_allowed(const bfa_robots* robots, const char* agent, const char* url);
// The line that decided; empty text: none did. Errors: BFA_INVALID_ARGUMENT.
BFA_EXPORT bfa_code bfa_robots_deciding_line(const bfa_robots* robots, const char* agent, const char* url,
                                             bfa_string** out, bfa_error** err);
// Crawl-delay in milliseconds; -1: none.
BFA_EXPORT int64_t bfa_robots_crawl_delay(const bfa_robots* robots, const char* agent);
// Values of Sitemap lines; empty: no such index.
BFA_EXPORT size_t bfa_robots_sitemaps(const bfa_robots* robots);
BFA_EXPORT bfa_view bfa_robots_sitemap(const bfa_robots* robots, size_t index);
BFA_EXPORT void bfa_robots_free(bfa_robots* robots);

// A page's directives for robots, those that matter to an archive. C++: bfa::RobotsTags.
typedef struct bfa_robots_tags {
  size_t struct_size;
  int32_t noindex, nofollow, noarchive;
  bfa_time unavailable_after;  // BFA_NO_TIME: none
} bfa_robots_tags;
// The directives for `agent`, a product token: of one X-Robots-Tag line; of a meta element; of all such lines
// of an answer. Those of several places add up. `findings` may be NULL. C++: bfa::parse_robots_tag,
// bfa::RobotsTags.
BFA_EXPORT bfa_code bfa_robots_tag_parse(const char* value, const char* agent, bfa_robots_tags* out,
                                         bfa_findings** findings, bfa_error** err);
// `name`: "robots" or an agent's; others give none. C++: bfa::parse_robots_meta.
BFA_EXPORT bfa_code bfa_robots_meta_parse(const char* name, const char* content, const char* agent,
                                          bfa_robots_tags* out, bfa_findings** findings, bfa_error** err);
// C++: bfa::robots_tags_of.
BFA_EXPORT bfa_code bfa_exchange_robots_tags(const bfa_exchange* exchange, const char* agent,
                                             bfa_robots_tags* out, bfa_findings** findings, bfa_error** err);

typedef struct bfa_canonical_options {
  size_t struct_size;
  int32_t drop_fragment, drop_tracking, drop_session_ids, drop_userinfo, drop_index_file, drop_empty_query,
      drop_www, unify_scheme;
} bfa_canonical_options;
// C++: bfa::CanonicalOptions.
BFA_EXPORT bfa_code bfa_canonical_options_init(bfa_canonical_options* options, size_t struct_size);
// The canonical form of a URL: an identity for objects. `base` may be NULL. Errors: BFA_INVALID_ARGUMENT.
// C++: bfa::canonical_url, bfa::Url.
BFA_EXPORT bfa_code bfa_url_canonical(const char* url, const char* base, const bfa_canonical_options* options,
                                      bfa_string** out, bfa_error** err);
// The URL as browsers resolve it; `base` may be NULL. C++: bfa::Url.
BFA_EXPORT bfa_code bfa_url_resolve(const char* url, const char* base, bfa_string** out, bfa_error** err);
// The key of CDX servers. C++: bfa::surt_key.
BFA_EXPORT bfa_code bfa_url_surt(const char* url, bfa_string** out, bfa_error** err);
// The registered domain of a host. C++: bfa::registered_domain.
BFA_EXPORT bfa_code bfa_url_registered_domain(const char* host, bfa_string** out, bfa_error** err);

// The parts of an address as browsers write them: a host in ASCII (IDNA). Errors: BFA_INVALID_ARGUMENT. C++:
// bfa::host_to_ascii.
BFA_EXPORT bfa_code bfa_url_host_to_ascii(const char* host, bfa_string** out, bfa_error** err);

enum { BFA_TEXT_HTML = 0, BFA_TEXT_XML = 1, BFA_TEXT_PLAIN = 2 };
// Bytes in any charset as UTF-8, by the WHATWG rules, with one exception: if the bytes are invalid in the
// stated charset, a charset that fits them is used, with a finding (docs/charsets.md). `charset`: a label
// that was given with them, or NULL; `encoding`: the name of what was read, may be NULL; `findings` may be
// NULL. Errors: BFA_IO. C++: bfa::decode_text.
BFA_EXPORT bfa_code bfa_text_decode(const char* bytes, size_t size, const char* charset, int32_t context,
                                    bfa_string** out, bfa_string** encoding, bfa_findings** findings,
                                    bfa_error** err);
// The language of a text (UTF-8) as a BCP 47 tag; empty: not sure. C++: bfa::detect_language.
BFA_EXPORT bfa_code bfa_text_language(const char* text, size_t size, bfa_string** out, bfa_error** err);
// The date that a feed gives as `text`. Errors: BFA_CORRUPT. C++: bfa::parse_feed_date.
BFA_EXPORT bfa_code bfa_date_parse(const char* text, bfa_date* out, bfa_error** err);
// The first date in a text (UTF-8) as blogs print them. `language`: BCP 47 or NULL; `now`: what relative
// dates count from; BFA_NO_TIME: the system's clock. `ambiguous`, may be NULL: the text has several readings,
// and this is the likeliest. Errors: BFA_NOT_FOUND (no date that can be read with certainty). C++:
// bfa::find_prose_date.
BFA_EXPORT bfa_code bfa_date_find(const char* text, size_t size, const char* language, bfa_time now,
                                  bfa_date* out, int32_t* ambiguous, bfa_error** err);

#ifdef __cplusplus
}  // extern "C"
#endif
