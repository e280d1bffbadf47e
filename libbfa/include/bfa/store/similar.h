// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/store/archive.h"

namespace bfa {

// Addresses of posts and pages on the host of `url` whose path and query differ from its own in a few
// characters: what somebody may have meant who mistyped an address. At most `most`, the most similar first.
// None for an address of more than 200 bytes, or when the archive cannot be read. Cost: reads the heads of at
// most 20,000 objects of the host. Thread-safe.
BFA_EXPORT std::vector<std::string> similar_addresses(const Archive& archive, const std::string& url,
                                                      std::size_t most);

}  // namespace bfa
