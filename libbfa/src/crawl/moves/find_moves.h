// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"

namespace bfa {

// The tasks (TaskKind::kMove) that join objects of a blog with those that stood at their former addresses.
// Reads what the archive has stored: what old addresses answered last, and the objects. To be asked when
// nothing of the blog's crawl is left, since either side of a move may be seen first. The tasks come in the
// order of the old addresses, and depend on nothing but the archive. Cost: linear in the addresses that left
// and, if there are any, in the objects of the blog. `crawl`: its number. Errors: kIo, kCorrupt.
Result<std::vector<CrawlTask>> find_moves(const Archive& archive, const std::string& blog,
                                          std::uint64_t crawl);

}  // namespace bfa
