// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// The serialisation of a plain http(s) URL that needs no parser: "/path" on the base's host, or
// "http(s)://host/path", of bytes that the URL standard takes over as they are. Empty: of another form, for
// Url::parse(). Thread-safe, linear.
std::string plain_href(std::string_view text, const Url* base);

}  // namespace bfa
