// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// One learned rule: the XPath of a field, and its results in training.
struct FieldRule {
  std::string field;      // "article", "title", "author", "date", "modified", "comment", "tag", "category"
  std::string xpath;      // html/path_rule.h; or, of method "keypath", a key-path (extract)
  std::string attribute;  // the value is this attribute's; empty: the text
  std::uint32_t support = 0;  // pages whose best rule it was
  std::uint32_t pages = 0;    // pages that voted
  double score = 0;           // mean score on the pages that voted for it
  std::string method;         // the method that learned it: "dice", "keypath", "density"; empty: unknown
  bool pinned = false;        // set by a user: wins over all other rules of its field; learning keeps it
  // Of "title": the text around the title, as Template::title_prefix.
  std::string prefix, suffix;

  bool operator==(const FieldRule&) const = default;
};

// What was learned for pages with another HTML layout than those in the feed: old posts often have another
// theme. Its rules are learned from the pages alone. With a folder: for a part of the blog that has a feed of
// its own, from that feed.
struct Layout {
  std::vector<std::string> signature;   // XPaths of regions that nearly all of its pages have
  std::vector<std::uint64_t> captures;  // sequence numbers of the pages that trained it
  std::vector<FieldRule> rules;         // as Template::rules
  std::vector<std::string> boilerplate;
  std::string title_prefix, title_suffix;
  std::vector<std::string> title_words;
  std::string folder;            // with which the paths of the part's pages begin ("/ann/"); empty: no part
  std::string author, language;  // of the part, as in Template

  bool operator==(const Layout&) const = default;
};

// What was learned for a blog. Versioned by `sequence`, the archive's number of the step that made it. A
// redesign of the blog makes a new template; old captures keep theirs. A value.
struct BFA_EXPORT Template {
  std::uint64_t sequence = 0;
  std::string blog;    // its home URL
  std::string feed;    // that it was learned from
  std::string method;  // the strategy: "ensemble", "dice", ...; "generic" when nothing could be learned
  UtcTime learned{};
  std::vector<std::uint64_t> captures;   // sequence numbers of the pages that trained it
  std::vector<FieldRule> rules;          // the winner of each field first, then runners-up
  std::vector<std::string> boilerplate;  // XPaths of regions that repeat over the pages: never content
  std::string post_pattern;              // learned from the feed's links: see extract/rules.h; empty: none
  // What the blog adds to page titles: the site's name, and "{category}", "{author}", "{date}" for text that
  // differs from post to post.
  std::string title_prefix, title_suffix;
  std::vector<std::string> title_words;  // the values of "{category}" on the pages that trained it
  std::string author;                    // of every entry, when the feed has only one author
  std::string language;                  // of the feed or its texts, BCP 47
  std::vector<std::string> signature;    // of the pages in the feed, as Layout::signature
  std::vector<Layout> layouts;           // further ones, by number of pages; empty: one layout only
  // In which the pages of the feed write local times: names of the IANA database and offsets ("+02:00"), of
  // all zones that agree with the feed's instants, one of those that are equal since 1990. A local time is an
  // instant if all of them give the same one. Empty: not known.
  std::vector<std::string> zones;
  std::string reason;  // why method is "generic", for people

  // The winning rule of a field; nullptr when none was learned. Lives as long as the template.
  const FieldRule* rule(std::string_view field) const;

  bool operator==(const Template&) const = default;
};

}  // namespace bfa
