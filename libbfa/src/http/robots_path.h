// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa::http {

// Path and query of `url` (absolute, or path and query already), normalised for comparison with patterns:
// percent-encoded unreserved characters decoded, characters that a URL cannot contain encoded, hex digits in
// upper case, "*" and "$" encoded. Always begins with "/". Source: RFC 9309 sections 2.2.2 and 2.2.3.
std::string robots_path(std::string_view url);

// The same for the value of an allow or disallow line, where "*" and a "$" at the end keep their meaning.
std::string normalise_robots_pattern(std::string_view value);

// Does `pattern` match the beginning of `path` (all of it when the pattern ends in "$")? Both normalised.
// Cost: O(pattern * path) at worst, linear for usual patterns.
bool robots_pattern_matches(std::string_view pattern, std::string_view path);

}  // namespace bfa::http
