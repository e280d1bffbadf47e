// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/feed/feed.h"
#include "fuzz/fuzz_target.h"

// A feed that parses is stored and read back unchanged, and each of its entries has an identity.
BFA_FUZZ_TARGET(feed_parse) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const auto feed = bfa::parse_feed(bytes, "", "http://blog.example/feed/", findings);
  if (!feed) return 0;
  const auto stored = bfa::deserialize_feed(bfa::serialize_feed(*feed));
  if (!stored || !(*stored == *feed)) std::abort();
  for (const bfa::FeedEntry& entry : feed->entries) {
    if (entry.id.empty()) std::abort();
  }
  return 0;
}
