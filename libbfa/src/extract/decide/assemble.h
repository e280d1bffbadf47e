// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/extract/extract.h"
#include "extract/decide/cuts.h"
#include "extract/fields/title_frame.h"
#include "extract/page/page_facts.h"
#include "extract/page/page_index.h"

namespace bfa {

// What extraction decided about a page, before its object is made.
struct Decision {
  ObjectKind kind = ObjectKind::kPage;
  HtmlDocument::NodeId article = HtmlDocument::kNone;  // kNone: the object gets no text
  RemovalMask cut;
  std::string title;
  HtmlDocument::NodeId title_node = HtmlDocument::kNone;  // the heading that it was read from
  std::string author;
  std::optional<Timestamp> published;
  std::string language;
  std::string duplicate_of;  // the post that the page shows under an address of its own
  bool is_part = false;      // ... or whose further page it is
  Provenance provenance;
};

// Makes the object: text, clean HTML, references and tags from the container less its cuts.
// `t`: its rules for tags and categories are asked too; may be null.
DataObject make_object(const PageInput& input, const PageIndex& page, const PageFacts& facts,
                       Decision decision, const Template* t = nullptr);

// The generic cleaner on one page: container, title, author and date by structure and standards only. `cut`
// holds what is known to be boilerplate. `only_sure`: take text from a place only that is surely the page's.
Decision decide_generic(const PageInput& input, const PageIndex& page, const PageFacts& facts,
                        RemovalMask cut, const Template* t, bool only_sure = false);

// Without a feed, or in a layout that none taught, a post is a page that says so: by its type, or by one
// marked article with a date.
bool says_it_is_post(const PageIndex& page, const PageFacts& facts, const Decision& decision);

// The title of a page that is no post: its <title> without what the blog adds to all of them.
std::string page_title(const PageFacts& facts, const Template& t);

// The title of a page without a learned rule; `heading` is the node that holds it, if one does. A heading
// that is cut as boilerplate names the site. `words`: what the slots of the template's title frame may
// stand for.
std::string find_title(const PageIndex& page, const PageFacts& facts, HtmlDocument::NodeId article,
                       const Template* t, const TitleWords& words, std::string_view language, UtcTime now,
                       const RemovalMask& cut, HtmlDocument::NodeId& heading);

}  // namespace bfa
