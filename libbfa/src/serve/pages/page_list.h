// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "serve/data/site_context.h"
#include "serve/pages/site_page.h"

namespace bfa::pages {

// The pages of the site, a file each. Requests are GET or HEAD.
ServeReply home_page(const SiteContext& context, const ServeRequest& request);
ServeReply blog_page(const SiteContext& context, const ServeRequest& request);
ServeReply post_page(const SiteContext& context, const ServeRequest& request);
ServeReply diff_page(const SiteContext& context, const ServeRequest& request);
ServeReply changes_page(const SiteContext& context, const ServeRequest& request);
ServeReply live_page(const SiteContext& context, const ServeRequest& request);
ServeReply report_page(const SiteContext& context, const ServeRequest& request);
ServeReply search_page(const SiteContext& context, const ServeRequest& request);
// `url`: what follows "/web/*/", as received.
ServeReply captures_page(const SiteContext& context, const ServeRequest& request, std::string_view url);

}  // namespace bfa::pages
