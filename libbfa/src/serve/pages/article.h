// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bfa/object/data_object.h"
#include "serve/pages/markup.h"

namespace bfa::pages {

// Where the addresses of an article lead to on this server. Both get an absolute address; an empty text means
// that there is nothing.
struct ArticlePlaces {
  std::function<std::string(const std::string& url)> link, image;
};

// The text of an object for a page of ours: its clean HTML, parsed again, and written anew with known
// elements and attributes only, so that nothing foreign is loaded and no script runs, whatever the store
// contains. Its headings begin at the level `heading`. Plain text where there is no HTML.
Markup article_markup(const DataObject& object, const ArticlePlaces& places, unsigned heading);

}  // namespace bfa::pages
