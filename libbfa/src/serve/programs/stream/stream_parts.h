// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "serve/data/routes.h"

namespace bfa {

// The parts of answer_stream(): docs/stream.md.
ServeReply answer_events(ServedArchive& archive, const SiteContext& context, const ServeRequest& request);
ServeReply answer_batches(const SiteContext& context, const ServeRequest& request);
ServeReply answer_feeds(const SiteContext& context, const ServeRequest& request);

}  // namespace bfa
