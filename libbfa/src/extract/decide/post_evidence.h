// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "bfa/extract/extract.h"
#include "extract/rules/page_view.h"

namespace bfa {

// The evidence in a page's address that it is a post, before the page is read.
struct AddressEvidence {
  bool in_feed = false;     // an entry links to it, but not one whose day was never set
  bool like_posts = false;  // its address matches the post pattern
  bool dated = false;       // its path contains two numbers or more, such as a year and a month
  bool below_post = false;  // a post's address with a suffix: its comments, a print view
  bool list = false;        // the home page, a folder that holds posts, a tag's or author's address
  std::string talk_of;      // of a page of a post's comments (/soup/comment-page-2/): the post; else empty
};
AddressEvidence address_evidence(const TemplateRules& rules, const PageInput& input);

// The address of the post that the page shows under another address: the target of its canonical link, or of
// a link in its title (at `title`), in the heading above the article, or, if the page has no post's address,
// in the heading that the article begins with. The target has to be another page of the blog with a post's
// address. Empty when the page shows itself. Examples: a tag's list of one post, a post in its category's
// folder, a reply form. `title`, `article` may be kNone. Source of the canonical link: RFC 6596.
std::string shown_elsewhere(const PageView& view, HtmlDocument::NodeId title, HtmlDocument::NodeId article);

// What a publishing system says of a page's kind in the classes of its body and of the elements around the
// article: true: a post ("single-post"), false: another page ("page-id-7", "type-attachment"). Nothing: it
// does not say.
std::optional<bool> stated_kind(const PageIndex& page, HtmlDocument::NodeId article);

// True when `article` is a list of links to posts.
bool links_posts(const PageView& view, HtmlDocument::NodeId article);

}  // namespace bfa
