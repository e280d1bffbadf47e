// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/extract/extract.h"
#include "extract/decide/article_cuts.h"
#include "extract/fields/title_frame.h"
#include "extract/rules/page_view.h"

namespace bfa {

// The decisions of extraction about a page, before its object is made.
struct PageDecision {
  ObjectKind kind = ObjectKind::kPage;
  HtmlDocument::NodeId article = HtmlDocument::kNone;  // kNone: the object gets no text
  RemovalMask cut;
  std::string title;
  HtmlDocument::NodeId title_node = HtmlDocument::kNone;  // the heading that it was read from
  std::string author;
  std::optional<Timestamp> published;
  std::string language;
  std::string duplicate_of;    // the post that the page shows under another address
  bool is_later_page = false;  // ... or whose later page it is
  Provenance provenance;
};

// Makes the object: text, clean HTML, references and tags from the container without its cuts.
// `with_tag_rules`: the template's rules for tags and categories are used too.
DataObject make_object(const PageView& view, PageDecision decision, bool with_tag_rules);

// The places from which the generic cleaner takes text.
enum class GenericScope : std::uint8_t {
  kBestGuess,  // the place that reads most like an article
  kOnlySure,   // only a place that standards mark as the page's content; no author and no day
};

// The generic cleaner on one page: container, title, author and date by structure and standards only.
// `view.cut` contains the known boilerplate.
PageDecision decide_generic(const PageView& view, GenericScope scope = GenericScope::kBestGuess);

// The author of a post for which no learned rule gives one: of a byline, of the page's head, of the feed's
// entry. Sets the provenance. The author of the whole blog is none of these (make_object).
void decide_author(const PageView& view, std::string_view language, PageDecision& decision);

// True for a page that declares itself a post, by its type or by one marked article with a date: used
// without a feed, and in a layout that was not learned from the feed.
bool says_it_is_post(const PageView& view, const PageDecision& decision);

// The title of a page that is not a post: its <title> without what the blog adds to all of them.
std::string page_title(const PageFacts& facts, const Template& t);

// A title and the heading that contains it; kNone: no heading.
struct FoundTitle {
  std::string text;
  HtmlDocument::NodeId heading = HtmlDocument::kNone;
};
// The title of a page for which no learned rule gives one. A heading in `view.cut` is the name of the site.
// `words`: the possible contents of the slots of the template's title frame. `language`: of the page, for
// dates.
FoundTitle find_title(const PageView& view, HtmlDocument::NodeId article, const TitleWords& words,
                      std::string_view language);

}  // namespace bfa
