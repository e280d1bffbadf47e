// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/store/archive.h"

namespace bfa {

// The known pages of a blog that a visit at `now` asks for again. First list pages that were not asked for
// within a day, in the order of addresses: they lead to new posts. Then posts and pages whose edits are
// expected to have waited for `price` edit-days (CrawlOptions::recheck_price), most valuable first, a bounded
// number of them. All follows from the times in the store, which a rebuild restores from WARC. Errors: those
// of the archive.
Result<std::vector<std::string>> due_rechecks(const Archive& archive, const std::string& blog, double price,
                                              UtcTime now);

}  // namespace bfa
