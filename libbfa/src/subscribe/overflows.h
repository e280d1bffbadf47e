// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"

namespace bfa {

// Notes that a poll found a document without one entry of the one before. Errors: those of the archive.
Status count_overflow(Archive& archive, const std::string& home, const FeedPoll& poll);

}  // namespace bfa
