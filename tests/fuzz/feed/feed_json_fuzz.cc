// SPDX-License-Identifier: Apache-2.0
// JSON Feed and stored feeds: both readers of JSON accept any bytes, and a stored feed reads back the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/feed/feed.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(feed_json) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const bfa::FeedOrigin origin{"https://blog.example/feed.json", "application/feed+json", "en"};
  for (const auto& feed : {bfa::parse_feed(bytes, origin, findings), bfa::deserialize_feed(bytes)}) {
    if (!feed) continue;
    const std::string stored = bfa::serialize_feed(*feed);
    const auto back = bfa::deserialize_feed(stored);
    if (!back || bfa::serialize_feed(*back) != stored) std::abort();
  }
  return 0;
}
