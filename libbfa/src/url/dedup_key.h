// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/url/url.h"

namespace bfa {

// fetch_dedup_key() as it was before it folded empty segments of the path: keys of stored rows keep them.
// Empty when memory runs out.
std::string dedup_key_with_empty_segments(const Url& url);

}  // namespace bfa
