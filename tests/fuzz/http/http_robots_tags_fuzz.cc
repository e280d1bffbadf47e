// SPDX-License-Identifier: Apache-2.0
// Directives for another agent never count, and adding a line twice changes nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bfa/http/robots.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(http_robots_tags) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  if (!(bfa::parse_robots_tag("otherbot:" + std::string(text), "libbfa", findings) == bfa::RobotsTags()))
    std::abort();
  if (!(bfa::parse_robots_meta("otherbot", text, "libbfa", findings) == bfa::RobotsTags())) std::abort();
  const bfa::RobotsTags tags = bfa::parse_robots_tag(text, "libbfa", findings);
  bfa::RobotsTags twice = tags;
  twice.add(tags);
  if (!(twice == tags)) std::abort();
  bfa::parse_robots_meta("robots", text, "libbfa", findings);
  return 0;
}
