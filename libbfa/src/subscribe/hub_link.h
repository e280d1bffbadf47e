// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"
#include "bfa/websub/websub.h"

namespace bfa {

// What a run does with WebSub: tells it what polls brought, and keeps its records as notes of the archive.
// The records have secrets: they are not in WARC. One thread.

// Gives it the records of the archive; once for a run. A damaged one is left out: the feed is subscribed to
// anew. Errors: those of the archive.
Status restore_hubs(const Archive& archive, WebSub& websub, UtcTime now);

// Tells it of a poll. Errors: kLimit, kIo.
Status tell_hubs(WebSub& websub, const FeedPoll& poll, UtcTime now);

// Lets it send what is due, and keeps what changed. Errors: kIo, those of the archive.
Status tick_hubs(Archive& archive, WebSub& websub, UtcTime now);

}  // namespace bfa
