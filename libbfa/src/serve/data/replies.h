// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/result.h"
#include "bfa/serve/handler.h"

namespace bfa {

// Common answers. All carry X-Content-Type-Options: nosniff.
ServeReply text_reply(int status, std::string text);
ServeReply html_reply(int status, std::string html);  // with the policy of our own pages: no foreign content
ServeReply json_reply(std::string json, std::string_view type = "application/json");
// 302 to an address of this server.
ServeReply redirect_reply(std::string_view location);
// application/problem+json (RFC 9457): `title` says in a sentence what is wrong.
ServeReply problem_reply(int status, std::string_view title, std::string_view detail = {});
// The status for an error of the library: kInvalidArgument 400, kNotFound 404, kUnavailable 503 with
// Retry-After, kDenied 403, kLimit 413, else 500.
int status_of(const Error& error);
ServeReply problem_reply(const Error& error);
// The same for the error of a search; where a part of its text is wrong, `position` says where that begins:
// how many characters are before it.
ServeReply search_problem_reply(const Error& error, std::string_view text);

// Sets a strong ETag of the body, and makes the answer 304 without a body when the request has it already
// (RFC 9110 section 13.1.2). Call last.
void answer_conditionally(const ServeRequest& request, ServeReply& reply);

}  // namespace bfa
