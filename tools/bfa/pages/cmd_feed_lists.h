// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command.h"

namespace bfa::tool {

int cmd_feed_opml(const Arguments& arguments);
int cmd_feed_sitemap(const Arguments& arguments);

// The blogs of an OPML file: for each subscription its page, or its feed if it has no page. Errors: as
// reading and parsing.
Result<std::vector<std::string>> read_subscriptions(const std::string& path);

}  // namespace bfa::tool
