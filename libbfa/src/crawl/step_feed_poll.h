// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "crawl/step_context.h"

namespace bfa {

// What the head of the step's answer says; nothing but the address when none came. Cannot fail.
FeedPoll begin_poll(const StepContext& context);

// Adds what the document says. `before`: the last one that was read; null: none. Returns for each entry
// whether it is new or was edited. An entry is known by its id, its address or its text, or when `is_known`
// says so: a feed may jump back in time. Cannot fail but by `is_known`.
using IsKnownEntry = std::function<bool(const FeedEntry&)>;
std::vector<bool> take_document(const Feed& feed, const Feed* before, FeedPoll& poll,
                                const IsKnownEntry& is_known = {});

// True when the page of an entry is stored, and was fetched after the entry was written: a feed that has it
// again has jumped back, or another feed had it first. False when the store cannot say.
bool was_stored(const StepContext& context, const FeedEntry& entry);

// True when no known feed of posts has entries. A usual path, or a list of posts, may have a better feed.
Result<bool> feeds_are_useless(const StepContext& context);

// Tasks for what a feed links to. `news`: which of its entries are new or edited; only these are followed,
// unless it is empty. `trains`: the template is learned from them.
void follow_feed(StepContext& context, const Feed& feed, bool trains, const std::vector<bool>& news);

// Tasks for the pages that a feed links to, for a feed that the blog does not keep. The feed of a category
// may be the only link to an old post.
Status follow_entries(StepContext& context, const Feed& feed);

}  // namespace bfa
