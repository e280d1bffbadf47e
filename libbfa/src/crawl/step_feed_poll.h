// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "crawl/step_context.h"

namespace bfa {

// What the head of the step's answer says; nothing but the address when none came. Cannot fail.
FeedPoll begin_poll(const StepContext& context);

// Adds what the document says. `before`: the last one that was read; null: none. Returns for each entry
// whether it is new or was edited. An entry is known by its id, its address or its text. Cannot fail.
std::vector<bool> take_document(const Feed& feed, const Feed* before, FeedPoll& poll);

}  // namespace bfa
