// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/feed/feed.h"
#include "suite_file.h"

namespace bfa::conformance {

// Our feed under the names of feedparser, as its checks ask for it: {feed, entries, version, encoding,
// namespaces}. The only table of fields by name. A value that is in several of our fields (a title as text
// and as HTML) is {"$any": [...]}.
Json feed_view(const Feed& feed);

// The same with what miniflux shows in place of missing values: titles, links, the feed's address.
Json miniflux_view(const Feed& feed, const std::string& address);

// A member under its name in the checks or an older name of it ("guid" is "id"); null when absent.
const Json& member(const Json& object, const std::string& name);

}  // namespace bfa::conformance
