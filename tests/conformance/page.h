// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/html/document.h"
#include "bfa/object/data_object.h"
#include "bfa/url/url.h"

namespace bfa::conformance {

// A page from a file, decoded and parsed.
struct LoadedPage {
  Url url;
  HtmlDocument doc;
};

// `url` may be empty: then it counts as http://page.example/. Errors: kNotFound, kCorrupt, kIo.
Result<LoadedPage> load_page(const std::string& path, const std::string& url);

// What the generic cleaner makes of a page alone; an empty object when it finds no content.
Result<DataObject> extract_alone(const LoadedPage& page);

}  // namespace bfa::conformance
