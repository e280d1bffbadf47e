// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "bfa/serve/handler.h"
#include "serve/data/served_archive.h"
#include "serve/data/site_context.h"

namespace bfa {

// The parts of a site. Each answers the requests for its addresses, and nothing for others. They may throw
// std::bad_alloc only; the site turns it into 503. HEAD is answered as GET: the server leaves the body out.
// Methods other than GET and HEAD reach answer_api only; the others need not look.
std::optional<ServeReply> answer_memento(const SiteContext& context, const ServeRequest& request);
std::optional<ServeReply> answer_cdx(const SiteContext& context, const ServeRequest& request);
std::optional<ServeReply> answer_record(const SiteContext& context, const ServeRequest& request);
std::optional<ServeReply> answer_web(const SiteContext& context, const ServeRequest& request);
std::optional<ServeReply> answer_api(const SiteContext& context, const ServeRequest& request);
// Streams ask `archive` for what came since.
std::optional<ServeReply> answer_stream(ServedArchive& archive, const SiteContext& context,
                                        const ServeRequest& request);
std::optional<ServeReply> answer_assets(const ServeRequest& request);
std::optional<ServeReply> answer_pages(const SiteContext& context, const ServeRequest& request);
// Makes a page of a problem (problem_reply) that a browser got. Of `context` it needs the options alone.
void show_problem(const SiteContext& context, const ServeRequest& request, ServeReply& reply);

}  // namespace bfa
