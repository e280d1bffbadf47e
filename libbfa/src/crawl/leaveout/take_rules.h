// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bfa/crawl/address_rules.h"
#include "bfa/crawl/crawl.h"
#include "bfa/store/archive.h"

namespace bfa {

// Checks the expressions of the options. Errors: kInvalidArgument.
Status check_patterns(const CrawlOptions& options);

// Keeps the expressions of the options for these blogs, and sets step.rules to all that the archive leaves
// out. Errors: kInvalidArgument, those of the archive.
Status take_rules(Archive& archive, const std::vector<std::string>& homes, CrawlOptions& options);

// Takes the blogs that were removed out of `homes`, and gives a report for each that says so.
std::vector<CrawlReport> take_blocked(const AddressRules& rules, std::vector<std::string>& homes);

// The rules of a rebuild: only what is blocked, and what is known to be a post. What --exclude leaves out
// later was kept before, and stays.
Result<std::shared_ptr<const AddressRules>> block_rules(const std::vector<Decision>& decisions);

}  // namespace bfa
