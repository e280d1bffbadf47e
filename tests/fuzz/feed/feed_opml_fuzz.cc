// SPDX-License-Identifier: Apache-2.0
// What is written of an OPML document is well-formed and has the same subscriptions.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/feed/opml.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(feed_opml) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const auto opml = bfa::parse_opml(bytes, "https://blog.example/", findings);
  if (!opml) return 0;
  const auto written = bfa::write_opml(*opml);
  if (!written) std::abort();
  bfa::Findings none;
  const auto again = bfa::parse_opml(*written, "", none);
  if (!again) std::abort();
  const auto before = bfa::feeds_of(*opml), after = bfa::feeds_of(*again);
  if (before.size() != after.size()) std::abort();
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].xml_url != after[i].xml_url) std::abort();
  }
  return 0;
}
