// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "serve/data/site_context.h"

namespace bfa {

// /wacz?url=URL: a WACZ file of a page's captures, for players that run script in an isolation of their own.
ServeReply answer_page_wacz(const SiteContext& context, const ServeRequest& request);

}  // namespace bfa
