// SPDX-License-Identifier: Apache-2.0
#include "serve/data/token.h"

#include "base/ascii.h"
#include "io/hmac.h"

namespace bfa {

bool has_bearer_token(const ServeRequest& request, std::string_view token) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view given = request.header("authorization");
  if (token.empty() || !starts_ignoring_case(given, kScheme)) return false;
  return equal_in_constant_time(trim_blanks(given.substr(kScheme.size())), token);
}

bool is_cross_origin(const ServeRequest& request) {
  const std::string_view site = request.header("sec-fetch-site");
  if (!site.empty() && site != "same-origin" && site != "none") return true;
  const std::string_view origin = request.header("origin");
  return !origin.empty() && origin != request.origin;
}

}  // namespace bfa
