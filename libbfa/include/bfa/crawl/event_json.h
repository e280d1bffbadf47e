// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/crawl/crawl.h"

namespace bfa {

// What happened to an object in a commit: "new", "changed", "unchanged", "reread", "revised", "moved". Lives
// as long as the program. Thread-safe.
BFA_EXPORT std::string_view committed_name(Committed::Item::What what);

// The event as one line of JSON by schemas/event.schema.json, as `bfa crawl --json` prints it. Empty for a
// ProgressEvent, which has no line, and when memory runs out. Thread-safe.
BFA_EXPORT std::string crawl_event_to_json(const CrawlEvent& event);

}  // namespace bfa
