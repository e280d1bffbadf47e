// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/store/archive.h"

namespace bfa::tool {

// At most three addresses of posts and pages on the host of `url` that differ from it in a few characters of
// the path, the most similar first. Reads at most 20,000 objects of the host.
std::vector<std::string> similar_addresses(const Archive& archive, const std::string& url);

// report_error(), and for kNotFound the similar addresses on stderr.
int report_missing_object(const Archive& archive, const Error& error, const std::string& url, bool json);

}  // namespace bfa::tool
