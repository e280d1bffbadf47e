// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/subscribe/subscriptions.h"
#include "command.h"

namespace bfa::tool {

int cmd_feed_opml(const Arguments& arguments);
int cmd_feed_sitemap(const Arguments& arguments);

// The subscriptions of an OPML file, in its order: each by its page (htmlUrl) and feed (xmlUrl), or by its
// feed alone. `refused` gets the addresses that are none, with the file and offset. Errors: as reading and
// parsing.
Result<std::vector<Subscription>> read_subscriptions(const std::string& path, Findings& refused);

}  // namespace bfa::tool
