// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"

namespace bfa {

// The feeds of a blog that bring posts which its main feed lacks, as feeds of parts do: each has an entry
// that neither the main feed nor one before it has, although it is not older than half of theirs, and was
// there an hour before they were read. `polls`: of a visit that asked for all of them. `before`: those that
// were chosen last; they stay while nothing says that their newest entry is in another one. Compared by the
// documents that the archive has. Errors: those of the archive.
Result<std::vector<std::string>> feeds_beside_main(const Archive& archive, const BlogState& blog,
                                                   const std::vector<FeedPoll>& polls,
                                                   const std::vector<std::string>& before);

}  // namespace bfa
