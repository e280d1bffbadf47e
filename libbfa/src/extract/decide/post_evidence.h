// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/extract/extract.h"
#include "extract/page/page_index.h"

namespace bfa {

// What a page's address says about its being a post, before anything is read of the page.
struct AddressEvidence {
  bool in_feed = false;     // an entry names it
  bool like_posts = false;  // its address matches the post pattern
  bool dated = false;       // with a year and a month in it
  bool below_post = false;  // a post's address with something behind it: its comments, a print view
  bool list = false;        // the home page, a folder that posts stand in, a tag's or author's address
};
AddressEvidence address_evidence(const Template& t, const PageInput& input);

// The address of the post that the page shows under an address of its own: what its canonical link names, or
// what its title (at `title`) or the heading above the article links to, where that is another page of the
// blog and like a post. Empty when the page is itself. A tag's list of one post, a post in its category's
// folder, a reply form. `title`, `article` may be kNone. Source of the link: RFC 6596.
std::string shown_elsewhere(const Template& t, const PageInput& input, const PageIndex& page,
                            HtmlDocument::NodeId title, HtmlDocument::NodeId article);

// True when `article` is a list of links to posts.
bool links_posts(const Template& t, const PageInput& input, const PageIndex& page,
                 HtmlDocument::NodeId article);

}  // namespace bfa
