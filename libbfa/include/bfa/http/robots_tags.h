// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/http/message.h"

namespace bfa {

// A page's directives for robots, in X-Robots-Tag headers and robots meta elements, as far as they matter to
// an archive. A value. The directives of several places add up: the strictest ones win.
struct BFA_EXPORT RobotsTags {
  bool noindex = false;                      // "none" is noindex and nofollow
  bool nofollow = false;                     // do not follow the page's links
  bool noarchive = false;                    // keep no copy; "nocache" is an older name
  std::optional<UtcTime> unavailable_after;  // the earliest, when several are given

  // Whether the page asks not to be kept at `now`: noarchive, or unavailable_after has passed.
  bool refuses_copies(UtcTime now) const {
    return noarchive || (unavailable_after && *unavailable_after < now);
  }
  // Adds the directives of `other`.
  void add(const RobotsTags& other);

  bool operator==(const RobotsTags&) const = default;
};

// Reads one X-Robots-Tag line: directives separated by commas, all for one agent when the line begins with
// its name ("otherbot: noindex, nofollow"). Lines for another agent than `agent` (a product token; a "/" and
// the rest are ignored, case is not significant) give no directives; "*" and no name mean all agents. Unknown
// directives are ignored; an unavailable_after that is not a date is a finding "robots_tag_date". Never
// fails. Thread-safe. Source: Google, "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications";
// there is no RFC.
BFA_EXPORT RobotsTags parse_robots_tag(std::string_view value, std::string_view agent, Findings& findings);

// Reads one meta element. `name`: "robots" or an agent's token; other names give no directives. `content`: as
// above, without an agent's name. Never fails. Thread-safe.
BFA_EXPORT RobotsTags parse_robots_meta(std::string_view name, std::string_view content,
                                        std::string_view agent, Findings& findings);

// Reads all X-Robots-Tag lines of a response. Never fails. Thread-safe.
BFA_EXPORT RobotsTags robots_tags_of(const HttpHead& head, std::string_view agent, Findings& findings);

}  // namespace bfa
