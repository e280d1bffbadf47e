// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/feed/feed.h"
#include "feed/address.h"
#include "feed/markup.h"
#include "feed/names.h"

namespace bfa {

// The newest values of a list of an entry, and whether one is among them. Hostile feeds have many thousands
// in one entry: all of them would cost time by the square.
template <class Value>
std::span<Value> newest(std::vector<Value>& list) {
  constexpr std::size_t kLookedAt = 1000;
  return std::span(list).last(std::min(list.size(), kLookedAt));
}
template <class Value, class Like>
bool has_lately(std::vector<Value>& list, const Like& value) {
  return std::ranges::any_of(newest(list), [&](const Value& known) { return known == value; });
}

// Readers of the single formats. Each receives the document's root and returns the feed, without the values
// that finish_feed() adds. `limits.max_entries`: the rest is left out with a finding.
Feed read_rss(const XmlNode& root, const BaseAddress& base, const FeedLimits& limits, Findings& findings);
Feed read_atom(const XmlNode& root, const BaseAddress& base, const FeedLimits& limits, Findings& findings);
Feed read_cdf(const XmlNode& root, const BaseAddress& base, const FeedLimits& limits, Findings& findings);
Result<Feed> read_json_feed(std::string_view text, const BaseAddress& base, const FeedLimits& limits,
                            Findings& findings);

// The steps of all formats: missing ids, the feed's authors for entries without any, unique lists, comment
// feeds.
void finish_feed(Feed& feed, std::string_view base);

// True when the feed contains comments and not posts. `base`: its address, may be empty.
bool is_comment_feed(const Feed& feed, std::string_view base);
// The same by an address or a title alone, as discovery needs it.
bool is_comment_feed_address(std::string_view url);
bool is_comment_feed_title(std::string_view title);

// "mail@example.org (Name)", "Name <mail@example.org>": the name; the text itself when it has no such form.
std::string author_name(std::string_view text);
// The mail address in such a text; empty when it has none.
std::string author_email(std::string_view text);
FeedPerson person_of(std::string_view text);
// An author, contributor or owner: name, email, uri as elements, otherwise as text.
FeedPerson read_person(const XmlNode& node, const BaseAddress& base);
// False when the person is empty, or already in the list.
bool add_person(std::vector<FeedPerson>& people, FeedPerson person);
// Their names, otherwise mail addresses, otherwise URIs.
std::vector<std::string> names_of(const std::vector<FeedPerson>& people);

// Elements without a field of their own, as FeedField values.
void add_fields(const ElementMap& map, const BaseAddress& base, std::vector<FeedField>& fields);
void add_element_field(const XmlNode& node, std::string_view core, const BaseAddress& base,
                       std::vector<FeedField>& fields);
const FeedField* find_field(const std::vector<FeedField>& fields, std::string_view name);

// Adds `value` trimmed, unless it is empty or a duplicate.
void add_unique(std::vector<std::string>& list, std::string_view value);
void set_extra(std::map<std::string, std::string>& extra, const std::string& name, const std::string& value);
void add_enclosure(FeedEntry& entry, FeedEnclosure enclosure);
std::uint64_t parse_length(std::string_view text);
std::optional<std::uint64_t> parse_count(std::string_view text);

// Sets a date from its text; a date that cannot be read is a finding and stays in `raw`. One that was never
// set (bfa::is_unset) stays in `raw` alone.
void set_date(std::string_view text, std::optional<Timestamp>& date, std::string& raw, Findings& findings,
              std::int64_t offset);
// The same for the first of `keys` that has an element with text. Of several such elements the last one is
// used, as in the common feed readers.
void set_date(const ElementMap& map, std::initializer_list<std::string_view> keys,
              std::optional<Timestamp>& date, std::string& raw, Findings& findings);

// Elements of other namespaces that RSS and Atom entries share: Dublin Core, slash, wfw, thr, media, itunes.
// Sets only fields that are still empty.
void add_shared_modules(const ElementMap& item, const BaseAddress& base, FeedEntry& entry,
                        Findings& findings);
void add_shared_modules(const ElementMap& channel, const BaseAddress& base, Feed& feed, Findings& findings);

// Adds a category once; `tags` get its term, or its label if that is better for readers.
void add_category(std::vector<FeedCategory>& categories, std::vector<std::string>& tags,
                  FeedCategory category);
// "a, b": each of them as a category of that scheme.
void add_category_list(std::string_view list, std::string_view scheme, std::vector<FeedCategory>& categories,
                       std::vector<std::string>& tags);

// The links of an entry or a feed in document order: link, atom:link, enclosure, licences.
std::vector<FeedLink> read_links(const ElementMap& map, const BaseAddress& base);
void apply_links(FeedEntry& entry);
void apply_links(Feed& feed);

// GeoRSS, GML within it, W3C geo; nothing when coordinates are missing or out of range.
std::optional<FeedPlace> read_place(const ElementMap& map);
// RSS image; nothing when it has neither address nor title.
std::optional<FeedImage> read_image(const XmlNode& node, std::string_view core, const BaseAddress& base);
FeedGenerator read_generator(const XmlNode& node, const BaseAddress& base);

// The address of the page: rel=alternate (or none), HTML before other types; empty without such a link.
std::string alternate_link(const std::vector<FeedLink>& links);

// "en_US" in the form of BCP 47.
std::string language_tag(std::string_view text);
// The entries of `limits` with the finding when there are more.
bool is_full(const Feed& feed, const FeedLimits& limits, Findings& findings);

}  // namespace bfa
