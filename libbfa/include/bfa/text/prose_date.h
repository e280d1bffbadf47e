// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// A date found in text.
struct ProseDate {
  Timestamp time;
  bool ambiguous =
      false;  // day and month could be swapped ("03/04/05"); `time` then follows the language's custom
};

// Reads a date as feeds write them: RFC 822/2822 and its usual abuses, W3CDTF, RFC 3339. Errors: kCorrupt.
BFA_EXPORT Result<Timestamp> parse_feed_date(std::string_view text);

// Finds the first date in `text` as blogs print them ("31 janvier 2026", "le 31/01/2026", "Jan 31st, 2026 at
// 5:04 pm", "3 days ago"). `language`: BCP 47 or empty for any; `now`: what relative dates count from.
// Nothing when there is none. Thread-safe. Source: BlogForever Crawler, "Variations for authors, dates and
// comments" (targets), turned around.
BFA_EXPORT std::optional<ProseDate> find_prose_date(std::string_view text, std::string_view language,
                                                    UtcTime now);

// The forms in which a blog in `language` may print `time`, the paper's target strings for learning the date
// rule.
BFA_EXPORT std::vector<std::string> date_renderings(const Timestamp& time, std::string_view language);

}  // namespace bfa
