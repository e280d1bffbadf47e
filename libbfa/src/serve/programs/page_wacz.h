// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/url/url.h"
#include "serve/data/site_context.h"

namespace bfa {

// /wacz?url=URL: a WACZ file of a page's captures, for players that run script in an isolation of their own.
ServeReply answer_page_wacz(const SiteContext& context, const ServeRequest& request);

// The name of a file that is made for an address: "blog.example-2026-03-post.wacz".
std::string download_name(const Url& url, std::string_view ending);

}  // namespace bfa
