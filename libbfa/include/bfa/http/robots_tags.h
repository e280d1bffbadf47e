// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/http/message.h"

namespace bfa {

// What a page asks of robots, in X-Robots-Tag headers and robots meta elements: the directives that matter to
// an archive. A value; the directives of several places add up, as the strictest reading wins.
struct BFA_EXPORT RobotsTags {
  bool noindex = false;                      // "none" is noindex and nofollow
  bool nofollow = false;                     // do not follow the page's links
  bool noarchive = false;                    // keep no copy; "nocache" is an older name
  std::optional<UtcTime> unavailable_after;  // the earliest, when several are given

  // Whether the page asks at `now` that no copy be kept: noarchive, or its time is over.
  bool refuses_copies(UtcTime now) const {
    return noarchive || (unavailable_after && *unavailable_after < now);
  }
  // Adds the directives of `other`.
  void add(const RobotsTags& other);

  bool operator==(const RobotsTags&) const = default;
};

// One X-Robots-Tag line: directives divided by commas, all for one agent when one is named first ("otherbot:
// noindex, nofollow"). Those of another agent than `agent` (a product token; what follows a "/" is ignored,
// case does not count) give nothing; "*" and no agent mean all. Unknown directives are passed over; an
// unavailable_after that is no date is a finding "robots_tag_date". Never fails. Thread-safe. Source: Google,
// "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications"; no RFC has them.
BFA_EXPORT RobotsTags parse_robots_tag(std::string_view value, std::string_view agent, Findings& findings);

// A meta element: `name` is "robots" or an agent's token, as the element has it; other names give nothing.
// The content's directives as above, without an agent in them. Never fails. Thread-safe.
BFA_EXPORT RobotsTags parse_robots_meta(std::string_view name, std::string_view content,
                                        std::string_view agent, Findings& findings);

// All X-Robots-Tag lines of a response. Never fails. Thread-safe.
BFA_EXPORT RobotsTags robots_tags_of(const HttpHead& head, std::string_view agent, Findings& findings);

}  // namespace bfa
