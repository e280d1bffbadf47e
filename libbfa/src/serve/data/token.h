// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bfa/serve/handler.h"

namespace bfa {

// Whether the request has the token: "Authorization: Bearer TOKEN" (RFC 6750 section 2.1). Compared in
// constant time. False without a token.
bool has_bearer_token(const ServeRequest& request, std::string_view token);

// Whether a page of another origin may have made the request, by its headers Origin and Sec-Fetch-Site.
bool is_cross_origin(const ServeRequest& request);

}  // namespace bfa
