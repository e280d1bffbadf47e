// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command.h"

namespace bfa::tool {

int cmd_feed_opml(const Arguments& arguments);
int cmd_feed_sitemap(const Arguments& arguments);

// A blog of an OPML file.
struct Subscription {
  std::string url;   // its page (htmlUrl); without one its feed
  std::string feed;  // xmlUrl; empty when `url` is the feed
};
// The subscriptions of an OPML file, in its order. Errors: as reading and parsing.
Result<std::vector<Subscription>> read_subscriptions(const std::string& path);

}  // namespace bfa::tool
