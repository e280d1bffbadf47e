// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "address.h"
#include "bfa/feed/feed.h"
#include "markup.h"
#include "names.h"

namespace bfa {

// Readers of the single formats. Each takes the document's root and gives the feed without what
// finish_feed() adds. `limits.max_entries`: the rest is left out with a finding.
Feed read_rss(const XmlNode& root, const BaseAddress& base, const FeedLimits& limits, Findings& findings);
Feed read_atom(const XmlNode& root, const BaseAddress& base, const FeedLimits& limits, Findings& findings);
Feed read_cdf(const XmlNode& root, const BaseAddress& base, const FeedLimits& limits, Findings& findings);
Result<Feed> read_json_feed(std::string_view text, const BaseAddress& base, const FeedLimits& limits,
                            Findings& findings);

// What all formats share: missing ids, authors of the feed for entries without, unique lists, comment feeds.
void finish_feed(Feed& feed, std::string_view base);

// True when the feed holds comments and not posts. `base`: its address, may be empty.
bool is_comment_feed(const Feed& feed, std::string_view base);
// The same by an address or a title alone, as discovery needs it.
bool is_comment_feed_address(std::string_view url);
bool is_comment_feed_title(std::string_view title);

// "mail@example.org (Name)", "Name <mail@example.org>": the name; the text itself when it has no such form.
std::string author_name(std::string_view text);
// The mail address in such a text; empty when there is none.
std::string author_email(std::string_view text);
// Adds `value` trimmed unless it is empty or there already.
void add_unique(std::vector<std::string>& list, std::string_view value);
void set_extra(std::map<std::string, std::string>& extra, const std::string& name, const std::string& value);
void add_enclosure(FeedEntry& entry, FeedEnclosure enclosure);
std::uint64_t parse_length(std::string_view text);
std::optional<std::uint64_t> parse_count(std::string_view text);

// Sets a date from its text; a date that cannot be read is a finding and stays in `raw`.
void set_date(std::string_view text, std::optional<Timestamp>& date, std::string& raw, Findings& findings,
              std::int64_t offset);

// Elements of other namespaces that RSS and Atom entries share: Dublin Core, slash, wfw, thr, media, itunes.
// Fills only what the entry has not got yet.
void add_shared_modules(const ElementMap& item, const BaseAddress& base, FeedEntry& entry,
                        Findings& findings);
void add_shared_modules(const ElementMap& channel, const BaseAddress& base, Feed& feed);

// One atom:link, in Atom or in RSS.
struct AtomLink {
  std::string rel, type, href, title, count;
  std::uint64_t length = 0;
};
std::vector<AtomLink> atom_links(const std::vector<const XmlNode*>& nodes, const BaseAddress& base);
void apply_links(const std::vector<AtomLink>& links, FeedEntry& entry);
void apply_links(const std::vector<AtomLink>& links, Feed& feed);
// The address of the page: rel=alternate (or none), HTML before other types; empty when there is none.
std::string alternate_link(const std::vector<AtomLink>& links);

// "en_US" as BCP 47 writes it.
std::string language_tag(std::string_view text);
// The value of xml:lang of a node; empty when it has none.
std::string language_of(const XmlNode& node);
// The entries of `limits` with the finding when there are more.
bool is_full(const Feed& feed, const FeedLimits& limits, Findings& findings);

}  // namespace bfa
