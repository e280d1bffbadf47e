// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/object/template.h"
#include "extract/page/page_facts.h"
#include "extract/page/page_index.h"
#include "extract/rules/page_view.h"

namespace bfa {

// The name of a person in a text: "by", "Posted by" and similar words in several languages, and a date after
// the name, are cut. Empty when the rest is not a name (a URL, nothing, a sentence).
std::string clean_author(std::string_view text);
// True for words before a name that no space needs to follow ("author:", "\u4f5c\u8005").
bool ends_by_itself(std::string_view phrase) noexcept;

// Reads a machine-readable or prose date, with the offset that is written with it: a post of the evening of
// the 3rd is one of the 3rd.
std::optional<Timestamp> read_date(std::string_view text, std::string_view language, UtcTime now);

// True when a name or date at `n` is not the article's: in comments, related posts, side bars; or in a
// header, footer, aside or menu that is outside the article's surroundings (its <article> element, or its
// parent).
bool belongs_elsewhere(const PageIndex& page, HtmlDocument::NodeId n, HtmlDocument::NodeId article);

// The node of a rule's matches that is nearest to `article` by tree distance, the first of equals; kNone
// when the rule matches nothing. An element around the article is not a title. `article` may be kNone: then
// the first match. `talk`: the nodes of comments, which are not the article's; empty: none.
HtmlDocument::NodeId nearest_match(const PageIndex& page, const FieldRule& rule, HtmlDocument::NodeId article,
                                   const RemovalMask& talk = {});

// The value that a rule gives: the attribute's, or the text.
std::string rule_value(const PageIndex& page, const FieldRule& rule, HtmlDocument::NodeId node);

// Without a learned rule: the name that a microformat, rel=author or itemprop marks nearest to the article;
// otherwise the one that a class ("post-author") or an address (/author/ann) identifies. `talk`: as above.
std::string marked_author(const PageIndex& page, HtmlDocument::NodeId article, const RemovalMask& talk);
// The names of a byline of several people: "Ann Rye and Bo Lund", "Ann Rye, Bo Lund & Cy". A name with one
// comma and single words around it ("Rye, Ann") stays whole. Empty for an empty line.
std::vector<std::string> split_names(const std::string& line);
// The name in JSON-LD or the page's metadata.
std::string stated_author(const PageFacts& facts);
// Where a page without a learned rule says its day, in the order in which they are asked.
enum class DateSource : std::uint8_t {
  kHead,       // metadata
  kJsonLd,     // structured data
  kMarked,     // <time>, microformats, itemprop
  kNearTitle,  // a short element near the title
  kLines,      // a line that signs the article (byline_lines.h)
  kAddress,    // the page's
};
inline constexpr std::array kDateSources{DateSource::kHead,      DateSource::kJsonLd, DateSource::kMarked,
                                         DateSource::kNearTitle, DateSource::kLines,  DateSource::kAddress};
std::optional<Timestamp> date_from(DateSource source, const PageView& view, HtmlDocument::NodeId article,
                                   HtmlDocument::NodeId title, std::string_view language);
// The first of them that gives a day.
std::optional<Timestamp> find_date(const PageView& view, HtmlDocument::NodeId article,
                                   HtmlDocument::NodeId title, std::string_view language);

// A day that a line with a year states by itself: "3 days ago" or "today" would be another one at each visit,
// and a bare year is more often a copyright.
std::optional<Timestamp> stated_day(std::string_view line, std::string_view language, UtcTime now);

// A short line that begins like a byline, or contains a date and little else.
bool is_byline(std::string_view line, std::string_view language, UtcTime now);

}  // namespace bfa
