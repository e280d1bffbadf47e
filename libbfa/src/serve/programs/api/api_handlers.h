// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "serve/programs/api/api_call.h"

namespace bfa {

// What the rows of api_routes() call. Errors become problem details (RFC 9457).
Result<ServeReply> api_root(const ApiCall& call);
Result<ServeReply> api_openapi(const ApiCall& call);
Result<ServeReply> api_blogs(const ApiCall& call);
Result<ServeReply> api_blog(const ApiCall& call);
Result<ServeReply> api_blog_days(const ApiCall& call);
Result<ServeReply> api_values(const ApiCall& call);
Result<ServeReply> api_objects(const ApiCall& call);
Result<ServeReply> api_object(const ApiCall& call);
Result<ServeReply> api_versions(const ApiCall& call);
Result<ServeReply> api_all_versions(const ApiCall& call);
Result<ServeReply> api_diff(const ApiCall& call);
Result<ServeReply> api_changes(const ApiCall& call);
Result<ServeReply> api_captures(const ApiCall& call);
Result<ServeReply> api_search(const ApiCall& call);
Result<ServeReply> api_templates(const ApiCall& call);
Result<ServeReply> api_stats(const ApiCall& call);
Result<ServeReply> api_status(const ApiCall& call);
Result<ServeReply> api_add_blog(const ApiCall& call);
Result<ServeReply> api_poll_blog(const ApiCall& call);
Result<ServeReply> api_retry(const ApiCall& call);
Result<ServeReply> api_remove_blog(const ApiCall& call);
Result<ServeReply> api_take_down(const ApiCall& call);

}  // namespace bfa
