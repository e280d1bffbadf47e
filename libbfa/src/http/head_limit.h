// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bfa {

// The largest response head that is fetched, and that readers of WARC files look for: one limit for both, so
// that whatever a crawl archives can be read again.
inline constexpr std::size_t kMaxHeadBytes = 256u << 10;

}  // namespace bfa
