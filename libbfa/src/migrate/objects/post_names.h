// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/url/url.h"

namespace bfa {

// Names of files for addresses that follow from the address alone, so that no list of them is kept:
// lower-case ASCII letters, digits, '.', '-' and '_', at most 100 bytes, no name that a system reserves.
// Eight digits of a digest tell apart what the readable part does not.

// The folder of a host: "blog.example", "blog.example_8080".
std::string host_folder(const Url& url);
// "2016-11-ten-years-1f2e3d4c": the path, and the digest of `identity`.
std::string address_stem(const Url& url, std::string_view identity);

}  // namespace bfa
