// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// The serialisation of a plain http(s) URL that needs no parser: "http(s)://host/path", "http(s)://host", or
// on a base of http(s) "//host/path", "/path", "path", "../path" and "#fragment", of bytes that the URL
// standard keeps unchanged. Empty: another form, for Url::parse(). Thread-safe, linear.
std::string plain_href(std::string_view text, const Url* base);

}  // namespace bfa
