// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"
#include "bfa/http/message.h"

namespace bfa {

// robots.txt, parsed (RFC 9309). A value; reading is thread-safe.
//
// If the RFC leaves a choice, the parser is as lenient as the parsers that sites are tested with: lines end
// in CR, LF or both. A byte order mark is skipped. Keys may lack their colon ("disallow /x") or be misspelt
// ("dissallow"). Other lines do not end a group. "Allow: /dir/index.html" allows "/dir/" too. Groups of the
// same agent are merged. Agents match by product token: the letters, "_" and "-" at the start of a line's
// value, in any case. A value with other characters ("360Spider") matches an equal agent. Paths are compared
// after normalising percent-encoding (RFC 9309 section 2.2.2): "/%7Ejoe" equals "/~joe", "/caf%c3%a9" equals
// the same in raw UTF-8, and "/a%2fb" does not equal "/a/b". /robots.txt itself is matched like any other
// path. A crawler fetches it without this check.
//
// When memory runs out, nothing is allowed: rules refuse all URLs, allowed() is false, and a crawl delay is a
// day.
class BFA_EXPORT RobotsRules {
 public:
  // Accepts any bytes; never fails. Bytes beyond 500 KiB are ignored (a kLimit finding "robots_too_large").
  // Non-standard lines are findings ("unknown_line", "missing_colon", "misspelt_key", "rule_without_group",
  // at most 100). Cost: O(bytes).
  static RobotsRules parse(std::string_view bytes, Findings& findings);
  static RobotsRules allow_all();
  static RobotsRules disallow_all();
  // By the status of the answer: 2xx parses `body`; 3xx (too many redirects) and 4xx allow all; 5xx and
  // everything else (no answer: status 0) disallow all. 429 is a 4xx here; the caller handles its "retry
  // later". Source: RFC 9309 section 2.3.1.
  static RobotsRules from_response(int status, std::string_view body, Findings& findings);

  // Whether `agent` (a product token; a "/" and the rest are ignored) may fetch `url` (absolute, or path and
  // query). The longest match decides; allow wins a tie. Cost: O(rules * url).
  bool allowed(std::string_view agent, std::string_view url) const;
  // The line that decided, to explain the result: "line 12: Disallow: /private/"; empty when no rule matched.
  std::string deciding_line(std::string_view agent, std::string_view url) const;
  // The Crawl-delay of the agent's group, or of the group for all agents; at most a day. Not in the RFC.
  std::optional<std::chrono::milliseconds> crawl_delay(std::string_view agent) const;
  // Values of Sitemap lines in order, each once, as written: they should be absolute URLs, but may not be.
  const std::vector<std::string>& sitemaps() const noexcept { return sitemaps_; }

 private:
  struct Rule {
    bool allow = false;
    std::string pattern;  // normalised
    std::string text;     // the line, unchanged
    std::size_t line = 0;
    std::size_t literal = 0;  // bytes of the pattern before its first "*" or last "$"
  };
  struct Group {
    std::vector<std::string> agents;  // lower case: product tokens, and whole values where they differ
    std::vector<Rule> rules;
    std::optional<std::chrono::milliseconds> crawl_delay;
  };
  class Parser;

  static RobotsRules refuse_all();

  std::vector<const Group*> groups_for(std::string_view agent) const;
  const Rule* decide(std::string_view agent, std::string_view url) const;

  std::vector<Group> groups_;
  std::vector<std::string> sitemaps_;
  bool refuses_all_ = false;  // memory ran out
};

// A page's directives for robots, in X-Robots-Tag headers and robots meta elements, only those that matter
// to an archive. A value. The directives of several places add up: the strictest ones win.
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
// there is no RFC. This and the next two: when memory runs out, noindex, nofollow and noarchive are set.
BFA_EXPORT RobotsTags parse_robots_tag(std::string_view value, std::string_view agent, Findings& findings);

// Reads one meta element. `name`: "robots" or an agent's token; other names give no directives. `content`: as
// above, without an agent's name. Never fails. Thread-safe.
BFA_EXPORT RobotsTags parse_robots_meta(std::string_view name, std::string_view content,
                                        std::string_view agent, Findings& findings);

// Reads all X-Robots-Tag lines of a response. Never fails. Thread-safe.
BFA_EXPORT RobotsTags robots_tags_of(const HttpHead& head, std::string_view agent, Findings& findings);

}  // namespace bfa
