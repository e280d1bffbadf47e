// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/html/document.h"
#include "bfa/object/data_object.h"
#include "replay/rebuilt_markup.h"

namespace bfa {

// Finds what a captured page says of its own post outside of the content's place, where no rule of a template
// knows it: its title, authors, day and tags, which are known from the post's object, and links to the posts
// before and after it. A title and an author that have no place yet get one there; the rest is left out.
// Asides are not looked at: what stands there is of the blog. `post`: of the page; `shown`: what is put into
// it. Cost: linear in the page.
void find_parts_of_post(const HtmlDocument& doc, const DataObject& post, const DataObject& shown,
                        RebuiltPlaces& places);

}  // namespace bfa
